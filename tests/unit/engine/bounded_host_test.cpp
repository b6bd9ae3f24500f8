// Functions of a stranger's functor that run in the program itself: those that do not end are
// ended, and said with their place.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "differential/compiler_fixture.h"
#include "effects/builtin.h"
#include "engine/engine.h"
#include "engine/load_functors.h"
#include "scratch_folder.h"

namespace weft::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr Rect kBoundedDomain{0, 0, 8, 4};

/// A functor with parameters `amount` (1) and `count` (1), whose functions `text` begins at line
/// 14; before the class, at line 2, stands `before`, in one line.
std::string header_with(const std::string& text, const std::string& before = "") {
    return "#include \"core/functor.h\"\n" + before +
           "\n"
           "/// Does not end for some values.\n"
           "class Hangs : public weft::Functor<Hangs, weft::eParallel> {\n"
           "    weft::Indexer<weft::eInput, weft::eComponent> Input;\n"
           "    weft::Indexer<weft::eOutput, weft::eComponent> Output;\n"
           "    float Amount = 1.0f; int Count = 1; float Sum = 0.0f; float Table[4] = {};\n"
           "    mFunctorIndexers(Input, Output)\n"
           "    mFunctorParameters(Parameter(\"amount\", Amount), Parameter(\"count\", Count))\n"
           "  public:\n"
           "    void Kernel() { Output() = Input() + Sum + Table[0]; }\n"
           "\n"
           "  public:\n" +
           text + "};\n";
}

class BoundedHost : public testing::Test {
  protected:
    Status load(const std::string& text) {
        library_ = {};
        const Status loaded = load_functors({"hangs.h", text}, *shared_compiler(), library_);
        if (loaded) graph_ = graph_of(*library_.find("Hangs"));
        return loaded;
    }

    Graph with_amount(float amount) const {
        Graph graph = graph_;
        graph.nodes[0].parameters[0] = amount;
        return graph;
    }

    /// What comes of a run.
    Status run(float amount, const char* device = "cpu") {
        const Graph graph = with_amount(amount);
        EngineOptions options;
        options.shared_compiler = shared_compiler();
        options.device = device;
        Engine engine(options);
        const auto prepared = engine.prepare({graph, library_, {{kBoundedDomain, 1}}, {}});
        if (!prepared) return prepared.error();
        Picture input(kBoundedDomain, 1), output(kBoundedDomain, 1);
        return (*prepared)->run({input.view()}, {output.view()}, {});
    }

    /// What comes of the shapes alone, which takes less time.
    Status infer(float amount) {
        const auto shapes = infer_shapes(with_amount(amount), library_, {{kBoundedDomain, 1}});
        return shapes ? Status{} : shapes.error();
    }

    static void expect_said(const Status& ended, const std::string& place, const char* words) {
        ASSERT_FALSE(ended);
        EXPECT_EQ(ended.error().kind, ErrorKind::kFunctor);
        EXPECT_THAT(ended.error().message, StartsWith("hangs.h:" + place));
        EXPECT_THAT(ended.error().message, HasSubstr(words));
    }

    /// That what `text` makes of amount = 5 is said, and of amount = 1 runs.
    void expect_ended(const std::string& text, const std::string& place, const char* words,
                      const std::string& before = "") {
        SCOPED_TRACE(text);
        const Status loaded = load(header_with(text, before));
        ASSERT_TRUE(loaded) << loaded.error().message;
        EXPECT_TRUE(infer(1.0f));
        expect_said(infer(5.0f), place, words);
        EXPECT_TRUE(infer(1.0f));
    }

    Library library_;
    Graph graph_;
};

constexpr const char* kEndless =
    "does not end: its loops were still running after 134217728 iterations";

TEST_F(BoundedHost, SaysFunctionNodeAndPlace) {
    ASSERT_TRUE(
        load(header_with("    void Prepare() {\n        while (Amount > 3.0f) Sum += 1.0f;\n"
                         "    }\n")));
    const std::string said =
        "hangs.h:15:9: Prepare() of node \"hangs1\" (Hangs) does not end: its loops were still "
        "running after 134217728 iterations together, this one in the last of them; it needs a "
        "condition that becomes false for every value of the parameters";
    for (const char* device : {"cpu", "reference"}) {
        EXPECT_TRUE(run(1.0f, device));
        const Status ended = run(5.0f, device);
        ASSERT_FALSE(ended);
        EXPECT_EQ(ended.error().message, said);
    }
}

