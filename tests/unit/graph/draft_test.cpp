// Drafts: how disabled and unfinished nodes are saved, read, and left out of what renders.
#include "graph/draft.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/clones.h"
#include "graph/document.h"
#include "graph/image.h"
#include "random_graph.h"
#include "sample_functors.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

/// input -> grade1 -> grade2 -> output, and a control of both.
Draft draft_chain() {
    GraphBuilder build("chain");
    const Image input = build.input("input");
    Image first, second;
    Grade(2.0f)(input, first);
    Grade(3.0f)(first, second);
    build.output("output", second);
    build.control("gain", "Gain", "", {"grade1.gain", "grade2.gain"});
    return {build.finish(), {}};
}

Node spare(int id) {
    Node node = draft_chain().graph.nodes.front();
    node.id.value = id;
    node.name = "spare";
    node.inputs = {kUnconnected};
    return node;
}

TEST(Draft, WithNothingMissingIsItsGraph) {
    const Library library = sample_library();
    const Draft draft = draft_chain();
    const Result<Graph> graph = finish(draft, library);
    ASSERT_TRUE(graph) << graph.error().message;
    EXPECT_EQ(*graph, draft.graph);
    EXPECT_EQ(to_document(draft, library, ""), to_document(draft.graph, library));
}

TEST(Draft, PassesByWhatIsDisabled) {
    const Library library = sample_library();
    Draft draft = draft_chain();
    draft.disabled = {{NodeId{0}, 0}};
    EXPECT_EQ(passed_by(draft, {NodeId{0}, 0}), (ImageId{NodeId{}, 0}));
    const Result<Graph> graph = finish(draft, library);
    ASSERT_TRUE(graph) << graph.error().message;
    ASSERT_EQ(graph->nodes.size(), 1u);
    EXPECT_EQ(graph->nodes[0].inputs, std::vector<ImageId>{(ImageId{NodeId{}, 0})});
    ASSERT_EQ(graph->controls.size(), 1u);
    EXPECT_EQ(graph->controls[0].targets.size(), 1u);
    EXPECT_TRUE(validate(*graph, library));

    draft.disabled = {{NodeId{0}, 0}, {NodeId{1}, 0}};
    const Result<Graph> nothing = finish(draft, library);
    ASSERT_TRUE(nothing);
    EXPECT_TRUE(nothing->nodes.empty());
    EXPECT_EQ(nothing->outputs[0].image, (ImageId{NodeId{}, 0}));
}

/// The second picture with the first in front of it, in the frame of the second.
class InFront : public Functor<InFront, eParallel> {
    Indexer<eInput, eComponent> A;
    Indexer<eInput, eComponent> B;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(A, B, Output)

  public:
    static constexpr int kFrameOf = 1;
    void Kernel() { Output() = A() + B(); }
};

/// in_front1, disabled, reads two pictures. `say` is what the document says of that.
std::string with_in_front(const std::string& say) {
    return R"({"weft": 2, "name": "d", "inputs": ["a", "b"], "controls": [],
  "nodes": [{"id": 0, "name": "in_front1", "functor": "InFront", "disabled": )" +
           say + R"(, "parameters": {},
             "inputs": {"A": {"input": "a"}, "B": {"input": "b"}}}],
  "outputs": [{"name": "output", "node": 0, "output": "Output"}]})";
}

TEST(Draft, TheMainInputStandsForADisabledNode) {
    Library library = sample_library();
    library.add(functor_type<InFront>());
    const Node node =
        draft_from_document(with_in_front("false"), library)->draft.graph.nodes.front();
    EXPECT_EQ(main_input(node, library), 1);
    EXPECT_EQ(main_input(draft_chain().graph.nodes.front(), library), 0);
    // Documents say which one it is: older ones mean the first, whatever the functor says now.
    for (const auto& [say, input] : {std::pair("true", 0), std::pair("\"B\"", 1)}) {
        const std::string text = with_in_front(say);
        const Result<DraftDocument> read = draft_from_document(text, library);
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(read->draft.disabled, (std::map<NodeId, int>{{NodeId{0}, input}}));
        EXPECT_EQ(from_document(text, library)->outputs[0].image, (ImageId{NodeId{}, input}));
        const std::string written = to_document(read->draft, library, "");
        EXPECT_THAT(written, HasSubstr(std::string("\"disabled\": ") + say + ","));
        EXPECT_EQ(draft_from_document(written, library)->draft, read->draft);
    }
    EXPECT_THAT(from_document(with_in_front("\"C\""), library).error().message,
                HasSubstr("\"disabled\" must be true, false or the name of an input of InFront "
                          "(A, B), but is \"C\""));
    Draft draft = draft_from_document(with_in_front("true"), library)->draft;
    draft.disabled[NodeId{0}] = 2;
    EXPECT_THAT(validate(draft, library).error().message,
                HasSubstr("input 2 stands for the disabled node \"in_front1\""));
}

TEST(Draft, LeavesOutWhatIsUnfinishedAndNotNeeded) {
    const Library library = sample_library();
    Draft draft = draft_chain();
    draft.graph.nodes.push_back(spare(7));
    ASSERT_TRUE(validate(draft, library));
    const Result<Graph> graph = finish(draft, library);
    ASSERT_TRUE(graph);
    EXPECT_EQ(*graph, draft_chain().graph);
}

TEST(Draft, SaysWhatIsMissing) {
    const Library library = sample_library();
    Draft draft = draft_chain();
    draft.graph.nodes[0].inputs = {kUnconnected};
    EXPECT_THAT(finish(draft, library).error().message,
                "input \"Input\" of node \"grade1\" is not connected: connect it");
    draft.graph.outputs[0].image = kUnconnected;
    EXPECT_THAT(finish(draft, library).error().message,
                "output \"output\" is not connected: connect it");
}

