// Headers that promise what their files do not hold: told before a decoder believes them, and a
// batch goes on without.
#include <cstdint>
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

class OutsideHeaders : public testing::Test {
  protected:
    std::string written(const std::string& name, const OIIO::ImageSpec& spec) const {
        write_picture(folder.path(name), spec);
        return read_text(folder.path(name));
    }

    std::string dpx(int bits, const std::string& packing = "Packed",
                    const std::string& endian = "big", int channels = 3) const {
        OIIO::ImageSpec spec(61, 37, channels,
                             bits == 8
                                 ? OIIO::TypeDesc::UINT8
                                 : (bits == 32 ? OIIO::TypeDesc::FLOAT : OIIO::TypeDesc::UINT16));
        spec.attribute("oiio:BitsPerSample", bits);
        spec.attribute("oiio:Endian", endian);
        spec.attribute("dpx:Packing", packing);
        return written("p.dpx", spec);
    }

    /// Renders frames of such files, without those that cannot be.
    Outcome render_all(const std::vector<std::string>& files, const std::string& extension) const {
        for (std::size_t i = 0; i < files.size(); ++i)
            write_text(folder.path(fmt::format("in.{:04}.{}", i + 1, extension)), files[i]);
        return run_weft({"render", "Gain", "-i", folder.path("in.####." + extension), "-o",
                         folder.path("out.####.exr"), "-F", fmt::format("1-{}", files.size()),
                         "--on-error", "skip", "--device", "reference", "-q"});
    }

    bool rendered(std::size_t frame) const {
        return std::filesystem::exists(folder.path(fmt::format("out.{:04}.exr", frame)));
    }

    ScratchFolder folder;
};

TEST_F(OutsideHeaders, EveryDepthAndPackingOfDpxFillsItsFile) {
    for (const int bits : {8, 10, 12, 16, 32})
        for (const char* packing : {"Packed", "Filled, method A", "Filled, method B"})
            for (const char* endian : {"big", "little"})
                for (const int channels : {1, 3, 4}) {
                    SCOPED_TRACE(fmt::format("{} {} {} {}", bits, packing, endian, channels));
                    const std::string file = dpx(bits, packing, endian, channels);
                    EXPECT_EQ(trouble_of(file), "");
                    const std::size_t least = least_size(file);
                    EXPECT_GE(least, 2048 + 61u * 37u * channels * bits / 8);
                    EXPECT_THAT(trouble_of(file, least - 1), HasSubstr("61x37 pixels"));
                }
}

TEST_F(OutsideHeaders, WhatADpxHeaderMayNotSay) {
    for (const char* endian : {"big", "little"}) {
        const bool big = endian == std::string("big");
        const std::string file = dpx(10, "Filled, method A", endian);
        const auto with = [&](std::size_t at, std::uint64_t value, int bytes) {
            return trouble_of(patched(file, at, number(value, bytes, big)));
        };
        EXPECT_THAT(with(32, 3337969133, 4), HasSubstr("promises 3337969133 bytes of user data"));
        EXPECT_THAT(with(32, file.size(), 4), HasSubstr("user data"));
        EXPECT_EQ(with(32, 0xffffffff, 4), "") << "it is undefined";
        EXPECT_THAT(with(772, 24576, 4), HasSubstr("promises 24576x37 pixels"));
        EXPECT_THAT(with(772, 0xffffffff, 4), HasSubstr("promises 4294967295x37 pixels"));
        EXPECT_THAT(with(776, 0xffffffff, 4), HasSubstr("promises 61x4294967295 pixels"));
        const std::string turned = patched(file, 768, number(5, 2, big));
        EXPECT_THAT(trouble_of(patched(turned, 776, number(40, 4, big))),
                    HasSubstr("promises 40x61 pixels"));
        EXPECT_THAT(with(770, 3, 2), testing::AnyOf("", HasSubstr("bits")));
        EXPECT_THAT(with(800, 103, 1), HasSubstr("pixels")) << "four channels";
        EXPECT_THAT(with(803, 7, 1), HasSubstr("have 7 bits; expected 8, 10"));
        EXPECT_THAT(with(804, 9, 2), HasSubstr("packed in way 9"));
        EXPECT_THAT(with(806, 1, 2), HasSubstr("run-length encoded"));
        EXPECT_THAT(with(808, 0xffffffff, 4), HasSubstr("from byte 4294967295 on"));
        EXPECT_THAT(with(808, 100, 4), HasSubstr("within its header"));
        EXPECT_THAT(with(812, 1000, 4), HasSubstr("pixels")) << "bytes after each row";
        EXPECT_THAT(trouble_of(file.substr(0, 1000)), HasSubstr("its header alone 2048"));
    }
}

