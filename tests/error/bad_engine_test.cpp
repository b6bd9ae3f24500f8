// The compiler, its cache and strangers' functors.
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "expect_error.h"
#include "test_pictures.h"

namespace weft::test {
namespace {

class BadEngine : public testing::Test {
  protected:
    BadEngine() { write_picture(in, 20, 15, 3, OIIO::TypeDesc::HALF); }

    std::vector<std::string> render(const std::string& device) const {
        return {"render", "Clamp", "-i", in, "-o", out, "--device", device};
    }

    ScratchFolder folder;
    const std::string in = folder.path("in.exr"), out = folder.path("out.exr");
};

TEST_F(BadEngine, CompilerMissing) {
    const RunOptions options{.environment = {{"WEFT_CC", folder.path("no-such-weft-cc")}}};
    std::vector<std::string> arguments = render("cpu");
    arguments.push_back("--no-cache");
    expect_error(folder, arguments, kCompile, {"no-such-weft-cc"}, options);
    EXPECT_EQ(run_weft(render("reference"), options).code, 0);
}

TEST_F(BadEngine, CacheThatCannotBeWritten) {
    std::vector<std::string> arguments = render("cpu");
    arguments.insert(arguments.end(), {"--cache-dir", in + "/cache"});
    const Outcome outcome = run_weft(arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, testing::StartsWith("weft: note: "));
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    EXPECT_THAT(outcome.out, testing::HasSubstr(out));
}

TEST_F(BadEngine, FunctorHeaders) {
    const std::vector<std::string> base{"render", "Mine", "-i", in, "-o", out, "--functors"};
    const auto with = [&](const std::string& header) {
        std::vector<std::string> arguments = base;
        arguments.push_back(header);
        return arguments;
    };
    expect_error(folder, with(folder.path("no.h")), kFunctor, {"no.h", "No such file"});
    expect_error(folder, with(folder.folder().string()), kFunctor, {"folder"});
    const std::string bad = folder.path("mine.h");
    write_text(bad, "#pragma once\n#include \"core/functor.h\"\nclass Mine : public \n");
    expect_error(folder, with(bad), kFunctor, {"mine.h"});
}

TEST_F(BadEngine, FunctorsThatDoNotEndForAValue) {
    const std::string mine = folder.path("mine.h");
    write_text(mine,
               "#pragma once\n#include \"core/functor.h\"\n\n/// Hangs for some values.\n"
               "class Mine : public weft::Functor<Mine, weft::eParallel> {\n"
               "    weft::Indexer<weft::eInput, weft::eComponent> Input;\n"
               "    weft::Indexer<weft::eOutput, weft::eComponent> Output;\n"
               "    float Amount = 1.0f; float Sum = 0.0f;\n"
               "    mFunctorIndexers(Input, Output)\n"
               "    mFunctorParameters(Parameter(\"amount\", Amount).Range(0, 10))\n"
               "  public:\n"
               "    void Prepare() {\n        while (Amount > 3.0f) Sum += 1.0f;\n    }\n"
               "    void Kernel() { Output() = Input() + Sum; }\n};\n");
    std::vector<std::string> arguments{"render", "Mine",       "-i", in,   "-o",
                                       out,      "--functors", mine, "-s", "amount=5"};
    expect_error(folder, arguments, kFunctor,
                 {"mine.h:13:9: Prepare() of node \"mine1\" (Mine) does not end: its loops were "
                  "still running after 134217728 iterations together"});
    arguments.back() = "amount=2";
    const Outcome outcome = run_weft(arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
}

}  // namespace
}  // namespace weft::test
