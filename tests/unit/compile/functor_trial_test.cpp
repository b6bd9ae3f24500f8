// Functors on trial: what is wrong with them shows in another process, at its place in the source.
#include <atomic>
#include <chrono>
#include <thread>

#include "compile/host_compiler.h"
#include "compile_fixture.h"

namespace weft {
namespace {

using ::testing::HasSubstr;

/// A functor with a radius of 2; `prepare` is line 14, `kernel` line 16.
std::string functor(const std::string& prepare, const std::string& kernel) {
    return "#include \"core/functor.h\"\n"
           "\n"
           "/// Adds up a few.\n"
           "class Tried : public weft::Functor<Tried, weft::eParallel> {\n"
           "    weft::Indexer<weft::eInput, weft::eComponent, weft::e1D> Input;\n"
           "    weft::Indexer<weft::eOutput, weft::eComponent> Output;\n"
           "    int Width = 2;\n"
           "    float Table[4] = {};\n"
           "    mFunctorIndexers(Input, Output)\n"
           "    mFunctorParameters(Parameter(\"width\", Width).Range(0, 5).Structure())\n"
           "\n"
           "  public:\n"
           "    void Prepare() {\n" +
           prepare + "\n    }\n" + kernel + "\n};\n";
}

constexpr const char* kSum =
    "    void Kernel() { float v = 0.0f; for (int i = -Width; i <= Width; ++i) v += Input(i);"
    " Output() = v; }";
constexpr const char* kRadius = "        Input.Radius = Width;";

class FunctorTrialTest : public test::CompileTest {
  protected:
    void SetUp() override { compiler_ = make_host_compiler(options()); }

    std::vector<Diagnostic> tried(const std::string& text) {
        const auto wrong = compiler_->try_functors({"tried.h", text});
        EXPECT_TRUE(wrong) << wrong.error().message;
        return wrong ? *wrong : std::vector<Diagnostic>{};
    }
    /// The one thing that is wrong.
    Diagnostic wrong(const std::string& text) {
        const std::vector<Diagnostic> all = tried(text);
        EXPECT_EQ(all.size(), 1u);
        return all.empty() ? Diagnostic{} : all.front();
    }

    std::unique_ptr<HostCompiler> compiler_;
};

TEST_F(FunctorTrialTest, WhatIsRightPasses) {
    EXPECT_TRUE(tried(functor(kRadius, kSum)).empty());
    // From the cache, as it stands there.
    EXPECT_TRUE(tried(functor(kRadius, kSum)).empty());
}

TEST_F(FunctorTrialTest, WarningsPassAndAreSaidAgain) {
    const std::string text = functor(
        kRadius, "    void Kernel() { float unread = 1.0f;\n        Output() = Input(0); }");
    for (int time = 0; time < 2; ++time) {  // the second from the cache
        const Diagnostic d = wrong(text);
        EXPECT_TRUE(d.warning);
        EXPECT_EQ(d.line, 16);
        EXPECT_EQ(d.column, 27);
        EXPECT_EQ(d.message, "unused variable 'unread'");
    }
}

TEST_F(FunctorTrialTest, TheTranslatorSpeaksFirst) {
    const Diagnostic d = wrong(functor(kRadius, "    void Kernel() { Output() = Imput(); }"));
    EXPECT_EQ(d.file, "tried.h");
    EXPECT_EQ(d.line, 16);
    EXPECT_EQ(d.column, 32);
    EXPECT_THAT(d.message, HasSubstr("undeclared identifier 'Imput'"));
}

TEST_F(FunctorTrialTest, ALoopThatSomeValuesNeverLeaveIsFound) {
    const Diagnostic d =
        wrong(functor(kRadius,
                      "    void Kernel() { float v = Input(0);\n"
                      "        while (v > 4.0f) v -= 1.0f;\n        Output() = v; }"));
    EXPECT_EQ(d.line, 17);
    EXPECT_EQ(d.column, 9);
    EXPECT_THAT(d.message, HasSubstr("this loop does not end"));
    EXPECT_THAT(d.remedy, HasSubstr("NaN and infinity"));
}

TEST_F(FunctorTrialTest, LoopsOfHostCodeCount) {
    const Diagnostic d = wrong(
        functor("        Input.Radius = 5; do if (Width > 9) return; while (Width >= 0);", kSum));
    EXPECT_EQ(d.line, 14);
    EXPECT_EQ(d.column, 27);
}

TEST_F(FunctorTrialTest, AReadBeyondTheRadiusIsFound) {
    const Diagnostic d = wrong(functor("        Input.Radius = 2;", kSum));
    EXPECT_EQ(d.line, 16);
    EXPECT_EQ(d.column, 86);
    EXPECT_EQ(d.message, "this reads 5 elements away, beyond the declared radius of 2");
    EXPECT_EQ(d.remedy, "declare a larger radius, or keep the offset within it");
}

TEST_F(FunctorTrialTest, AnIndexBeyondItsArrayIsFound) {
    const Diagnostic d = wrong(functor(
        "        Input.Radius = Width; for (int i = 0; i <= 4; ++i) Table[i] = 1.0f;", kSum));
    EXPECT_EQ(d.line, 14);
    EXPECT_EQ(d.message, "this is an index beyond its array");
}

TEST_F(FunctorTrialTest, ACrashEndsNothingButTheTrial) {
    const Diagnostic d = wrong(functor(
        "        Input.Radius = Width; volatile int* nowhere = nullptr; *nowhere = 1;", kSum));
    EXPECT_THAT(d.message, HasSubstr("crashed (SIGSEGV"));
}

TEST_F(FunctorTrialTest, ItIsGivenUpAtOnce) {
    std::atomic<bool> cancel{false};
    std::thread soon([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        cancel = true;
    });
    // Without a loop, for ever: the trial alone would end it, after seconds, and find it wrong.
    const auto result = compiler_->try_functors(
        {"tried.h", functor("        Input.Radius = Width; asm volatile(\"1: jmp 1b\");", kSum)},
        &cancel);
    soon.join();
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, ErrorKind::kCancelled);
}

}  // namespace
}  // namespace weft
