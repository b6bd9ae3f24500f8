// Data windows of all functors: nothing but zeros lies beyond them, whatever lies within.
#include <map>
#include <random>

#include "graph/descriptor.h"
#include "graph/regions.h"
#include "harness.h"
#include "pictures_table.h"
#include "pixel/merge.h"
#include "strange_picture.h"

namespace weft::test {
namespace {

using functors::Merge;

constexpr Rect kFrame{0, 0, 24, 16};
// Within the frame, at its edges, around it, beyond it, disjoint, of one pixel.
constexpr Rect kParts[] = {{5, 3, 14, 9},  {10, 6, 19, 14}, {0, 4, 7, 11},    {-6, -4, 30, 21},
                           {-9, 2, -3, 8}, {17, 0, 24, 16}, {27, 13, 31, 19}, {12, 8, 13, 9},
                           {-5, -7, 6, 4}, {0, 0, 24, 16}};

ImageShape shape_of_part(const Rect& part, int planes) {
    ImageShape shape{hull(kFrame, part), planes};
    shape.frame = kFrame;
    shape.data_window = part;
    return shape;
}

/// `picture`, zero beyond the window.
Picture within_window(Picture picture, const ImageShape& shape) {
    for (int p = 0; p < shape.planes; ++p)
        for (int y = shape.domain.y0; y < shape.domain.y1; ++y)
            for (int x = shape.domain.x0; x < shape.domain.x1; ++x)
                if (!shape.data_window.contains(x, y)) picture.at(x, y, p) = 0.0f;
    return picture;
}

/// A value of a parameter, near 0 where its range is wide.
struct AnyValue {
    const ParameterRef& p;
    std::mt19937& random;

