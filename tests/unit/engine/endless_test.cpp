// Loops of a stranger's functor that some pixel never leaves: the run ends, and says where.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "differential/compiler_fixture.h"
#include "effects/builtin.h"
#include "engine/differential.h"
#include "engine/engine.h"
#include "engine/load_functors.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

constexpr Rect kEndlessDomain{0, 0, 70, 20};

/// A functor whose member functions are `text`, which begins at line 9. Input is 0 everywhere but
/// for one pixel, where it is 1.
std::string hanging_header(const std::string& dependence, const std::string& text) {
    return "#include \"core/functor.h\"\n"
           "/// Hangs on some pictures.\n"
           "class Hangs : public weft::Functor<Hangs, weft::" +
           dependence +
           "> {\n"
           "    weft::Indexer<weft::eInput, weft::eComponent> Input;\n"
           "    weft::Indexer<weft::eOutput, weft::eComponent> Output;\n"
           "    float Sum = 0.0f; float Bright = 0.5f; int Many = 1 << 28;\n"
           "    mFunctorIndexers(Input, Output)\n"
           "  public:\n" +
           text + "};\n";
}

struct Stranger {
    Library library;
    Graph graph;
};

Stranger stranger(const std::string& text) {
    Stranger s;
    const Status loaded = load_functors({"hangs.h", text}, *shared_compiler(), s.library);
    EXPECT_TRUE(loaded) << loaded.error().message;
    if (loaded) s.graph = graph_of(*s.library.find("Hangs"));
    return s;
}

/// With one pixel of 1 where it is `lit`.
Status run(const Stranger& s, bool lit, EngineOptions options = {},
           const std::atomic<bool>* cancel = nullptr) {
    options.shared_compiler = shared_compiler();
    Engine engine(options);
    const auto prepared = engine.prepare({s.graph, s.library, {{kEndlessDomain, 1}}, {}});
    if (!prepared) return prepared.error();
    Picture input(kEndlessDomain, 1);
    for (int y = 0; y < kEndlessDomain.height(); ++y)
        std::fill(input.row(y, 0), input.row(y, 0) + kEndlessDomain.width(), 0.0f);
    if (lit) input.row(11, 0)[37] = 1.0f;
    const auto shapes = infer_shapes(s.graph, s.library, {{kEndlessDomain, 1}});
    const ImageShape& shape = shapes->at(s.graph.outputs.front().image);
    Picture output(shape.domain, shape.planes);
    return (*prepared)->run({input.view()}, {output.view()}, RunControl{cancel, {}});
}

void expect_said(const Status& status, const char* place) {
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().kind, ErrorKind::kFunctor);
    EXPECT_THAT(status.error().message,
                testing::StartsWith(std::string("hangs.h:") + place +
                                    ": this loop does not end: it was still running after "
                                    "16777216 iterations"));
}

constexpr const char* kLoop =
    "    void Kernel() { float v = Input();\n"
    "        while (v > Bright) v = v + 0.0f;\n        Output() = v; }\n";

TEST(Endless, OnePixelEndsTheRunWithItsPlace) {
    const Stranger s = stranger(hanging_header("eParallel", kLoop));
    EXPECT_TRUE(run(s, false));
    expect_said(run(s, true), "10:9");
    // Every run begins anew.
    EXPECT_TRUE(run(s, false));
    EngineOptions alone, timed;
    alone.disabled_passes = {"all"};  // the scalar form
    timed.timed = true;
    expect_said(run(s, true, alone), "10:9");
    expect_said(run(s, true, timed), "10:9");
}

TEST(Endless, EveryFormOfALoopIsLeft) {
    for (const char* loop : {"do v = v + 0.0f; while (v > Bright);",
                             "for (; v > Bright;) { if (v < 0.0f) continue; v = v + 0.0f; }",
                             "for (int i = 0; i < 2; i += v > Bright ? 0 : 1) v = v + 0.0f;"}) {
        const Stranger s = stranger(hanging_header(
            "eParallel", std::string("    float creep(float v) const {\n        ") + loop +
                             "\n        return v; }\n"
                             "    void Kernel() { Output() = creep(Input()); }\n"));
        EXPECT_TRUE(run(s, false)) << loop;
        expect_said(run(s, true), "10:9");
    }
}

TEST(Endless, ScansAndReductionsToo) {
    const Stranger scan = stranger(hanging_header(
        "eRecurrence",
        "    Hangs() { ScanAxis = weft::eHorizontal; }\n"
        "    void Initialise() { Sum = 0.0f; }\n"
        "    void Kernel() {\n        Sum += Input();\n"
        "        while (Sum > Bright) Sum = Sum + 0.0f;\n        Output() = Sum; }\n"));
    EXPECT_TRUE(run(scan, false));
    expect_said(run(scan, true), "13:9");
    const Stranger reduction = stranger(
        hanging_header("eReduction",
                       "    weft::ImageShape Shape(const weft::ImageShape* in) const {"
                       " return {{0, 0, 1, 1}, in[0].planes}; }\n"
                       "    void Initialise() { Sum = 0.0f; }\n"
                       "    void Kernel() { Sum += Input(); }\n"
                       "    void Combine(const Hangs& other) {\n        Sum += other.Sum;\n"
                       "        while (Sum > Bright) Sum = Sum + 0.0f; }\n"
                       "    void Result() { Output() = Sum; }\n"));
    EXPECT_TRUE(run(reduction, false));
    expect_said(run(reduction, true), "14:9");
}

/// Loops in loops, each of them short enough, which no run would live to see the end of.
TEST(Endless, ACancelledRunEndsInsideALoop) {
    const Stranger s =
        stranger(hanging_header("eParallel",
                                "    void Kernel() { float v = Input();\n"
                                "        if (v > Bright) for (int i = 0; i < (Many >> 6); ++i)"
                                " for (int j = 0; j < (Many >> 6); ++j) v = v * 0.999f + 0.5f;\n"
                                "        Output() = v; }\n"));
    std::atomic<bool> cancel{false};
    std::thread soon([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        cancel = true;
    });
    const Status status = run(s, true, {}, &cancel);
    soon.join();
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().kind, ErrorKind::kCancelled);
}

/// On a GPU nobody looks; loops that end give the same bits everywhere.
TEST(Endless, WatchedLoopsThatEndGiveTheReferencesBits) {
    const Stranger s = stranger(hanging_header(
        "eParallel",
        "    void Kernel() { float v = Input();\n"
        "        while (v > 0.01f) v = v * 0.7f - 0.001f;\n        Output() = v; }\n"));
    for (const char* device : {"cpu", "simt"}) {
        DifferentialCase c;
        c.device = device;
        c.domain = kEndlessDomain;
        c.special_values = false;  // for infinity it does not end
        const auto outcome = compare_devices(s.graph, s.library, c, {}, shared_compiler());
        ASSERT_TRUE(outcome) << outcome.error().message;
        EXPECT_TRUE(outcome->agrees) << device << ": " << outcome->difference;
    }
}

}  // namespace
}  // namespace weft::test
