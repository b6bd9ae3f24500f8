// Mistyped commands, flags, names and values.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "expect_error.h"
#include "test_pictures.h"

namespace weft::test {
namespace {

class BadArguments : public testing::Test {
  protected:
    BadArguments() { write_picture(in, 8, 6, 3, OIIO::TypeDesc::HALF); }

    void render(const std::string& effect, std::vector<std::string> extra, Code code,
                const std::vector<std::string>& parts) {
        std::vector<std::string> arguments{"render", effect, "-i",       in,
                                           "-o",     out,    "--device", "reference"};
        arguments.insert(arguments.end(), extra.begin(), extra.end());
        expect_error(folder, arguments, code, parts);
    }

    ScratchFolder folder;
    const std::string in = folder.path("in.exr"), out = folder.path("out.exr");
};

TEST_F(BadArguments, Commands) {
    expect_error(folder, {}, kUsage, {"no command", "weft --help"});
    expect_error(folder, {"rendr"}, kUsage, {"'rendr'", "did you mean \"render\""});
    expect_error(folder, {"--verison"}, kUsage, {"'--verison'", "\"--version\""});
    expect_error(folder, {"render"}, kUsage, {"EFFECT", "weft render --help"});
}

TEST_F(BadArguments, Flags) {
    render("Clamp", {"--devise", "cpu"}, kUsage, {"'--devise'", "\"--device\""});
    render("Clamp", {"--threads", "many"}, kUsage, {"--threads", "many", "1024"});
    render("Clamp", {"--threads", "-1"}, kUsage, {"--threads", "0 to 1024"});
    render("Clamp", {"--math", "sloppy"}, kUsage, {"sloppy", "strict", "fast"});
    render("Clamp", {"--intermediates", "boundless"}, kUsage,
           {"--intermediates", "boundless", "bounded", "unbounded"});
    render("Clamp", {"--format", "double"}, kUsage,
           {"'double'", "half, float, u8, u10, u12 or u16"});
    render("Clamp", {"another"}, kUsage, {"'another'"});
    render("Clamp", {"--set"}, kUsage, {"--set"});
}

TEST_F(BadArguments, Effects) {
    render("degran", {}, kUsage, {"'degran'", "did you mean \"degrain\"", "weft list"});
    render("zzzzzzzzzzzz", {}, kUsage, {"'zzzzzzzzzzzz'", "weft list"});
    render("", {}, kUsage, {"''"});
}

TEST_F(BadArguments, ParametersAndTheirValues) {
    render("degrain", {"--set", "treshold=0.1"}, kUsage, {"treshold", "\"threshold\""});
    render("degrain", {"--set", "threshold=-1"}, kUsage, {"from 0 to 1", "-1"});
    render("degrain", {"--set", "threshold=soft"}, kUsage, {"number", "soft"});
    render("degrain", {"--set", "threshold=nan"}, kUsage, {"threshold"});
    render("degrain", {"--set", "threshold"}, kUsage, {"threshold", "=VALUE"});
    render("degrain", {"--set", "=1"}, kUsage, {"=VALUE"});
    render("degrain", {"--set", "level1/dwt1d9.radius=1"}, kUsage, {"dwt1d9"});
    render("degrain", {"--set", "level1/dwt1d1.radus=1"}, kUsage, {"radus", "\"radius\""});
    render("degrain", {"--set", "level1/dwt1d1.radius=1.5"}, kUsage, {"whole number", "1.5"});
    render("degrain", {"--set", "level1/dwt1d1.radius=99999"}, kUsage, {"256", "99999"});
    render("degrain", {"--set", "level1/dwt1d1.axis=diagonal"}, kUsage,
           {"horizontal or vertical", "diagonal"});
}

TEST_F(BadArguments, DevicesAndPasses) {
    expect_error(folder, {"render", "Clamp", "-i", in, "-o", out, "--device", "gpu"}, kUsage,
                 {"'gpu'", "cpu", "reference"});
    render("Clamp", {"--disable", "fsue"}, kUsage, {"'fsue'", "did you mean \"fuse\""});
}

TEST_F(BadArguments, NumbersOfPictures) {
    render("Clamp", {"-i", in}, kUsage, {"1 picture", "2 were given with -i"});
    expect_error(folder, {"render", "Clamp", "-o", out}, kUsage, {"1 picture", "0 were given"});
    expect_error(folder, {"render", "Mix", "-i", in, "-o", out}, kUsage, {"1 was given"});
    expect_error(folder, {"render", "Clamp", "-i", in}, kUsage, {"--output"});
    expect_error(folder, {"render", "DWT1D", "-i", in, "-o", out}, kUsage,
                 {"2 pictures", "1 was given with -o"});
    expect_error(folder, {"render", "DWT1D", "-i", in, "-o", out, "-o", out}, kUsage,
                 {"given twice"});
}

TEST_F(BadArguments, Regions) {
    render("Clamp", {"--roi", "1,2,3"}, kUsage, {"'1,2,3'", "x,y,width,height"});
    render("Clamp", {"--roi", "0,0,0,4"}, kUsage, {"x,y,width,height"});
    render("Clamp", {"--roi", "0,0,4,4,"}, kUsage, {"x,y,width,height"});
    render("Clamp", {"--roi", "0,0,99999999999,4"}, kUsage, {"x,y,width,height"});
    render("Clamp", {"--roi", "8,0,2,2"}, kUsage, {"beside the picture", "0,0,8,6"});
}

TEST_F(BadArguments, EveryPassCanBeTurnedOffAtOnce) {
    for (const char* target : {"", "sm_90"}) {
        std::vector<std::string> arguments{"explain", "unsharp-halide", "--disable", "all"};
        if (*target) arguments.insert(arguments.end(), {"--target", target});
        const Outcome outcome = run_weft(arguments);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_THAT(outcome.out, testing::HasSubstr("4 kernels"));
    }
}

TEST_F(BadArguments, SizesAndLists) {
    expect_error(folder, {"explain", "degrain", "--size", "12"}, kUsage, {"'12'", "WIDTHxHEIGHT"});
    expect_error(folder, {"explain", "degrain", "--size", "0x5"}, kUsage, {"WIDTHxHEIGHT"});
    expect_error(folder, {"explain", "degrain", "--after", "lowe"}, kUsage,
                 {"no pass 'lowe'", "did you mean \"lower\"", "allocate"});
    expect_error(folder, {"explain", "degrain", "--dot", "--passes"}, kUsage, {"give one of them"});
    expect_error(folder, {"explain", "degrain", "--channels", "0"}, kUsage, {"--channels"});
    expect_error(folder, {"list", "efects"}, kUsage, {"'efects'", "\"effects\""});
    expect_error(folder, {"list", "parameters"}, kUsage, {"needs an effect"});
    expect_error(folder, {"info", "degran"}, kUsage, {"did you mean \"degrain\""});
    expect_error(folder, {"info", folder.path("no.exr")}, kInput, {"no.exr", "No such file"});
}

TEST_F(BadArguments, StandardOutputOnAFullDisk) {
    const Outcome outcome = run_weft(
        {"-c", std::string("exec '") + weft_path() + "' list > /dev/full"}, {.program = "/bin/sh"});
    EXPECT_EQ(outcome.code, kOutput);
    EXPECT_THAT(outcome.err, testing::HasSubstr("standard output"));
}

}  // namespace
}  // namespace weft::test
