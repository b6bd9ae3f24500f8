// Halide's blur: the mean of three by three 16-bit numbers, in two stages, rows first.
#include "effects/builtin.h"
#include "graph/image.h"
#include "neighbourhood/word_mean.h"
#include "point/codes.h"

namespace weft::effects {
namespace {

constexpr const char* kBlur3x3HalideName = "blur-3x3-halide";
constexpr const char* kBlur3x3HalideSummary =
    "Averages three by three 16-bit numbers, of which a pixel is the top left one.";

// Whole numbers all the way, each stage's fractions dropped. The benchmark's picture is smaller
// than its input by what is read beyond; here it stays whole, and the input's last pixels go on.
Graph build_blur_3x3_halide() {
    GraphBuilder build(kBlur3x3HalideName, kBlur3x3HalideSummary);
    build.intermediates(Intermediates::kUnbounded);
    const Image input = build.input("input");
    Image numbers, rows, means, output;
    build.name_next("numbers");
    functors::Codes{functors::Codes::eToCodes}(input, numbers);
    build.name_next("blurx");
    functors::WordMean{eHorizontal}(numbers, rows);
    build.name_next("blury");
    functors::WordMean{eVertical}(rows, means);
    build.name_next("samples");
    functors::Codes{functors::Codes::eToSamples}(means, output);
    build.output("output", output);
    build.control("white", "White",
                  "The number of a sample of 1: 4095 of 12 bits. Sums beyond 65535 wrap around.",
                  {"numbers.white", "samples.white"});
    return build.finish();
}

}  // namespace

// Sums are exact in any order.
Effect blur_3x3_halide() {
    return {.name = kBlur3x3HalideName,
            .summary = kBlur3x3HalideSummary,
            .build = build_blur_3x3_halide};
}

}  // namespace weft::effects
