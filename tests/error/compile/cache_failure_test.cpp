// A cache that is damaged, unwritable or full: kernels are compiled all the same, and it is said
// once.
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compile/host_compiler.h"
#include "scratch_folder.h"

namespace weft {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

class CacheFailure : public ::testing::Test {
  protected:
    void SetUp() override {
        options_.worker = WEFT_CC_PATH;
        options_.cache_dir = folder_.path("cache");
    }

    /// What `answer()` returns when compiled by a compiler of its own; -1 on an error.
    int answer(int value) {
        const auto compiler = make_host_compiler(options_);
        const auto object = compiler->compile(
            {"answer",
             "extern \"C\" int answer() { return " + std::to_string(value) + "; }",
             "native",
             false,
             {}});
        statistics_ = compiler->statistics();
        if (!object) return -1;
        return reinterpret_cast<int (*)()>((*object)->symbol("answer"))();
    }

    fs::path only_entry() const { return fs::directory_iterator(options_.cache_dir)->path(); }

    test::ScratchFolder folder_;
    CompilerOptions options_;
    CompileStatistics statistics_;
};

TEST_F(CacheFailure, DamagedEntriesAreCompiledAgainAndReplaced) {
    ASSERT_EQ(answer(5), 5);
    const auto size = fs::file_size(only_entry());
    for (const char* damage : {"truncated", "emptied", "flipped", "grown"}) {
        if (damage == std::string("truncated")) fs::resize_file(only_entry(), size / 2);
        if (damage == std::string("emptied")) fs::resize_file(only_entry(), 0);
        if (damage == std::string("grown")) fs::resize_file(only_entry(), size + 100);
        if (damage == std::string("flipped")) {
            std::fstream file(only_entry(), std::ios::in | std::ios::out | std::ios::binary);
            file.seekp(static_cast<std::streamoff>(size / 2));
            const char byte = static_cast<char>(~file.peek());
            file.seekp(static_cast<std::streamoff>(size / 2));
            file.put(byte);
        }
        EXPECT_EQ(answer(5), 5) << damage;
        EXPECT_EQ(statistics_.compiled, 1) << damage;
        EXPECT_EQ(answer(5), 5) << damage;
        EXPECT_EQ(statistics_.compiled, 0) << damage << ": the entry was replaced";
        EXPECT_EQ(fs::file_size(only_entry()), size);
    }
}

TEST_F(CacheFailure, UnwritableFolderIsSaidOnce) {
    std::ofstream(folder_.path("file")) << "not a folder";
    options_.cache_dir = folder_.path("file/cache");
    const auto compiler = make_host_compiler(options_);
    for (int i = 0; i < 3; ++i) {
        const auto object =
            compiler->compile({"k",
                               "extern \"C\" int answer() { return " + std::to_string(i) + "; }",
                               "native",
                               false,
                               {}});
        ASSERT_TRUE(object) << object.error().message;
        EXPECT_EQ(reinterpret_cast<int (*)()>((*object)->symbol("answer"))(), i);
    }
    ASSERT_EQ(compiler->statistics().notes.size(), 1u);
    EXPECT_THAT(compiler->statistics().notes[0], HasSubstr("is not writable: Not a directory"));
    EXPECT_EQ(compiler->statistics().compiled, 3);
}

TEST_F(CacheFailure, FullDiskIsSaidOnce) {
    if (!fs::exists("/dev/full")) GTEST_SKIP() << "this system has no /dev/full";
    options_.cache_dir = "/dev/full";
    EXPECT_EQ(answer(6), 6);
    EXPECT_EQ(statistics_.notes.size(), 1u);
}

TEST_F(CacheFailure, FoldersInPlaceOfEntriesAreSurvived) {
    ASSERT_EQ(answer(5), 5);
    const fs::path entry = only_entry();
    fs::remove(entry);
    fs::create_directory(entry);
    EXPECT_EQ(answer(5), 5);
    EXPECT_EQ(statistics_.notes.size(), 1u);
}

TEST_F(CacheFailure, SwitchedOffItLeavesNoTrace) {
    options_.use_cache = false;
    EXPECT_EQ(answer(5), 5);
    EXPECT_EQ(answer(5), 5);
    EXPECT_EQ(statistics_.compiled, 1);
    EXPECT_TRUE(statistics_.notes.empty());
    EXPECT_FALSE(fs::exists(options_.cache_dir));
}

TEST_F(CacheFailure, TheLimitHolds) {
    ASSERT_EQ(answer(0), 0);
    const auto size = fs::file_size(only_entry());
    options_.cache_limit_bytes = 3 * size + size / 2;
    for (int i = 1; i < 8; ++i) ASSERT_EQ(answer(i), i);
    std::uintmax_t total = 0;
    for (const auto& item : fs::directory_iterator(options_.cache_dir)) total += item.file_size();
    EXPECT_LE(total, options_.cache_limit_bytes);
    EXPECT_EQ(answer(7), 7);
    EXPECT_EQ(statistics_.from_cache, 1) << "the youngest is kept";
}

}  // namespace
}  // namespace weft
