// Each row of the table against OpenImageIO itself.
#include "pictures/file_kind.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run_weft.h"
#include "test_pictures.h"

namespace weft {
namespace {

OIIO::TypeDesc type_of(SampleFormat format) {
    return format == SampleFormat::kU8     ? OIIO::TypeDesc::UINT8
           : format == SampleFormat::kU16  ? OIIO::TypeDesc::UINT16
           : format == SampleFormat::kHalf ? OIIO::TypeDesc::HALF
                                           : OIIO::TypeDesc::FLOAT;
}

TEST(FileKind, HoldsWhatItSays) {
    test::ScratchFolder folder;
    for (const FileKind& kind : file_kinds()) {
        const std::vector<int> channels =
            kind.channels.empty() ? std::vector<int>{1, 2, 3, 4, 5, 9}
                                  : std::vector<int>(kind.channels.begin(), kind.channels.end());
        for (StoredFormat format : kind.formats)
            for (int count : channels) {
                SCOPED_TRACE(std::string(kind.name) + " " + name_of(format) + " " +
                             std::to_string(count));
                const std::string path = folder.path(std::string("p.") + kind.extensions.front());
                OIIO::ImageSpec spec(7, 5, count, type_of(format.samples));
                if (format.bits > 0) spec.attribute("oiio:BitsPerSample", format.bits);
                ASSERT_NO_THROW(test::write_picture(path, spec));
                const test::ReadPicture back = test::read_picture(path);
                EXPECT_EQ(back.spec.width, 7);
                EXPECT_EQ(back.spec.height, 5);
                EXPECT_EQ(back.spec.nchannels, count);
                EXPECT_EQ(back.spec.format, spec.format);
                if (format.bits > 0) {
                    EXPECT_EQ(back.spec.get_int_attribute("oiio:BitsPerSample"), format.bits);
                }
            }
    }
}

TEST(FileKind, OutputsAreWrittenThroughOurFile) {
    for (const FileKind& kind : file_kinds()) {
        const auto output = OIIO::ImageOutput::create(kind.name);
        ASSERT_NE(output, nullptr) << kind.name;
        EXPECT_TRUE(kind.reads_back || output->supports("ioproxy")) << kind.name;
        EXPECT_TRUE(!kind.display_window || output->supports("displaywindow")) << kind.name;
    }
}

TEST(FileKind, FoundByExtension) {
    EXPECT_STREQ((*file_kind_of("a.exr"))->name, "openexr");
    EXPECT_STREQ((*file_kind_of("/x.y/A.TIFF"))->name, "tiff");
    EXPECT_STREQ((*file_kind_of(".hidden.jpg"))->name, "jpeg");
    for (const char* path : {"a", "a.", "a.xyz", "a.exr/b", "", "exr"}) {
        const auto kind = file_kind_of(path);
        ASSERT_FALSE(kind) << path;
        EXPECT_EQ(kind.error().kind, ErrorKind::kOutput);
        EXPECT_THAT(kind.error().message, testing::HasSubstr(".exr"));
    }
}

TEST(FileKind, DefaultFormats) {
    const auto chosen = [](const char* path, SampleFormat input) {
        return std::string(name_of(default_format(**file_kind_of(path), input)));
    };
    EXPECT_EQ(chosen("a.exr", SampleFormat::kU8), "half");
    EXPECT_EQ(chosen("a.exr", SampleFormat::kU16), "half");
    EXPECT_EQ(chosen("a.exr", SampleFormat::kHalf), "half");
    EXPECT_EQ(chosen("a.exr", SampleFormat::kFloat), "float");
    EXPECT_EQ(chosen("a.png", SampleFormat::kU8), "u8");
    EXPECT_EQ(chosen("a.png", SampleFormat::kHalf), "u16");
    EXPECT_EQ(chosen("a.tif", SampleFormat::kHalf), "float");
    EXPECT_EQ(chosen("a.jpg", SampleFormat::kFloat), "u8");
    EXPECT_EQ(chosen("a.hdr", SampleFormat::kU8), "float");
    EXPECT_STREQ(name_of(default_format(**file_kind_of("a.dpx"), {SampleFormat::kU16, 10})), "u10");
    EXPECT_STREQ(name_of(default_format(**file_kind_of("a.png"), {SampleFormat::kU16, 10})), "u16");
    EXPECT_STREQ(name_of(default_format(**file_kind_of("a.exr"), {SampleFormat::kU16, 12})),
                 "half");
}

TEST(FileKind, FormatWords) {
    for (StoredFormat f : {StoredFormat{SampleFormat::kU8},
                           {SampleFormat::kU16},
                           {SampleFormat::kU16, 10},
                           {SampleFormat::kU16, 12},
                           {SampleFormat::kHalf},
                           {SampleFormat::kFloat}})
        EXPECT_EQ(*sample_format_named(name_of(f)), f);
    EXPECT_FALSE(sample_format_named("double"));
    EXPECT_FALSE(sample_format_named(""));
}

}  // namespace
}  // namespace weft
