// Files whose sizes are told in more places than their first header: layers, extensions, icons; and
// which decoder gets to see a file.
#include <random>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "expect_error.h"
#include "picture_bytes.h"
#include "pictures/header_check.h"
#include "test_pictures.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

std::string trouble_as(const char* format, const std::string& bytes) {
    return header_trouble(format, {std::as_bytes(std::span(bytes)), bytes.size()});
}

class OutsideContainers : public testing::Test {
  protected:
    /// `weft info` of such a file.
    Outcome info(const std::string& name, const std::string& bytes) const {
        write_text(folder.path(name), bytes);
        return run_weft({"info", folder.path(name)});
    }
    ScratchFolder folder;
};

TEST_F(OutsideContainers, PsdFilesAreRead) {
    for (const bool large : {false, true})
        for (const std::string& layers : {std::string(), psd_layer(large)}) {
            SCOPED_TRACE(fmt::format("{} {}", large, layers.size()));
            const std::string file =
                psd({.large = large,
                     .resources = psd_resource(1006, "\x01m") + psd_resource(1060, "x"),
                     .layers = layers,
                     .blocks = number(0, 4) + "8BIMPatt" + number(6, 4) + std::string(8, '\0')});
            EXPECT_EQ(trouble_of(file), "");
            const Outcome outcome = info("a.psd", file);
            EXPECT_EQ(outcome.code, 0) << outcome.err;
            EXPECT_THAT(outcome.out, HasSubstr("61x37"));
        }
}

TEST_F(OutsideContainers, WhatAPsdHeaderMayNotSay) {
    EXPECT_THAT(trouble_of(psd({.mode = 4})), HasSubstr("3 channels; expected at least 4"));
    EXPECT_THAT(trouble_of(psd({.mode = 2})), HasSubstr("palette has 0 bytes"));
    EXPECT_THAT(trouble_of(psd({.width = 30000})), HasSubstr("30000x37 pixels"));
    const PsdParts indexed{.channels = 1, .mode = 2, .palette = std::string(768, 'c')};
    EXPECT_EQ(trouble_of(psd(indexed)), "");
    PsdParts transparent = indexed;
    transparent.resources = psd_resource(1047, number(0, 2));
    EXPECT_THAT(trouble_of(psd(transparent)), HasSubstr("first colour of its palette"));
    PsdParts layered = indexed;
    layered.layers = psd_layer();
    EXPECT_THAT(trouble_of(psd(layered)), HasSubstr("layers in mode 2"));
    EXPECT_THAT(trouble_of(psd({.resources = psd_resource(1036, std::string(20, 't'))})),
                HasSubstr("thumbnail has 20 bytes; expected at least 28"));
    const std::string profile = psd({.resources = psd_resource(1039, "icc!")});
    EXPECT_THAT(trouble_of(patched(profile, profile.find("icc!") - 4, number(0xfffffff0, 4))),
                HasSubstr("a resource of 4294967280 bytes"));
}

