// Functors that say how large their results are, read anywhere, or at another resolution: what the
// graph makes of them, and what it refuses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/scale.h"
#include "graph/image.h"
#include "graph/regions.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

TEST(Scale, RoundsDownOnBothSidesOfZero) {
    for (int i = -40; i <= 40; ++i)
        for (const Scale s : {Scale{2, 0, 1}, Scale{1, 0, 2}, Scale{3, -4, 5}, Scale{7, 9, 3}}) {
            const double exact = (static_cast<double>(s.times) * i + s.plus) / s.over;
            EXPECT_EQ(scaled(s, i), static_cast<int>(std::floor(exact))) << i;
        }
    EXPECT_EQ(scaled(Scale{64, 0, 1}, kMaxCoordinate), kFarthest);
    EXPECT_EQ(scaled(Scale{64, 0, 1}, -kMaxCoordinate), -kFarthest);
    EXPECT_EQ(scaled(Scale{1, 1, 2}, Scale{2, 0, 1}, Rect{-3, 2, 4, 5}), (Rect{-1, 4, 3, 9}));
    EXPECT_EQ(scaled(Scale{1, 0, 2}, Scale{}, Rect{}), Rect{});
}

/// A maker of pictures whose shapes a test chooses.
class Maker : public Functor<Maker, eParallel> {
    Indexer<eOutput, ePixel> First;
    Indexer<eOutput, ePixel> Second;
    mFunctorIndexers(First, Second)

  public:
    static inline ImageShape first, second;
    ImageShape Shape(int output, const ImageShape*) const { return output == 0 ? first : second; }
    void Kernel() {}
};

Result<std::map<ImageId, ImageShape>> shapes_of_maker(ImageShape first, ImageShape second) {
    Maker::first = first;
    Maker::second = second;
    GraphBuilder build("making");
    Image a, b;
    build.name_next("maker");
    build.generate(Maker(), a, b);
    build.output("a", a);
    build.output("b", b);
    Library library;
    library.add(functor_type<Maker>());
    return infer_shapes(build.finish(), library, {});
}

TEST(Shapes, AreWhatAFunctorSays) {
    const auto shapes = shapes_of_maker({{-3, 2, 5, 9}, 3}, {{-3, 2, 5, 9}, 7});
    ASSERT_TRUE(shapes);
    EXPECT_EQ(shapes->at({NodeId{0}, 0}), completed({{-3, 2, 5, 9}, 3}));
    EXPECT_EQ(shapes->at({NodeId{0}, 1}), completed({{-3, 2, 5, 9}, 7}));
}

TEST(Shapes, ThatCannotBeAreRefusedByName) {
    const Rect good{0, 0, 4, 4};
    const struct {
        ImageShape first, second;
        const char* why;
    } cases[] = {{{{2, 0, 2, 4}, 1}, {good, 1}, "no pixels"},
                 {{{0, 0, kMaxCoordinate + 1, 1}, 1}, {good, 1}, "coordinate"},
                 {{good, 0}, {good, 1}, "0 planes"},
                 {{good, kMaxPlanes + 1}, {good, 1}, "planes"},
                 {{good, 1}, {{0, 0, 4, 5}, 1}, "different sizes"}};
    for (const auto& c : cases) {
        const auto shapes = shapes_of_maker(c.first, c.second);
        ASSERT_FALSE(shapes) << c.why;
        EXPECT_THAT(shapes.error().message, HasSubstr("\"maker\""));
        EXPECT_THAT(shapes.error().message, HasSubstr(c.why));
    }
}

/// Makes four planes of however many, one by one.
class FourPlanes : public Functor<FourPlanes, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    ImageShape Shape(const ImageShape* inputs) const { return {inputs[0].domain, 4}; }
    void Kernel() { Output() = Input(); }
};

TEST(Shapes, OfPlanesOneByOneAreAsManyAsAreRead) {
    GraphBuilder build("four");
    const Image input = build.input("input");
    Image output;
    FourPlanes()(input, output);
    build.output("output", output);
    const Graph graph = build.finish();
    Library library;
    library.add(functor_type<FourPlanes>());
    for (const int planes : {1, 4})
        EXPECT_TRUE(infer_shapes(graph, library, {{{0, 0, 4, 4}, planes}})) << planes;
    EXPECT_FALSE(infer_shapes(graph, library, {{{0, 0, 4, 4}, 3}}));
    EXPECT_TRUE(has_own_shape(graph, library, graph.outputs[0].image));
}