TEST(Draft, IsReadAsItWasWritten) {
    const Library library = sample_library();
    Draft draft = draft_chain();
    draft.graph.nodes.push_back(spare(7));
    draft.graph.nodes.back().borders.front() = {eConstant, 0.5f};
    draft.graph.outputs.push_back({"other", kUnconnected});
    draft.disabled = {{NodeId{1}, 0}};
    const std::string text = to_document(draft, library, "{\"at\": [1, 2]}");
    const Result<DraftDocument> read = draft_from_document(text, library);
    ASSERT_TRUE(read) << read.error().message << '\n' << text;
    EXPECT_EQ(read->draft, draft);
    ASSERT_NE(read->editor.get<JsonValue::Object>(), nullptr);
    EXPECT_EQ(to_document(read->draft, library, "{\"at\": [1, 2]}"), text);
}

TEST(Draft, RendersFromItsDocumentAsInTheEditor) {
    const Library library = sample_library();
    Draft draft = draft_chain();
    draft.graph.nodes.push_back(spare(7));
    draft.disabled = {{NodeId{1}, 0}};
    const Result<Graph> graph = from_document(to_document(draft, library, "{}"), library);
    ASSERT_TRUE(graph) << graph.error().message;
    EXPECT_EQ(*graph, *finish(draft, library));
    // Without the member "editor" a connection that is missing is a mistake.
    EXPECT_THAT(from_document(to_document(draft, library, ""), library).error().message,
                HasSubstr("input \"Input\" of node \"spare\" is not connected: connect it"));
}

TEST(Draft, MistakesInWhatIsDisabledAreMistakes) {
    const Library library = sample_library();
    Draft draft = draft_chain();
    std::string text = to_document(draft, library, "");
    text.replace(text.find("\"functor\""), 0, "\"disabled\": 1,\n      ");
    EXPECT_THAT(
        from_document(text, library).error().message,
        HasSubstr("node \"grade1\": \"disabled\" must be true, false or the name of an input "
                  "of Grade (Input), but is 1"));
    draft.disabled = {{NodeId{40}, 0}};
    EXPECT_THAT(validate(draft, library).error().message, "node 40 is disabled, but there is none");
}

/// The chain with its second node a clone of the first, and a control of the first alone.
Draft cloned() {
    Draft draft = draft_chain();
    draft.graph.controls[0].targets.pop_back();
    draft.clones = {{NodeId{1}, NodeId{0}}};
    share_values(draft, NodeId{0});
    return draft;
}

TEST(Draft, ClonesHaveTheValuesOfTheirOriginal) {
    const Library library = sample_library();
    const Draft draft = cloned();
    EXPECT_EQ(draft.graph.nodes[1].parameters, draft.graph.nodes[0].parameters);
    const std::string text = to_document(draft, library, "");
    EXPECT_THAT(text, HasSubstr("\"clone_of\": 0"));
    EXPECT_EQ(draft_from_document(text, library)->draft, draft);
    EXPECT_EQ(to_document(draft_from_document(text, library)->draft, library, ""), text);
    // What renders has two nodes, and the control of one sets both.
    Graph graph = *from_document(text, library);
    ASSERT_TRUE(set_parameter(graph, library, "gain", "1.5"));
    EXPECT_EQ(graph.nodes[0].parameters, graph.nodes[1].parameters);
    EXPECT_NE(graph.nodes[0].parameters, draft.graph.nodes[0].parameters);
    // Also where the original is disabled.
    Draft half = draft;
    half.disabled = {{NodeId{0}, 0}};
    graph = *finish(half, library);
    ASSERT_EQ(graph.controls.size(), 1u);
    EXPECT_EQ(graph.controls[0].targets[0].first, NodeId{1});
}

TEST(Draft, OfAFamilyTheFirstThatStaysIsTheOriginal) {
    Draft draft = cloned();
    draft.graph.nodes.push_back(spare(2));
    draft.clones[NodeId{2}] = NodeId{0};
    EXPECT_EQ(family_of(draft, NodeId{2}), (std::vector{NodeId{0}, NodeId{1}, NodeId{2}}));
    leave_families(draft, {NodeId{0}});
    EXPECT_EQ(draft.clones, (std::map<NodeId, NodeId>{{NodeId{2}, NodeId{1}}}));
    EXPECT_EQ(draft.graph.controls[0].targets[0].first, NodeId{1});
    leave_families(draft, {NodeId{2}});
    EXPECT_TRUE(draft.clones.empty());
}

TEST(Draft, SaysWhatIsWrongWithClones) {
    const Library library = sample_library();
    const std::string text = to_document(cloned(), library, "");
    const auto error = [&](const std::string& other) {
        const std::string line = "\"clone_of\": 0";
        return from_document(std::string(text).replace(text.find(line), line.size(), other),
                             library)
            .error()
            .message;
    };
    EXPECT_THAT(error("\"clone_of\": 9"),
                HasSubstr("node \"grade2\" is a clone of node 9, which is missing"));
    EXPECT_THAT(error("\"clone_of\": 1"), HasSubstr("a clone itself: name its original"));
    EXPECT_THAT(error("\"clone_of\": 0, \"parameters\": {}"),
                HasSubstr("has \"parameters\" too: a clone has those of its original"));
    Draft other = cloned();
    other.graph.nodes[1].parameters = draft_chain().graph.nodes[1].parameters;
    EXPECT_THAT(validate(other, library).error().message, HasSubstr("other values"));
    other.graph.nodes[1].functor = "Blur";
    EXPECT_THAT(validate(other, library).error().message, HasSubstr("a clone is the same"));
}

}  // namespace
}  // namespace weft::test
