// Options of `weft check`: each reaches every case that it should, and no other.
#include "cli/check_cases.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace weft {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

std::vector<DifferentialCase> cases_of(const EngineOptions& options, bool all_plans = false) {
    auto cases = check_cases(options, all_plans);
    EXPECT_TRUE(cases) << cases.error().message;
    return cases ? *std::move(cases) : std::vector<DifferentialCase>();
}

TEST(CheckCases, OfADeviceAreItsOwn) {
    for (const char* device : {"cpu", "simt", "cuda"}) {
        const auto cases = cases_of({.device = device});
        EXPECT_FALSE(cases.empty());
        for (const DifferentialCase& c : cases) EXPECT_EQ(c.device, device);
    }
    for (const DifferentialCase& c : cases_of({.device = "cuda"})) EXPECT_EQ(c.target, "");
    const auto simt = cases_of({.device = "simt"});
    EXPECT_TRUE(std::any_of(simt.begin(), simt.end(),
                            [&](const auto& c) { return c.target != simt.front().target; }));
}

TEST(CheckCases, TurnOffWhatIsToBeOffBesideWhatTheyTurnOffThemselves) {
    for (const char* device : {"cpu", "simt"}) {
        const auto plain = cases_of({.device = device});
        const auto off = cases_of({.device = device, .disabled_passes = {"fuse"}});
        ASSERT_EQ(off.size(), plain.size());
        for (std::size_t i = 0; i < off.size(); ++i) {
            EXPECT_THAT(off[i].disabled, Contains("fuse"));
            for (const std::string& pass : plain[i].disabled)
                EXPECT_THAT(off[i].disabled, Contains(pass));
        }
    }
}

TEST(CheckCases, RunOnTheThreadsAndInTheArithmeticThatAreAskedFor) {
    const auto plain = cases_of({.device = "cpu"});
    EXPECT_TRUE(std::any_of(plain.begin(), plain.end(),
                            [](const auto& c) { return c.math == MathMode::kStrict; }));
    for (const DifferentialCase& c : cases_of({.device = "cpu", .threads = 5}))
        EXPECT_EQ(c.threads, 5);
    for (const DifferentialCase& c : cases_of({.device = "cpu", .math = MathMode::kFast}))
        EXPECT_EQ(c.math, MathMode::kFast);
}

TEST(CheckCases, HaveTheTargetAndThePlanThatAreAskedForUnlessAllPlansAre) {
    EngineOptions options{.device = "simt", .target = "gtx-680"};
    options.gpu.fusion = FusionStrategy::kDp;
    for (const DifferentialCase& c : cases_of(options)) {
        EXPECT_EQ(c.target, "gtx-680");
        EXPECT_EQ(c.gpu.fusion, FusionStrategy::kDp);
    }
    const auto all = cases_of(options, true);
    EXPECT_TRUE(std::any_of(all.begin(), all.end(),
                            [](const auto& c) { return c.gpu.fusion != FusionStrategy::kDp; }));
}

TEST(CheckCases, AreNoneOfDevicesWithoutPlansOfTheirOwn) {
    for (const char* device : {"reference", "auto"}) {
        const auto cases = check_cases({.device = device}, false);
        ASSERT_FALSE(cases) << device;
        EXPECT_EQ(cases.error().kind, ErrorKind::kUsage);
        EXPECT_THAT(cases.error().message, HasSubstr("cpu"));
    }
}

}  // namespace
}  // namespace weft
