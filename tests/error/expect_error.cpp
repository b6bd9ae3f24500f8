// The checks behind the promise.
#include "expect_error.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft::test {

void expect_error(const ScratchFolder& folder, const std::vector<std::string>& arguments, Code code,
                  const std::vector<std::string>& parts, const RunOptions& options) {
    const std::vector<std::string> before = folder.listing();
    const Outcome outcome = run_weft(arguments, options);
    std::string command = "weft";
    for (const std::string& a : arguments) command += " " + a;
    SCOPED_TRACE(command + "\nsaid: " + outcome.err);
    EXPECT_EQ(outcome.signal, 0);
    EXPECT_EQ(outcome.code, code);
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.err, testing::StartsWith("weft: error: "));
    EXPECT_THAT(outcome.err, testing::EndsWith("\n"));
    // Only what is wrong with a source text takes more lines, to show it.
    if (code != kFunctor && code != kCompile) {
        EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1);
    }
    for (const std::string& part : parts) EXPECT_THAT(outcome.err, testing::HasSubstr(part));
    EXPECT_EQ(folder.listing(), before) << "something was left behind, or taken away";
}

}  // namespace weft::test
