// Folders of saved effects: names, versions, and which of two counts.
#include "batch/effect_folders.h"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "scratch_folder.h"

namespace weft {
namespace {

using test::ScratchFolder;
using testing::ElementsAre;
using testing::HasSubstr;

void touch(const std::filesystem::path& path) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << "{}";
}

TEST(EffectFolders, TheNewestVersionOfTheFirstFolderCounts) {
    const ScratchFolder scratch;
    const std::string show = scratch.path("show"), own = scratch.path("own");
    for (const char* file : {"glow.weft", "glow.v3.weft", "glow.v2.weft", "notes.txt", "Bad.weft",
                             "glow.v0.weft", "glow.vx.weft", "glow.v99999999999.weft", ".weft"})
        touch(std::filesystem::path(show) / file);
    for (const char* file : {"glow.v9.weft", "soft-2.weft"})
        touch(std::filesystem::path(own) / file);
    std::filesystem::create_directories(std::filesystem::path(own) / "folder.weft");
    EXPECT_THAT(saved_effects({show, own, scratch.path("none")}),
                ElementsAre(SavedEffect{"glow", 3, show + "/glow.v3.weft"},
                            SavedEffect{"soft-2", 1, own + "/soft-2.weft"}));
    EXPECT_EQ(saved_effects({own, show})[0].version, 9);
    EXPECT_TRUE(saved_effects({}).empty());
}

TEST(EffectFolders, TheNextVersionIsAFileOfItsOwn) {
    const ScratchFolder scratch;
    const std::string folder = scratch.path("own");
    EXPECT_EQ(*next_version(folder, "glow"), (SavedEffect{"glow", 1, folder + "/glow.weft"}));
    touch(folder + "/glow.weft");
    EXPECT_EQ(*next_version(folder, "glow"), (SavedEffect{"glow", 2, folder + "/glow.v2.weft"}));
    touch(folder + "/glow.v7.weft");
    EXPECT_EQ(next_version(folder, "glow")->version, 8);
    for (const char* name : {"", "Glow", "2glow", "-", "a/b", "a.b", "a b", "../glow"}) {
        const auto refused = next_version(folder, name);
        ASSERT_FALSE(refused) << name;
        EXPECT_THAT(refused.error().message, HasSubstr("cannot name an effect"));
    }
}

}  // namespace
}  // namespace weft
