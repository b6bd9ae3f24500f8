// Grain removal by wavelet shrinkage (active-library, listing 1 and figure 1, left).
#include <string>
#include <vector>

#include "effects/builtin.h"
#include "graph/image.h"
#include "neighbourhood/dwt1d.h"
#include "point/soft_threshold.h"
#include "point/sum.h"

namespace weft::effects {
namespace {

constexpr const char* kDegrainName = "degrain";
constexpr const char* kDegrainSummary = "Removes film grain and sensor noise, keeping edges sharp.";
constexpr int kDegrainLevels = 4;
constexpr float kDegrainThreshold = 0.004f;

using functors::DWT1D;
using functors::SoftThreshold;
using functors::Sum;

std::string level_name(int level) { return "level" + std::to_string(level + 1); }

/// The amplitude of white noise about halves from one level's detail to the next.
float noise_scale(int level) { return 1.0f / static_cast<float>(1 << level); }

/// The paper's listing 1, with a soft threshold for its proprietary node, and with the bands as the
/// wavelet transform means them: HH and HL from HY, LH and LL from LY (the listing, as printed,
/// writes LH twice and HL never).
Image degrain_recurse(GraphBuilder& build, const Image& input, int level = 0) {
    Image HY, LY, HH, HL, LH, LL, HHP, HLP, LHP, LLP;
    Image pSum1, pSum2, output;

    Sum sum;
    {
        const auto scope = build.scope(level_name(level));

        DWT1D hDWT(eHorizontal, 1 << level);
        DWT1D vDWT(eVertical, 1 << level);
        hDWT(input, HY, LY);
        vDWT(HY, HH, HL);
        vDWT(LY, LH, LL);

        SoftThreshold shrink(kDegrainThreshold, noise_scale(level));
        shrink(HH, HHP);
        shrink(LH, LHP);
        shrink(HL, HLP);

        sum(HHP, LHP, pSum1);
        sum(HLP, pSum1, pSum2);
    }

    // Go to the next level of recursion.
    LLP = level + 1 < kDegrainLevels ? degrain_recurse(build, LL, level + 1) : LL;

    const auto scope = build.scope(level_name(level));
    sum(pSum2, LLP, output);
    return output;
}

Graph build_degrain() {
    GraphBuilder build(kDegrainName, kDegrainSummary);
    build.output("output", degrain_recurse(build, build.input("input")));

    std::vector<std::string> thresholds;
    for (int level = 0; level < kDegrainLevels; ++level)
        thresholds.push_back(level_name(level) + "/softthreshold*.threshold");
    build.control("threshold", "Threshold",
                  "Detail weaker than this is taken for grain and removed; halved from each level "
                  "to the next.",
                  thresholds);
    for (int level = 0; level < kDegrainLevels; ++level)
        build.control("scale-" + std::to_string(level + 1),
                      "Scale, " + std::to_string(2 << level) + " pixels",
                      "Multiplies the threshold for detail about " + std::to_string(2 << level) +
                          " pixels wide.",
                      {level_name(level) + "/softthreshold*.scale"});
    return build.finish();
}

}  // namespace

Effect degrain() {
    return {.name = kDegrainName, .summary = kDegrainSummary, .build = build_degrain};
}

}  // namespace weft::effects
