#include "effects/unsharp_effect.h"

#include "neighbourhood/gaussian.h"
#include "pixel/unsharp_mask.h"

namespace weft::effects {

Graph build_unsharp(const char* name, const char* summary, const functors::Luminance& grey_of,
                    const UnsharpBlur& blur) {
    GraphBuilder build(name, summary);
    const Image input = build.input("input");
    Image grey, columns, blurred, output;

    grey_of(input, grey);
    const functors::Gaussian vertical(eVertical, blur.sigma, blur.radius, blur.normalised);
    vertical(grey, columns);
    const functors::Gaussian horizontal(eHorizontal, blur.sigma, blur.radius, blur.normalised);
    horizontal(columns, blurred);
    const functors::UnsharpMask sharpen(1.0f);
    sharpen(input, grey, blurred, output);
    build.output("output", output);

    build.control("amount", "Amount",
                  "Strength: 0 changes nothing, 1 doubles the contrast of fine detail.",
                  {"unsharpmask*.amount"});
    build.control("sigma", "Sigma", "Standard deviation in pixels of what counts as fine detail.",
                  {"gaussian*.sigma"});
    build.control("radius", "Radius",
                  "Where the blur is cut off, in pixels; 0 for three sigmas, rounded up.",
                  {"gaussian*.radius"});
    build.control("normalise", "Normalise",
                  "Makes the blur's weights add up to one, so that flat areas keep their value.",
                  {"gaussian*.normalise"});
    return build.finish();
}

}  // namespace weft::effects
