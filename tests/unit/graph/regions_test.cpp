// Shapes forward, regions backward.
#include "graph/regions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/image.h"
#include "graph/region_work.h"
#include "random_graph.h"
#include "sample_functors.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

constexpr ImageId kInput{NodeId{}, 0};

/// A graph of one functor on as many inputs as it has.
template <class F>
Graph single(const F& functor, int inputs, int outputs = 1, Border border = {}) {
    GraphBuilder build("single");
    build.border(border);
    std::vector<Image> images(static_cast<std::size_t>(inputs + outputs));
    for (int i = 0; i < inputs; ++i)
        images[static_cast<std::size_t>(i)] = build.input("input" + std::to_string(i));
    F copy = functor;
    copy.prepare();
    std::vector<Image*> pointers;
    for (Image& image : images) pointers.push_back(&image);
    build.record(functor_type<F>(), copy, pointers.data(), inputs + outputs);
    for (int o = 0; o < outputs; ++o)
        build.output("output" + std::to_string(o), images[static_cast<std::size_t>(inputs + o)]);
    return build.finish();
}

std::string shape_error(const Graph& graph, const std::vector<ImageShape>& inputs) {
    const auto shapes = infer_shapes(graph, sample_library(), inputs);
    return shapes ? "" : shapes.error().message;
}

TEST(Shapes, DomainsAreHulls) {
    const Graph graph = single(Add3(), 3);
    const auto shapes = infer_shapes(graph, sample_library(),
                                     {{{-4, 0, 3, 3}, 1}, {{0, 0, 9, 2}, 3}, {{1, -2, 2, 1}, 3}});
    ASSERT_TRUE(shapes);
    EXPECT_EQ(shapes->at({graph.nodes[0].id, 0}), completed({{-4, -2, 9, 3}, 3, {-4, 0, 3, 3}}));
}

TEST(Shapes, PlaneCountsMustAgree) {
    const Rect r{0, 0, 4, 4};
    EXPECT_EQ(shape_error(single(Add3(), 3), {{r, 3}, {r, 1}, {r, 3}}), "");
    EXPECT_THAT(shape_error(single(Add3(), 3), {{r, 3}, {r, 2}, {r, 3}}),
                HasSubstr("node \"add31\": its inputs have 2 and 3 planes"));
    EXPECT_THAT(shape_error(single(Reverse(), 2), {{r, 3}, {r, 3}}),
                HasSubstr("input \"Mask\" of Reverse reads a single plane, but its picture has 3"));
    const Graph reverse = single(Reverse(), 2), brightest = single(Brightest(), 1);
    EXPECT_EQ(infer_shapes(reverse, sample_library(), {{r, 5}, {r, 1}})
                  ->at({reverse.nodes[0].id, 0})
                  .planes,
              5);
    EXPECT_EQ(
        infer_shapes(brightest, sample_library(), {{r, 5}})->at({brightest.nodes[0].id, 0}).planes,
        1);
}

TEST(Shapes, RefusesWhatIsNoPicture) {
    const Graph graph = single(Grade(), 1);
    EXPECT_THAT(shape_error(graph, {{Rect{3, 3, 3, 9}, 1}}), HasSubstr("has no pixels"));
    EXPECT_THAT(shape_error(graph, {{Rect{0, 0, 1, 1}, 0}}), HasSubstr("has 0 planes"));
    EXPECT_THAT(shape_error(graph, {{Rect{0, 0, 1, 1}, 65}}), HasSubstr("65 planes: from 1 to 64"));
    EXPECT_THAT(shape_error(graph, {{Rect{0, 0, 2000000000, 1}, 1}}),
                HasSubstr("coordinate 2000000000"));
    EXPECT_THAT(shape_error(graph, {}), HasSubstr("takes 1 inputs, but 0 were given"));
}

std::map<ImageId, Rect> regions_of(const Graph& graph, const std::vector<ImageShape>& inputs,
                                   const std::vector<Rect>& regions) {
    const auto shapes = infer_shapes(graph, sample_library(), inputs);
    EXPECT_TRUE(shapes);
    const auto needed = infer_regions(graph, sample_library(), *shapes, regions);
    EXPECT_TRUE(needed);
    return *needed;
}

