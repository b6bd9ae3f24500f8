// Curves: values between keyframes, texts, documents, and graphs at a frame.
#include "graph/keyframes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/descriptor.h"
#include "graph/document.h"
#include "graph/graph.h"
#include "graph/image.h"
#include "random_graph.h"
#include "sample_functors.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

Graph boxed() {
    GraphBuilder build("boxed");
    const Image input = build.input("input");
    Image graded, output;
    Grade()(input, graded);
    Box(eHorizontal, 2)(graded, output);
    build.output("output", output);
    build.control("radius", "Radius", "", {"box1.radius"});
    return build.finish();
}

/// `graph` after --set path=text.
Graph with(Graph graph, const std::string& path, const std::string& text) {
    const Status s = set_parameter(graph, sample_library(), path, text);
    if (!s) ADD_FAILURE() << s.error().message;
    return graph;
}

std::string refusal_of_keyframes(const std::string& path, const std::string& text) {
    Graph graph = boxed();
    const Status s = set_parameter(graph, sample_library(), path, text);
    EXPECT_EQ(graph, boxed());
    return s ? "" : s.error().message;
}

/// A parameter of node `node` at `frame`.
ParameterValue still_value(const Graph& graph, int frame, std::size_t node, std::size_t parameter) {
    const Result<Graph> still = at_frame(graph, sample_library(), frame);
    if (!still) throw std::runtime_error(still.error().message);
    return still->nodes[node].parameters[parameter];
}

TEST(Keyframes, LinearBetweenAndHeldOutside) {
    const Graph graph = with(boxed(), "grade1.gain", "10:1,20:3");
    EXPECT_EQ(still_value(graph, -100, 0, 0), ParameterValue(1.0f));
    EXPECT_EQ(still_value(graph, 10, 0, 0), ParameterValue(1.0f));
    EXPECT_EQ(still_value(graph, 15, 0, 0), ParameterValue(2.0f));
    EXPECT_EQ(still_value(graph, 20, 0, 0), ParameterValue(3.0f));
    EXPECT_EQ(still_value(graph, 999, 0, 0), ParameterValue(3.0f));
}

TEST(Keyframes, WholeNumbersAreRounded) {
    const Graph graph = with(boxed(), "box1.radius", "1:2,5:4");
    const int expected[] = {2, 3, 3, 4, 4};  // 2, 2.5, 3, 3.5, 4
    for (int frame = 1; frame <= 5; ++frame)
        EXPECT_EQ(still_value(graph, frame, 1, 1), ParameterValue(expected[frame - 1])) << frame;
}

TEST(Keyframes, HoldAndSmooth) {
    const Graph held = with(boxed(), "grade1.gain", "0:1:hold,10:3");
    EXPECT_EQ(still_value(held, 9, 0, 0), ParameterValue(1.0f));
    EXPECT_EQ(still_value(held, 10, 0, 0), ParameterValue(3.0f));
    const Graph smooth = with(boxed(), "grade1.gain", "0:0:smooth,4:4");
    EXPECT_EQ(still_value(smooth, 1, 0, 0), ParameterValue(0.625f));
    EXPECT_EQ(still_value(smooth, 2, 0, 0), ParameterValue(2.0f));
    EXPECT_EQ(still_value(smooth, 3, 0, 0), ParameterValue(3.375f));
}

