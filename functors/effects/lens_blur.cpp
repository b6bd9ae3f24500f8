// Synthetic depth of field from a stereo pair, as Halide's benchmark has it.
#include "effects/builtin.h"
#include "effects/push_pull.h"
#include "graph/image.h"
#include "neighbourhood/morphology.h"
#include "point/codes.h"
#include "stereo/aperture_blur.h"
#include "stereo/bokeh_radius.h"
#include "stereo/cost_confidence.h"
#include "stereo/least_cost.h"
#include "stereo/stereo_costs.h"

namespace weft::effects {
namespace {

constexpr const char* kLensBlurName = "lens-blur";
constexpr const char* kLensBlurSummary =
    "Blurs what is out of focus, by the depth that two eyes' pictures tell.";
constexpr int kLensBlurLevels = 8, kBytes = 255, kFarthest = 9;

using functors::Codes;
using functors::Morphology;

// Costs, depths and radii end where the picture does: depths are read anywhere, which needs bounds.
// The benchmark's go on, but for costs on the way down, which shows where depths are uncertain: by
// up to 0.38 in a corner, by 0.026 at most from 128 pixels on. It looks for the largest radius as
// far away as one can be, 9 pixels at its settings, which stays so here at others. Its random
// numbers depend on the compiler; these are others.
Graph build_lens_blur() {
    GraphBuilder build(kLensBlurName, kLensBlurSummary);
    const Image left = build.input("left"), right = build.input("right");
    Image left_bytes, right_bytes, costs, weighed, depth, radius, columns, worst, output;
    Codes{Codes::eToCodes, kBytes}(left, left_bytes);
    Codes{Codes::eToCodes, kBytes}(right, right_bytes);
    build.name_next("costs");
    functors::StereoCosts()(left_bytes, right_bytes, costs);
    functors::CostConfidence()(costs, weighed);
    const Image spread = record_push_pull(build, weighed, kLensBlurLevels);
    functors::LeastCost()(spread, depth);
    build.name_next("radius");
    functors::BokehRadius{13.0f, 0.5f}(depth, radius);
    build.name_next("worst-down");
    Morphology{Morphology::eDilate, eVertical, kFarthest}(radius, columns);
    build.name_next("worst-across");
    Morphology{Morphology::eDilate, eHorizontal, kFarthest}(columns, worst);
    build.name_next("blur");
    functors::ApertureBlur()(left, depth, radius, worst, output);
    build.output("output", output);

    build.control("depths", "Depths", "How many depths are told apart.", {"costs.depths"});
    build.control("focus", "Focus", "The depth that is sharp.", {"radius.focus"});
    build.control("scale", "Scale", "Pixels of blur for each step of depth.", {"radius.scale"});
    build.control("samples", "Samples",
                  "Points of the aperture: more make less noise, and are slower.",
                  {"blur.samples"});
    build.control("seed", "Seed", "Gives other points; animate it with the frame.", {"blur.seed"});
    return build.finish();
}

}  // namespace

Effect lens_blur() {
    // Of depths that match alike fast arithmetic may find another one.
    return {.name = kLensBlurName,
            .summary = kLensBlurSummary,
            .build = build_lens_blur,
            .fast_absolute = 1e-3,
            .fast_relative = 1e-3,
            .fast_outliers = 0.05};
}

}  // namespace weft::effects
