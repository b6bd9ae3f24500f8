// Outputs that can be read, and nothing else counts as written.
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sequence_fixture.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

class OutsideOutputs : public Sequence {
  protected:
    /// What a camera says of a photograph.
    static OIIO::ImageSpec photograph(const OIIO::TypeDesc& type) {
        OIIO::ImageSpec spec(61, 37, 3, type);
        spec.attribute("ExposureTime", 0.01f);
        spec.attribute("Exif:Flash", 1);
        spec.attribute("Exif:FocalLength", 50.0f);
        return spec;
    }
};

TEST_F(OutsideOutputs, PhotographsAreWrittenAsTiff) {
    unsigned turn = 0;
    for (const char* extension : {"png", "jpg", "webp", "tif", "exr"}) {
        const std::string in = folder.path(std::string("in.") + extension);
        write_picture(in, photograph(extension == std::string("exr") ? OIIO::TypeDesc::HALF
                                                                     : OIIO::TypeDesc::UINT8));
        const ReadPicture from = read_picture(in);
        for (const char* compression : {"zip", "lzw", "packbits", "none"}) {
            const char* const format = std::array{"u8", "u16", "float"}[turn++ % 3];
            SCOPED_TRACE(fmt::format("{} {} {}", extension, compression, format));
            const std::string out = folder.path("out.tif");
            const Outcome outcome =
                run_weft({"render", "Gain", "-i", in, "-o", out, "--device", "reference",
                          "--compression", compression, "--format", format, "--colour", "raw"});
            ASSERT_EQ(outcome.code, 0) << outcome.err;
            ReadPicture back;
            ASSERT_NO_THROW(back = read_picture(out));
            for (std::size_t i = 0; i < from.values.size(); ++i)
                ASSERT_NEAR(back.values[i], from.values[i], 1.0 / 255);
            EXPECT_FLOAT_EQ(back.spec.get_float_attribute("ExposureTime"),
                            from.spec.get_float_attribute("ExposureTime"));
        }
    }
}

TEST_F(OutsideOutputs, NothingIsLostAtTheEndOfATiff) {
    // The directory comes last, and nobody says whether it was written.
    const std::string in = folder.path("in.exr"), out = folder.path("out.tif");
    write_picture(in, photograph(OIIO::TypeDesc::HALF));
    const std::vector<std::string> arguments{
        "render", "Gain",          "-i",  in, "-o", out, "--device", "reference", "-q", "--format",
        "float",  "--compression", "none"};
    ASSERT_EQ(run_weft(arguments).code, 0);
    const long size = static_cast<long>(std::filesystem::file_size(out));
    std::filesystem::remove(out);
    for (const long missing : {1L, 20L, 200L, 1000L, size / 2})
        expect_error(folder, arguments, kOutput, {"File too large", "ulimit -f"},
                     {.file_size_limit = size - missing});
    EXPECT_EQ(run_weft(arguments, {.file_size_limit = size}).code, 0);
}

TEST_F(OutsideOutputs, WhatIsCutShortIsRenderedAgain) {
    for (const char* extension : {"dpx", "tif", "exr"})
        for (const char* format : {"u10", "u12", "u16", "u8"}) {
            const std::string kind = extension, out = folder.path("o.####." + kind);
            if (kind != "dpx" && format != std::string("u8")) continue;
            SCOPED_TRACE(kind + " " + format);
            write_inputs(1, 3);
            std::vector<std::string> arguments{
                "render", "Gain",     "-i",       folder.path("in.####.exr"), "-o", out, "-F",
                "1-3",    "--device", "reference"};
            if (kind != "exr") arguments.insert(arguments.end(), {"--format", format});
            if (kind == "tif" || kind == "exr")
                arguments.insert(arguments.end(), {"--compression", "none"});
            ASSERT_EQ(run_weft(arguments).code, 0);
            arguments.push_back("--resume");
            const std::string second = folder.path("o.0002." + kind), whole = read_text(second);
            write_text(second, whole.substr(0, whole.size() - 40 * 3));
            const Outcome outcome = run_weft(arguments);
            EXPECT_EQ(outcome.code, 0) << outcome.err;
            EXPECT_THAT(outcome.out, HasSubstr("1 of 3 frames rendered"));
            EXPECT_THAT(outcome.out, HasSubstr("2 complete before"));
            EXPECT_EQ(read_text(second).size(), whole.size());
        }
}

