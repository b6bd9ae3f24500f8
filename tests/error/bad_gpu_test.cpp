// GPUs that are not there, and targets that are not known.
#include <algorithm>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "expect_error.h"
#include "test_pictures.h"

namespace weft::test {
namespace {

class BadGpu : public testing::Test {
  protected:
    BadGpu() { write_picture(in, 20, 15, 3, OIIO::TypeDesc::HALF); }

    std::vector<std::string> render(std::vector<std::string> more) const {
        more.insert(more.begin(), {"render", "Clamp", "-i", in, "-o", out});
        return more;
    }

    ScratchFolder folder;
    const std::string in = folder.path("in.exr"), out = folder.path("out.exr");
    const RunOptions no_driver{
        .environment = {{"WEFT_CUDA_DRIVER", folder.path("no-such-driver.so")}}};
};

TEST_F(BadGpu, ADriverThatIsMissingStopsARunThatAskedForIt) {
    expect_error(folder, render({"--device", "cuda"}), kDevice, {"no-such-driver.so"}, no_driver);
}

TEST_F(BadGpu, ADriverThatIsMissingIsNothingToARunThatDidNot) {
    const Outcome outcome = run_weft(render({"--device", "auto"}), no_driver);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    EXPECT_THAT(outcome.out, testing::HasSubstr("on cpu"));
}

/// The driver of tests/fake_driver, told what to be like.
RunOptions fake_driver(const std::string& words) {
    return {
        .environment = {{"WEFT_CUDA_DRIVER", WEFT_FAKE_DRIVER_PATH}, {"WEFT_FAKE_DRIVER", words}}};
}

TEST_F(BadGpu, ADriverThatIsTooOldIsSaidOnceAndTheCpuTakesOver) {
    expect_error(folder, render({"--device", "cuda"}), kDevice, {"too old", "9.0"},
                 fake_driver("version=9000"));
    const Outcome outcome = run_weft(render({"--device", "auto"}), fake_driver("version=9000"));
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, testing::StartsWith("weft: note: "));
    EXPECT_THAT(outcome.err, testing::HasSubstr("too old"));
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    EXPECT_THAT(outcome.out, testing::HasSubstr("on cpu"));
}

TEST_F(BadGpu, ADriverWithoutADeviceIsNothingToSpeakOf) {
    expect_error(folder, render({"--device", "cuda"}), kDevice, {"found none"},
                 fake_driver("devices=0"));
    const Outcome outcome = run_weft(render({"--device", "auto"}), fake_driver("devices=0"));
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
}

/// Wherever it is lost, and also where it refuses kernels, as this driver does real ones.
TEST_F(BadGpu, ADeviceThatIsLostIsSaidOnceAndTheCpuTakesOver) {
    for (const char* words : {"lose_at=3", "lose_at=30", ""}) {
        const Outcome asked = run_weft(render({"--device", "cuda"}), fake_driver(words));
        EXPECT_EQ(asked.code, kDevice) << words << ": " << asked.err;
        EXPECT_FALSE(std::filesystem::exists(out));
        const Outcome outcome = run_weft(render({"--device", "auto"}), fake_driver(words));
        EXPECT_EQ(outcome.code, 0) << words << ": " << outcome.err;
        EXPECT_THAT(outcome.err, testing::StartsWith("weft: note: ")) << words;
        EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
        EXPECT_THAT(outcome.out, testing::HasSubstr("on cpu"));
        std::filesystem::remove(out);
    }
}

TEST_F(BadGpu, TheListSaysWhyThereIsNone) {
    const Outcome outcome = run_weft({"list", "devices"}, no_driver);
    EXPECT_EQ(outcome.code, 0);
    EXPECT_THAT(outcome.out, testing::HasSubstr("not available: "));
    EXPECT_THAT(outcome.out, testing::HasSubstr("no-such-driver.so"));
}

TEST_F(BadGpu, UnknownTargets) {
    for (const char* command : {"explain", "emit"})
        expect_error(folder, {command, "unsharp-halide", "--target", "sm_9"}, kUsage,
                     {"unknown target 'sm_9'", "sm_90"});
    expect_error(folder,
                 {"compile", "unsharp-halide", "--target", "hal9000", "-o", folder.path("b")},
                 kUsage, {"unknown target 'hal9000'", "h100"});
    expect_error(folder, render({"--device", "simt", "--target", "h10"}), kUsage, {"h100"});
}

TEST_F(BadGpu, AComparisonOfWhatIsNotCompared) {
    const std::vector<std::string> compare{"explain", "harris", "--size", "65x47", "--compare"};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), compare.begin(), compare.end());
        return more;
    };
    for (const char* device : {"auto", "cpu", "reference"})
        expect_error(folder, with({"--device", device}), kUsage,
                     {"the device '" + std::string(device) + "'", "--target sm_90"});
    expect_error(folder, with({"--target", "sm_9"}), kUsage, {"unknown target 'sm_9'", "sm_90"});
    expect_error(folder, with({"--target", "sm_90", "--dot"}), kUsage, {"--compare", "--dot"});
    expect_error(folder, with({"--target", "sm_90", "--fusion", "dp"}), kUsage,
                 {"leave out --fusion dp"});
    for (const char* pass : {"fuse", "all"})
        expect_error(folder, with({"--target", "sm_90", "--disable", pass}), kUsage,
                     {"leave out --disable " + std::string(pass)});
}

TEST_F(BadGpu, ATargetWhereNothingIsPlannedForIt) {
    expect_error(folder, render({"--device", "cpu", "--target", "sm_90"}), kUsage,
                 {"sm_90", "simt"});
}

TEST_F(BadGpu, ABundleWithoutATargetOrAPlace) {
    expect_error(folder, {"compile", "unsharp-halide", "-o", folder.path("b")}, kUsage,
                 {"--target"});
    expect_error(folder,
                 {"compile", "Clamp", "--size", "8x8", "--target", "sm_90", "-o", in + "/b"},
                 kOutput, {in});
}

}  // namespace
}  // namespace weft::test
