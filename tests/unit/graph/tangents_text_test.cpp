// Tangents as they are written: for --set, in documents, and what is wrong with them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/document.h"
#include "graph/graph.h"
#include "graph/image.h"
#include "random_graph.h"
#include "sample_functors.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

Graph graded() {
    GraphBuilder build("graded");
    const Image input = build.input("input");
    Image output, scattered;
    Grade()(input, output);
    Scatter()(output, scattered);
    build.output("output", scattered);
    return build.finish();
}

Graph graded_with(const std::string& path, const std::string& text) {
    Graph graph = graded();
    const Status s = set_parameter(graph, sample_library(), path, text);
    if (!s) ADD_FAILURE() << s.error().message;
    return graph;
}

std::string refusal(const std::string& path, const std::string& text) {
    Graph graph = graded();
    const Status s = set_parameter(graph, sample_library(), path, text);
    return s ? "" : s.error().message;
}

std::string gain(const std::string& text) { return refusal("grade1.gain", text); }

/// The keyframes of a node as text.
std::string keys_of(const Graph& graph, std::size_t node) {
    std::string text;
    for (const Keyframe& key : graph.nodes[node].curves.at(0).keys) text += format_key(key) + ' ';
    return text;
}

TEST(TangentsText, RoundTrip) {
    const Graph one =
        graded_with("grade1.gain", "1:2:bezier : out=0.5@2, 9:3 :bezier:in=-1:out=2e-3");
    EXPECT_EQ(keys_of(one, 0), "1:2.0:bezier:out=0.5@2.0 9:3.0:bezier:in=-1.0:out=0.002 ");
    EXPECT_EQ(graded_with("grade1.gain", "1:2.0:bezier:out=0.5@2.0,9:3.0:bezier:in=-1.0:out=0.002"),
              one);
    const Graph list =
        graded_with("scatter1.weights", "1:1,2:bezier:out=0,1@0;5:3,4:linear:in=-1@3,0.5");
    EXPECT_EQ(keys_of(list, 1),
              "1:1.0,2.0:bezier:out=0.0,1.0@0.0 5:3.0,4.0:linear:in=-1.0@3.0,0.5 ");
    EXPECT_THAT(to_string(list), HasSubstr("weights at 1:1.0,2.0:bezier:out=0.0,1.0@0.0 5:"));
}

TEST(TangentsText, Refusals) {
    EXPECT_EQ(gain("1:2:bezir,5:3"),
              "grade1.gain goes between keyframes by hold, linear, smooth, cubic or bezier, not "
              "\"bezir\" (did you mean \"bezier\"?)");
    EXPECT_EQ(gain("1:2:bezier:0.5,5:3"),
              "grade1.gain at frame 1 has tangents as in=SLOPE or out=SLOPE@WEIGHT, not \"0.5\"");
    EXPECT_EQ(gain("1:2:bezier:out=x,5:3"),
              "grade1.gain at frame 1 must have a tangent as SLOPE or SLOPE@WEIGHT, such as 0.5@2, "
              "not \"x\"");
    EXPECT_THAT(gain("1:2:bezier:out=,5:3"), HasSubstr("not \"\""));
    EXPECT_THAT(gain("1:2:bezier:out=1@2@3,5:3"), HasSubstr("not \"1@2@3\""));
    EXPECT_EQ(gain("1:2:bezier:out=1:out=2,5:3"),
              "grade1.gain at frame 1 has \"out=\" twice: keep one");
    EXPECT_EQ(gain("1:2:bezier:out=nan,5:3"),
              "grade1.gain has a tangent out of frame 1 with the slope nan: slopes are finite");
    EXPECT_THAT(gain("1:2:bezier,5:3:hold:in=-inf"), HasSubstr("into frame 5 with the slope -inf"));
    EXPECT_EQ(gain("1:2:bezier:out=1@3.5,5:3"),
              "grade1.gain has a tangent out of frame 1 with the weight 3.5: weights are from 0 to "
              "3");
    EXPECT_THAT(gain("1:2:bezier:out=1@-1,5:3"), HasSubstr("the weight -1.0"));
    EXPECT_THAT(gain("1:2:bezier:out=1@nan,5:3"), HasSubstr("the weight nan"));
    EXPECT_EQ(gain("1:2:cubic:out=1,5:3"),
              "grade1.gain has a tangent out of frame 1, but goes there by cubic: only bezier has "
              "tangents");
    EXPECT_EQ(gain("1:2,5:3:bezier:in=1"),
              "grade1.gain has a tangent into frame 5, but goes there by linear: only bezier has "
              "tangents");
    EXPECT_EQ(gain("1:2:bezier:in=1,5:3"),
              "grade1.gain has a tangent into frame 1, which is its first: leave it out");
    EXPECT_EQ(refusal("grade1.invert", "1:on:bezier:out=1,5:off"),
              "grade1.invert has a tangent out of frame 1, and no values between keyframes: leave "
              "it out");
    EXPECT_THAT(refusal("grade1.curve", "1:square:bezier:out=1,5:cube"),
                HasSubstr("no values between"));
    EXPECT_EQ(refusal("scatter1.weights", "1:1,2:bezier:out=1;5:2,3"),
              "scatter1.weights has 1 tangents out of frame 1, but 2 numbers there: give each its "
              "own");
    EXPECT_THAT(refusal("scatter1.weights", "1:1:bezier:out=1,2;5:2"),
                HasSubstr("has 2 tangents out of frame 1, but one number there"));
}