TEST(Regions, GrowByRadiiAndStayInside) {
    const std::vector<ImageShape> shape{{{0, 0, 100, 50}, 1}};
    EXPECT_EQ(regions_of(single(Area(2, 3), 1), shape, {{10, 10, 20, 20}}).at(kInput),
              (Rect{8, 7, 22, 23}));
    EXPECT_EQ(regions_of(single(Area(2, 3), 1), shape, {{0, 45, 200, 60}}).at(kInput),
              (Rect{0, 42, 100, 50}));
    EXPECT_EQ(
        regions_of(single(Area(2, 3), 1, 1, {eRepeat, 0}), shape, {{0, 10, 5, 20}}).at(kInput),
        (Rect{0, 7, 100, 23}));
}

TEST(Regions, WhatNobodyNeedsIsAbsent) {
    const Graph graph = single(Split(), 1, 2);
    const std::vector<ImageShape> shape{{{0, 0, 100, 50}, 1}};
    const auto needed = regions_of(graph, shape, {{5, 5, 6, 6}, {}});
    EXPECT_FALSE(needed.contains({graph.nodes[0].id, 1}));
    EXPECT_EQ(needed.at(kInput), (Rect{4, 5, 7, 6}));
    EXPECT_TRUE(regions_of(graph, shape, {{500, 5, 600, 6}, {}}).empty());
}

TEST(Regions, MovingAveragesReachBackToTheirLastRebuild) {
    Graph graph = single(Box(eHorizontal, 5), 1);
    graph.nodes[0].restart_period = 16;
    const std::vector<ImageShape> shape{{{-10, 0, 190, 50}, 1}};
    EXPECT_EQ(regions_of(graph, shape, {{60, 3, 65, 4}}).at(kInput), (Rect{49, 3, 70, 4}));
    EXPECT_EQ(regions_of(graph, shape, {{54, 3, 65, 4}}).at(kInput), (Rect{49, 3, 70, 4}));
    EXPECT_EQ(regions_of(graph, shape, {{53, 3, 65, 4}}).at(kInput), (Rect{33, 3, 70, 4}));
    graph.nodes[0].parameters[0] = eVertical;
    EXPECT_EQ(regions_of(graph, shape, {{60, 40, 65, 41}}).at(kInput), (Rect{60, 27, 65, 46}));
}

TEST(Regions, RecurrencesReachBackToWhereTheirLinesBegin) {
    const std::vector<ImageShape> shape{{{-10, 4, 190, 50}, 1}};
    const Rect asked{60, 20, 65, 30};
    const auto needed = [&](Axis axis, bool backwards) {
        const Graph graph = single(Smooth(axis, backwards), 1);
        const auto functor = instantiate(graph.nodes[0], sample_library());
        const Rect elements = computed_elements(graph.nodes[0], *functor, shape[0].domain, asked);
        const Rect read{elements.x0 - 1, elements.y0 - 1, elements.x1 + 1, elements.y1 + 1};
        EXPECT_EQ(regions_of(graph, shape, {asked}).at(kInput), intersect(read, shape[0].domain));
        return elements;
    };
    EXPECT_EQ(needed(eHorizontal, false), (Rect{-10, 20, 65, 30}));
    EXPECT_EQ(needed(eHorizontal, true), (Rect{60, 20, 190, 30}));
    EXPECT_EQ(needed(eVertical, false), (Rect{60, 4, 65, 30}));
    EXPECT_EQ(needed(eVertical, true), (Rect{60, 20, 65, 50}));
    const Graph graph = single(Smooth(), 1);
    const auto functor = instantiate(graph.nodes[0], sample_library());
    EXPECT_EQ(computed_elements(graph.nodes[0], *functor, shape[0].domain, {}), Rect{});
}

/// A node on a node: `second` reads what `first` makes, with clamping borders.
template <class First, class Second>
Graph chain(const First& first, const Second& second, Intermediates intermediates) {
    GraphBuilder build("chain");
    build.intermediates(intermediates);
    const Image input = build.input("input");
    Image between, output;
    first(input, between);
    second(between, output);
    build.output("output", output);
    return build.finish();
}

TEST(Regions, UnboundedIntermediatesAreNeededBeyondTheirDomains) {
    const std::vector<ImageShape> shape{{{0, 0, 100, 50}, 1}};
    for (const bool unbounded : {false, true}) {
        const Graph graph = chain(Area(2, 3), Area(4, 5),
                                  unbounded ? Intermediates::kUnbounded : Intermediates::kBounded);
        const auto needed = regions_of(graph, shape, {{1, 40, 20, 50}});
        const Rect between = needed.at({graph.nodes[0].id, 0});
        EXPECT_EQ(between, unbounded ? (Rect{-3, 35, 24, 55}) : (Rect{0, 35, 24, 50}));
        EXPECT_EQ(needed.at({graph.nodes[1].id, 0}), (Rect{1, 40, 20, 50}));
        EXPECT_EQ(needed.at(kInput), (Rect{0, 32, 26, 50})) << "inputs end where they end";
    }
}

