// Hipacc's enhancement of endoscopic pictures: mean, gain and gamma (kernel-fusion, section V).
#include "effects/builtin.h"
#include "graph/image.h"
#include "neighbourhood/mean.h"
#include "point/gain.h"
#include "point/power.h"

namespace weft::effects {
namespace {

constexpr const char* kEnhanceName = "enhance";
constexpr const char* kEnhanceSummary = "Brightens dark pictures and calms their noise.";

// As in Hipacc's program. Its paper speaks of the geometric mean; the control says why not that.
constexpr int kEnhanceRadius = 1;
constexpr float kGain = 2.0f;
constexpr float kExponent = 0.6f;

Graph build_enhance() {
    GraphBuilder build(kEnhanceName, kEnhanceSummary);
    const Image input = build.input("input");
    Image mean, bright, output;

    build.name_next("mean");
    functors::Mean(kEnhanceRadius, kEnhanceRadius)(input, mean);
    build.name_next("gain");
    const functors::Gain gain(kGain);
    gain(mean, bright);
    build.name_next("gamma");
    const functors::Power gamma(kExponent);
    gamma(bright, output);
    build.output("output", output);

    build.control("radius", "Radius",
                  "Pixels averaged on every side of each pixel. It is their arithmetic mean: a "
                  "geometric one would be black around every black pixel.",
                  {"mean.radius-x", "mean.radius-y"});
    build.control("gain", "Gain", "Multiplies the average; 2 is one stop brighter.", {"gain.gain"});
    build.control("exponent", "Exponent", "The power after the gain: below 1 lifts the shadows.",
                  {"gamma.exponent"});
    return build.finish();
}

}  // namespace

Effect enhance() {
    // Near zero the power is steep: a rounding of 1e-7, where a mean cancels, becomes 6e-5.
    return {.name = kEnhanceName,
            .summary = kEnhanceSummary,
            .build = build_enhance,
            .fast_absolute = 1e-4};
}

}  // namespace weft::effects