TEST_F(OutsideOutputs, LinksToWhatIsNotThereYetAreFollowed) {
    write_inputs(1, 1);
    ASSERT_EQ(mkdir(folder.path("far").c_str(), 0755), 0);
    ASSERT_EQ(symlink("far/second", folder.path("out.exr").c_str()), 0);
    ASSERT_EQ(symlink("real.exr", folder.path("far/second").c_str()), 0);
    const Outcome outcome = run_weft(
        {"render", "Gain", "-i", input(1), "-o", folder.path("out.exr"), "--device", "reference"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(std::filesystem::is_symlink(folder.path("out.exr")));
    EXPECT_TRUE(std::filesystem::is_symlink(folder.path("far/second")));
    EXPECT_NO_THROW(read_picture(folder.path("far/real.exr")));

    ASSERT_EQ(symlink("loop.exr", folder.path("loop.exr").c_str()), 0);
    expect_error(
        folder,
        {"render", "Gain", "-i", input(1), "-o", folder.path("loop.exr"), "--device", "reference"},
        kOutput, {"circle"});
}

TEST_F(OutsideOutputs, ClosedStreamsAreNoEnd) {
    write_inputs(1, 1);
    const std::string weft = weft_path();
    const auto run = [](const std::string& command) {
        return run_weft({"-c", command}, {.program = "/bin/sh"});
    };
    for (const char* command : {"list", "info degrain", "explain degrain", "nonsense"}) {
        const Outcome outcome = run(fmt::format("{} {} <&- >&- 2>&-", weft, command));
        EXPECT_EQ(outcome.signal, 0) << command;
        EXPECT_EQ(outcome.code, command == std::string("nonsense") ? kUsage : kOutput) << command;
        EXPECT_LT(run(fmt::format("{} {} 2>/dev/full", weft, command)).code, 126);
    }
    EXPECT_EQ(run(weft + " list 2>&-").code, 0);
    // No picture gets the number of a stream, and its text.
    const std::string out = output(1);
    const Outcome outcome = run(fmt::format(
        "{} render Gain -i {} -o {} --device reference -q >&- 2>&-", weft, input(1), out));
    EXPECT_EQ(outcome.code, 0);
    EXPECT_NO_THROW(read_picture(out));
}

TEST_F(OutsideOutputs, PlacesForFramesWithoutFramesNameTheFlag) {
    write_inputs(1, 1);
    const auto arguments = [&](const std::string& in, const std::string& out) {
        return std::vector<std::string>{"render", "Gain",           "-i",       folder.path(in),
                                        "-o",     folder.path(out), "--device", "reference"};
    };
    for (const char* out : {"nf.####.exr", "nf.@.exr", "nf.%04d.exr"})
        expect_error(folder, arguments("in.0001.exr", out), kUsage, {out, "-F", "%#"});
    expect_error(folder, arguments("in.####.exr", "out.exr"), kUsage, {"in.####.exr", "-F"});
    EXPECT_EQ(run_weft(arguments("in.0001.exr", "nf.%#%#.exr")).code, 0);
    EXPECT_TRUE(std::filesystem::exists(folder.path("nf.##.exr")));
    EXPECT_EQ(run_weft(arguments("nf.##.exr", "50%.exr")).code, 0) << "an input that is there";
    EXPECT_TRUE(std::filesystem::exists(folder.path("50%.exr")));
}

TEST_F(OutsideOutputs, SignsInFoldersAreTheirOwn) {
    ASSERT_EQ(mkdir(folder.path("x@y#1").c_str(), 0755), 0);
    write_inputs(1, 2);
    const Outcome outcome =
        run_weft({"render", "Gain", "-i", folder.path("in.####.exr"), "-o",
                  folder.path("x@y#1/o%#.####.exr"), "-F", "all", "--device", "reference"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(std::filesystem::exists(folder.path("x@y#1/o#.0001.exr")));
    EXPECT_TRUE(std::filesystem::exists(folder.path("x@y#1/o#.0002.exr")));
}

TEST_F(OutsideOutputs, FramesThatAreLeftOutAreToldOf) {
    write_inputs(1, 2);
    for (const char* name : {"in.-0001.exr", "in.3.exr"})
        std::filesystem::copy_file(input(1), folder.path(name));
    const Outcome outcome = render({"-F", "all"});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outputs(), (std::vector<int>{1, 2}));
    EXPECT_THAT(outcome.err, HasSubstr("left out of -F all"));
    EXPECT_THAT(outcome.err, HasSubstr("in.-0001.exr"));
    EXPECT_THAT(outcome.err, HasSubstr("in.3.exr"));
    for (const int frame : {1, 2}) std::filesystem::remove(input(frame));
    const Outcome none = render({"-F", "all"});
    EXPECT_EQ(none.code, kInput);
    EXPECT_THAT(none.err, HasSubstr("in.-0001.exr"));
}

}  // namespace
}  // namespace weft::test