TEST_F(OutsideHeaders, WhatACineonHeaderMayNotSay) {
    const std::size_t filled = 61 * 4, tight = (61 * 30 + 31) / 32 * 4;
    for (const std::string& file :
         {cineon(61, 37, 10, 5, filled), cineon(61, 37, 10, 6, filled),
          cineon(61, 37, 10, 0, tight), cineon(61, 37, 12, 0, (61 * 36 + 31) / 32 * 4),
          cineon(61, 37, 8, 0, 61 * 3), cineon(61, 37, 16, 0, 61 * 6)}) {
        EXPECT_EQ(trouble_of(file), "");
        EXPECT_EQ(least_size(file), file.size());
    }
    const std::string file = cineon(61, 37, 10, 5, filled);
    const auto with = [&](std::size_t at, std::uint64_t value, int bytes) {
        return trouble_of(patched(file, at, number(value, bytes)));
    };
    EXPECT_THAT(with(193, 200, 1), HasSubstr("promises 200 channels; expected 1 to 8"));
    EXPECT_THAT(with(193, 0, 1), HasSubstr("promises 0 channels"));
    EXPECT_THAT(with(198, 20, 1), HasSubstr("differ in size or bits"));
    EXPECT_THAT(with(228, 24576, 4), HasSubstr("differ in size or bits"));
    EXPECT_THAT(with(681, 1, 1), HasSubstr("10 bits, packed in way 1"));
    EXPECT_THAT(with(684, 4, 4), HasSubstr("4 bytes of padding"));
    EXPECT_THAT(with(16, 1 << 30, 4), HasSubstr("user data"));
    EXPECT_THAT(with(4, 1 << 30, 4), HasSubstr("from byte 1073741824 on"));
}

TEST_F(OutsideHeaders, OtherUncompressedFormatsFillTheirFiles) {
    using OIIO::TypeDesc;
    const auto check = [](const std::string& name, const std::string& file, std::size_t pixels) {
        SCOPED_TRACE(name);
        EXPECT_EQ(trouble_of(file), "");
        const std::size_t least = least_size(file);
        EXPECT_GT(least, pixels);
        EXPECT_THAT(trouble_of(file, least - 1), HasSubstr("damaged or cut short"));
    };
    for (const int channels : {1, 3, 4})
        check("bmp", written("p.bmp", {61, 37, channels, TypeDesc::UINT8}),
              std::size_t{61} * 37 * channels);
    for (const int channels : {1, 3}) {
        OIIO::ImageSpec spec(61, 37, channels, TypeDesc::UINT8);
        const std::size_t samples = std::size_t{61} * 37 * channels;
        const std::string name = channels == 1 ? "p.pgm" : "p.ppm";
        check("pnm", written(name, spec), samples);
        check("sgi", written("p.sgi", spec), 511 + samples);
        check("sgi of 16 bits", written("p.sgi", {61, 37, channels, TypeDesc::UINT16}),
              511 + samples * 2);
        spec.attribute("pnm:binary", 0);
        check("pnm as text", written(name, spec), samples * 2);
    }
    check("pgm of 16 bits",
          "P5 # grey\n# of 10 bits\n61 37 1023\n" + std::string(61 * 37 * 2, '\0'), 61 * 37 * 2);
    check("pbm", "P4\n61 37\n" + std::string(8 * 37, '\0'), 8 * 37);
    check("pfm", "PF\n61 37\n-1.0\n" + std::string(61 * 37 * 12, '\0'), 61 * 37 * 12);
    check("fits", written("p.fits", {61, 37, 1, TypeDesc::FLOAT}), 2880 + 61 * 37 * 4 - 1);
}

