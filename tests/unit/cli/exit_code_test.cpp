// The codes, and the page that documents them.
#include "cli/exit_code.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>

namespace weft {
namespace {

constexpr ErrorKind kKinds[] = {ErrorKind::kUsage,    ErrorKind::kDocument, ErrorKind::kInput,
                                ErrorKind::kFunctor,  ErrorKind::kCompile,  ErrorKind::kMemory,
                                ErrorKind::kDevice,   ErrorKind::kOutput,   ErrorKind::kCancelled,
                                ErrorKind::kInternal, ErrorKind::kTrust};

TEST(ExitCode, EveryKindHasItsOwn) {
    std::set<ExitCode> codes;
    for (ErrorKind kind : kKinds) codes.insert(exit_code_of(kind));
    EXPECT_EQ(codes.size(), std::size(kKinds));
    EXPECT_EQ(codes.count(ExitCode::kSuccess), 0u);
    EXPECT_EQ(codes.count(ExitCode::kPartial), 0u);
}

TEST(ExitCode, TheManualListsThemAll) {
    std::ifstream stream(WEFT_EXIT_CODES);
    const std::string page((std::istreambuf_iterator<char>(stream)), {});
    const char* names[] = {"success", "difference", "usage",    "document", "input",
                           "functor", "compile",    "memory",   "device",   "output",
                           "partial", "cancelled",  "internal", "trust"};
    for (int code = 0; code <= static_cast<int>(ExitCode::kTrust); ++code)
        EXPECT_THAT(page, testing::HasSubstr("| " + std::to_string(code) + " | " + names[code]));
}

TEST(ExitCode, TheManualSaysWhatAFarmTriesAgain) {
    std::ifstream stream(WEFT_EXIT_CODES);
    const std::string page((std::istreambuf_iterator<char>(stream)), {});
    EXPECT_THAT(page, testing::HasSubstr("A farm may treat 7, 8, 9 and 11"));
    EXPECT_THAT(kRetryCodes, testing::ElementsAre(7, 8, 9, 11));
}

}  // namespace
}  // namespace weft
