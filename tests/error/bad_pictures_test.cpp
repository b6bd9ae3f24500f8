// Inputs that are missing, empty, cut short, or no pictures.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "expect_error.h"
#include "test_pictures.h"

namespace weft::test {
namespace {

class BadPictures : public testing::Test {
  protected:
    void expect_refused(const std::string& input, const std::vector<std::string>& parts) {
        std::vector<std::string> all{"cannot read '" + input + "'"};
        all.insert(all.end(), parts.begin(), parts.end());
        expect_error(
            folder,
            {"render", "Clamp", "-i", input, "-o", folder.path("out.exr"), "--device", "reference"},
            kInput, all);
    }
    ScratchFolder folder;
};

TEST_F(BadPictures, Missing) {
    expect_refused(folder.path("no.exr"), {"No such file"});
    expect_refused(folder.path("no\nsuch.exr").replace(folder.path("").size() + 2, 1, " "), {});
}

TEST_F(BadPictures, Empty) {
    write_text(folder.path("empty.exr"), "");
    expect_refused(folder.path("empty.exr"), {"empty"});
}

TEST_F(BadPictures, Folder) { expect_refused(folder.folder().string(), {"folder"}); }

TEST_F(BadPictures, Pipe) {
    ASSERT_EQ(mkfifo(folder.path("pipe.exr").c_str(), 0600), 0);
    expect_refused(folder.path("pipe.exr"), {"pipe"});
}

TEST_F(BadPictures, NotPictures) {
    write_text(folder.path("text.exr"), "this is a text\nof two lines\n");
    expect_refused(folder.path("text.exr"), {});
    write_text(folder.path("text.png"), "this is a text\nof two lines\n");
    expect_refused(folder.path("text.png"), {});
    write_text(folder.path("text.txt"), std::string(5000, 'x'));
    expect_refused(folder.path("text.txt"), {"picture"});
    write_text(folder.path("zeros.tif"), std::string(5000, '\0'));
    expect_refused(folder.path("zeros.tif"), {});
}

TEST_F(BadPictures, ZeroSize) {
    // A Targa header that says 0x0.
    std::string header(18, '\0');
    header[2] = 2;
    header[16] = 24;
    write_text(folder.path("zero.tga"), header + std::string(100, '\0'));
    expect_refused(folder.path("zero.tga"), {});
    write_text(folder.path("zero.ppm"), "P6\n0 0\n255\n");
    expect_refused(folder.path("zero.ppm"), {});
}

TEST_F(BadPictures, CutShort) {
    for (const char* extension : {"exr", "tif", "png", "jpg", "tga", "bmp", "dpx", "hdr", "ppm"}) {
        const std::string whole = folder.path(std::string("whole.") + extension);
        const std::string cut = folder.path(std::string("cut.") + extension);
        write_picture(whole, 64, 48, 3, OIIO::TypeDesc::UINT8);
        const std::string bytes = read_text(whole);
        for (const double part : {0.3, 0.6, 0.9}) {
            write_text(cut, bytes.substr(0, static_cast<std::size_t>(
                                                static_cast<double>(bytes.size()) * part)));
            expect_refused(cut, {"damaged or cut short"});
        }
    }
}

TEST_F(BadPictures, TooManyChannels) {
    write_picture(folder.path("many.exr"), unnamed_channels(4, 4, 65, OIIO::TypeDesc::HALF));
    expect_refused(folder.path("many.exr"), {"65 channels", "1 to 64"});
}

TEST_F(BadPictures, HugeHeader) {
    // A picture of 30000x30000 floats, of which nothing is there.
    OIIO::ImageSpec spec(64, 64, 4, OIIO::TypeDesc::UINT8);
    write_picture(folder.path("small.ppm"), 64, 64, 3, OIIO::TypeDesc::UINT8);
    write_text(folder.path("huge.ppm"), "P6\n30000 30000\n255\n" + std::string(100, 'x'));
    expect_refused(folder.path("huge.ppm"), {});
}

}  // namespace
}  // namespace weft::test
