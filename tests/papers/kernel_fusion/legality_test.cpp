// Paper: kernel-fusion, section II-B: dependences, shared memory and headers.
#include <gtest/gtest.h>

#include "graphs.h"

namespace weft::test {
namespace {

std::string why(const FusionGraph& graph, const std::vector<std::string>& names,
                const FusionLegality& legality = kPaperLegality) {
    return why_illegal(graph, block_named(graph, names), legality).value_or("");
}

bool paper(const FusionGraph& graph, const std::vector<std::string>& names) {
    return why(graph, names).empty();
}

bool extended(const FusionGraph& graph, const std::vector<std::string>& names) {
    return why(graph, names, kExtendedLegality).empty();
}

TEST(KernelFusionFigure2, TrueDependencesAndSharedInputsAreLegal) {
    EXPECT_TRUE(paper(enhance(), {"mean", "gain", "gamma"}));           // 2a
    EXPECT_TRUE(paper(unsharp(), {"blur", "high", "ratio", "sharp"}));  // 2b
    EXPECT_TRUE(paper(unsharp(), {"blur", "high"}));
}

/// 2c and 2d, in the example's words: "{(dx, sx)} cannot be fused due to an external output ...
/// {(gx, hc)} is illegal to fuse due to two external input dependence".
TEST(KernelFusionFigure2, ExternalDependencesAreThePapersAlone) {
    const FusionGraph graph = harris();
    EXPECT_NE(why(graph, {"dx", "sx"}).find("external output"), std::string::npos);
    EXPECT_NE(why(graph, {"gx", "hc"}).find("external input"), std::string::npos);
    for (const char* gaussian : {"gx", "gy", "gxy"})
        EXPECT_TRUE(extended(graph, {gaussian, "hc"})) << gaussian;
    EXPECT_TRUE(extended(graph, {"dx", "sx"}));
    EXPECT_TRUE(extended(graph, {"dx", "dy", "sx", "sxy", "sy"}));
}

/// "Only the input of the source kernel ... [is] preserved": that the destination reads all that is
/// read is not enough.
TEST(KernelFusionFigure2, InputsAreThoseOfASource) {
    FusionGraphBuilder b;
    const int one = b.input("one"), two = b.input("two");
    const int first = b.kernel("first", {one}, 1);
    b.keep(b.kernel("second", {first, one, two}, 1));
    EXPECT_EQ(why(b.graph, {"first", "second"}),
              "external input dependence: no source kernel reads all of one, two");
    EXPECT_TRUE(extended(b.graph, {"first", "second"}));
    b.graph.vertices[0].reads.push_back({.image = two, .window = {}});
    EXPECT_TRUE(paper(b.graph, {"first", "second"}));
}

/// A second output of a kernel that nobody reads is not written.
TEST(KernelFusionFigure2, OutputsThatNobodyReadsLeaveNothing) {
    FusionGraph graph = enhance();
    graph.images.push_back({.name = "unused", .producer = 0});
    EXPECT_TRUE(paper(graph, {"mean", "gain", "gamma"}));
    graph.images.back().live_out = true;
    EXPECT_FALSE(paper(graph, {"mean", "gain", "gamma"}));
}

TEST(KernelFusionFigure2, OutputsOfTheProgramAreExternal) {
    FusionGraph graph = enhance();
    EXPECT_TRUE(paper(graph, {"mean", "gain", "gamma"}));
    graph.images[1].live_out = true;  // of mean
    EXPECT_FALSE(paper(graph, {"mean", "gain", "gamma"}));
    EXPECT_TRUE(paper(graph, {"gain", "gamma"}));
    EXPECT_TRUE(extended(graph, {"mean", "gain", "gamma"}));
}

TEST(KernelFusionFigure2, NoPathMayLeaveABlockAndComeBack) {
    FusionGraphBuilder b;
    const int first = b.kernel("first", {b.input("in")}, 1);
    const int between = b.kernel("between", {b.kernel("more", {first}, 1)}, 1);
    b.keep(b.kernel("last", {first, between}, 1));
    const std::string reason = why(b.graph, {"first", "last"}, kExtendedLegality);
    EXPECT_EQ(reason, "between comes between them");
    EXPECT_FALSE(paper(b.graph, {"first", "last"}));
    EXPECT_FALSE(extended(b.graph, {"first", "between", "last"}));
    EXPECT_TRUE(extended(b.graph, {"first", "more", "between", "last"}));
}

TEST(KernelFusionBlocks, AreConnected) {
    EXPECT_FALSE(extended(harris(), {"dx", "dy"}));
    EXPECT_FALSE(paper(harris(), {"dx", "dy"}));
    EXPECT_TRUE(extended(harris(), {"dx", "dy", "sxy"}));
}

TEST(KernelFusionBlocks, OfOneKernelAreLegal) {
    FusionGraph graph = harris();
    graph.vertices[0].fusible = false;
    for (int v = 0; v < static_cast<int>(graph.vertices.size()); ++v) {
        EXPECT_FALSE(why_illegal(graph, {v}, kPaperLegality));
        EXPECT_FALSE(why_illegal(graph, {v}, kExtendedLegality));
    }
}

/// f of a fused kernel is not defined in the paper. The example: "there are three consumer kernels
/// ... which triples the memory usage. In total, the memory consumption increases five times".
TEST(KernelFusionEquation2, CountsStagedMasks) {
    const FusionGraph corners = harris();
    const FusionBlock all =
        block_named(corners, {"dx", "dy", "sx", "sy", "sxy", "gx", "gy", "gxy", "hc"});
    EXPECT_EQ(staged_mask_sides(corners, all), 3 * 5);
    EXPECT_DOUBLE_EQ(shared_growth(corners, all), 5);
    // "No external dependence are detected but the resource usage does not satisfy Eq. (2)."
    EXPECT_EQ(why_illegal(corners, all, kPaperLegality),
              "equation 2: shared memory grows 5.00 times, at most 2 may be");

    const FusionGraph dark = night();
    EXPECT_DOUBLE_EQ(shared_growth(dark, block_named(dark, {"A0", "A1"})), 7.0 / 5);
    EXPECT_TRUE(paper(dark, {"A0", "A1", "Scoto"}));

    const FusionGraph gradients = sobel();
    EXPECT_DOUBLE_EQ(shared_growth(gradients, block_named(gradients, {"dx", "dy", "magnitude"})),
                     2);
}

TEST(KernelFusionEquation2, KnowsItsThreshold) {
    const FusionGraph graph = harris();
    const FusionBlock three = block_named(graph, {"gx", "gy", "gxy", "hc"});
    EXPECT_TRUE(why_illegal(graph, three, kExtendedLegality));
    EXPECT_FALSE(why_illegal(graph, three, {FusionRules::kExtended, 3}));
    EXPECT_TRUE(extended(graph, {"gx", "gy", "hc"}));
    EXPECT_TRUE(paper(enhance(), {"gain", "gamma"}));  // no local kernel: nothing grows
    EXPECT_DOUBLE_EQ(shared_growth(enhance(), {1, 2}), 1);
}

TEST(KernelFusionEquation2, ReachesAddUpThroughPointKernels) {
    FusionGraphBuilder b;
    const int first = b.kernel("first", {b.input("in")}, 3);
    const int point = b.kernel("point", {first}, 1);
    const int second = b.kernel("second", {point}, 5);
    b.keep(b.kernel("third", {second}, 3));
    EXPECT_EQ(staged_mask_sides(b.graph, {0, 1}), 3);
    EXPECT_EQ(staged_mask_sides(b.graph, {0, 1, 2}), 7);
    EXPECT_EQ(staged_mask_sides(b.graph, {0, 1, 2, 3}), 9);
    EXPECT_EQ(staged_mask_sides(b.graph, {1, 2}), 5);  // first is read, not computed
}

TEST(KernelFusionHeaders, MustAgree) {
    const auto with = [](auto change) {
        FusionGraph graph = enhance();
        change(graph.vertices[1]);
        return graph;
    };
    for (const FusionGraph& graph :
         {with([](FusionVertex& v) { v.header.domain = {0, 0, 2, 1}; }),
          with([](FusionVertex& v) { v.header.evaluations = 3; }),
          with([](FusionVertex& v) { v.header.layout = Layout::kColumns; }),
          with([](FusionVertex& v) { v.fusible = false; })}) {
        EXPECT_FALSE(compatible(graph.vertices[0], graph.vertices[1]));
        EXPECT_FALSE(paper(graph, {"mean", "gain"}));
        EXPECT_FALSE(extended(graph, {"gain", "gamma"}));
    }
    EXPECT_TRUE(compatible(enhance().vertices[0], enhance().vertices[1]));
}

TEST(KernelFusionHeaders, TransposedImagesArePutDownFirst) {
    FusionGraph graph = enhance();
    graph.vertices[1].reads[0].transposed = true;
    EXPECT_EQ(why(graph, {"mean", "gain"}, kExtendedLegality),
              "mean is transposed before gain reads it");
    EXPECT_TRUE(extended(graph, {"gain", "gamma"}));
}

}  // namespace
}  // namespace weft::test