TEST_F(OutsideContainers, WhatAPsdLayerMayNotSay) {
    for (const bool large : {false, true}) {
        SCOPED_TRACE(large);
        const std::string file = psd({.large = large, .layers = psd_layer(large)});
        const std::size_t blend = file.find("8BIMnorm"), width = large ? 10 : 6;
        const std::size_t channels = blend - 3 * width, shape = channels - 18;
        const auto with = [&](std::size_t at, std::uint64_t value, int bytes) {
            return trouble_of(patched(file, at, number(value, bytes)));
        };
        EXPECT_THAT(with(shape + 8, 0x7fffffff, 4), HasSubstr("a layer has 5x2147483645 pixels"));
        EXPECT_THAT(with(shape + 12, 0x80000000, 4), HasSubstr("2147483649x3 pixels"));
        EXPECT_THAT(with(shape + 16, 60000, 2), HasSubstr("damaged or cut short"));
        EXPECT_THAT(with(channels, 7, 2), HasSubstr("a layer has no channel 0"));
        EXPECT_THAT(with(shape - 2, 0x8000, 2), HasSubstr("no channel for its transparency"));
        EXPECT_THAT(with(blend, 0, 4), HasSubstr("a layer is not one"));
        const std::size_t mask = blend + 16;
        EXPECT_THAT(with(mask, 1 << 30, 4), HasSubstr("a mask of 1073741824 bytes"));
        EXPECT_THAT(with(file.find("8BIMluni") + 8, 1 << 30, 4), HasSubstr("a block of"));
        EXPECT_THAT(with(shape + 8, 40000, 4), HasSubstr("lengths of rows"));
    }
    const std::string large = psd({.large = true, .layers = psd_layer(true)});
    const std::size_t rows = large.find("8BIMluni") + 18;
    EXPECT_THAT(trouble_of(patched(large, rows, number(0xf0000000, 4))),
                HasSubstr("a row of 4026531840 bytes"));
    // A block that leads back to itself.
    const std::string round = psd({.large = true,
                                   .layers = psd_layer(true),
                                   .blocks = number(0, 4) + "8BIMLr16" + number(~15ull, 8)});
    EXPECT_THAT(trouble_of(round), HasSubstr("a block of 18446744073709551600 bytes"));
    EXPECT_EQ(info("a.psb", round).code, kInput);
}

TEST_F(OutsideContainers, ExtensionsOfFitsFillTheirFiles) {
    write_picture(folder.path("p.fits"), {61, 37, 1, OIIO::TypeDesc::FLOAT});
    std::string file = read_text(folder.path("p.fits"));
    file.resize((file.size() + 2879) / 2880 * 2880);
    const auto put = [](std::string header, const std::string& name, const std::string& value) {
        const std::size_t at = header.find(name);
        return patched(std::move(header), at + 10, fmt::format("{:>20}", value));
    };
    const std::string header = file.substr(0, 2880);
    EXPECT_EQ(trouble_of(file), "");
    EXPECT_THAT(trouble_of(put(file, "BITPIX", "64")), HasSubstr("samples are of kind 64"));
    // What it says of its size may stand in any block.
    const std::size_t end = header.find("END   ");
    const std::string longer = patched(header, end, "COMMENT ") +
                               patched(std::string(2880, ' '), 0, "NAXIS   =           2000000000");
    EXPECT_THAT(trouble_of(patched(longer, 2880 + 80, "END") + file.substr(2880)),
                HasSubstr("promises 2000000000 axes"));
    const std::string image = patched(header, 0, "XTENSION= 'IMAGE   '          ");
    EXPECT_EQ(trouble_of(file + image + file.substr(2880)), "");
    EXPECT_THAT(trouble_of(file + put(image, "NAXIS1", "4000000") + file.substr(2880)),
                HasSubstr(fmt::format("in its extension at byte {}, its header promises 4000000x37",
                                      file.size())));
    // A header without an end: a decoder would call itself for each of 4000 blocks.
    std::string endless;
    for (int block = 0; block < 4000; ++block) endless += patched(header, end, "COMMENT ");
    EXPECT_THAT(trouble_of(endless), HasSubstr("no end among the first"));
    EXPECT_EQ(info("endless.fits", endless).code, kInput);
}

TEST_F(OutsideContainers, PicturesOfIconsAreReadWhereTheDecoderStaysInside) {
    EXPECT_EQ(trouble_as("ico", icon(16, 16, 24)), "");
    EXPECT_EQ(trouble_as("ico", icon(20, 16, 32)), "") << "it has no mask";
    EXPECT_EQ(trouble_as("ico", icon(16, 16, 4, 16)), "");
    EXPECT_EQ(info("a.ico", icon(16, 16, 24)).code, 0);
    EXPECT_THAT(trouble_as("ico", icon(20, 16, 24)), HasSubstr("20 pixels wide, with a mask"));
    EXPECT_THAT(trouble_as("ico", icon(16, 16, 8, 3)), HasSubstr("3 colours; expected 256"));
    EXPECT_THAT(trouble_as("ico", patched(icon(16, 16, 24), 18, number(1 << 20, 4, false))),
                HasSubstr("picture 0 at byte 1048576"));
    EXPECT_EQ(info("b.ico", icon(20, 16, 24)).code, kInput);
}

