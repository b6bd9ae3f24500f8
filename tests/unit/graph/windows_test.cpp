// Windows forward: what part of a picture may hold anything but zeros.
#include "graph/windows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/image.h"
#include "graph/regions.h"
#include "sample_functors.h"

namespace weft::test {
namespace {

constexpr Rect kFrame{0, 0, 40, 20};
constexpr Rect kPart{10, 5, 14, 9};

/// Zero from the third column on, whatever it reads.
class Stripe : public Functor<Stripe, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    void Kernel() { Output() = X() < 3 ? 1.0f : Input(); }
};

/// Reads anywhere, with nothing outside, and says where that comes to lie.
class Aside : public Functor<Aside, eParallel> {
    Indexer<eInput, eComponent, eRandom> Input;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    Aside() { Input.border = kNothing; }
    Rect DataWindow(const ImageShape* inputs) const {
        const Rect& w = inputs[0].data_window;
        return {w.x0 + 7, w.y0, w.x1 + 7, w.y1};
    }
    void Kernel() { Output() = Input(X() - 7, Y()); }
};

/// Half as wide and half as high.
class Halved : public Functor<Halved, eParallel> {
    Indexer<eInput, eComponent, e1D> Input;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    Halved() : Input(eHorizontal, 1) { Input.ScaleX = {2, 0, 1}; }
    ImageShape Shape(const ImageShape* inputs) const {
        const Rect& d = inputs[0].domain;
        return {{d.x0 / 2, d.y0, d.x1 / 2, d.y1}, inputs[0].planes};
    }
    void Kernel() { Output() = Input(-1) + Input(0) + Input(1); }
};

ImageShape shape_of_window(const Rect& window) {
    ImageShape shape{hull(kFrame, window), 3};
    shape.frame = kFrame;
    shape.data_window = window;
    return shape;
}

template <class F>
ImageShape result_of(const F& functor, const std::vector<ImageShape>& inputs, Border border) {
    GraphBuilder build("one");
    std::vector<Image> images(inputs.size() + 1);
    std::vector<Image*> pointers;
    for (std::size_t i = 0; i < inputs.size(); ++i)
        images[i] = build.input("input" + std::to_string(i));
    for (Image& image : images) pointers.push_back(&image);
    build.border(border);
    F copy = functor;
    copy.prepare();
    build.record(functor_type<F>(), copy, pointers.data(), static_cast<int>(pointers.size()));
    build.output("output", images.back());
    Library library;
    library.add(functor_type<F>());
    const auto shapes = infer_shapes(build.finish(), library, inputs);
    return shapes ? shapes->at({NodeId{0}, 0}) : ImageShape{};
}

template <class F>
Rect window_after(const F& functor, const Rect& window, Border border = {}) {
    return result_of(functor, {shape_of_window(window)}, border).data_window;
}

TEST(Windows, StayWhereZerosMakeZeros) { EXPECT_EQ(window_after(Grade(2.0f), kPart), kPart); }

TEST(Windows, AreWholeWhereZerosMakeAnythingElse) {
    Grade inverted;
    struct Invert final : ParameterVisitor {
        void parameter(const ParameterRef& p) override {
            if (std::string(p.name) == "invert") set_value(p, true);
        }
    } invert;
    inverted.visit_parameters(invert);
    EXPECT_EQ(window_after(inverted, kPart), kFrame);
    EXPECT_EQ(window_after(Stripe(), kPart), kFrame) << "asks for its place";
}

TEST(Windows, GrowByWhatIsReadAround) {
    EXPECT_EQ(window_after(Area(3, 1), kPart), (Rect{7, 4, 17, 10}));
    EXPECT_EQ(window_after(Scatter(), kPart), (Rect{10, 4, 16, 9}));
}

TEST(Windows, AtAnEdgeThatIsClampedToGoOnToIt) {
    const Rect left{0, 5, 4, 9};
    EXPECT_EQ(window_after(Area(3, 1), left), (Rect{0, 4, 7, 10}));
    // All that it reads lies to the right, at an edge that is repeated.
    const Rect right{38, 5, 40, 9};
    EXPECT_EQ(window_after(Area(1, 1), right), (Rect{37, 4, 40, 10}));
}

TEST(Windows, ThatComeBackFromTheOtherSideAreWhole) {
    EXPECT_EQ(window_after(Area(1, 0), kPart, {eRepeat, 0.0f}), (Rect{0, 5, 40, 9}));
    EXPECT_EQ(window_after(Area(0, 1), kPart, {eConstant, 0.5f}), kFrame) << "all along an edge";
    EXPECT_EQ(window_after(Area(1, 1), kPart, kNothing), (Rect{9, 4, 15, 10}));
}

TEST(Windows, OfScansEndWithTheirLines) {
    EXPECT_EQ(window_after(Box(eHorizontal, 2), kPart), (Rect{0, 5, 40, 9}));
    EXPECT_EQ(window_after(Box(eVertical, 2), kPart), (Rect{10, 0, 14, 20}));
}

TEST(Windows, OfPicturesReadAnywhereAreWhatTheFunctorSays) {
    EXPECT_EQ(window_after(Aside(), kPart, kNothing), (Rect{17, 5, 21, 9}));
    EXPECT_EQ(window_after(Aside(), kPart, {eClamp, 0.0f}), (Rect{17, 5, 21, 9}))
        << "no edge is repeated that holds something";
    EXPECT_EQ(window_after(Aside(), {0, 5, 4, 9}, {eClamp, 0.0f}), (Rect{0, 5, 11, 9}));
    EXPECT_EQ(window_after(Aside(), kPart, {eRepeat, 0.0f}), kFrame);
    EXPECT_EQ(window_after(Aside(), {35, 5, 40, 9}, kNothing), (Rect{42, 5, 47, 9})) << "beyond it";
}

TEST(Windows, OfAnotherResolutionFollowIt) {
    EXPECT_EQ(window_after(Halved(), {10, 5, 15, 9}), (Rect{5, 5, 8, 9}));
}

TEST(Windows, OfSeveralInputsAreTheirHull) {
    const ImageShape a = shape_of_window({-5, 2, 3, 4}), b = shape_of_window({30, 3, 33, 9}),
                     c = shape_of_window({20, 3, 21, 4});
    const ImageShape made = result_of(Add3(eVertical, 1), {a, b, c}, {});
    EXPECT_EQ(made.domain, (Rect{-5, 0, 40, 20}));
    EXPECT_EQ(made.frame, kFrame);
    EXPECT_EQ(made.data_window, (Rect{-5, 2, 33, 10}));
}

TEST(Windows, AFrameBeyondTheDomainIsRefused) {
    ImageShape shape{{0, 0, 4, 4}, 1};
    shape.frame = {0, 0, 5, 4};
    GraphBuilder build("one");
    Image input = build.input("input"), output;
    Grade()(input, output);
    build.output("output", output);
    Library library;
    library.add(functor_type<Grade>());
    const auto shapes = infer_shapes(build.finish(), library, {shape});
    ASSERT_FALSE(shapes);
    EXPECT_THAT(shapes.error().message, testing::HasSubstr("its frame is 5x4 at 0,0"));
}

}  // namespace
}  // namespace weft::test
