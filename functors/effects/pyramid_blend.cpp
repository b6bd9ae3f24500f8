// Two pictures blended level by level of their Laplacian pyramids (Burt and Adelson, 1983; as
// Hipacc and PolyMage time it).
#include <string>
#include <vector>

#include "effects/builtin.h"
#include "effects/pyramid.h"
#include "graph/image.h"
#include "point/difference.h"
#include "point/masked_mix.h"
#include "point/sum.h"

namespace weft::effects {
namespace {

constexpr const char* kPyramidBlendName = "pyramid-blend";
constexpr const char* kPyramidBlendSummary =
    "Joins two pictures along a mask without a seam: coarse detail fades wide, fine detail short.";
constexpr int kPyramidBlendLevels = 4;

using functors::Double;
using functors::Halve;

/// What a level has beyond the one below it; the last has all.
Image record_detail(const std::vector<Image>& levels, int level) {
    const Image& picture = levels[static_cast<std::size_t>(level)];
    if (level == kPyramidBlendLevels - 1) return picture;
    const Image coarser =
        record_doubled(levels[static_cast<std::size_t>(level) + 1], picture, Double::eBinomial5);
    Image detail;
    functors::Difference()(picture, coarser, detail);
    return detail;
}

Graph build_pyramid_blend() {
    GraphBuilder build(kPyramidBlendName, kPyramidBlendSummary);
    const std::vector<Image> a =
        record_levels(build, build.input("a"), "a", kPyramidBlendLevels, Halve::eBinomial5);
    const std::vector<Image> b =
        record_levels(build, build.input("b"), "b", kPyramidBlendLevels, Halve::eBinomial5);
    const std::vector<Image> mask =
        record_levels(build, build.input("mask"), "mask", kPyramidBlendLevels, Halve::eBinomial5);
    Image output;
    for (int level = kPyramidBlendLevels - 1; level >= 0; --level) {
        const auto scope = build.scope("level" + std::to_string(level));
        const Image of_a = record_detail(a, level), of_b = record_detail(b, level);
        Image blended, joined;
        build.name_next("blend");
        functors::MaskedMix()(of_a, of_b, mask[static_cast<std::size_t>(level)], blended);
        if (level == kPyramidBlendLevels - 1) {
            output = blended;
            continue;
        }
        const Image below = record_doubled(output, blended, Double::eBinomial5);
        functors::Sum()(blended, below, joined);
        output = joined;
    }
    build.output("output", output);
    build.control(
        "amount", "Amount",
        "Multiplies the mask: 0 shows picture a alone, 1 shows b where the mask is white.",
        {"level0/blend.amount", "level1/blend.amount", "level2/blend.amount",
         "level3/blend.amount"});
    return build.finish();
}

}  // namespace

Effect pyramid_blend() {
    return {
        .name = kPyramidBlendName, .summary = kPyramidBlendSummary, .build = build_pyramid_blend};
}

}  // namespace weft::effects
