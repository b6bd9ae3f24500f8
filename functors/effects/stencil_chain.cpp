// Halide's chain of stencils: thirty-two of them, one after the other, over 16-bit numbers.
#include <string>

#include "effects/builtin.h"
#include "graph/image.h"
#include "neighbourhood/word_line.h"
#include "point/codes.h"

namespace weft::effects {
namespace {

constexpr const char* kStencilChainName = "stencil-chain";
constexpr const char* kStencilChainSummary =
    "Sums a picture's 16-bit numbers over 5 by 5 pixels, 32 times: a measure of speed, no look.";
constexpr int kStencils = 32;

// A stencil's weights are those of its columns times those of its rows, so that it is summed along
// one, then along the other. Only the picture has a border, as in the benchmark.
Graph build_stencil_chain() {
    GraphBuilder build(kStencilChainName, kStencilChainSummary);
    build.intermediates(Intermediates::kUnbounded);
    const Image input = build.input("input");
    Image numbers, output;
    functors::Codes{functors::Codes::eToCodes}(input, numbers);
    for (int i = 1; i <= kStencils; ++i) {
        const auto scope = build.scope("stencil" + std::to_string(i));
        Image columns, sums;
        functors::WordLine{eVertical}(numbers, columns);
        functors::WordLine{eHorizontal}(columns, sums);
        numbers = sums;
    }
    functors::Codes{functors::Codes::eToSamples}(numbers, output);
    build.output("output", output);
    build.control("offset", "Offset",
                  "Added to a column's and a row's distance, both from -2 to 2, to weigh it.",
                  {"stencil*.offset"});
    return build.finish();
}

}  // namespace

// Sums are exact in any order.
Effect stencil_chain() {
    return {
        .name = kStencilChainName, .summary = kStencilChainSummary, .build = build_stencil_chain};
}

}  // namespace weft::effects
