// Hipacc's unsharp filter in four stages that all read the input (kernel-fusion, section V).
#include "effects/builtin.h"
#include "graph/image.h"
#include "neighbourhood/symmetric_mask.h"
#include "point/product.h"
#include "point/quotient.h"
#include "point/sharpen.h"

namespace weft::effects {
namespace {

constexpr const char* kUnsharpHipaccName = "unsharp-hipacc";
constexpr const char* kUnsharpHipaccSummary =
    "Sharpens each plane by the ratio of its sharpened to its own value.";

// Hipacc's Gaussian of three by three, and the least it divides by.
constexpr float kUnsharpHipaccCorner = 0.057118f, kUnsharpHipaccEdge = 0.124758f,
                kUnsharpHipaccCentre = 0.272496f;
constexpr float kFloor = 0.01f;

Graph build_unsharp_hipacc() {
    GraphBuilder build(kUnsharpHipaccName, kUnsharpHipaccSummary);
    const Image input = build.input("input");
    Image blurred, high, ratio, output;

    build.name_next("blur");
    functors::SymmetricMask(kUnsharpHipaccCorner, kUnsharpHipaccEdge, kUnsharpHipaccCentre)(
        input, blurred);
    build.name_next("high");
    functors::Sharpen(1.0f)(input, blurred, high);
    build.name_next("ratio");
    const functors::Quotient divide(kFloor);
    divide(high, input, ratio);
    build.name_next("sharp");
    functors::Product()(ratio, input, output);
    build.output("output", output);

    build.control("amount", "Amount",
                  "Strength: 0 changes nothing but values below the floor, 1 doubles the contrast "
                  "of fine detail.",
                  {"high.amount"});
    build.control("floor", "Floor", "Values below this are darkened instead of divided by.",
                  {"ratio.floor"});
    return build.finish();
}

}  // namespace

Effect unsharp_hipacc() {
    // What is divided by is multiplied with again: no rounding is magnified.
    return {.name = kUnsharpHipaccName,
            .summary = kUnsharpHipaccSummary,
            .build = build_unsharp_hipacc};
}

}  // namespace weft::effects
