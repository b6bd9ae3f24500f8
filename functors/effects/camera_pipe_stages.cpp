// A camera's pipeline as Halide's benchmark has it, in as many steps as it has there.
#include "camera/colour_temperature.h"
#include "camera/hot_pixels.h"
#include "camera/mosaic_quarters.h"
#include "camera/quarter_colour.h"
#include "camera/quarter_diagonal.h"
#include "camera/quarter_green.h"
#include "camera/raw_curve.h"
#include "effects/builtin.h"
#include "graph/image.h"
#include "neighbourhood/whole_blur.h"
#include "pixel/join_colours.h"
#include "pixel/single_plane.h"
#include "point/add_detail.h"
#include "point/codes.h"
#include "point/difference.h"
#include "pyramid/interleave.h"

namespace weft::effects {
namespace {

constexpr const char* kCameraPipeStagesName = "camera-pipe-stages";
constexpr const char* kCameraPipeStagesSummary =
    "Develops a camera's mosaic as camera-pipe does, in small steps, colour by colour.";
constexpr int kCameraBytes = 255;

using functors::Interleave;
using functors::QuarterColour;
using functors::QuarterDiagonal;
using functors::QuarterGreen;

/// A picture of a functor's, of the name given.
template <class Functor, class... Images>
Image record_named(GraphBuilder& build, const char* name, const Functor& functor,
                   const Images&... inputs) {
    Image result;
    build.name_next(name);
    functor(inputs..., result);
    return result;
}

/// The mosaic's four kinds of pixels, each a picture.
struct Quarters {
    Image green_of_reds, red, blue, green_of_blues;
};

Quarters record_quarters(GraphBuilder& build, const Image& mosaic) {
    using functors::SinglePlane;
    const Image all = record_named(build, "quarters", functors::MosaicQuarters(), mosaic);
    return {record_named(build, "g-gr", SinglePlane(functors::kGreenOfReds), all),
            record_named(build, "r-r", SinglePlane(functors::kRed), all),
            record_named(build, "b-b", SinglePlane(functors::kBlue), all),
            record_named(build, "g-gb", SinglePlane(functors::kGreenOfBlues), all)};
}

/// One colour of all pixels, from its quarters.
Image record_woven(GraphBuilder& build, const char* scope, const Quarters& of, const Image& like) {
    const auto guard = build.scope(scope);
    const Interleave columns(eHorizontal), rows(eVertical);
    const Image red_rows = record_named(build, "red-rows", columns, of.green_of_reds, of.red, like);
    const Image blue_rows =
        record_named(build, "blue-rows", columns, of.blue, of.green_of_blues, like);
    return record_named(build, "rows", rows, red_rows, blue_rows, like);
}

/// Red, green and blue of all pixels. A step's name is a colour and the kind of pixels where it is
/// found: gr and gb are the greens of red and of blue rows.
Image record_colours(GraphBuilder& build, const Image& mosaic) {
    const Quarters q = record_quarters(build, mosaic);
    const Image green_at_red = record_named(build, "g-r", QuarterGreen(functors::eRedSite),
                                            q.green_of_reds, q.green_of_blues);
    const Image green_at_blue = record_named(build, "g-b", QuarterGreen(functors::eBlueSite),
                                             q.green_of_blues, q.green_of_reds);
    const auto beside = [&](const char* name, Axis axis, QuarterColour::Side side,
                            const Image& green, const Image& there, const Image& colour) {
        return record_named(build, name, QuarterColour(axis, side), green, there, colour);
    };
    const Image red_of_reds =
        beside("r-gr", eHorizontal, QuarterColour::eBefore, q.green_of_reds, green_at_red, q.red);
    const Image blue_of_reds =
        beside("b-gr", eVertical, QuarterColour::eBefore, q.green_of_reds, green_at_blue, q.blue);
    const Image red_of_blues =
        beside("r-gb", eVertical, QuarterColour::eAfter, q.green_of_blues, green_at_red, q.red);
    const Image blue_of_blues =
        beside("b-gb", eHorizontal, QuarterColour::eAfter, q.green_of_blues, green_at_blue, q.blue);
    const Image red_at_blue = record_named(build, "r-b", QuarterDiagonal(functors::eBlueSite),
                                           green_at_blue, green_at_red, q.red);
    const Image blue_at_red = record_named(build, "b-r", QuarterDiagonal(functors::eRedSite),
                                           green_at_red, green_at_blue, q.blue);
    const Image red =
        record_woven(build, "red", {red_of_reds, q.red, red_at_blue, red_of_blues}, mosaic);
    const Image green = record_woven(
        build, "green", {q.green_of_reds, green_at_red, green_at_blue, q.green_of_blues}, mosaic);
    const Image blue =
        record_woven(build, "blue", {blue_of_reds, blue_at_red, q.blue, blue_of_blues}, mosaic);
    return record_named(build, "colours", functors::JoinColours(), red, green, blue);
}

// The stages of Halide's benchmark but for three small tables, the matrix, the curve and the
// sharpening's strength, which functors here prepare on the host: 32 of 34, counting the samples'
// becoming numbers and the bytes' becoming samples, which files do there. The papers count 30, of
// an older form that does not sharpen, and 32.
//
// The results are those of camera-pipe in every bit, but up to six pixels from the border, where
// the colours here go on each by itself; with unbounded intermediates there as well. Samples beyond
// 0 and 1 are cut off before hot pixels are looked for.
Graph build_camera_pipe_stages() {
    GraphBuilder build(kCameraPipeStagesName, kCameraPipeStagesSummary);
    using functors::Codes;
    const Image input = build.input("mosaic");
    const Image numbers =
        record_named(build, "numbers", Codes(Codes::eToCodes, functors::kRawWhite), input);
    const Image clean = record_named(build, "clean", functors::HotPixels(1), numbers);
    const Image colours = record_colours(build, clean);
    const Image corrected = record_named(build, "light", functors::ColourTemperature(), colours);
    const Image toned = record_named(build, "curve", functors::RawCurve(), corrected);
    const functors::WholeBlur down(eVertical), across(eHorizontal);
    const Image columns = record_named(build, "blur-down", down, toned);
    const Image blurred = record_named(build, "blur-across", across, columns);
    const Image detail = record_named(build, "detail", functors::Difference(), toned, blurred);
    const Image sharp = record_named(build, "sharpen", functors::AddDetail(), toned, detail);
    build.output("output",
                 record_named(build, "samples", Codes(Codes::eToSamples, kCameraBytes), sharp));
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

Effect camera_pipe_stages() {
    return {.name = kCameraPipeStagesName,
            .summary = kCameraPipeStagesSummary,
            .build = build_camera_pipe_stages};
}

}  // namespace weft::effects
