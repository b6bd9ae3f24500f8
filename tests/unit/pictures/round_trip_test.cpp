// A table of what a picture file may be: what of it comes back when an effect leaves it as it is.
#include <cstdint>
#include <cstring>

#include <OpenImageIO/deepdata.h>
#include <OpenImageIO/imagebuf.h>
#include <OpenImageIO/imagebufalgo.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "expect_error.h"
#include "test_pictures.h"

namespace weft::test {
namespace {

using testing::HasSubstr;
using Type = OIIO::TypeDesc;

/// A file's part, in its own types.
struct Part {
    OIIO::ImageSpec spec;
    std::vector<std::byte> bytes;
};

std::vector<Part> parts_of(const std::string& path) {
    OIIO::ImageSpec wishes;
    wishes.attribute("oiio:UnassociatedAlpha", 1);
    const auto input = OIIO::ImageInput::open(path, &wishes);
    if (input == nullptr) throw std::runtime_error("cannot read " + path);
    std::vector<Part> parts;
    for (int i = 0; input->seek_subimage(i, 0); ++i) {
        Part part{input->spec(), std::vector<std::byte>(input->spec().image_bytes(true))};
        EXPECT_TRUE(
            input->read_image(i, 0, 0, part.spec.nchannels, Type::UNKNOWN, part.bytes.data()));
        parts.push_back(std::move(part));
    }
    static_cast<void>(input->geterror());
    return parts;
}

/// What must be the same in both.
void expect_same(const std::string& from_path, const std::string& to_path) {
    const std::vector<Part> from = parts_of(from_path), to = parts_of(to_path);
    ASSERT_EQ(from.size(), to.size());
    for (std::size_t i = 0; i < from.size(); ++i) {
        SCOPED_TRACE(fmt::format("part {}", i));
        const OIIO::ImageSpec &a = from[i].spec, &b = to[i].spec;
        EXPECT_EQ(a.roi(), b.roi());
        EXPECT_EQ(a.roi_full(), b.roi_full());
        EXPECT_EQ(a.channelnames, b.channelnames);
        EXPECT_EQ(a.format, b.format);
        EXPECT_EQ(a.channelformats, b.channelformats);
        EXPECT_EQ(a.alpha_channel, b.alpha_channel);
        EXPECT_EQ(a.tile_width, b.tile_width);
        EXPECT_EQ(a.tile_height, b.tile_height);
        for (const char* name : {"compression", "oiio:subimagename", "view"})
            EXPECT_EQ(a.get_string_attribute(name), b.get_string_attribute(name)) << name;
        EXPECT_TRUE(from[i].bytes == to[i].bytes) << "pixels";
    }
}

class RoundTrip : public testing::Test {
  protected:
    /// Gain by 1: every value as it was.
    Outcome rest(const std::string& in, const std::string& out,
                 const std::vector<std::string>& more = {}) const {
        std::vector<std::string> all{"render", "Gain", "-i",       in,
                                     "-o",     out,    "--device", "reference"};
        all.insert(all.end(), more.begin(), more.end());
        return run_weft(all);
    }

    void expect_unchanged(const std::string& in, const std::string& extension) const {
        const std::string out = folder.path("out." + extension);
        const Outcome outcome = rest(in, out);
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_EQ(outcome.err, "");
        expect_same(in, out);
    }

    static void write(const std::string& path, const std::vector<OIIO::ImageSpec>& specs) {
        const auto file = OIIO::ImageOutput::create(path);
        ASSERT_TRUE(file->open(path, static_cast<int>(specs.size()), specs.data()))
            << file->geterror();
        for (std::size_t i = 0; i < specs.size(); ++i) {
            if (i > 0) {
                ASSERT_TRUE(file->open(path, specs[i], OIIO::ImageOutput::AppendSubimage));
            }
            ASSERT_TRUE(file->write_image(Type::FLOAT, pattern(specs[i]).data()));
        }
        ASSERT_TRUE(file->close());
    }

