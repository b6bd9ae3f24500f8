// Effect documents: the round trip, the exact text, and every refusal.
#include "graph/document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/draft.h"
#include "graph/image.h"
#include "random_graph.h"
#include "sample_functors.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

Graph soften() {
    GraphBuilder build("soften", "Blurs \"dark\" parts");
    const Image input = build.input("plate");
    Image blurred, output;
    build.border({eConstant, 0.1f});
    Box(eVertical, 3)(input, blurred);
    build.border({});
    build.name_next("mix");
    Add3()(blurred, input, blurred, output);
    build.output("output", output);
    build.output("original", input);
    build.control("radius", "Radius", "In pixels.", {"box1.radius"});
    return build.finish();
}

constexpr const char* kSoften = R"({
  "weft": 2,
  "name": "soften",
  "summary": "Blurs \"dark\" parts",
  "inputs": [
    "plate"
  ],
  "nodes": [
    {
      "id": 0,
      "name": "box1",
      "functor": "Box",
      "restart": 64,
      "inputs": {
        "Input": {"input": "plate", "border": "constant", "value": 0.1}
      },
      "parameters": {
        "axis": "vertical",
        "radius": 3
      }
    },
    {
      "id": 1,
      "name": "mix",
      "functor": "Add3",
      "inputs": {
        "A": {"node": 0, "output": "Output", "border": "clamp"},
        "B": {"input": "plate", "border": "clamp"},
        "C": {"node": 0, "output": "Output", "border": "clamp"}
      },
      "parameters": {
        "axis": "vertical",
        "radius": 1
      }
    }
  ],
  "outputs": [
    {"name": "output", "node": 1, "output": "Output"},
    {"name": "original", "input": "plate"}
  ],
  "controls": [
    {
      "name": "radius",
      "label": "Radius",
      "help": "In pixels.",
      "sets": [
        {"node": 0, "parameter": "radius"}
      ]
    }
  ]
}
)";

TEST(Document, IsThisText) { EXPECT_EQ(to_document(soften(), sample_library()), kSoften); }

TEST(Document, SaysWhichInputsMayBeLeftOut) {
    Graph graph = soften();
    graph.optional_inputs = {{"bright", "Added.", {{NodeId{1}, "B"}}},
                             {"dark", "", {{NodeId{1}, "C"}, {NodeId{0}, "Input"}}}};
    const std::string text = to_document(graph, sample_library());
    EXPECT_THAT(text, HasSubstr(R"(  "optional inputs": [
    {
      "name": "bright",
      "help": "Added.",
      "readers": [
        {"node": 1, "input": "B"}
      ]
    },
)"));
    EXPECT_EQ(*from_document(text, sample_library()), graph);
    const auto refusal = [&](const std::string& from, const std::string& to) {
        std::string changed = text;
        changed.replace(changed.find(from), from.size(), to);
        return from_document(changed, sample_library()).error().message;
    };
    EXPECT_THAT(refusal("\"readers\"", "\"reader\""),
                HasSubstr("optional input \"bright\" has the unknown member \"reader\""));
    EXPECT_THAT(refusal("\"input\": \"B\"", "\"input\": \"D\""),
                HasSubstr("optional input \"bright\": node \"mix\" has no input \"D\""));
    EXPECT_THAT(refusal("\"bright\"", "\"plate\""), HasSubstr("has the name of an input"));
}

TEST(Document, ReadsBackToTheSameGraph) {
    const Result<Graph> graph = from_document(kSoften, sample_library());
    ASSERT_TRUE(graph) << graph.error().message;
    EXPECT_EQ(*graph, soften());
}

TEST(Document, RandomGraphsComeBack) {
    const Library library = sample_library();
    std::mt19937 random(test_seed());
    for (int i = 0; i < 400; ++i) {
        const Graph graph = random_graph(random);
        const std::string text = to_document(graph, library);
        const Result<Graph> again = from_document(text, library);
        ASSERT_TRUE(again) << again.error().message << '\n' << text << "seed " << test_seed();
        ASSERT_EQ(*again, graph) << text << "seed " << test_seed();
        ASSERT_EQ(hash(*again), hash(graph)) << text << "seed " << test_seed();
        ASSERT_EQ(to_document(*again, library), text);
    }
}

TEST(Document, OrderOfNodesDoesNotMatterAndDefaultsFillIn) {
    const Result<Graph> graph = from_document(R"({"weft": 2, "name": "x", "inputs": ["in"],
        "outputs": [{"name": "o", "node": 2, "output": "Output"}],
        "nodes": [
          {"id": 2, "name": "b", "functor": "Box", "inputs": {"Input": {"node": 9, "output": "Low"}},
           "parameters": {"radius": 50}},
          {"id": 9, "name": "s", "functor": "Split", "inputs": {"Input": {"input": "in"}}}]})",
                                              sample_library());
    ASSERT_TRUE(graph) << graph.error().message;
    EXPECT_EQ(graph->nodes[0].name, "s");
    EXPECT_EQ(graph->nodes[0].parameters, (std::vector<ParameterValue>{eHorizontal, 1}));
    EXPECT_EQ(graph->nodes[1].restart_period, default_restart_period(50));
    EXPECT_EQ(graph->nodes[1].borders, (std::vector<Border>{{}}));
}

