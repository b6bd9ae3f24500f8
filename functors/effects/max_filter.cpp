// Halide's max filter: the largest value of a disc, by column maxima of doubling height.
#include <string>

#include "effects/builtin.h"
#include "graph/image.h"
#include "neighbourhood/disc_extreme.h"
#include "neighbourhood/pair_extreme.h"

namespace weft::effects {
namespace {

constexpr const char* kMaxFilterName = "max-filter";
constexpr const char* kMaxFilterSummary = "Grows bright areas by a disc, or shrinks them.";
constexpr float kMaxFilterRadius = 26.0f;  // Halide's apps/max_filter, which counts a row too many
constexpr int kTaller = 1;

// Between its stages pictures have no end: runs of rows begin above the first one.
Graph build_max_filter() {
    using functors::DiscExtreme;
    using functors::PairExtreme;
    GraphBuilder build(kMaxFilterName, kMaxFilterSummary);
    build.intermediates(Intermediates::kUnbounded);
    const Image input = build.input("input");
    Image rows[5], output;
    for (int i = 0; i < 5; ++i) {
        build.name_next("rows" + std::to_string(2 << i));
        const PairExtreme pair(PairExtreme::eDilate, eVertical, 1 << i);
        pair(i == 0 ? input : rows[i - 1], rows[i]);
    }
    build.name_next("disc");
    const DiscExtreme disc(DiscExtreme::eDilate, kMaxFilterRadius, kTaller);
    disc(input, rows[0], rows[1], rows[2], rows[3], rows[4], output);
    build.output("output", output);

    build.control("operation", "Operation", "Grows bright areas, or shrinks them.",
                  {"rows*.operation", "disc.operation"});
    build.control("radius", "Radius", "Radius of the disc in pixels.", {"disc.radius"});
    build.control("taller", "Taller",
                  "Rows that are added to every column of the disc, above and below.",
                  {"disc.taller"});
    return build.finish();
}

}  // namespace

Effect max_filter() {
    return {.name = kMaxFilterName, .summary = kMaxFilterSummary, .build = build_max_filter};
}

}  // namespace weft::effects