TEST(Keyframes, CubicGoesOnThroughKeyframesAndNeverBeyondThem) {
    // Evenly spaced values on a line: that line between them, at rest at either end.
    const Graph line = with(boxed(), "grade1.gain", "0:0:cubic,4:1:cubic,8:2:cubic,12:3");
    EXPECT_EQ(still_value(line, 4, 0, 0), ParameterValue(1.0f));
    EXPECT_EQ(still_value(line, 5, 0, 0), ParameterValue(1.25f));
    EXPECT_EQ(still_value(line, 6, 0, 0), ParameterValue(1.5f));
    EXPECT_EQ(still_value(line, 1, 0, 0), ParameterValue(0.109375f));   // slopes 0 and 1/4
    EXPECT_EQ(still_value(line, 11, 0, 0), ParameterValue(2.890625f));  // slopes 1/4 and 0
    // Slopes 1 and 3: their harmonic mean, 1.5, where frames are evenly spaced.
    const Graph bend = with(boxed(), "grade1.gain", "0:0,1:1:cubic,2:4,3:4");
    Curve curve = bend.nodes[0].curves[0];
    EXPECT_DOUBLE_EQ(numbers_at(curve, 1.5).front(), 2.5 + 0.125 * 1.5);
    // The range is 0 to 4: values at its ends stay within.
    const Graph turns = with(boxed(), "grade1.gain", "0:0:cubic,3:4:cubic,5:4:cubic,6:0:cubic,9:1");
    for (int frame = -1; frame < 11; ++frame) {
        const float v = std::get<float>(still_value(turns, frame, 0, 0));
        EXPECT_TRUE(v >= 0.0f && v <= 4.0f) << frame;
        if (frame >= 3 && frame <= 5) {
            EXPECT_EQ(v, 4.0f);
        }
    }
}

TEST(Keyframes, WhatHasNoValuesBetweenHolds) {
    Graph graph = with(boxed(), "grade1.invert", "1:off,5:on");
    EXPECT_EQ(still_value(graph, 4, 0, 2), ParameterValue(false));
    EXPECT_EQ(still_value(graph, 5, 0, 2), ParameterValue(true));
    graph = with(boxed(), "box1.axis", "1:horizontal,5:vertical");
    EXPECT_EQ(still_value(graph, 4, 1, 0), ParameterValue(eHorizontal));
    EXPECT_EQ(still_value(graph, 5, 1, 0), ParameterValue(eVertical));
}

TEST(Keyframes, NumbersAtKeyframesAreExact) {
    const Graph graph = with(boxed(), "grade1.gain", "1:0.1,3:0.7,7:3.3");
    EXPECT_EQ(still_value(graph, 1, 0, 0), ParameterValue(0.1f));
    EXPECT_EQ(still_value(graph, 3, 0, 0), ParameterValue(0.7f));
    EXPECT_EQ(still_value(graph, 7, 0, 0), ParameterValue(3.3f));
}

TEST(Keyframes, RestartPeriodsFollowTheFarthestReach) {
    const Graph graph = with(boxed(), "radius", "1:2,11:42,20:7");
    const Result<Graph> still = at_frame(graph, sample_library(), 6);
    ASSERT_TRUE(still);
    EXPECT_EQ(still->nodes[1].parameters[1], ParameterValue(22));
    for (const int frame : {-5, 1, 6, 11, 15, 99})
        EXPECT_EQ(at_frame(graph, sample_library(), frame)->nodes[1].restart_period,
                  default_restart_period(42))
            << "one period for all frames, so that one kernel serves them";
    Graph chosen = boxed();
    chosen.nodes[1].restart_period = 17;
    EXPECT_EQ(
        at_frame(with(chosen, "radius", "1:2,11:42"), sample_library(), 6)->nodes[1].restart_period,
        17);
    EXPECT_FALSE(is_animated(*still));
    EXPECT_TRUE(is_animated(graph));
}

TEST(Keyframes, AValueReplacesACurveAndTheOtherWayRound) {
    const Graph animated = with(boxed(), "box1.radius", "5:9,1:3");
    ASSERT_EQ(animated.nodes[1].curves.size(), 1u);
    EXPECT_EQ(animated.nodes[1].curves[0].keys[0].frame, 1) << "in order of frames";
    EXPECT_EQ(animated.nodes[1].parameters[1], ParameterValue(3)) << "where no frame is named";
    EXPECT_EQ(with(animated, "box1.radius", "2"), boxed());
    EXPECT_EQ(with(with(boxed(), "box1.radius", "7:1,8:2"), "box1.radius", "1:3,5:9"), animated);
}

