// Crops: what is taken off, what is added, and the frame.
#include "transform/crop.h"
#include "graph/regions.h"
#include "harness.h"
#include "values.h"

namespace weft::test {
namespace {

using namespace functors;

TEST(Crop, TakesAndAddsPixels) {
    const Rect frame{-4, 2, 9, 13};
    const Picture input = random_picture(frame, 3);
    const Rect left{-2, -1, 8, 9};
    const auto expected = [&](int x, int y, int p) {
        if (!left.contains(x, y)) return 0.0f;
        return frame.contains(x, y) ? input.at(x, y, p) : 0.25f;
    };
    const auto outputs = run(Crop(2, -3, 1, 4), {&input}, Border{eConstant, 0.25f});
    ASSERT_EQ(outputs.size(), 1u);
    ASSERT_EQ(outputs[0].domain(), hull(frame, left));
    expect_picture(outputs[0], expected, 0);
    Crop reformats(2, -3, 1, 4);
    set(reformats, "reformat", 1);
    const auto smaller = run(reformats, {&input}, Border{eConstant, 0.25f});
    ASSERT_EQ(smaller.size(), 1u);
    ASSERT_EQ(smaller[0].domain(), left);
    expect_picture(smaller[0], expected, 0);
}

TEST(Crop, OfEverythingIsAnErrorThatNamesTheNode) {
    GraphBuilder build("nothing");
    Image output;
    build.name_next("trim");
    const Image input = build.input("input");
    Crop(3, 0, 4, 0)(input, output);
    build.output("output", output);
    const Graph graph = build.finish();
    Library library;
    library.add(functor_type<Crop>());
    const auto shapes = infer_shapes(graph, library, {{{0, 0, 7, 5}, 1}});
    ASSERT_FALSE(shapes);
    EXPECT_NE(shapes.error().message.find("trim"), std::string::npos) << shapes.error().message;
}

}  // namespace
}  // namespace weft::test