TEST(Document, BordersMayBeInfinite) {
    Graph graph = soften();
    graph.nodes[0].borders[0] = {eConstant, -std::numeric_limits<float>::infinity()};
    const std::string text = to_document(graph, sample_library());
    EXPECT_THAT(text, HasSubstr("\"value\": \"-inf\""));
    EXPECT_EQ(*from_document(text, sample_library()), graph);
}

TEST(Document, SaysWhereIntermediatesAreUnbounded) {
    Graph graph = soften();
    graph.intermediates = Intermediates::kUnbounded;
    const std::string text = to_document(graph, sample_library());
    EXPECT_THAT(text, HasSubstr("\n  \"intermediates\": \"unbounded\",\n"));
    EXPECT_EQ(*from_document(text, sample_library()), graph);
    EXPECT_FALSE(graph == soften());
}

TEST(Document, BringsFunctorsLineByLine) {
    Draft draft{soften(), {}, {{"halo.h", "#pragma once\n\n// \"halo\"\n"}, {"a-1.h", "x\n"}}};
    const std::string text = to_document(draft, sample_library(), {});
    EXPECT_THAT(text, HasSubstr(R"(
  "functors": [
    {
      "file": "a-1.h",
      "source": [
        "x"
      ]
    },
    {
      "file": "halo.h",
      "source": [
        "#pragma once",
        "",
        "// \"halo\""
      ]
    }
  ]
})"));
    const auto functors = functors_of_document(text);
    ASSERT_TRUE(functors) << functors.error().message;
    EXPECT_EQ(*functors, draft.functors);
    const auto read = draft_from_document(text, sample_library());
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->draft, draft);
    EXPECT_EQ(*from_document(text, sample_library()), soften());
    EXPECT_TRUE(functors_of_document(kSoften)->empty());
    EXPECT_TRUE(functors_of_document("no document")->empty());
}

TEST(Document, MaySayThatIntermediatesAreBounded) {
    std::string text = kSoften;
    text.insert(text.find("\"inputs\""), "\"intermediates\": \"bounded\", ");
    EXPECT_EQ(*from_document(text, sample_library()), soften());
}

std::string document_error(const std::string& text) {
    const Result<Graph> graph = from_document(text, sample_library());
    if (graph) return "";
    EXPECT_EQ(graph.error().kind, ErrorKind::kDocument);
    EXPECT_EQ(graph.error().message.find('\n'), std::string::npos) << graph.error().message;
    return graph.error().message;
}

/// The message when `was`, which is in the sound document, becomes `is`.
std::string changed(const std::string& was, const std::string& is) {
    std::string text = kSoften;
    const std::size_t at = text.find(was);
    EXPECT_NE(at, std::string::npos) << was;
    text.replace(at, was.size(), is);
    return document_error(text);
}

TEST(DocumentErrors, NotJson) {
    EXPECT_THAT(document_error(""),
                HasSubstr("the document cannot be read: line 1, column 0: the text "
                          "ends too early"));
    EXPECT_THAT(document_error("not json"), HasSubstr("line 1, column 2: this is not JSON"));
    EXPECT_THAT(document_error("{\n  \"weft\": 2,\n  oops\n}"), HasSubstr("line 3, column 3"));
    EXPECT_THAT(document_error("[1, 2]"), HasSubstr("must be a JSON object, but is a list"));
    EXPECT_THAT(document_error(std::string(100000, '[')), HasSubstr("nested deeper than 32"));
    EXPECT_THAT(document_error(std::string("{\"weft\": 2}\0x", 13)), HasSubstr("cannot be read"));
    EXPECT_THAT(document_error("{\"weft\": 1e999}"), HasSubstr("1e999 is too large"));
    EXPECT_THAT(document_error("{\"weft\": \"\xff\"}"), HasSubstr("cannot be read"));
}