TEST(TangentsText, HashesTellThemApart) {
    const char* const texts[] = {"1:2:cubic,5:3",
                                 "1:2:bezier,5:3",
                                 "1:2:bezier:out=0,5:3",
                                 "1:2:bezier:out=0@2,5:3",
                                 "1:2:bezier:out=1,5:3",
                                 "1:2:bezier,5:3:linear:in=0",
                                 "1:2:bezier:out=0,5:3:linear:in=0"};
    std::set<std::uint64_t> seen;
    for (const char* text : texts) seen.insert(hash(graded_with("grade1.gain", text)));
    EXPECT_EQ(seen.size(), std::size(texts));
}

constexpr const char* kDocument = R"({"weft": 1, "name": "x", "inputs": ["in"],
    "outputs": [{"name": "o", "node": 0, "output": "Output"}],
    "nodes": [{"id": 0, "name": "g", "functor": "FUNCTOR", "inputs": {"Input": {"input": "in"}},
               "keyframes": {%}}]})";

Result<Graph> document_with(const std::string& keyframes, const std::string& functor = "Grade") {
    std::string text = kDocument;
    text.replace(text.find('%'), 1, keyframes);
    text.replace(text.find("FUNCTOR"), 7, functor);
    return from_document(text, sample_library());
}

TEST(TangentsText, InDocuments) {
    const std::string keys =
        R"("gain": [[1, 1.0, "bezier", {"out": 0.25}], [11, 2.0, "bezier", {"in": [0.0, 0.5], "out": [-0.1, 3.0]}], [12, 3.5, "linear", {"in": 1.0}], [14, 0.5]])";
    const Result<Graph> graph = document_with(keys);
    ASSERT_TRUE(graph) << graph.error().message;
    EXPECT_THAT(to_document(*graph, sample_library()), HasSubstr(keys));
    EXPECT_EQ(*from_document(to_document(*graph, sample_library()), sample_library()), *graph);
    const std::string lists =
        R"("weights": [[1, [1.0, 2.0], "bezier", {"out": [0.5, [0.25, 2.0]]}], [5, [2.0, 3.0]]])";
    const Result<Graph> list = document_with(lists, "Scatter");
    ASSERT_TRUE(list) << list.error().message;
    EXPECT_THAT(to_document(*list, sample_library()), HasSubstr(lists));
    const std::string one =
        R"("weights": [[1, [1.0], "bezier", {"out": [[0.5, 2.0]]}], [5, [2.0]]])";
    EXPECT_THAT(to_document(*document_with(one, "Scatter"), sample_library()), HasSubstr(one));
    // Nothing new is written where nobody goes by bezier.
    const std::string old = R"("gain": [[1, 1.0, "cubic"], [11, 2.0, "hold"], [12, 3.5]])";
    EXPECT_THAT(to_document(*document_with(old), sample_library()), HasSubstr(old));
}

TEST(TangentsText, BadDocuments) {
    const auto message = [](const std::string& key, const std::string& functor = "Grade") {
        const std::string name = functor == "Grade" ? "gain" : "weights";
        const Result<Graph> graph = document_with("\"" + name + "\": [" + key + "]", functor);
        return graph ? "" : graph.error().message;
    };
    EXPECT_THAT(message(R"([1, 1, "bezir"])"),
                HasSubstr(R"(by "hold", "linear", "smooth", "cubic" or "bezier", not "bezir")"));
    EXPECT_EQ(
        message(R"([1, 1, "bezier", 3])"),
        R"(node "g": parameter "gain" at frame 1 must have tangents as {"in": slope, "out": slope}, but has 3)");
    EXPECT_EQ(
        message(R"([1, 1, "bezier", {"ot": 3}])"),
        R"(node "g": parameter "gain" at frame 1 has the unknown member "ot" (did you mean "out"?))");
    EXPECT_EQ(
        message(R"([1, 1, "bezier", {"out": true}])"),
        R"(node "g": parameter "gain" at frame 1: "out" must be a slope or [slope, weight], but has true)");
    for (const char* bad : {"[1]", "[1, 2, 3]", "[1, \"2\"]", "\"inf\"", "1e39", "[0, 1e99]", "{}"})
        EXPECT_THAT(message(std::string(R"([1, 1, "bezier", {"out": )") + bad + "}]"),
                    HasSubstr("must be a slope or [slope, weight]"))
            << bad;
    EXPECT_EQ(
        message(R"([1, 1, "bezier", {"out": [1, 3.5]}])"),
        R"(node "g": parameter "gain" has a tangent out of frame 1 with the weight 3.5: weights are from 0 to 3)");
    EXPECT_THAT(message(R"([1, 1, "linear", {"out": 1}])"), HasSubstr("only bezier has tangents"));
    EXPECT_THAT(message(R"([1, 1, "bezier", {"in": 1}])"), HasSubstr("its first"));
    EXPECT_THAT(message(R"([1, 1, "bezier", {}, 5])"), HasSubstr("[frame, value]"));
    EXPECT_EQ(
        message(R"([1, [1], "bezier", {"out": 1}])", "Scatter"),
        R"(node "g": parameter "weights" at frame 1: "out" must be a list of slopes or of [slope, weight], one for each number, but is 1)");
    EXPECT_THAT(message(R"([1, [1], "bezier", {"out": []}])", "Scatter"),
                HasSubstr("but is empty"));
    EXPECT_THAT(message(R"([1, [1], "bezier", {"out": [1, 2]}])", "Scatter"),
                HasSubstr("has 2 tangents out of frame 1"));
}

}  // namespace
}  // namespace weft::test
