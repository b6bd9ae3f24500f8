// Runs that are forked are as those that a shell starts.
#include "run_weft.h"

#include <gtest/gtest.h>

#include <thread>

#include "scratch_folder.h"

namespace weft::test {
namespace {

TEST(RunWeft, AForkedRunIsAsOneThatAShellStarts) {
    const ScratchFolder folder;
    const auto picture = [&](const std::string& name, const std::string& effect) {
        return std::vector<std::string>{"render",  effect,  "-o",       folder.path(name), "--set",
                                        "width=9", "--set", "height=7", "--quiet"};
    };
    const std::vector<std::string> runs[] = {{"list"},
                                             {"--version"},
                                             {},
                                             {"explain", "unsharp-halide", "--size", "64x64"},
                                             picture("a.exr", "Constant"),
                                             picture("no/such/folder/a.exr", "Constant"),
                                             picture("a.exr", "Konstant"),
                                             {"info", folder.path("a.exr")}};
    for (const std::vector<std::string>& arguments : runs) {
        const Outcome started = run_weft(arguments, {.program = weft_path()});
        const Outcome forked = run_weft(arguments);
        EXPECT_EQ(forked.code, started.code) << testing::PrintToString(arguments);
        EXPECT_EQ(forked.signal, started.signal) << testing::PrintToString(arguments);
        EXPECT_EQ(forked.out, started.out);
        EXPECT_EQ(forked.err, started.err);
        EXPECT_GT(forked.peak_kilobytes, 0);
    }
}

TEST(RunWeft, RunsOfSeveralThreadsAreApart) {
    Outcome version, list;
    std::thread other([&] { list = run_weft({"list", "effects"}); });
    version = run_weft({"--version"});
    other.join();
    EXPECT_EQ(version.code, 0);
    EXPECT_EQ(list.code, 0);
    EXPECT_EQ(version.out.rfind("weft ", 0), 0u) << version.out;
    EXPECT_NE(list.out.find("unsharp-halide"), std::string::npos) << list.out;
}

}  // namespace
}  // namespace weft::test
