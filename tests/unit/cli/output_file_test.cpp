// Temporary files: committed, dropped, through links, with permissions kept.
#include "pictures/output_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "run_weft.h"

namespace weft {
namespace {

using test::read_text;
using test::ScratchFolder;
using test::write_text;

TEST(OutputFile, AppearsWhenCommitted) {
    ScratchFolder folder;
    const std::string target = folder.path("a.exr");
    {
        Result<OutputFile> file = OutputFile::create(target);
        ASSERT_TRUE(file);
        EXPECT_TRUE(file->path().ends_with(".exr"));
        EXPECT_NE(file->path().find(".weft-tmp-"), std::string::npos);
        EXPECT_EQ(std::filesystem::path(file->path()).parent_path(), folder.folder());
        write_text(file->path(), "new");
        EXPECT_FALSE(std::filesystem::exists(target));
        ASSERT_TRUE(file->commit());
    }
    EXPECT_EQ(read_text(target), "new");
    EXPECT_EQ(folder.listing(), std::vector<std::string>{"a.exr"});
}

TEST(OutputFile, VanishesOtherwise) {
    ScratchFolder folder;
    write_text(folder.path("a.exr"), "old");
    {
        ASSERT_TRUE(OutputFile::create(folder.path("a.exr")));
    }
    EXPECT_EQ(read_text(folder.path("a.exr")), "old");
    EXPECT_EQ(folder.listing(), std::vector<std::string>{"a.exr"});
}

TEST(OutputFile, ReplacesNothingUnlessItMay) {
    ScratchFolder folder;
    Result<OutputFile> first = OutputFile::create(folder.path("a.exr"));
    ASSERT_TRUE(first);
    write_text(first->path(), "first");
    ASSERT_TRUE(first->commit(Replace::kNever));
    EXPECT_EQ(folder.listing(), std::vector<std::string>{"a.exr"});
    {
        Result<OutputFile> second = OutputFile::create(folder.path("a.exr"));
        ASSERT_TRUE(second);
        write_text(second->path(), "second");
        const Status refused = second->commit(Replace::kNever);
        ASSERT_FALSE(refused);
        EXPECT_NE(refused.error().message.find("somebody else"), std::string::npos);
    }
    EXPECT_EQ(read_text(folder.path("a.exr")), "first");
    EXPECT_EQ(folder.listing(), std::vector<std::string>{"a.exr"});
}

TEST(OutputFile, WhatWasAbandonedIsRemoved) {
    ScratchFolder folder;
    for (const char* name : {".a.1.weft-tmp-77.exr", ".a.1.weft-tmp-77-3.exr",
                             ".a.2.weft-tmp-77.exr", ".b.1.weft-tmp-77.exr", "a.1.exr", ".a.1.exr"})
        write_text(folder.path(name), "x");
    EXPECT_EQ(remove_abandoned(
                  {folder.path("a.1.exr"), folder.path("a.2.exr"), folder.path("none/a.1.exr")}),
              3);
    EXPECT_EQ(folder.listing(),
              (std::vector<std::string>{".a.1.exr", ".b.1.weft-tmp-77.exr", "a.1.exr"}));
}

TEST(OutputFile, TwoAtOnceDoNotMeet) {
    ScratchFolder folder;
    Result<OutputFile> a = OutputFile::create(folder.path("a.exr"));
    Result<OutputFile> b = OutputFile::create(folder.path("a.exr"));
    ASSERT_TRUE(a && b);
    EXPECT_NE(a->path(), b->path());
}

TEST(OutputFile, KeepsPermissionsAndLinks) {
    ScratchFolder folder;
    write_text(folder.path("real.exr"), "old");
    chmod(folder.path("real.exr").c_str(), 0640);
    ASSERT_EQ(symlink("real.exr", folder.path("link.exr").c_str()), 0);
    {
        Result<OutputFile> file = OutputFile::create(folder.path("link.exr"));
        ASSERT_TRUE(file);
        write_text(file->path(), "new");
        ASSERT_TRUE(file->commit());
    }
    EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link.exr")));
    EXPECT_EQ(read_text(folder.path("real.exr")), "new");
    struct stat status{};
    stat(folder.path("real.exr").c_str(), &status);
    EXPECT_EQ(status.st_mode & 07777, 0640u);
}

TEST(OutputFile, FollowsLinksToWhatIsNotThereYet) {
    ScratchFolder folder;
    std::filesystem::create_directory(folder.path("far"));
    ASSERT_EQ(symlink("far/second.exr", folder.path("link.exr").c_str()), 0);
    ASSERT_EQ(symlink(folder.path("real.exr").c_str(), folder.path("far/second.exr").c_str()), 0);
    {
        Result<OutputFile> file = OutputFile::create(folder.path("link.exr"));
        ASSERT_TRUE(file);
        write_text(file->path(), "new");
        ASSERT_TRUE(file->commit());
    }
    EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link.exr")));
    EXPECT_TRUE(std::filesystem::is_symlink(folder.path("far/second.exr")));
    EXPECT_EQ(read_text(folder.path("real.exr")), "new");

    ASSERT_EQ(symlink("nowhere/a.exr", folder.path("lost.exr").c_str()), 0);
    EXPECT_FALSE(check_target(folder.path("lost.exr"))) << "its folder is not there";
    ASSERT_EQ(symlink("b.exr", folder.path("a.exr").c_str()), 0);
    ASSERT_EQ(symlink("a.exr", folder.path("b.exr").c_str()), 0);
    EXPECT_FALSE(OutputFile::create(folder.path("a.exr")));
    EXPECT_TRUE(std::filesystem::is_symlink(folder.path("a.exr")));
}

TEST(OutputFile, LongNamesFit) {
    ScratchFolder folder;
    const std::string target = folder.path(std::string(250, 'n') + ".exr");
    Result<OutputFile> file = OutputFile::create(target);
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_TRUE(file->commit());
}

}  // namespace
}  // namespace weft
