// Shares of a job: chunks, memory, and what schedulers say.
#include "batch/share.h"

#include <map>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "seeded.h"

namespace weft {
namespace {

using Frames = std::vector<int>;

Frames first_frames(int count) {
    Frames frames(static_cast<std::size_t>(count));
    std::iota(frames.begin(), frames.end(), 1);
    return frames;
}

FarmTask task_of(const std::map<std::string, std::string>& environment) {
    return read_farm_task([&](const char* name) {
        const auto found = environment.find(name);
        return found == environment.end() ? nullptr : found->second.c_str();
    });
}

TEST(Share, ChunkNotation) {
    EXPECT_EQ(*parse_chunk("3/20"), (Chunk{3, 20}));
    EXPECT_EQ(*parse_chunk("1/1"), (Chunk{1, 1}));
    for (const char* bad : {"", "3", "0/2", "3/2", "-1/2", "1/", "/2", "1/2/3", "a/b", "1 /2"})
        EXPECT_FALSE(parse_chunk(bad)) << bad;
}

TEST(Share, ChunksAreTheListAndEven) {
    WEFT_SEEDED_RANDOM(random);
    for (int round = 0; round < 500; ++round) {
        const Frames frames = first_frames(static_cast<int>(random() % 60) + 1);
        const int count = static_cast<int>(random() % 25) + 1;
        Frames all;
        for (int k = 1; k <= count; ++k) {
            const Frames part = frames_of_chunk(frames, {k, count});
            EXPECT_NEAR(static_cast<double>(part.size()),
                        static_cast<double>(frames.size()) / count, 1.0);
            all.insert(all.end(), part.begin(), part.end());
        }
        EXPECT_EQ(all, frames) << count;
    }
}

TEST(Share, Memory) {
    EXPECT_EQ(*parse_memory("512M"), 512u << 20);
    EXPECT_EQ(*parse_memory("16G"), std::size_t{16} << 30);
    EXPECT_EQ(*parse_memory("1.5g"), std::size_t{3} << 29);
    EXPECT_EQ(*parse_memory("2GB"), std::size_t{2} << 30);
    EXPECT_EQ(*parse_memory("4k"), 4096u);
    EXPECT_EQ(*parse_memory("1000000"), 1000000u);
    for (const char* bad : {"", "G", "1X", "-1G", "0", "1GG", "nan", "inf", "1e30T", "1 G"})
        EXPECT_FALSE(parse_memory(bad)) << bad;
}

TEST(Share, SlurmArrays) {
    // --array=10-50:10%2
    const FarmTask task = task_of({{"SLURM_ARRAY_TASK_ID", "30"},
                                   {"SLURM_ARRAY_TASK_MIN", "10"},
                                   {"SLURM_ARRAY_TASK_MAX", "50"},
                                   {"SLURM_ARRAY_TASK_STEP", "10"},
                                   {"SLURM_ARRAY_TASK_COUNT", "5"},
                                   {"SLURM_CPUS_PER_TASK", "8"},
                                   {"SLURM_MEM_PER_CPU", "512"}});
    EXPECT_EQ(task.chunk, (Chunk{3, 5}));
    EXPECT_EQ(task.threads, 8);
    EXPECT_EQ(task.memory, std::size_t{4} << 30);
    EXPECT_EQ(*frames_of_task(first_frames(10), task), (Frames{5, 6}));
    EXPECT_EQ(task_of({{"SLURM_MEM_PER_NODE", "4096"}}).memory, std::size_t{4} << 30);
}

TEST(Share, OpenCueFrames) {
    const std::map<std::string, std::string> environment{
        {"CUE_IFRAME", "9"}, {"CUE_CHUNK", "4"}, {"CUE_THREADS", "3"}, {"CUE_MEMORY", "3355443"}};
    const FarmTask task = task_of(environment);
    EXPECT_EQ(task.threads, 3);
    EXPECT_EQ(task.memory, std::size_t{3355443} << 10);
    EXPECT_EQ(*frames_of_task(first_frames(20), task), (Frames{9, 10, 11, 12}));
    EXPECT_EQ(*frames_of_task(first_frames(10), task), (Frames{9, 10})) << "the last chunk ends";
    EXPECT_EQ(*frames_of_task({1, 5, 9, 13, 17}, task), (Frames{9, 13, 17}));
    EXPECT_THAT(frames_of_task(first_frames(8), task).error().message,
                testing::HasSubstr("asks for frame 9 (CUE_IFRAME)"));
}

TEST(Share, WhatMakesNoSenseIsNotTold) {
    EXPECT_FALSE(task_of({{"SLURM_ARRAY_TASK_ID", "3"}}).chunk) << "of how many?";
    EXPECT_FALSE(task_of({{"SLURM_ARRAY_TASK_ID", "9"},
                          {"SLURM_ARRAY_TASK_MIN", "1"},
                          {"SLURM_ARRAY_TASK_COUNT", "5"}})
                     .chunk);
    const FarmTask task = task_of({{"CUE_THREADS", "many"}, {"CUE_MEMORY", "-1"}});
    EXPECT_FALSE(task.threads);
    EXPECT_FALSE(task.memory);
    EXPECT_FALSE(frames_of_task(first_frames(3), task));
}

}  // namespace
}  // namespace weft