TEST_F(BoundedHost, EveryFormOfALoopIsLeft) {
    for (const char* loop :
         {"while (Amount > 3.0f) Sum += 1.0f;", "while (Amount > 3.0f) { Sum += 1.0f; }",
          "do Sum += 1.0f; while (Amount > 3.0f);", "for (; Amount > 3.0f;) ;",
          "for (;;) if (Amount < 3.0f) break; else continue;",
          "while (Amount > 3.0f) try { Sum += 1.0f; } catch (...) {}",
          "for (float t = 0.0f; t < 1.0f; t += Amount > 3.0f ? 0.0f : 0.5f) Sum = t;",
          "for (int i = 0; i < 4; ++i) if (Amount > 3.0f) --i;",
          "again: Sum += 1.0f; if (Amount > 3.0f) goto again;"})
        expect_ended("    void Prepare() {\n        " + std::string(loop) + "\n    }\n",
                     "15:", kEndless);
}

TEST_F(BoundedHost, LoopsInLoopsAreCountedTogether) {
    expect_ended(
        "    void Prepare() {\n"
        "        const int many = Amount > 3.0f ? 1 << 20 : 4;\n"
        "        for (int i = 0; i < many; ++i)\n"
        "            for (int j = 0; j < many; ++j)\n"
        "                for (int k = 0; k < 1000; ++k) Sum += 0.0f;\n    }\n",
        "18:17:", kEndless);
}

TEST_F(BoundedHost, HelpersAreBoundedWhateverTheyAre) {
    for (const char* helper :
         {"inline float spin(float v) noexcept { float s = 0.0f; while (v > 3.0f) s += 1.0f; "
          "return s; }",
          "template <class T> T spin(T v) { while (v > 3.0f) ; return v; }",
          "constexpr float spin(float v) { while (v > 3.0f) ; return v; } static_assert(spin(1) > "
          "0);",
          "struct Spun { float v; explicit Spun(float a) : v(a) { while (v > 3.0f) ; } "
          "operator float() const { return v; } }; inline float spin(float v) { return Spun(v); }",
          "inline float spin(float v) { const auto f = [v] { while (v > 3.0f) ; return v; }; "
          "return f(); }"})
        expect_ended("    void Prepare() { Sum = spin(Amount); }\n", "2:", kEndless, helper);
}

TEST_F(BoundedHost, WhatMacrosMakeIsBoundedToo) {
    expect_ended(
        "#define FOREVER for (;;)\n"
        "    void Prepare() { FOREVER { if (Amount < 3.0f) break; } }\n",
        "14:", kEndless);
    expect_ended(
        "#define SPIN(c) while (c) { Sum += 1.0f; }\n"
        "    void Prepare() { SPIN(Amount > 3.0f) }\n",
        "14:", kEndless);
}

TEST_F(BoundedHost, FunctionsThatCallThemselves) {
    const char* said = "this function still called itself when it had taken 512 KiB of stack";
    expect_ended(
        "    float down(float v) { return v > 3.0f ? down(v) + 1.0f : v; }\n"
        "    void Prepare() { Sum = down(Amount); }\n",
        "14:", said);
    expect_ended(
        "    float there(float v) { return v > 3.0f ? back(v) + 1.0f : v; }\n"
        "    float back(float v) { return there(v) * 2.0f; }\n"
        "    void Prepare() { Sum = there(Amount); }\n",
        "1", said);
    expect_ended("    void Prepare() { Sum = down<float>(Amount); }\n", "2:", said,
                 "template <class T> T down(T v) { return v > T(3) ? down(v) + T(1) : v; }");
    // Deep, and yet it ends.
    ASSERT_TRUE(
        load(header_with("    float down(int n) { return n > 0 ? down(n - 1) + 1.0f : 0.0f; }\n"
                         "    void Prepare() { Sum = down(1000); }\n")));
    EXPECT_TRUE(infer(5.0f));
}

TEST_F(BoundedHost, ShapeAndMeasureToo) {
    expect_ended(
        "    weft::ImageShape Shape(const weft::ImageShape* in) const {\n"
        "        for (int i = 0; Amount > 3.0f; ++i) ;\n        return in[0];\n    }\n",
        "15:9: Shape() of node \"hangs1\" (Hangs)", kEndless);
    ASSERT_TRUE(
        load(header_with("    void Measure() {\n        for (int i = 0; Amount > 3.0f; i += "
                         "Input.Domain.x0) ;\n    }\n")));
    for (const char* device : {"cpu", "reference"}) {
        EXPECT_TRUE(run(1.0f, device));
        expect_said(run(5.0f, device), "15:9: Measure() of node \"hangs1\" (Hangs)", kEndless);
    }
}

TEST_F(BoundedHost, ADefaultThatDoesNotEndIsNotLoaded) {
    const Status made = load(header_with("    Hangs() { while (Amount > 0.0f) Sum += 1.0f; }\n"));
    ASSERT_FALSE(made);
    EXPECT_THAT(made.error().message,
                StartsWith("hangs.h:14:15: the constructor of Hangs does not end: "));
    const Status prepared = load(header_with("    void Prepare() { while (Amount > 0.0f) ; }\n"));
    ASSERT_FALSE(prepared);
    EXPECT_THAT(prepared.error().message,
                StartsWith("hangs.h:14:22: Prepare() of Hangs does not end: "));
}