TEST(DocumentErrors, Versions) {
    EXPECT_THAT(
        changed("\"weft\": 2", "\"weft\": 3"),
        HasSubstr("is of format version 3, but this Weft reads versions up to 2: use a newer"));
    EXPECT_THAT(changed("\"weft\": 2", "\"weft\": 0"), HasSubstr("versions start at 1"));
    EXPECT_THAT(changed("\"weft\": 2,", ""), HasSubstr("has no \"weft\""));
    EXPECT_THAT(changed("\"weft\": 2", "\"weft\": 2.5"),
                HasSubstr("must be a whole number, but is 2.5"));
}

TEST(DocumentErrors, Members) {
    EXPECT_THAT(
        changed("\"summary\"", "\"sumary\""),
        HasSubstr("the document has the unknown member \"sumary\" (did you mean \"summary\"?)"));
    EXPECT_THAT(changed("\"summary\"", "\"name\""), HasSubstr("the document has \"name\" twice"));
    EXPECT_THAT(changed("\"id\": 1,", ""), HasSubstr("node \"mix\" has no \"id\": add it"));
    EXPECT_THAT(changed("\"id\": 1,", "\"id\": \"1\","),
                HasSubstr("node \"mix\": \"id\" must be a whole number, but is a text"));
    EXPECT_THAT(changed("\"name\": \"mix\"", "\"name\": 7"),
                HasSubstr("\"name\" must be a text, but is a number"));
    EXPECT_THAT(changed("\"plate\"\n  ]", "3\n  ]"), HasSubstr("\"inputs\" must hold names"));
}

TEST(DocumentErrors, Intermediates) {
    const auto with = [](const std::string& value) {
        return changed("\"inputs\"", "\"intermediates\": " + value + ", \"inputs\"");
    };
    EXPECT_EQ(with("\"unbound\""),
              "the document: \"intermediates\" must be bounded or unbounded, but is \"unbound\" "
              "(did you mean \"unbounded\"?)");
    EXPECT_THAT(with("\"halide\""), HasSubstr("must be bounded or unbounded, but is \"halide\""));
    EXPECT_THAT(with("true"), HasSubstr("\"intermediates\" must be a text, but is"));
}

TEST(DocumentErrors, Functors) {
    const auto error = [](const std::string& list) {
        const auto read = functors_of_document("{\"functors\": " + list + "}");
        return read ? std::string("none") : read.error().message;
    };
    EXPECT_EQ(error("3"), "the document: \"functors\" must be a list, but is a number");
    EXPECT_EQ(error(R"([{"file": "a.h"}])"), "functor 0 of the document has no \"source\": add it");
    EXPECT_EQ(error(R"([{"file": "../a.h", "source": []}])"),
              "a functor's file is named \"../a.h\", but must be letters, digits, '_' and '-', and "
              "end in \".h\"");
    EXPECT_EQ(error(R"([{"file": "a.h", "source": [3]}])"),
              "functor \"a.h\" of the document: \"source\" must hold lines, but has a number");
    EXPECT_EQ(error(R"([{"file": "a.h", "source": ["a\nb"]}])"),
              "functor \"a.h\" of the document: \"source\" must hold lines, but has several in one "
              "text");
    EXPECT_EQ(error(R"([{"file": "a.h", "source": []}, {"file": "a.h", "source": []}])"),
              "functor \"a.h\" of the document is there twice: keep one");
}

TEST(DocumentErrors, Nodes) {
    EXPECT_THAT(changed("\"id\": 1,", "\"id\": 0,"),
                HasSubstr("node \"mix\" and node \"box1\" have the same id 0"));
    EXPECT_THAT(changed("\"id\": 1,", "\"id\": -1,"), HasSubstr("\"mix\" has the id -1"));
    EXPECT_THAT(changed("\"name\": \"mix\"", "\"name\": \"box1\""), HasSubstr("named \"box1\""));
    EXPECT_THAT(changed("\"Add3\"", "\"Ad3\""),
                HasSubstr("node \"mix\" uses the functor \"Ad3\", which is not known (did you mean "
                          "\"Add3\"?)"));
    EXPECT_THAT(changed("\"restart\": 64", "\"restart\": 0"), HasSubstr("restart period"));
}