TEST_F(OutsideHeaders, OtherHeadersThatLie) {
    using OIIO::TypeDesc;
    const std::string bmp = written("p.bmp", {61, 37, 3, TypeDesc::UINT8});
    EXPECT_THAT(trouble_of(patched(bmp, 18, number(1 << 20, 4, false))),
                HasSubstr("1048576x37 pixels"));
    EXPECT_THAT(trouble_of(patched(bmp, 22, number(0x80000000, 4, false))),
                HasSubstr("61x2147483648 pixels"));
    const std::string rle = patched(bmp, 30, number(1, 4, false));
    const std::string runs = patched(rle, 28, number(8, 2, false));
    EXPECT_THAT(trouble_of(patched(runs, 18, number(1 << 30, 4, false))), HasSubstr("promises"));
    const std::string fits = written("p.fits", {61, 37, 1, TypeDesc::FLOAT});
    const std::size_t axes = fits.find("NAXIS   =");
    ASSERT_NE(axes, std::string::npos);
    EXPECT_THAT(trouble_of(patched(fits, axes + 10, "          2000000000")),
                HasSubstr("promises 2000000000 axes"));
    const std::string sgi = written("p.sgi", {61, 37, 3, TypeDesc::UINT8});
    EXPECT_THAT(trouble_of(patched(sgi, 3, number(9, 1))), HasSubstr("9 bytes; expected 1 or 2"));
    EXPECT_THAT(trouble_of(patched(sgi, 2, number(1, 1))), HasSubstr("damaged or cut short"));

    EXPECT_THAT(trouble_of(rle), HasSubstr("24 bits, run-length encoded; expected 4 or 8"));
    const std::string grey = written("p.bmp", {61, 37, 1, TypeDesc::UINT8});
    EXPECT_THAT(trouble_of(patched(grey, 30, number(1, 4, false))), HasSubstr("all grey"));

    const std::string row("\x82\x01\x02\x02\x07\x00", 6);  // 1 2 7 7
    EXPECT_EQ(trouble_of(sgi_rle(4, {row, row})), "");
    EXPECT_THAT(trouble_of(sgi_rle(3, {row, row})), HasSubstr("row 0 of channel 0"));
    EXPECT_THAT(trouble_of(sgi_rle(4, {row, std::string("\x7f\x07\x00", 3)})),
                HasSubstr("row 1 of channel 0"))
        << "127 pixels into a row of 4";
}

