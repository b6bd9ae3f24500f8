// A camera's pipeline from a mosaic to a picture, as Halide's benchmark has it (after the
// Frankencamera, 2010).
#include "camera/byte_sharpen.h"
#include "camera/colour_temperature.h"
#include "camera/demosaic.h"
#include "camera/hot_pixels.h"
#include "camera/mosaic_green.h"
#include "camera/raw_curve.h"
#include "effects/builtin.h"
#include "graph/image.h"

namespace weft::effects {
namespace {

constexpr const char* kCameraPipeName = "camera-pipe";
constexpr const char* kCameraPipeSummary =
    "Develops a camera's mosaic of green, red and blue, ten bits each, into a picture.";

// The benchmark leaves sixteen columns and twelve rows out on every side, and with them all that a
// border decides, which is six pixels; here the picture stays whole.
Graph build_camera_pipe() {
    GraphBuilder build(kCameraPipeName, kCameraPipeSummary);
    const Image input = build.input("mosaic");
    Image clean, green, colours, corrected, toned, output;
    functors::HotPixels()(input, clean);
    functors::MosaicGreen()(clean, green);
    functors::Demosaic()(clean, green, colours);
    build.name_next("light");
    functors::ColourTemperature()(colours, corrected);
    build.name_next("curve");
    functors::RawCurve()(corrected, toned);
    build.name_next("sharpen");
    functors::ByteSharpen()(toned, output);
    build.output("output", output);
    build.control("kelvin", "Kelvin", "The light's colour temperature in kelvin.",
                  {"light.kelvin"});
    build.control("gamma", "Gamma", "Larger is brighter in the middle.", {"curve.gamma"});
    build.control("contrast", "Contrast", "Darkens dark tones and brightens bright ones.",
                  {"curve.contrast"});
    build.control("sharpen", "Sharpen", "How much edges are sharpened; 0 leaves them.",
                  {"sharpen.amount"});
    return build.finish();
}

}  // namespace

Effect camera_pipe() {
    return {.name = kCameraPipeName, .summary = kCameraPipeSummary, .build = build_camera_pipe};
}

}  // namespace weft::effects