TEST_F(OutsideContainers, ChannelsOfRlaAreOfKindsThatThereAre) {
    EXPECT_EQ(trouble_as("rla", rla()), "");
    const Outcome outcome = info("a.rla", rla());
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(trouble_as("rla", rla(3, 16)), HasSubstr("colour channels are of type 3"));
    EXPECT_THAT(trouble_as("rla", rla(1, 24)), HasSubstr("of type 1 have 24 bits"));
    EXPECT_THAT(trouble_as("rla", patched(rla(), 22, number(1, 2))),
                HasSubstr("matte channels of type 0 have 0 bits"))
        << "a decoder goes round for ever";
    EXPECT_EQ(info("b.rla", rla(3, 16)).code, kInput);
}

TEST_F(OutsideContainers, CanvasesOfGifAreCounted) {
    const auto gif = [](std::uint64_t width, std::uint64_t height) {
        return "GIF89a" + number(width, 2, false) + number(height, 2, false) +
               std::string("\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\1\0\1\0\0\2\2D\1\0;", 25);
    };
    EXPECT_EQ(info("a.gif", gif(3, 2)).code, 0);
    EXPECT_THAT(trouble_of(gif(32768, 32768)), HasSubstr("32768x32768 pixels; expected up to"));
    EXPECT_EQ(info("b.gif", gif(32768, 32768)).code, kInput);
}

TEST_F(OutsideContainers, OneDecoderSeesAFile) {
    // By how it begins, whatever its name.
    write_picture(folder.path("a.png"), 5, 3, 3, OIIO::TypeDesc::UINT8);
    EXPECT_EQ(info("a.rla", read_text(folder.path("a.png"))).code, 0);
    EXPECT_EQ(info("a", read_text(folder.path("a.png"))).code, 0);
    // By its name, where it begins as none does: not as whatever decoder bears it.
    for (const char* name : {"b.png", "b.jpg", "b.tif", "b.tga", "b.xyz"}) {
        SCOPED_TRACE(name);
        const Outcome outcome = info(name, rla(3, 16));
        EXPECT_EQ(outcome.code, kInput);
        EXPECT_THAT(outcome.err, testing::Not(HasSubstr("type 3")));
    }
    EXPECT_THAT(info("b.dpx", rla()).err, HasSubstr("does not begin as a file of format dpx does"));
}

/// Batches go on without what is damaged, whatever that is.
TEST_F(OutsideContainers, DamagedAnyhow) {
    std::mt19937 random(1987);
    write_picture(folder.path("p.fits"), {9, 7, 1, OIIO::TypeDesc::FLOAT});
    struct Kind {
        const char* extension;
        std::string file;
    };
    const Kind kinds[] = {{"psd", psd({.layers = psd_layer()})},
                          {"psb", psd({.large = true, .layers = psd_layer(true)})},
                          {"rla", rla()},
                          {"ico", icon(16, 16, 8)},
                          {"fits", read_text(folder.path("p.fits"))}};
    for (const auto& [extension, whole] : kinds) {
        SCOPED_TRACE(extension);
        constexpr int kFiles = 60;
        for (int i = 1; i <= kFiles; ++i) {
            std::string file = whole;
            for (unsigned n = 1 + random() % 4; n > 0; --n)
                file[random() % std::min<std::size_t>(file.size(), 900)] =
                    static_cast<char>(random() % 3 == 0 ? 0xff : random());
            write_text(folder.path(fmt::format("in.{:04}.{}", i, extension)), file);
        }
        const Outcome outcome =
            run_weft({"render", "Clamp", "-i", folder.path(fmt::format("in.####.{}", extension)),
                      "-o", folder.path("out.####.exr"), "-F", fmt::format("1-{}", kFiles),
                      "--on-error", "skip", "--device", "reference", "-q"});
        EXPECT_EQ(outcome.signal, 0);
        EXPECT_THAT(outcome.code, testing::AnyOf(0, int{kPartial})) << outcome.err;
        EXPECT_LT(outcome.peak_kilobytes, 1 << 20);
    }
}

}  // namespace
}  // namespace weft::test
