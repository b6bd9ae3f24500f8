// Hipacc's Gaussian filter of three by three, in one stage (border-partitioning, section VI).
#include "effects/builtin.h"
#include "graph/image.h"
#include "neighbourhood/symmetric_mask.h"

namespace weft::effects {
namespace {

constexpr const char* kGaussian3x3Name = "gaussian-3x3";
constexpr const char* kGaussian3x3Summary =
    "Blurs by a Gaussian of three by three; the result is a byte.";
constexpr float kGaussian3x3Corner = 0.057118f, kGaussian3x3Edge = 0.124758f,
                kGaussian3x3Centre = 0.272496f;

Graph build_gaussian_3x3() {
    using functors::SymmetricMask;
    GraphBuilder build(kGaussian3x3Name, kGaussian3x3Summary);
    const Image input = build.input("input");
    Image output;
    build.name_next("gaussian");
    SymmetricMask(kGaussian3x3Corner, kGaussian3x3Edge, kGaussian3x3Centre, SymmetricMask::eByte)(
        input, output);
    build.output("output", output);

    build.control("corner", "Corner", "Weight of the mask's corners.", {"gaussian.corner"});
    build.control("edge", "Edge", "Weight of the mask's edges.", {"gaussian.edge"});
    build.control("centre", "Centre", "Weight of the pixel itself.", {"gaussian.centre"});
    return build.finish();
}

}  // namespace

Effect gaussian_3x3() {
    // Sums about half a step round either way: one step, for few pixels.
    return {.name = kGaussian3x3Name,
            .summary = kGaussian3x3Summary,
            .build = build_gaussian_3x3,
            .fast_outliers = 1e-3};
}

}  // namespace weft::effects
