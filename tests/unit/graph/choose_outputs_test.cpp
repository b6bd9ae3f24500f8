// Outputs by name: the graph's own, and those of nodes.
#include "graph/choose_outputs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/image.h"
#include "random_graph.h"
#include "sample_functors.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

Graph split_graph() {
    GraphBuilder build("sample");
    const Image input = build.input("input");
    Image high, low, output;
    Split(eHorizontal, 1)(input, high, low);
    Grade()(low, output);
    build.output("result", output);
    return build.finish();
}

std::string refusal_of_outputs(const std::vector<std::string>& names) {
    const Result<Graph> graph = with_outputs(split_graph(), sample_library(), names);
    return graph ? "" : graph.error().message;
}

TEST(ChooseOutputs, OfTheGraphAndOfNodes) {
    const Result<Graph> graph = with_outputs(split_graph(), sample_library(),
                                             {"split1.Low", "result", "grade1", "split1.High"});
    ASSERT_TRUE(graph) << graph.error().message;
    ASSERT_EQ(graph->outputs.size(), 4u);
    const NodeId split = split_graph().find("split1")->id, grade = split_graph().find("grade1")->id;
    EXPECT_EQ(graph->outputs[0], (GraphOutput{"split1/Low", {split, 1}}));
    EXPECT_EQ(graph->outputs[1], (GraphOutput{"result", {grade, 0}}));
    EXPECT_EQ(graph->outputs[2], (GraphOutput{"grade1", {grade, 0}}));
    EXPECT_EQ(graph->outputs[3], (GraphOutput{"split1/High", {split, 0}}));
    EXPECT_EQ(graph->nodes, split_graph().nodes);
}

TEST(ChooseOutputs, Refusals) {
    EXPECT_EQ(refusal_of_outputs({"split1"}),
              "node \"split1\" has several outputs: say which, as split1.High; it has: High, Low");
    EXPECT_THAT(refusal_of_outputs({"split1.Lov"}), HasSubstr("did you mean \"Low\""));
    EXPECT_THAT(refusal_of_outputs({"grad1"}), HasSubstr("did you mean \"grade1\""));
    EXPECT_THAT(refusal_of_outputs({"nothing.at.all"}),
                HasSubstr("it has: result, split1, grade1"));
    EXPECT_THAT(refusal_of_outputs({"result", "result"}), HasSubstr("chosen twice"));
}

}  // namespace
}  // namespace weft::test