TEST(Regions, UnboundedMovingAveragesRestartBeforeTheOriginToo) {
    Graph graph = chain(Box(eHorizontal, 5), Area(2, 0), Intermediates::kUnbounded);
    graph.nodes[0].restart_period = 16;
    const auto functor = instantiate(graph.nodes[0], sample_library());
    const Rect domain{-10, 0, 190, 50};
    const auto begin = [&](int x) {
        return computed_elements(graph.nodes[0], *functor, domain, {x, 3, 65, 4}).x0;
    };
    EXPECT_EQ(begin(-9), -10);
    EXPECT_EQ(begin(-10), -10);
    EXPECT_EQ(begin(-11), -26);
    EXPECT_EQ(begin(-26), -26);
    EXPECT_EQ(begin(-27), -42);
    // From the restart at -26 on, all that lies before the input is its first element.
    EXPECT_EQ(regions_of(graph, {{domain, 1}}, {{-9, 3, 5, 4}}).at(kInput), (Rect{-10, 3, 12, 4}));
}

TEST(Regions, UnboundedIntermediatesStayWithinCoordinates) {
    Graph graph = chain(Box(eHorizontal, 5), Area(2, 0), Intermediates::kUnbounded);
    const auto error = [&](int period) {
        graph.nodes[0].restart_period = period;
        const auto shapes = infer_shapes(graph, sample_library(), {{{0, 0, 9, 9}, 1}});
        const auto needed = infer_regions(graph, sample_library(), *shapes, {{0, 0, 9, 9}});
        return needed ? "" : needed.error().message;
    };
    EXPECT_EQ(error(kMaxCoordinate), "");
    EXPECT_THAT(error(kMaxCoordinate + 1), HasSubstr("node \"box1\": with unbounded"));
    EXPECT_THAT(error(2147483647), HasSubstr("node \"box1\": with unbounded"));
    graph.intermediates = Intermediates::kBounded;
    EXPECT_EQ(error(2147483647), "");
}

TEST(Regions, ResolveCutsToDomains) {
    const Graph graph = single(Split(), 1, 2);
    const auto shapes = *infer_shapes(graph, sample_library(), {{{0, 0, 10, 10}, 1}});
    const auto resolved = resolve_regions(graph, shapes, {{}, {-5, 2, 3, 400}});
    ASSERT_TRUE(resolved);
    EXPECT_EQ(*resolved, (std::vector<Rect>{{0, 0, 10, 10}, {0, 2, 3, 10}}));
    const auto outside = resolve_regions(graph, shapes, {{}, {10, 0, 12, 4}});
    ASSERT_FALSE(outside);
    EXPECT_THAT(
        outside.error().message,
        HasSubstr("the region 2x4 at 10,0 lies outside output \"output1\", which is 10x10"));
}

long long work(const Graph& graph, const ImageShape& shape, const Rect& region) {
    const auto shapes = infer_shapes(graph, sample_library(), {shape});
    return *elements_computed(graph, sample_library(), *shapes, {region});
}

TEST(RegionWork, IsOfAllThatIsComputed) {
    const ImageShape shape{{0, 0, 100, 60}, 3};
    EXPECT_EQ(work(single(Area(2, 3), 1), shape, {10, 10, 20, 15}), 50 + 50);
    EXPECT_EQ(work(single(Area(2, 3), 1), shape, {}), 0);
    // Lines of a recurrence begin at the edge.
    EXPECT_EQ(work(single(Smooth(), 1), shape, {40, 10, 50, 15}), 50 + 50 * 5);
    EXPECT_EQ(work(single(Smooth(eVertical, true), 1), shape, {40, 10, 50, 15}), 50 + 10 * 50);
    // What one reads the other computes, cut to the picture.
    GraphBuilder build("two");
    const Image input = build.input("input");
    Image wide, wider;
    Area(2, 3)(input, wide);
    Area(4, 4)(wide, wider);
    build.output("output", wider);
    EXPECT_EQ(work(build.finish(), shape, {0, 10, 10, 20}), 100 + 100 + 14 * 18);
}

}  // namespace
}  // namespace weft::test
