// The sample functor does what its comment says, as the C++ it is.
#include "bilateral.h"

#include <gtest/gtest.h>

#include "graph/image.h"
#include "runtime/executor.h"

namespace weft {
namespace {

Picture smoothed(const Picture& input) {
    GraphBuilder build("smooth");
    const Image before = build.input("input");
    Image after;
    studio::Bilateral()(before, after);
    build.output("output", after);
    const Graph graph = build.finish();
    Library library;
    library.add(functor_type<studio::Bilateral>());

    const ImageShape shape{input.domain(), input.planes()};
    Result<std::unique_ptr<Prepared>> prepared = prepare_reference(
        {.graph = graph, .library = library, .inputs = {shape}, .regions = {Rect{}}});
    EXPECT_TRUE(prepared) << prepared.error().message;
    Picture output(shape.domain, shape.planes);
    const Status ran = (*prepared)->run({input.view()}, {output.view()}, {});
    EXPECT_TRUE(ran) << ran.error().message;
    return output;
}

TEST(Bilateral, SmoothsNoiseAndKeepsEdges) {
    // Two flat halves, at 0 and 4, under a checkerboard of amplitude 0.01.
    Picture input({0, 0, 24, 16}, 1);
    for (int y = 0; y < 16; ++y)
        for (int x = 0; x < 24; ++x)
            input.at(x, y, 0) = (x < 12 ? 0.0f : 4.0f) + ((x + y) % 2 ? 0.01f : -0.01f);
    const Picture output = smoothed(input);
    for (int y = 0; y < 16; ++y)
        for (int x = 0; x < 24; ++x)
            EXPECT_NEAR(output.at(x, y, 0), x < 12 ? 0.0f : 4.0f, 0.003f) << x << "," << y;
}

TEST(Bilateral, LeavesASinglePixelAlone) {
    Picture input({5, -3, 6, -2}, 1);
    input.at(5, -3, 0) = 0.75f;
    EXPECT_FLOAT_EQ(smoothed(input).at(5, -3, 0), 0.75f);
}

}  // namespace
}  // namespace weft