    ScratchFolder folder;
};

OIIO::ImageSpec spec_of(const std::vector<std::string>& names, const std::vector<Type>& types,
                        const std::string& part = {}) {
    OIIO::ImageSpec spec(37, 70, static_cast<int>(names.size()), Type::HALF);
    spec.channelnames = names;
    spec.channelformats = types;
    spec.attribute("compression", "zip");
    if (!part.empty()) spec.attribute("oiio:subimagename", part);
    return spec;
}

const std::vector<std::string> kColours{"R", "G", "B"};

TEST_F(RoundTrip, EveryTypeOfOpenExr) {
    const std::string in = folder.path("in.exr");
    for (const Type& type : {Type(Type::HALF), Type(Type::FLOAT)}) {
        SCOPED_TRACE(type.c_str());
        OIIO::ImageSpec spec =
            spec_of({"R", "G", "B", "A", "a.X", "b.X", "c.X"},
                    {type, type, type, type, Type::HALF, Type::FLOAT, Type::UINT32});
        spec.x = -3, spec.y = 5;
        spec.full_x = -10, spec.full_y = -20, spec.full_width = 100, spec.full_height = 120;
        write(in, {spec});
        for (const char* compression : {"none", "rle", "zips", "zip", "piz"}) {
            SCOPED_TRACE(compression);
            spec.attribute("compression", compression);
            write(in, {spec});
            expect_unchanged(in, "exr");
        }
    }
}

TEST_F(RoundTrip, EveryTypeThatOthersHold) {
    struct Case {
        const char* extension;
        Type type;
        int channels;
    };
    for (const auto& [extension, type, channels] :
         {Case{"tif", Type::UINT8, 3}, Case{"tif", Type::UINT16, 3}, Case{"tif", Type::FLOAT, 3},
          Case{"tif", Type::FLOAT, 1}, Case{"tif", Type::UINT8, 7}, Case{"tif", Type::UINT16, 4},
          Case{"png", Type::UINT8, 1}, Case{"png", Type::UINT8, 2}, Case{"png", Type::UINT8, 3},
          Case{"png", Type::UINT16, 3}, Case{"tga", Type::UINT8, 3}, Case{"bmp", Type::UINT8, 3},
          Case{"dpx", Type::UINT16, 3}, Case{"dpx", Type::UINT8, 4}, Case{"ppm", Type::UINT8, 3}}) {
        SCOPED_TRACE(fmt::format("{} {} {}", extension, type.c_str(), channels));
        const std::string in = folder.path(fmt::format("in.{}", extension));
        OIIO::ImageSpec spec(37, 70, channels, type);
        if (channels == 2) spec.attribute("oiio:UnassociatedAlpha", 1);
        write_picture(in, spec);
        // A colour under an alpha of 0 is no picture's.
        if (channels == 2) continue;
        expect_unchanged(in, extension);
    }
}

TEST_F(RoundTrip, WholeNumbersAreComputedByValue) {
    const std::string in = folder.path("in.exr"), out = folder.path("out.exr");
    OIIO::ImageSpec spec(9, 300, 5, Type::FLOAT);
    spec.channelnames = {"R", "G", "B", "id", "id.X"};
    spec.channelformats = {Type::HALF, Type::HALF, Type::HALF, Type::UINT32, Type::UINT32};
    std::vector<std::byte> bytes(spec.image_bytes(true));
    for (std::size_t i = 0; i < 9 * 300; ++i)
        for (std::size_t c = 0; c < 2; ++c) {
            const auto number = static_cast<std::uint32_t>(1000 + i * (c + 1));
            std::memcpy(bytes.data() + i * 14 + 6 + c * 4, &number, sizeof number);
        }
    const auto file = OIIO::ImageOutput::create(in);
    ASSERT_TRUE(file->open(in, spec) && file->write_image(Type::UNKNOWN, bytes.data()) &&
                file->close());
    expect_unchanged(in, "exr");
    const std::vector<std::vector<std::string>> ways{{"--layer", "id", "--drop-layers"},
                                                     {"--layer", "all"}};
    for (const std::vector<std::string>& more : ways) {
        ASSERT_EQ(rest(in, out, more).code, 0);
        const ReadPicture back = read_picture(out);
        const auto planes = static_cast<std::size_t>(back.spec.nchannels);
        const int id = back.spec.channelindex("id.X");
        EXPECT_EQ(back.spec.channelformat(id), Type::FLOAT);
        for (std::size_t i = 0; i < 9 * 300; ++i)
            ASSERT_EQ(back.values[i * planes + static_cast<std::size_t>(id)],
                      static_cast<float>(1000 + 2 * i));
    }
    EXPECT_EQ(read_picture(out).spec.channelformat(0), Type::HALF);
}

TEST_F(RoundTrip, OneToManyChannels) {
    const std::string in = folder.path("in.exr");
    for (const int channels : {1, 2, 3, 4, 5, 64, 65, 300, 1024}) {
        SCOPED_TRACE(channels);
        OIIO::ImageSpec spec(5, 4, channels, Type::HALF);
        spec.attribute("compression", "zip");
        write(in, {spec});
        expect_unchanged(in, "exr");
    }
}

TEST_F(RoundTrip, PartsAndViews) {
    const std::string in = folder.path("in.exr");
    OIIO::ImageSpec left = spec_of(kColours, {}, "rgba.left"),
                    right = spec_of(kColours, {}, "rgba.right");
    left.attribute("view", "left");
    right.attribute("view", "right");
    write(in, {left, right, spec_of({"Z"}, {Type::FLOAT}, "depth")});
    const std::string out = folder.path("out.exr");
    ASSERT_EQ(rest(in, out).code, 0);
    expect_same(in, out);
    ASSERT_EQ(rest(in, out, {"--part", "rgba.right"}).code, 0);
    expect_same(in, out);
    // Two views in one part.
    OIIO::ImageSpec both = spec_of({"R", "G", "B", "right.R", "right.G", "right.B"}, {});
    const OIIO::ustring views[] = {OIIO::ustring("left"), OIIO::ustring("right")};
    both.attribute("multiView", Type(Type::STRING, 2), views);
    write(in, {both});
    expect_unchanged(in, "exr");
    const auto views_of = [&](const std::string& path) {
        const OIIO::ImageSpec spec = read_picture(path).spec;
        const OIIO::ParamValue* found = spec.find_attribute("multiView");
        return found == nullptr ? std::string() : found->get_string();
    };
    EXPECT_EQ(views_of(out), views_of(in));
    EXPECT_THAT(views_of(out), HasSubstr("right"));
    ASSERT_EQ(rest(in, out, {"--drop-layers"}).code, 0);
    EXPECT_EQ(views_of(out), "") << "there is one view";
}

TEST_F(RoundTrip, Tiles) {
    for (const char* extension : {"exr", "tif"}) {
        SCOPED_TRACE(extension);
        const std::string in = folder.path(fmt::format("in.{}", extension));
        OIIO::ImageSpec spec(150, 700, 3,
                             std::string(extension) == "exr" ? Type::HALF : Type::UINT8);
        spec.tile_width = 64;
        spec.tile_height = 32;
        spec.attribute("compression", "zip");
        write_picture(in, spec);
        expect_unchanged(in, extension);
    }
}

TEST_F(RoundTrip, SmallerLevelsAreNamed) {
    const std::string in = folder.path("in.exr"), out = folder.path("out.exr");
    write_picture(folder.path("flat.exr"), 64, 64, 3, Type::HALF);
    const OIIO::ImageBuf flat(folder.path("flat.exr"));
    ASSERT_TRUE(OIIO::ImageBufAlgo::make_texture(OIIO::ImageBufAlgo::MakeTxTexture, flat, in, {}));
    const Outcome outcome = rest(in, out);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("its smaller levels, for textures, are neither read"));
    expect_same(in, out);
}

TEST_F(RoundTrip, DeepIsRefusedWithAdvice) {
    const std::string in = folder.path("in.exr");
    OIIO::ImageSpec spec(4, 4, 5, Type::FLOAT);
    spec.channelnames = {"R", "G", "B", "A", "Z"};
    spec.deep = true;
    const auto file = OIIO::ImageOutput::create(in);
    ASSERT_TRUE(file->open(in, spec)) << file->geterror();
    OIIO::DeepData deep(spec);
    ASSERT_TRUE(file->write_deep_image(deep) && file->close()) << file->geterror();
    const Outcome outcome = rest(in, folder.path("out.exr"));
    EXPECT_EQ(outcome.code, kInput);
    EXPECT_THAT(outcome.err, HasSubstr("it is a deep picture; flatten it first (oiiotool"));
}

TEST_F(RoundTrip, MetadataGoesOn) {
    const std::string in = folder.path("in.exr"), out = folder.path("out.exr");
    OIIO::ImageSpec spec = spec_of({"R", "G", "B", "Z"}, {});
    spec.attribute("Exif:ImageHistory", "a scanner");
    spec.attribute("Software", "a program");
    spec.attribute("camera/lens", "50 mm");
    spec.attribute("PixelAspectRatio", 2.0f);
    write(in, {spec});
    expect_unchanged(in, "exr");
    const OIIO::ImageSpec back = read_picture(out).spec;
    EXPECT_EQ(back.get_string_attribute("camera/lens"), "50 mm");
    EXPECT_EQ(back.get_float_attribute("PixelAspectRatio"), 2);
    const std::string software(back.get_string_attribute("Software"));
    EXPECT_THAT(software, HasSubstr("weft"));
    EXPECT_EQ(back.get_string_attribute("Exif:ImageHistory"), "a scanner\n" + software);
}

TEST_F(RoundTrip, CmykIsNamed) {
    const std::string in = folder.path("in.tif");
    OIIO::ImageSpec spec(16, 16, 4, Type::UINT8);
    spec.channelnames = {"C", "M", "Y", "K"};
    spec.alpha_channel = -1;
    spec.attribute("tiff:ColorSpace", "CMYK");
    spec.attribute("oiio:ColorSpace", "CMYK");
    write_picture(in, spec);
    const Outcome outcome = rest(in, folder.path("out.png"));
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("its CMYK colours are read as RGB"));
}

}  // namespace
}  // namespace weft::test
