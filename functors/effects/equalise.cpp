// Histogram equalisation of luma, as Halide's benchmark has it.
#include "statistics/equalise.h"
#include "effects/builtin.h"
#include "graph/image.h"
#include "statistics/byte_luma.h"
#include "statistics/cumulative_share.h"
#include "statistics/histogram.h"

namespace weft::effects {
namespace {

constexpr const char* kEqualiseName = "equalise";
constexpr const char* kEqualiseSummary =
    "Spreads brightness evenly over its range by the picture's histogram; the result is bytes.";

Graph build_equalise() {
    GraphBuilder build(kEqualiseName, kEqualiseSummary);
    const Image input = build.input("input");
    Image luma, counts, share, output;
    functors::ByteLuma()(input, luma);
    functors::Histogram(256, 0.0f, 256.0f)(luma, counts);
    functors::CumulativeShare()(counts, share);
    build.name_next("equalise");
    functors::Equalise()(input, luma, share, output);
    build.output("output", output);
    build.control("amount", "Amount", "How far brightness is spread; 0 leaves it as it is.",
                  {"equalise.amount"});
    return build.finish();
}

}  // namespace

Effect equalise() {
    // Fractions are dropped: what lies beside a whole step may fall to the one below.
    return {.name = kEqualiseName,
            .summary = kEqualiseSummary,
            .build = build_equalise,
            .fast_absolute = 1.01 / 255,
            .fast_outliers = 1e-2};
}

}  // namespace weft::effects
