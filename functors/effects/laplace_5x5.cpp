// Hipacc's Laplace filter of five by five, in one stage (border-partitioning, section VI).
#include "effects/builtin.h"
#include "graph/image.h"
#include "neighbourhood/laplacian.h"

namespace weft::effects {
namespace {

constexpr const char* kLaplace5x5Name = "laplace-5x5";
constexpr const char* kLaplace5x5Summary =
    "Shows fine detail on a grey ground by a mask of five by five; the result is a byte.";

Graph build_laplace_5x5() {
    GraphBuilder build(kLaplace5x5Name, kLaplace5x5Summary);
    const Image input = build.input("input");
    Image output;
    build.name_next("laplace");
    functors::Laplacian(2, 128.0f)(input, output);
    build.output("output", output);

    build.control("radius", "Radius", "Pixels summed on either side: 2 is a mask of five by five.",
                  {"laplace.radius"});
    build.control("offset", "Offset", "The grey of flat areas, in steps of a byte.",
                  {"laplace.offset"});
    return build.finish();
}

}  // namespace

Effect laplace_5x5() {
    // Differences about half a step round either way: one step, for few pixels.
    return {.name = kLaplace5x5Name,
            .summary = kLaplace5x5Summary,
            .build = build_laplace_5x5,
            .fast_outliers = 1e-3};
}

}  // namespace weft::effects