TEST(Keyframes, Refusals) {
    EXPECT_THAT(refusal_of_keyframes("grade1.gain", "1:2,x"), HasSubstr("FRAME:VALUE"));
    EXPECT_THAT(refusal_of_keyframes("grade1.gain", "a:2"), HasSubstr("FRAME:VALUE"));
    EXPECT_THAT(refusal_of_keyframes("grade1.gain", "1:2,"), HasSubstr("FRAME:VALUE"));
    EXPECT_EQ(refusal_of_keyframes("grade1.gain", "1:2,5:9"),
              "grade1.gain at frame 5 must be a number from 0 to 4, but is 9.0");
    EXPECT_THAT(refusal_of_keyframes("grade1.gain", "1:2:holt,5:3"),
                HasSubstr("did you mean \"hold\""));
    EXPECT_THAT(refusal_of_keyframes("grade1.gain", "1:2,1:3"),
                HasSubstr("two keyframes at frame 1"));
    EXPECT_THAT(refusal_of_keyframes("box1.radius", "1:2,99999999999:3"), HasSubstr("FRAME:VALUE"));
}

constexpr const char* kGainDocument = R"({"weft": 1, "name": "x", "inputs": ["in"],
    "outputs": [{"name": "o", "node": 0, "output": "Output"}],
    "nodes": [{"id": 0, "name": "g", "functor": "Grade", "inputs": {"Input": {"input": "in"}},
               "parameters": {"gain": 1}, "keyframes": {"gain": %}}]})";

Result<Graph> document_with_gain(const std::string& keyframes) {
    std::string text = kGainDocument;
    text.replace(text.find('%'), 1, keyframes);
    return from_document(text, sample_library());
}

TEST(Keyframes, InDocuments) {
    const Result<Graph> graph = document_with_gain(R"([[1, 1], [11, 2, "hold"], [12, 3.5]])");
    ASSERT_TRUE(graph) << graph.error().message;
    EXPECT_EQ(still_value(*graph, 6, 0, 0), ParameterValue(1.5f));
    EXPECT_EQ(still_value(*graph, 11, 0, 0), ParameterValue(2.0f));
    EXPECT_THAT(to_document(*graph, sample_library()),
                HasSubstr(R"("gain": [[1, 1.0], [11, 2.0, "hold"], [12, 3.5]])"));
    const Result<Graph> again =
        from_document(to_document(*graph, sample_library()), sample_library());
    ASSERT_TRUE(again);
    EXPECT_EQ(*again, *graph);
    EXPECT_NE(hash(*graph), hash(with(*graph, "g.gain", "1")));
    EXPECT_NE(hash(*graph), hash(with(*graph, "g.gain", "1:1,11:2:hold,13:3.5")));
}

TEST(Keyframes, BadDocuments) {
    const auto message = [](const std::string& keyframes) {
        const Result<Graph> graph = document_with_gain(keyframes);
        return graph ? "" : graph.error().message;
    };
    EXPECT_EQ(message("[]"), "node \"g\": parameter \"gain\" has no keyframe: give one at least");
    EXPECT_THAT(message("3"), HasSubstr("must have a list of keyframes, but has a number"));
    EXPECT_THAT(message("[[1]]"), HasSubstr("[frame, value]"));
    EXPECT_THAT(message("[[1.5, 1]]"), HasSubstr("whole numbers of frames"));
    EXPECT_THAT(message("[[1, 1], [1, 2]]"), HasSubstr("two keyframes at frame 1"));
    EXPECT_THAT(message("[[2, 1], [1, 2]]"), HasSubstr("put them in order"));
    EXPECT_THAT(message("[[1, 9]]"), HasSubstr("at frame 1 must be a number from 0 to 4"));
    EXPECT_THAT(message("[[1, true]]"), HasSubstr("but is true at frame 1"));
    EXPECT_THAT(message(R"([[1, 1, "holt"]])"), HasSubstr("not \"holt\""));
    EXPECT_THAT(message("[[1, 1]], \"gian\": [[1, 1]]"), HasSubstr("did you mean \"gain\""));
    EXPECT_THAT(message("[[1, 1]], \"gain\": [[1, 1]]"), HasSubstr("twice"));
}

}  // namespace
}  // namespace weft::test
