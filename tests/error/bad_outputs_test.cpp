// Outputs that cannot be written, and what stays behind then: nothing.
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "expect_error.h"
#include "test_pictures.h"

namespace weft::test {
namespace {

class BadOutputs : public testing::Test {
  protected:
    BadOutputs() { write_picture(in, 200, 150, 3, OIIO::TypeDesc::HALF); }

    void expect_refused(const std::string& out, Code code, const std::vector<std::string>& parts,
                        const std::vector<std::string>& extra = {},
                        const RunOptions& options = {}) {
        std::vector<std::string> arguments{"render", "Clamp", "-i",       in,
                                           "-o",     out,     "--device", "reference"};
        arguments.insert(arguments.end(), extra.begin(), extra.end());
        expect_error(folder, arguments, code, parts, options);
    }

    ScratchFolder folder;
    const std::string in = folder.path("in.exr");
};

TEST_F(BadOutputs, Folders) {
    expect_refused(folder.path("no/out.exr"), kOutput, {"does not exist", "create it"});
    expect_refused(in + "/out.exr", kOutput, {"not a folder"});
    mkdir(folder.path("taken.exr").c_str(), 0755);
    expect_refused(folder.path("taken.exr"), kOutput, {"it is a folder"});
}

TEST_F(BadOutputs, UnwritableFolder) {
    if (geteuid() == 0) GTEST_SKIP() << "every folder is writable for root";
    mkdir(folder.path("locked").c_str(), 0555);
    expect_refused(folder.path("locked/out.exr"), kOutput, {"not writable"});
}

TEST_F(BadOutputs, Devices) {
    const std::string link = folder.path("null.exr");
    ASSERT_EQ(symlink("/dev/null", link.c_str()), 0);
    expect_refused(link, kOutput, {"device"});
    struct stat status{};
    ASSERT_EQ(stat("/dev/null", &status), 0);
    EXPECT_TRUE(S_ISCHR(status.st_mode));
}

TEST_F(BadOutputs, Names) {
    expect_refused(folder.path("out.xyz"), kOutput, {"'.xyz'", ".exr", ".png"});
    expect_refused(folder.path("out"), kOutput, {"no extension", ".exr"});
    expect_refused(folder.path(std::string(300, 'n') + ".exr"), kOutput, {"File name too long"});
}

TEST_F(BadOutputs, FormatsThatTheFileDoesNotHold) {
    expect_refused(folder.path("out.png"), kUsage, {"png", "--format u8 or u16"},
                   {"--format", "half"});
    expect_refused(folder.path("out.exr"), kUsage, {"openexr", "--format half or float"},
                   {"--format", "u8"});
}

TEST_F(BadOutputs, ChannelsThatTheFileDoesNotHold) {
    write_picture(in, unnamed_channels(20, 15, 5, OIIO::TypeDesc::HALF));
    expect_refused(folder.path("out.png"), kUsage, {"5 channels", "1 or 2 or 3 or 4"});
    expect_refused(folder.path("out.jpg"), kUsage, {"5 channels", "1 or 3"});
    expect_refused(folder.path("out.dpx"), kUsage, {"5 channels"});
}

/// A limit on file sizes fails writes just as a full disk does, for any user.
TEST_F(BadOutputs, FileSizeLimit) {
    for (const char* extension : {"exr", "tif", "png", "jpg", "tga", "bmp", "dpx", "hdr", "ppm"})
        expect_refused(folder.path(std::string("out.") + extension), kOutput,
                       {"File too large", "limit"}, {}, {.file_size_limit = 4096});
}

TEST_F(BadOutputs, FullDisk) {
    const std::string disk = folder.path("disk");
    mkdir(disk.c_str(), 0755);
    if (mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=16k") != 0)
        GTEST_SKIP() << "no small file system can be mounted here; FileSizeLimit stands in";
    for (const char* extension : {"exr", "tif", "png", "jpg"}) {
        expect_refused(disk + "/out." + extension, kOutput, {"No space left", "free some space"});
        EXPECT_TRUE(std::filesystem::is_empty(disk));
    }
    umount(disk.c_str());
}

/// There is room for a file beside the target, but not for a name so long.
TEST_F(BadOutputs, OfSeveralOutputsThoseBeforeAreInPlace) {
    const std::string high = folder.path("high.exr"),
                      low = folder.path(std::string(300, 'n') + ".exr");
    const auto render = [&](const std::string& first, const std::string& second) {
        return run_weft(
            {"render", "DWT1D", "-i", in, "-o", first, "-o", second, "--device", "reference"});
    };
    const Outcome none = render(low, high);
    EXPECT_EQ(none.code, kOutput);
    EXPECT_EQ(none.err, "weft: error: cannot write '" + low + "': File name too long\n");
    EXPECT_EQ(folder.listing(), std::vector<std::string>{"in.exr"});
    const Outcome some = render(high, low);
    EXPECT_EQ(some.code, kPartial);
    EXPECT_EQ(some.out, "");
    EXPECT_EQ(some.err, "weft: error: cannot write '" + low +
                            "': File name too long; the outputs before it are in place\n");
    EXPECT_EQ(folder.listing(), (std::vector<std::string>{"high.exr", "in.exr"}));
    EXPECT_EQ(read_picture(high).spec.width, 200);
}

TEST_F(BadOutputs, AFailureLeavesTheOldPicture) {
    const std::string out = folder.path("out.exr");
    write_text(out, "the old picture");
    expect_refused(out, kOutput, {"File too large"}, {}, {.file_size_limit = 4096});
    EXPECT_EQ(read_text(out), "the old picture");
}

}  // namespace
}  // namespace weft::test
