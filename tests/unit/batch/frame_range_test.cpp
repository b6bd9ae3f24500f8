// Lists of frames: every notation, and that what is written reads back.
#include "batch/frame_range.h"

#include <algorithm>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "seeded.h"

namespace weft {
namespace {

using Frames = std::vector<int>;

Frames frames_of(const std::string& text) {
    const Result<Frames> frames = parse_frames(text);
    if (!frames) ADD_FAILURE() << frames.error().message;
    return frames ? *frames : Frames{};
}

TEST(FrameRange, EveryNotation) {
    EXPECT_EQ(frames_of("7"), (Frames{7}));
    EXPECT_EQ(frames_of("1-4"), (Frames{1, 2, 3, 4}));
    EXPECT_EQ(frames_of("1..4"), (Frames{1, 2, 3, 4}));
    EXPECT_EQ(frames_of("1-10x3"), (Frames{1, 4, 7, 10}));
    EXPECT_EQ(frames_of("1-9:3"), (Frames{1, 4, 7}));
    EXPECT_EQ(frames_of("1..9:4"), (Frames{1, 5, 9}));
    EXPECT_EQ(frames_of("1-7y3"), (Frames{2, 3, 5, 6}));
    EXPECT_EQ(frames_of("1,5 9-10\n12"), (Frames{1, 5, 9, 10, 12}));
}

TEST(FrameRange, NegativeAndReverse) {
    EXPECT_EQ(frames_of("-8--5"), (Frames{-8, -7, -6, -5}));
    EXPECT_EQ(frames_of("-1-1"), (Frames{-1, 0, 1}));
    EXPECT_EQ(frames_of("-3..-1"), (Frames{-3, -2, -1}));
    EXPECT_EQ(frames_of("4-1"), (Frames{4, 3, 2, 1}));
    EXPECT_EQ(frames_of("10-1x4"), (Frames{10, 6, 2}));
    EXPECT_EQ(frames_of("10-1x-4"), (Frames{10, 6, 2}));
    EXPECT_EQ(frames_of("-5--8"), (Frames{-5, -6, -7, -8}));
    EXPECT_EQ(frames_of("-5"), (Frames{-5}));
}

TEST(FrameRange, AFrameIsRenderedOnce) {
    EXPECT_EQ(frames_of("3-5,1-4,5"), (Frames{3, 4, 5, 1, 2}));
}

TEST(FrameRange, Refusals) {
    for (const char* bad :
         {"", " , ", "a", "1-", "1-b", "1--", "1...3", "1-10x0", "1-10x", "1-10z2", "1-10x-2",
          "1x2", "1.5", "--5", "1-2-3", "99999999999", "1-10x2 x3"}) {
        const Result<Frames> frames = parse_frames(bad);
        ASSERT_FALSE(frames) << bad;
        EXPECT_EQ(frames.error().kind, ErrorKind::kUsage);
    }
    EXPECT_EQ(parse_frames("1-10,2-x").error().message,
              "'2-x' is no frame or range of frames; expected such as 7, 1-10, 1-10x2 or -8--5, "
              "with commas between them");
    EXPECT_THAT(parse_frames("1-999999999").error().message, testing::HasSubstr("1000000 frames"));
    EXPECT_FALSE(parse_frames("1-600000,700001-1300000"));
    EXPECT_EQ(frames_of("1-1000000").size(), 1000000u);
}

TEST(FrameRange, Written) {
    EXPECT_EQ(format_frames({1, 2, 3, 5, 7, 9, 20, -3}), "1-3,5-9x2,20,-3");
    EXPECT_EQ(format_frames({5, 4, 3}), "5-3");
    EXPECT_EQ(format_frames({1, 3}), "1,3");
    EXPECT_EQ(format_frames({-2, -1}), "-2--1");
    EXPECT_EQ(format_frames({}), "");
}

TEST(FrameRange, WhatIsWrittenReadsBack) {
    WEFT_SEEDED_RANDOM(random);
    for (int round = 0; round < 2000; ++round) {
        const int spread = 1 << (random() % 12);
        Frames frames;
        std::set<int> known;
        int frame = static_cast<int>(random() % 100) - 50;
        for (std::size_t runs = random() % 6 + 1; runs > 0; --runs) {
            const int step = static_cast<int>(random() % 7) - 3;
            for (std::size_t n = random() % 9 + 1; n > 0; --n, frame += step)
                if (known.insert(frame).second) frames.push_back(frame);
            frame += static_cast<int>(random() % spread) - spread / 2;
        }
        EXPECT_EQ(frames_of(format_frames(frames)), frames) << format_frames(frames);
    }
}

/// Random texts of the notation's letters: refused, or frames that are unique and write back.
TEST(FrameRange, AnyTextIsReadOrRefused) {
    WEFT_SEEDED_RANDOM(random);
    int read = 0;
    for (int round = 0; round < 20000; ++round) {
        std::string text;
        for (std::size_t n = random() % 9; n > 0; --n) text += "0123-.,:xy "[random() % 11];
        const Result<Frames> frames = parse_frames(text);
        if (!frames) continue;
        ++read;
        EXPECT_EQ(std::set<int>(frames->begin(), frames->end()).size(), frames->size()) << text;
        EXPECT_EQ(frames_of(format_frames(*frames)), *frames) << text;
    }
    EXPECT_GT(read, 100);
}

}  // namespace
}  // namespace weft