TEST_F(BoundedHost, IndicesDivisionsAndExceptions) {
    expect_ended("    void Prepare() { Table[Amount > 3.0f ? 4 : 0] = 0.0f; }\n", "14:28:",
                 "asks for entry 4 of an array here that has 4; it needs an index from 0 to 3 for "
                 "every value of the parameters");
    expect_ended("    void Prepare() { Table[Count - (Amount > 3.0f ? 2 : 1)] = 0.0f; }\n",
                 "14:28:", "asks for entry -1 of an array here that has 4");
    expect_ended("    void Prepare() { Count = 9 / (Amount > 3.0f ? 0 : Count); }\n",
                 "14:34:", "divides a whole number by 0 here");
    expect_ended("    void Prepare() { Count %= Amount > 3.0f ? 0 : 2; }\n",
                 "14:31:", "divides a whole number by 0 here");
    ASSERT_TRUE(load(header_with("    void Prepare() { if (Amount > 3.0f) throw 3; }\n")));
    const Status thrown = infer(5.0f);
    ASSERT_FALSE(thrown);
    EXPECT_EQ(thrown.error().message,
              "Prepare() of node \"hangs1\" (Hangs) threw an exception; it has to catch what it "
              "throws, for every value of the parameters");
}

/// What lies behind the last entry has an address; sizes ask for nothing.
TEST_F(BoundedHost, WhatIsRightStaysAsItWas) {
    ASSERT_TRUE(load(header_with(
        "    void Prepare() {\n"
        "        float* const end = &Table[4];\n"
        "        for (float* at = Table; at != end; ++at) *at = Amount;\n"
        "        int all = 0;\n"
        "        for (int i = 0; i < 4; ++i) if (Amount > 0.0f) for (int j = i; j < 4; ++j) ++all; "
        "else all = 99;\n"
        "        switch (all) { case 10: for (int i = 0; i < 3; ++i) Sum += 1.0f; break; "
        "default: for (;;) break; }\n"
        "        if (Amount > 0.0f) while (Sum > 3.0f) Sum -= 1.0f; else Sum = 77.0f;\n"
        "        Sum += kSquares[3 - Count] / 2 - sizeof(Table[9]) / 4;\n"
        "    }\n",
        "constexpr int square(int n) { int s = 0; for (int i = 0; i < n; ++i) s += n; return s; } "
        "constexpr int kSquares[4] = {square(0), square(1), square(2), square(3)};")));
    const std::unique_ptr<FunctorBase> made(library_.find("Hangs")->create());
    struct Members {
        float Sum, Table[4];
    } members = {};
    const TranslatedFunctor* translated = library_.find_translated("Hangs");
    ASSERT_EQ(translated->members_size, static_cast<int>(sizeof members));
    translated->read_members(*made, &members);
    EXPECT_EQ(members.Sum, 3.0f + 2.0f - 1.0f);
    EXPECT_EQ(members.Table[3], 1.0f);
}

/// What a header on disk includes is of a stranger too.
TEST_F(BoundedHost, HeadersBesideTheHeader) {
    const ScratchFolder folder;
    std::filesystem::create_directory(folder.path("own"));
    write_text(folder.path("own/spin.h"),
               "#pragma once\ninline float spin(float v) {\n"
               "    while (v > 3.0f) ;\n    return v;\n}\n");
    write_text(folder.path("hangs.h"), header_with("    void Prepare() { Sum = spin(Amount); }\n",
                                                   "#include \"own/spin.h\""));
    const Status loaded = load_functors({folder.path("hangs.h"), {}}, *shared_compiler(), library_);
    ASSERT_TRUE(loaded) << loaded.error().message;
    graph_ = graph_of(*library_.find("Hangs"));
    EXPECT_TRUE(infer(1.0f));
    const Status ended = infer(5.0f);
    ASSERT_FALSE(ended);
    EXPECT_THAT(ended.error().message, StartsWith(folder.path("own/spin.h:3:5: ")));
    EXPECT_THAT(ended.error().message, HasSubstr(kEndless));
}

/// A document with such a value is one all the same: who renders it is told.
TEST_F(BoundedHost, AValueThatDoesNotEndIsAValue) {
    ASSERT_TRUE(load(header_with("    void Prepare() { while (Amount > 3.0f) ; }\n")));
    Graph graph = graph_;
    ASSERT_TRUE(set_parameter(graph, library_, "hangs1.amount", "5"));
    EXPECT_TRUE(validate(graph, library_));
    EXPECT_FALSE(infer_shapes(graph, library_, {{kBoundedDomain, 1}}));
    EXPECT_TRUE(set_parameter(graph, library_, "hangs1.amount", "1"));
    EXPECT_TRUE(infer_shapes(graph, library_, {{kBoundedDomain, 1}}));
}

}  // namespace
}  // namespace weft::test