/// Knows its pictures, once there are some.
class Informed : public Functor<Informed, eParallel> {
    Indexer<eInput, eComponent, eRandom> Input;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    Rect seen;
    int planes = 0;
    void Measure() {
        seen = hull(Input.Domain, Output.Domain);
        planes = Output.Planes;
    }
    void Kernel() { Output() = Input(X(), Y()); }
};

TEST(Pictures, AreToldToTheFunctor) {
    Informed functor;
    EXPECT_TRUE(set_pictures({}, functor, {{{-2, 0, 3, 4}, 2}}, {{{0, 0, 9, 3}, 5}}));
    EXPECT_EQ(functor.seen, (Rect{-2, 0, 9, 4}));
    EXPECT_EQ(functor.planes, 5);
}

TEST(Regions, OfAPictureReadAnywhereAreAllOfIt) {
    GraphBuilder build("anywhere");
    const Image input = build.input("input");
    Image output;
    Informed()(input, output);
    build.output("output", output);
    const Graph graph = build.finish();
    Library library;
    library.add(functor_type<Informed>());
    const Rect domain{-5, 1, 40, 30};
    const auto shapes = infer_shapes(graph, library, {{domain, 1}});
    ASSERT_TRUE(shapes);
    const auto needed = infer_regions(graph, library, *shapes, {{3, 4, 4, 5}});
    ASSERT_TRUE(needed);
    EXPECT_EQ(needed->at({NodeId{}, 0}), domain);
}

TEST(Validate, RefusesReadsAnywhereInWhatHasNoBounds) {
    GraphBuilder build("endless");
    const Image input = build.input("input");
    Image between, output;
    Informed()(input, between);
    Informed()(between, output);
    build.output("output", output);
    Graph graph = build.finish();
    Library library;
    library.add(functor_type<Informed>());
    EXPECT_TRUE(validate(graph, library));
    graph.intermediates = Intermediates::kUnbounded;
    const Status s = validate(graph, library);
    ASSERT_FALSE(s);
    EXPECT_THAT(s.error().message, HasSubstr("\"informed2\""));
}

/// A scale without a shape.
class Shapeless : public Functor<Shapeless, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    Shapeless() { Input.ScaleX = {2, 0, 1}; }
    void Kernel() { Output() = Input(); }
};

/// Scales that are parameters, and may be out of bounds.
class Scaling : public Functor<Scaling, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    int Times = 2, Plus = 0, Over = 1;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("times", Times), Parameter("plus", Plus), Parameter("over", Over))

  public:
    void Prepare() { Input.ScaleX = {Times, Plus, Over}; }
    ImageShape Shape(const ImageShape* inputs) const { return inputs[0]; }
    void Kernel() { Output() = Input(); }
};

template <class F>
Status validity(const std::vector<ParameterValue>& parameters) {
    Library library;
    library.add(functor_type<F>());
    Node node;
    node.id = NodeId{0};
    node.name = "node";
    node.functor = functor_type<F>().name;
    node.parameters = parameters;
    node.inputs = {{NodeId{}, 0}};
    node.borders = {{}};
    return validate(node, library);
}

TEST(Validate, RefusesScalesThatCannotBe) {
    EXPECT_TRUE(validity<Scaling>({2, 0, 1}));
    EXPECT_TRUE(validity<Scaling>({kMaxScale, -kMaxRadius, kMaxScale}));
    for (const auto& [times, plus, over] : {std::tuple{0, 0, 1},
                                            {1, 0, 0},
                                            {kMaxScale + 1, 0, 1},
                                            {1, 0, kMaxScale + 1},
                                            {1, kMaxRadius + 1, 1},
                                            {-1, 0, 1}}) {
        const Status s = validity<Scaling>({times, plus, over});
        ASSERT_FALSE(s) << times << " " << plus << " " << over;
        EXPECT_THAT(s.error().message, HasSubstr("scale"));
    }
    const Status s = validity<Shapeless>({});
    ASSERT_FALSE(s);
    EXPECT_THAT(s.error().message, HasSubstr("Shape()"));
}

}  // namespace
}  // namespace weft::test