TEST(DocumentErrors, Connections) {
    EXPECT_THAT(changed("\"A\": {", "\"X\": {"), HasSubstr("Add3 has no input \"X\""));
    EXPECT_THAT(changed("\"A\": {", "\"B\": {"),
                HasSubstr("node \"mix\": input \"B\" is connected twice: keep one connection"));
    EXPECT_THAT(changed("\"A\": {\"node\": 0, \"output\": \"Output\", \"border\": \"clamp\"},", ""),
                HasSubstr("input \"A\" of node \"mix\" is not connected: connect it"));
    EXPECT_THAT(
        changed("{\"node\": 0, \"output\": \"Output\"", "{\"node\": 8, \"output\": \"Output\""),
        HasSubstr("input \"A\" of node \"mix\" is connected to node 8, which is missing"));
    EXPECT_THAT(
        changed("\"output\": \"Output\"", "\"output\": \"High\""),
        HasSubstr("output \"High\" of node \"box1\", which has no such output; it has: Output"));
    EXPECT_THAT(changed("{\"input\": \"plate\"", "{\"input\": \"plait\""),
                HasSubstr("reads the graph input \"plait\", which is missing"));
    EXPECT_THAT(changed("{\"input\": \"plate\"", "{\"input\": \"plate\", \"node\": 1"),
                HasSubstr("either \"input\" or \"node\", not both"));
    EXPECT_THAT(changed("\"input\": \"plate\", ", ""), HasSubstr("not neither"));
    EXPECT_THAT(changed("{\"input\": \"plate\"", "{\"node\": 1, \"output\": \"Output\""),
                HasSubstr("\"box1\" -> \"mix\" -> \"box1\" form a cycle"));
    EXPECT_THAT(changed("\"constant\"", "\"wrap\""),
                HasSubstr("must be clamp, mirror, repeat or constant, but is \"wrap\""));
    EXPECT_THAT(changed("\"value\": 0.1", "\"value\": \"low\""), HasSubstr("must be a number"));
    EXPECT_THAT(changed("\"value\": 0.1", "\"value\": 1e39"), HasSubstr("must be a number"));
}

TEST(DocumentErrors, Parameters) {
    EXPECT_THAT(
        changed("\"radius\": 3", "\"raduis\": 3"),
        HasSubstr("node \"box1\": Box has no parameter \"raduis\" (did you mean \"radius\"?); "
                  "it has: axis, radius"));
    EXPECT_THAT(changed("\"radius\": 3", "\"radius\": 3, \"radius\": 4"),
                HasSubstr("parameter \"radius\" is given twice"));
    EXPECT_THAT(
        changed("\"radius\": 3", "\"radius\": 3.5"),
        HasSubstr("node \"box1\": parameter \"radius\" must be a whole number from 0 to 200, "
                  "but is 3.5"));
    EXPECT_THAT(changed("\"radius\": 3", "\"radius\": 201"),
                HasSubstr("from 0 to 200, but is 201"));
    EXPECT_THAT(changed("\"radius\": 3", "\"radius\": null"), HasSubstr("but is null"));
    EXPECT_THAT(changed("\"vertical\"", "\"diagonal\""),
                HasSubstr("must be horizontal or vertical, but is \"diagonal\""));
}

TEST(DocumentErrors, OutputsAndControls) {
    EXPECT_THAT(
        changed("\"node\": 1, \"output\": \"Output\"}", "\"node\": 5, \"output\": \"Output\"}"),
        HasSubstr("graph output \"output\" is connected to node 5, which is missing"));
    EXPECT_THAT(changed("\"original\"", "\"output\""),
                HasSubstr("a graph output is named \"output\""));
    EXPECT_THAT(
        changed("{\"node\": 0, \"parameter\": \"radius\"}", "{\"node\": 0, \"parameter\": \"r\"}"),
        HasSubstr("control \"radius\": node \"box1\" has no parameter \"r\""));
    EXPECT_THAT(changed("{\"node\": 0, \"parameter\": \"radius\"}", ""),
                HasSubstr("sets no parameter"));
}

}  // namespace
}  // namespace weft::test