    double number() const {
        const double low = std::max(p.minimum, -12.0), high = std::min(p.maximum, 12.0);
        return std::uniform_real_distribution<double>(low, std::max(low, high))(random);
    }
    ParameterValue operator()(float now) const {
        return random() % 3 == 0 ? now : static_cast<float>(number());
    }
    ParameterValue operator()(int now) const {
        return random() % 3 == 0 ? now : static_cast<int>(number());
    }
    ParameterValue operator()(bool) const { return random() % 2 == 0; }
    ParameterValue operator()(Axis) const { return random() % 2 == 0 ? eVertical : eHorizontal; }
    ParameterValue operator()(const std::vector<float>& now) const { return now; }
    ParameterValue operator()(const std::vector<Offset>& now) const { return now; }
};

void expect_zeros_beyond_windows(const Graph& graph, const std::vector<ImageShape>& shapes) {
    std::vector<Picture> pictures;
    std::vector<const Picture*> inputs;
    for (const ImageShape& shape : shapes)
        pictures.push_back(within_window(
            strange_picture(shape, static_cast<unsigned>(pictures.size()) + 7), shape));
    for (const Picture& picture : pictures) inputs.push_back(&picture);
    const auto inferred = infer_shapes(graph, builtin_library(), shapes);
    if (!inferred) return;  // refuses these parameters
    const std::vector<Picture> made = run(graph, shapes, inputs);
    for (std::size_t o = 0; o < made.size(); ++o) {
        const Rect window = inferred->at(graph.outputs[o].image).data_window;
        const Rect& d = made[o].domain();
        for (int p = 0; p < made[o].planes(); ++p)
            for (int y = d.y0; y < d.y1; ++y)
                for (int x = d.x0; x < d.x1; ++x)
                    if (!window.contains(x, y)) {
                        ASSERT_EQ(made[o].at(x, y, p), 0.0f)
                            << "at " << x << ", " << y << ", plane " << p << "; the window is "
                            << window.width() << "x" << window.height() << " at " << window.x0
                            << "," << window.y0;
                    }
    }
}

TEST(WindowsOfFunctors, HoldAllButZeros) {
    const Library library = builtin_library();
    std::mt19937 random(20261128);
    for (const std::string& name : library.names())
        for (int trial = 0; trial < 24; ++trial) {
            SCOPED_TRACE(name + ", trial " + std::to_string(trial));
            Graph graph = graph_of(*library.find(name));
            Node& node = graph.nodes[0];
            const std::vector<ParameterDescriptor> list = describe(*library.find(name)).parameters;
            for (std::size_t i = 0; trial > 0 && i < list.size(); ++i)
                node.parameters[i] = std::visit(AnyValue{list[i].ref, random}, node.parameters[i]);
            for (Border& border : node.borders)
                if (trial % 2 == 1) border = borders()[random() % borders().size()];
            std::vector<ImageShape> shapes =
                usual_input_shapes(graph, library, kFrame, 1 + static_cast<int>(random() % 5));
            for (ImageShape& shape : shapes)
                shape = shape_of_part(kParts[random() % std::size(kParts)], shape.planes);
            expect_zeros_beyond_windows(graph, shapes);
            if (testing::Test::HasFatalFailure()) return;
        }
}

/// The elements of a result that are not zero, in some plane.
Rect filled_part(const Picture& picture) {
    Rect filled;
    const Rect& d = picture.domain();
    for (int p = 0; p < picture.planes(); ++p)
        for (int y = d.y0; y < d.y1; ++y)
            for (int x = d.x0; x < d.x1; ++x)
                if (picture.at(x, y, p) != 0.0f) filled = hull(filled, {x, y, x + 1, y + 1});
    return filled;
}

/// What shows of pictures in the middle of their frame: a window is no more than a little larger.
TEST(WindowsOfFunctors, EndWhereAPictureEnds) {
    constexpr Rect kLarge{0, 0, 96, 64},
        kParts3[] = {{40, 25, 60, 40}, {50, 30, 70, 50}, {45, 20, 56, 37}};
    const std::pair<const char*, const char*> rows[] = {
        {"KeyMix", ""},
        {"KeyMix", "invert=true"},
        {"FilterMix", "masked=true mix=0.5"},
        {"FilterMix", "masked=true invert=true"},
        {"Matte", ""},
        {"Vignette", ""},
        {"Tile", ""},
        {"Tile", "mirrored=true columns=3"},
        {"Resample", "size=40"},
        {"Resample", "size=200 filter=lanczos axis=vertical"},
        {"Resample", "scale=0.5 filter=mitchell"},
        {"resize", "width=40"},
        {"resize", "height=200 filter=lanczos"},
        {"resize", "scale=0.5 filter=mitchell"},
        {"reformat", "width=64 height=64"},
        {"reformat", "width=150 height=64 fit=fill filter=lanczos"},
        {"reformat", "width=99 height=99 fit=none centre=false"},
        {"LensDistortion", ""},
        {"LensDistortion", "k1=0.2 k2=0.05"},
        {"LensDistortion", "direction=undistort"},
        {"LensDistortion", "direction=undistort k1=0.3 centre-x=0.3"},
        {"ZoomBlur", ""},
        {"ZoomBlur", "amount=-0.4"},
        {"ZoomBlur", "amount=0.3 centre-y=0.7"},
    };
    const Library library = builtin_library();
    for (const auto& [name, settings] : rows) {
        SCOPED_TRACE(std::string(name) + " " + settings);
        const FunctorType* const functor = library.find(name);
        Graph graph = functor != nullptr ? graph_of(*functor) : find_effect(name)->build();
        set_all(graph, settings);
        std::vector<ImageShape> shapes = usual_input_shapes(graph, library, kLarge, 4);
        std::vector<Picture> pictures;
        std::vector<const Picture*> inputs;
        for (std::size_t i = 0; i < shapes.size(); ++i) {
            shapes[i].data_window = kParts3[i];
            pictures.push_back(
                within_window(flat_picture(kLarge, shapes[i].planes, 0.75f), shapes[i]));
        }
        for (const Picture& picture : pictures) inputs.push_back(&picture);
        const auto inferred = infer_shapes(graph, library, shapes);
        ASSERT_TRUE(inferred);
        const ImageShape made = inferred->at(graph.outputs[0].image);
        const Rect filled = filled_part(run(graph, shapes, inputs).at(0));
        EXPECT_TRUE(made.data_window.contains(filled));
        constexpr int kMore = 4;
        const Rect grown{filled.x0 - kMore, filled.y0 - kMore, filled.x1 + kMore,
                         filled.y1 + kMore};
        EXPECT_TRUE(grown.contains(made.data_window))
            << made.data_window.x0 << "," << made.data_window.y0 << " to " << made.data_window.x1
            << "," << made.data_window.y1 << " for " << filled.x0 << "," << filled.y0 << " to "
            << filled.x1 << "," << filled.y1;
    }
}

TEST(WindowsOfFunctors, OfDisplaceAreThePicturesAndTheMaps) {
    constexpr Rect kPicture{5, 3, 9, 8}, kMap{12, 6, 20, 14};
    const auto window = [&](const char* settings) {
        Graph graph = graph_of(*builtin_library().find("Displace"));
        set_all(graph, settings);
        const auto shapes = infer_shapes(graph, builtin_library(),
                                         {shape_of_part(kPicture, 3), shape_of_part(kMap, 3)});
        return shapes ? shapes->at(graph.outputs[0].image).data_window : Rect{};
    };
    EXPECT_EQ(window(""), (Rect{5, 3, 20, 14}));
    EXPECT_EQ(window("scale-x=0"), (Rect{5, 3, 9, 14})) << "columns stay";
    EXPECT_EQ(window("scale-y=0"), (Rect{5, 3, 20, 8})) << "rows stay";
    EXPECT_EQ(window("scale-x=4 scale-y=0 zero=0.5"), (Rect{6, 3, 20, 8})) << "moved by 2";
    EXPECT_EQ(window("scale-x=0 scale-y=0"), kPicture) << "at rest";
}

TEST(WindowsOfFunctors, TheShapeOfPixelsIsThatOfTheFrame) {
    ImageShape square = shape_of_part(kFrame, 4), wide = square;
    square.pixel_aspect = 1.0f;
    wide.pixel_aspect = 2.0f;
    for (const auto& [name, aspect] : {std::pair{"Merge", 2.0f}, std::pair{"KeyMix", 2.0f},
                                       std::pair{"Sum", 1.0f}, std::pair{"FilterMix", 1.0f}}) {
        const Graph graph = graph_of(*builtin_library().find(name));
        std::vector<ImageShape> shapes(graph.inputs.size(), wide);
        shapes[0] = square;
        const auto inferred = infer_shapes(graph, builtin_library(), shapes);
        ASSERT_TRUE(inferred);
        EXPECT_EQ(inferred->at(graph.outputs[0].image).pixel_aspect, aspect) << name;
    }
}

/// The planes that a merge makes of two pictures, whose windows are `a` and `b`.
Rect merged_window(const Merge& merge, const Rect& a, const Rect& b) {
    const Graph graph = graph_of_one(functor_type<Merge>(), const_cast<Merge&>(merge), kNothing);
    const auto shapes =
        infer_shapes(graph, builtin_library(), {shape_of_part(a, 4), shape_of_part(b, 4)});
    return shapes ? shapes->at(graph.outputs[0].image).data_window : Rect{};
}

TEST(WindowsOfFunctors, OfMergeAreWhereTheOperationMakesSomething) {
    constexpr Rect kA{5, 3, 14, 9}, kB{10, 6, 19, 14}, kBoth{10, 6, 14, 9}, kHull{5, 3, 19, 14};
    const std::map<Merge::Operation, Rect> expected = {
        {Merge::eOver, kHull},       {Merge::eUnder, kHull},    {Merge::eIn, kBoth},
        {Merge::eOut, kA},           {Merge::eAtop, kB},        {Merge::eXor, kHull},
        {Merge::eMask, kBoth},       {Merge::eStencil, kB},     {Merge::ePlus, kHull},
        {Merge::eMinus, kHull},      {Merge::eMultiply, kBoth}, {Merge::eDivide, kBoth},
        {Merge::eDifference, kHull}, {Merge::eAverage, kHull},  {Merge::eMin, kHull},
        {Merge::eMax, kHull},        {Merge::eScreen, kHull},   {Merge::eOverlay, kB},
        {Merge::eHardLight, kA},     {Merge::eSoftLight, kB},
    };
    for (const auto& [operation, window] : expected) {
        SCOPED_TRACE(operation);
        EXPECT_EQ(merged_window(Merge(operation), kA, kB), window);
        EXPECT_EQ(merged_window(Merge(operation, true), kA, kB), kHull) << "union of alphas";
        EXPECT_EQ(merged_window(Merge(operation, false, 0.5f), kA, kB), hull(window, kB));
        EXPECT_EQ(merged_window(Merge(operation, false, 0.0f), kA, kB), kB);
    }
    EXPECT_EQ(merged_window(Merge(Merge::eIn), kA, {17, 0, 24, 16}), (Rect{0, 0, 1, 1}))
        << "nothing at all has a pixel";
}

/// Its own formula, of values that are sound, is what there is where both pictures are.
TEST(WindowsOfFunctors, OfMergeChangeNoSoundValue) {
    for (const Rect& part_a : kParts)
        for (const Rect& part_b : kParts)
            for (int how = Merge::eOver; how <= Merge::eSoftLight; ++how) {
                const ImageShape a = shape_of_part(part_a, 4), b = shape_of_part(part_b, 4);
                const Picture pixels_a = within_window(random_picture(a.domain, 4, 1), a);
                const Picture pixels_b = within_window(random_picture(b.domain, 4, 2), b);
                Merge merge(static_cast<Merge::Operation>(how));
                const Graph graph = graph_of_one(functor_type<Merge>(), merge, kNothing);
                // The same pictures, which are said to fill their domains.
                const auto cut = run(graph, {a, b}, {&pixels_a, &pixels_b});
                const auto whole = run(graph, {&pixels_a, &pixels_b});
                ASSERT_EQ(count_differences(cut.at(0), whole.at(0)), 0) << how;
            }
}

}  // namespace
}  // namespace weft::test
