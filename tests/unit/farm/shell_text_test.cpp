// Quoting, as a real shell undoes it.
#include "farm/shell_text.h"

#include <gtest/gtest.h>

#include "farm/run_program.h"

namespace weft {
namespace {

const std::vector<std::string> kWords{"plain",   "",     "two words", "it's",      "\"quoted\"",
                                      "$HOME",   "`id`", "a\\b",      "new\nline", "tab\tbed",
                                      "*.exr",   "~",    "#hash",     "!bang",     "{a,b}",
                                      "a;b&c|d", "'''",  "-n",        "ünï",       "%04d"};

TEST(ShellText, AShellReadsEveryWordBack) {
    // Each word ends where a byte that no word holds stands.
    std::vector<std::string> print{"printf", "%s\\001"};
    print.insert(print.end(), kWords.begin(), kWords.end());
    const Result<ProgramOutcome> outcome = run_program({"sh", "-c", shell_words(print)});
    ASSERT_TRUE(outcome) << outcome.error().message;
    std::string expected;
    for (const std::string& word : kWords) expected += word + '\001';
    EXPECT_EQ(outcome->out, expected);
    EXPECT_EQ(outcome->err, "");
}

TEST(ShellText, PlainWordsStayReadable) {
    EXPECT_EQ(shell_words({"weft", "--frames=1-10x2,20", "/a/b.####.exr", "it's"}),
              "weft --frames=1-10x2,20 '/a/b.####.exr' 'it'\\''s'");
}

TEST(RunProgram, TellsWhatAProgramDid) {
    const Result<ProgramOutcome> said = run_program({"sh", "-c", "echo out; echo err >&2; exit 3"});
    ASSERT_TRUE(said);
    EXPECT_EQ(said->code, 3);
    EXPECT_EQ(said->out, "out\n");
    EXPECT_EQ(said->err, "err\n");
    const Result<ProgramOutcome> killed = run_program({"sh", "-c", "kill -9 $$"});
    ASSERT_TRUE(killed);
    EXPECT_EQ(killed->signal, 9);
    // More than a pipe holds, on both.
    const Result<ProgramOutcome> much =
        run_program({"sh", "-c", "head -c 300000 /dev/zero; head -c 300000 /dev/zero >&2"});
    ASSERT_TRUE(much);
    EXPECT_EQ(much->out.size(), 300000u);
    EXPECT_EQ(much->err.size(), 300000u);
    const Result<ProgramOutcome> none = run_program({"weft-no-such-program"});
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().message, "there is no such program");
}

}  // namespace
}  // namespace weft