TEST_F(OutsideHeaders, TexturesFillTheirFiles) {
    std::string dds("DDS ");
    const auto put = [&dds](std::initializer_list<std::uint32_t> words) {
        for (const std::uint32_t word : words) dds += number(word, 4, false);
    };
    put({124, 0x1007, 37, 61, 244, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
    put({32, 0x41, 0, 32, 0xff0000, 0xff00, 0xff, 0xff000000, 0x1000, 0, 0, 0, 0});
    ASSERT_EQ(dds.size(), 128u);
    const std::string whole = dds + std::string(61 * 37 * 4, 'x');
    EXPECT_EQ(trouble_of(whole), "");
    EXPECT_EQ(least_size(whole), whole.size());
    const auto with = [&](std::size_t at, std::uint64_t value) {
        return trouble_of(patched(whole, at, number(value, 4, false)));
    };
    EXPECT_THAT(with(96, 0), HasSubstr("channel 1 has no bits")) << "a decoder goes round for ever";
    EXPECT_THAT(with(88, 4000), HasSubstr("4000 bits; expected 8"));
    EXPECT_THAT(with(16, 1 << 20), HasSubstr("1048576x37 pixels"));
    const std::string blocks = patched(patched(dds, 80, number(4, 4, false)), 84, "DXT1");
    EXPECT_EQ(trouble_of(blocks + std::string(16 * 10 * 8, 'x')), "");
    EXPECT_THAT(trouble_of(blocks + std::string(16 * 10 * 8 - 1, 'x')), HasSubstr("cut short"));

    const std::string iff = written("p.iff", {64, 64, 3, OIIO::TypeDesc::UINT8});
    EXPECT_EQ(trouble_of(iff), "");
    EXPECT_THAT(trouble_of(iff.substr(0, iff.size() - 9)), HasSubstr("damaged or cut short"));
    const std::size_t tile = iff.find("RGBA");
    EXPECT_THAT(trouble_of(patched(iff, tile + 12, number(200, 2))), HasSubstr("lies outside"));
    EXPECT_THAT(trouble_of(patched(iff, tile, "ZBUF")), HasSubstr("between its tiles"));
    EXPECT_THAT(trouble_of(patched(iff, iff.find("TBHD"), "HDTB")), HasSubstr("another order"));
    EXPECT_THAT(trouble_of(patched(iff, iff.find("TBHD") + 32, number(1 << 15, 4))),
                HasSubstr("counted from another place"));
    OIIO::ImageSpec flat(64, 64, 3, OIIO::TypeDesc::UINT8);
    flat.attribute("compression", "rle");
    std::unique_ptr<OIIO::ImageOutput> file = OIIO::ImageOutput::create("iff");
    const std::vector<float> grey(64 * 64 * 3, 0.5f);
    ASSERT_TRUE(file->open(folder.path("f.iff"), flat) &&
                file->write_image(OIIO::TypeDesc::FLOAT, grey.data()) && file->close());
    const std::string packed = read_text(folder.path("f.iff"));
    ASSERT_LT(packed.size(), 2000u);
    EXPECT_EQ(trouble_of(packed), "");
    const std::size_t runs = packed.find("RGBA") + 16;
    EXPECT_THAT(trouble_of(patched(packed, runs + 60, std::string(40, '\x90'))),
                HasSubstr("not as large as it says"));
}

TEST_F(OutsideHeaders, RowsOfSoftimageAreAsLongAsTheySay) {
    std::string pic(104, '\0');
    pic = patched(patched(pic, 0, number(0x5380f634, 4)), 88, "PICT" + number(5, 2) + number(2, 2));
    const std::string header = pic + number(0x010802e0, 4) + number(0x00080210, 4);
    const std::string row(
        "\x01"
        "abcdef"
        "\x81"
        "ghi"
        "\x00"
        "jkl"
        "\x80\x00\x05"
        "m",
        19);
    const std::string whole = header + row + row;
    EXPECT_EQ(trouble_of(whole), "");
    EXPECT_EQ(least_size(whole), whole.size());
    EXPECT_THAT(trouble_of(patched(whole, header.size() + 16, "\x7f")), HasSubstr("row 0"));
    EXPECT_THAT(trouble_of(patched(whole, 107, "\x10")), HasSubstr("first ones"));
    EXPECT_THAT(trouble_of(patched(whole, 106, std::string(1, '\0'))), HasSubstr("runs"));
}

TEST_F(OutsideHeaders, AttributesOfExrFitTheirFiles) {
    const std::string exr = written("p.exr", {9, 7, 3, OIIO::TypeDesc::HALF});
    EXPECT_EQ(trouble_of(exr), "");
    const std::size_t at = exr.find("string") + 7;
    EXPECT_THAT(trouble_of(patched(exr, at, number(0x7fffffff, 4, false))),
                HasSubstr("an attribute of 2147483647 bytes"));
}

TEST_F(OutsideHeaders, AnyBytesAreLookedAt) {
    std::vector<std::string> files{dpx(10),
                                   cineon(61, 37, 10, 5, 244),
                                   written("p.bmp", {9, 7, 3, OIIO::TypeDesc::UINT8}),
                                   written("p.sgi", {9, 7, 3, OIIO::TypeDesc::UINT8}),
                                   written("p.ppm", {9, 7, 3, OIIO::TypeDesc::UINT8}),
                                   written("p.fits", {9, 7, 1, OIIO::TypeDesc::FLOAT}),
                                   written("p.iff", {64, 64, 3, OIIO::TypeDesc::UINT8}),
                                   sgi_rle(4, {std::string("\x04\x01\x00", 3)}),
                                   psd({}),
                                   psd({.large = true, .layers = psd_layer(true)})};
    std::mt19937 random(2411);
    for (int round = 0; round < 20000; ++round) {
        std::string bytes = files[random() % files.size()];
        for (unsigned n = random() % 8; n > 0; --n)
            bytes[8 + random() % (std::min<std::size_t>(bytes.size(), 1000) - 8)] =
                static_cast<char>(random() % 3 == 0 ? 0xff : random());
        bytes.resize(random() % (bytes.size() + 1));
        static_cast<void>(trouble_of(bytes));
        const FileStart start{std::as_bytes(std::span(bytes)), bytes.size()};
        for (const char* format : {"targa", "rla", "ico", "psd", "fits", "gif"})
            static_cast<void>(header_trouble(format, start));
        static_cast<void>(zfile_trouble(start, start.bytes, 9, 7));
    }
}

TEST_F(OutsideHeaders, ABatchGoesOnWithoutWhatIsCutShort) {
    std::vector<std::string> files;
    for (const int bits : {10, 12})
        for (const char* packing : {"Packed", "Filled, method A", "Filled, method B"})
            for (const char* endian : {"big", "little"}) {
                const std::string file = dpx(bits, packing, endian);
                files.push_back(file);
                files.push_back(file.substr(0, least_size(file) - 1));
                files.push_back(file.substr(0, file.size() / 2));
            }
    const Outcome outcome = render_all(files, "dpx");
    EXPECT_EQ(outcome.code, kPartial) << outcome.err;
    for (std::size_t i = 0; i < files.size(); ++i) EXPECT_EQ(rendered(i + 1), i % 3 == 0) << i;
}

TEST_F(OutsideHeaders, ABatchGoesOnWithoutWhatEndsADecoder) {
    const std::string whole = dpx(10, "Filled, method A"), wide = dpx(16);
    const std::string film = cineon(61, 37, 10, 5, 244);
    const Outcome outcome = render_all(
        {whole, patched(whole, 32, number(3337969133, 4)), patched(wide, 32, number(0x80000001, 4)),
         patched(whole, 772, number(24576, 4) + number(13824, 4)), patched(film, 193, "\xc8"),
         patched(film, 198, number(20, 1)), film,
         patched(wide, 1628, number(1, 4) + number(0xfffffffe, 4))},
        "dpx");
    EXPECT_EQ(outcome.code, kPartial) << outcome.signal << outcome.err;
    EXPECT_TRUE(rendered(1));
    EXPECT_TRUE(rendered(7)) << "Cineon, whatever the name";
    EXPECT_TRUE(rendered(8)) << "pixels of a shape that OpenEXR refuses";
    for (std::size_t frame = 2; frame <= 6; ++frame) EXPECT_FALSE(rendered(frame)) << frame;
    EXPECT_LT(outcome.peak_kilobytes, 600 << 10);
}

TEST_F(OutsideHeaders, ABatchGoesOnWithoutWhatIsDamagedAnyhow) {
    std::mt19937 random(1972);
    const std::vector<std::string> whole{dpx(8),
                                         dpx(10),
                                         dpx(10, "Filled, method A", "little"),
                                         dpx(12),
                                         dpx(16),
                                         cineon(61, 37, 10, 5, 244),
                                         sgi_rle(4, {std::string("\x04\x01\x00", 3)})};
    std::vector<std::string> files;
    for (int i = 0; i < 150; ++i) {
        std::string file = whole[random() % whole.size()];
        for (unsigned n = 1 + random() % 6; n > 0; --n) {
            const std::size_t at = 4 + random() % (std::min<std::size_t>(file.size(), 900) - 4);
            if (random() % 4 == 0)
                file.insert(at, number(random(), 4));
            else
                file[at] = static_cast<char>(random());
        }
        files.push_back(file);
    }
    const Outcome outcome = render_all(files, "dpx");
    EXPECT_EQ(outcome.signal, 0);
    EXPECT_THAT(outcome.code, testing::AnyOf(0, int{kPartial})) << outcome.err;
    EXPECT_LT(outcome.peak_kilobytes, 1 << 20);
}

TEST_F(OutsideHeaders, OtherFilesThatAreCutShort) {
    using OIIO::TypeDesc;
    OIIO::ImageSpec tga(61, 37, 3, TypeDesc::UINT8), rle = tga;
    rle.attribute("compression", "rle");
    for (const auto& [name, spec] : {std::pair{"a.tga", tga},
                                     {"b.tga", rle},
                                     {"a.zfile", {61, 37, 1, TypeDesc::FLOAT}},
                                     {"a.sgi", {61, 37, 3, TypeDesc::UINT16}}}) {
        const std::string path = folder.path(name), whole = written(name, spec);
        EXPECT_EQ(run_weft({"info", path}).code, 0);
        write_text(path, whole.substr(0, whole.size() * 9 / 10));
        expect_error(
            folder,
            {"render", "Clamp", "-i", path, "-o", folder.path("out.exr"), "--device", "reference"},
            kInput, {"damaged or cut short"});
    }
}

TEST_F(OutsideHeaders, ManyPixelsOfASmallFileAreBelievedWhenAsked) {
    const std::string path = folder.path("huge.hdr");
    write_text(path,
               "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 9000 +X 10000\n" + std::string(2000, 'x'));
    std::vector<std::string> arguments{
        "render", "Clamp", "-i", path, "-o", folder.path("out.exr"), "--device", "reference"};
    expect_error(folder, arguments, kInput,
                 {"promises 10000x9000 pixels of 3 channels",
                  fmt::format("{} bytes", read_text(path).size()), "--any-size"});
    const RunOptions believing{.environment = {{"WEFT_ANY_SIZE", "1"}}};
    EXPECT_EQ(run_weft({"info", path}, believing).code, 0);
    arguments.push_back("--any-size");
    expect_error(folder, arguments, kInput, {"damaged or cut short"});
    write_text(path, "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 90000000 +X 90000000\n" +
                         std::string(2000, 'x'));
    expect_error(folder, arguments, kMemory, {"no memory for", "MB are needed"});
}

TEST(OutsideClaims, FlatPicturesAreBelieved) {
    // 16384x16384 in four channels of half, each the same value, deflated: 1032 bytes to one.
    const std::uint64_t samples = std::uint64_t{16384} * 16384 * 4;
    EXPECT_EQ(claim_trouble({16384, 16384, 4, samples * 16}, samples * 2 / 1032), "");
    EXPECT_EQ(claim_trouble({16384, 16384, 4, samples * 8}, samples / 1032), "");
    EXPECT_EQ(claim_trouble({8192, 8192, 4, 0}, 100), "") << "no great harm is done";
    EXPECT_NE(claim_trouble({16384, 16384, 4, 0}, 29000), "");
    EXPECT_EQ(claim_trouble({32768, 100, 4, 0}, 100), "");
    EXPECT_NE(claim_trouble({1 << 20, 100, 1, 0}, 29000), "") << "decoders hold rows";
    EXPECT_EQ(claim_trouble({16384, 16384, 4, 0, 0, true}, 29000), "");
    // Uncompressed, a byte is a byte; palettes and coarser chroma take a quarter.
    const std::uint64_t plain = most_density("tiff", "none");
    EXPECT_EQ(claim_trouble({100, 100, 3, 240000, plain}, 8000), "");
    EXPECT_NE(claim_trouble({100, 100, 3, 240000, plain}, 7000), "");
    EXPECT_EQ(most_density("openexr", "dwab"), 0u) << "of which no bound is known";

    EXPECT_NE(claim_trouble({~0ull, ~0ull, ~0ull, ~0ull}, 1), "");
}

}  // namespace
}  // namespace weft::test
