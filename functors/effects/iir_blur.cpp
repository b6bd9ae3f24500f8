// Halide's IIR blur: a one-pole filter down, up, right and left.
#include "effects/builtin.h"
#include "graph/image.h"
#include "scan/recursive_blur.h"

namespace weft::effects {
namespace {

constexpr const char* kIirBlurName = "iir-blur";
constexpr const char* kIirBlurSummary =
    "Blurs by a recursive filter, at the same cost for any strength.";
constexpr float kAlpha = 0.1f;  // Halide's apps/iir_blur

Graph build_iir_blur() {
    using functors::RecursiveBlur;
    GraphBuilder build(kIirBlurName, kIirBlurSummary);
    const Image input = build.input("input");
    Image down, up, right, left;
    build.name_next("down");
    const RecursiveBlur first(eVertical, false, kAlpha);
    first(input, down);
    build.name_next("up");
    const RecursiveBlur second(eVertical, true, kAlpha);
    second(down, up);
    build.name_next("right");
    const RecursiveBlur third(eHorizontal, false, kAlpha);
    third(up, right);
    build.name_next("left");
    const RecursiveBlur fourth(eHorizontal, true, kAlpha);
    fourth(right, left);
    build.output("output", left);

    build.control("alpha", "Alpha",
                  "Share of each pixel in its result: 1 leaves the picture as it is, less blurs "
                  "more.",
                  {"down.amount", "up.amount", "right.amount", "left.amount"});
    return build.finish();
}

}  // namespace

Effect iir_blur() {
    return {.name = kIirBlurName, .summary = kIirBlurSummary, .build = build_iir_blur};
}

}  // namespace weft::effects
