// The frames whose kernels differ.
#include "graph/frame_reaches.h"

#include <gtest/gtest.h>

#include "graph/image.h"
#include "random_graph.h"
#include "sample_functors.h"

namespace weft::test {
namespace {

Graph boxed_with(const std::string& setting, const std::string& value) {
    GraphBuilder build("boxed");
    const Image input = build.input("input");
    Image graded, output;
    Grade()(input, graded);
    Box(eVertical, 3)(graded, output);
    build.output("output", output);
    Graph graph = build.finish();
    const Status set = set_parameter(graph, sample_library(), setting, value);
    EXPECT_TRUE(set) << set.error().message;
    return graph;
}

std::vector<int> radii(const std::string& value) {
    std::vector<int> radii;
    for (const Graph& still : frame_reaches(boxed_with("box1.radius", value), sample_library())) {
        EXPECT_FALSE(is_animated(still));
        radii.push_back(std::get<int>(still.nodes[1].parameters[1]));
    }
    return radii;
}

TEST(FrameReaches, OneFrameForEachRadius) {
    EXPECT_EQ(radii("1:2,4:5"), (std::vector<int>{2, 3, 4, 5}));
    EXPECT_EQ(radii("1:2,100:4"), (std::vector<int>{2, 3, 4}));
    EXPECT_EQ(radii("1:2,2:9:hold,7:2"), (std::vector<int>{2, 9}));
    EXPECT_EQ(radii("-900000000:1,900000000:200").front(), 1) << "not every frame is looked at";
}

TEST(FrameReaches, TangentsLeadBeyondKeyframes) {
    // Half way 2 above both, which are alike.
    EXPECT_EQ(radii("1:3:bezier:out=0.8,11:3:linear:in=-0.8"), (std::vector<int>{3, 4, 5}));
    // The turn is looked at where most frames are not.
    const std::vector<int> far =
        radii("-900000000:1,0:1:bezier:out=40,10:1:linear:in=-40,900000000:1");
    EXPECT_EQ(*std::max_element(far.begin(), far.end()), 101);
}

TEST(FrameReaches, NothingWhereAllFramesAreAlike) {
    EXPECT_TRUE(radii("7").empty());
    EXPECT_TRUE(radii("1:7,9:7").empty());
    EXPECT_TRUE(frame_reaches(boxed_with("grade1.gain", "1:0,100:2"), sample_library()).empty())
        << "a value is an argument of a kernel as it is";
}

TEST(FrameReaches, AxesCountAsReach) {
    EXPECT_EQ(
        frame_reaches(boxed_with("box1.axis", "1:horizontal,5:vertical"), sample_library()).size(),
        2u);
}

}  // namespace
}  // namespace weft::test
