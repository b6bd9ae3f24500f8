// A glow: the highlights, blurred, added to the picture.
#include "effects/builtin.h"
#include "graph/image.h"
#include "neighbourhood/gaussian.h"
#include "pixel/grade.h"
#include "pixel/luminance.h"
#include "pixel/merge.h"
#include "point/highlight_mask.h"
#include "point/product.h"

namespace weft::effects {
namespace {

constexpr const char* kGlowName = "glow";
constexpr const char* kGlowSummary = "Lets bright parts shine over what is around them.";
constexpr float kGlowThreshold = 0.7f, kSoftness = 0.3f;
constexpr float kGlowSigma = 3.0f;

using functors::Merge;

// The mask is of luminance, so that highlights keep their hue, and the alphas are united: a glow
// covers what is behind it and leaves an opaque picture opaque. Planes after alpha glow as colours
// do.
Graph build_glow() {
    GraphBuilder build(kGlowName, kGlowSummary);
    const Image input = build.input("input");
    Image grey, highlights, light, rows, blurred, glow, output;

    functors::Luminance()(input, grey);
    build.name_next("highlights");
    functors::HighlightMask(kGlowThreshold, kSoftness)(grey, highlights);
    build.name_next("light");
    functors::Product()(input, highlights, light);
    functors::Gaussian(eHorizontal, kGlowSigma)(light, rows);
    functors::Gaussian(eVertical, kGlowSigma)(rows, blurred);
    build.name_next("grade");
    functors::Grade()(blurred, glow);
    build.name_next("merge");
    Merge(Merge::ePlus, true)(glow, input, output);
    build.output("output", output);

    build.control("threshold", "Threshold", "Luminances up to this do not glow; 1 is white.",
                  {"highlights.threshold"});
    build.control("softness", "Softness", "How far above the threshold a highlight glows in full.",
                  {"highlights.softness"});
    build.control("sigma", "Sigma", "How far the glow reaches: its standard deviation in pixels.",
                  {"gaussian*.sigma"});
    build.control("brightness", "Brightness",
                  "Multiplies the glow; one number, or red, green and blue for a tint.",
                  {"grade.multiply"});
    build.control("operation", "Operation", "How the glow joins the picture: plus, screen, max.",
                  {"merge.operation"});
    build.control("mix", "Mix", "Fades from the picture alone, 0, to the whole glow, 1.",
                  {"merge.mix"});
    return build.finish();
}

}  // namespace

Effect glow() { return {.name = kGlowName, .summary = kGlowSummary, .build = build_glow}; }

}  // namespace weft::effects
