// A picture made to fit a frame of another size.
#include "effects/builtin.h"
#include "graph/image.h"
#include "transform/fit_frame.h"

namespace weft::effects {
namespace {

constexpr const char* kReformatName = "reformat";
constexpr const char* kReformatSummary =
    "Makes a picture fit the project's format, or a frame of another size.";

Graph build_reformat() {
    using functors::FitFrame;
    GraphBuilder build(kReformatName, kReformatSummary);
    const Image input = build.input("input");
    Image wide, output;
    build.name_next("horizontal");
    FitFrame(eHorizontal, FitFrame::eFitWidth, true)(input, wide);
    build.name_next("vertical");
    FitFrame(eVertical, FitFrame::eFitWidth, true)(wide, output);
    build.output("output", output);
    const auto both = [&](const char* name, const char* label, const char* help) {
        const std::string end = std::string(".") + name;
        build.control(name, label, help, {"horizontal" + end, "vertical" + end});
    };
    both("width", "Width",
         "Of the new frame, in pixels. 0 follows the height; where both are 0 the frame is the "
         "project's format, and without one it stays.");
    both("height", "Height",
         "Of the new frame, in pixels. 0 follows the width; where both are 0 the frame is the "
         "project's format, and without one it stays.");
    both("fit", "Fit",
         "What of the picture becomes as large as the frame: none, which keeps its size; width; "
         "height; fit, all of it within; fill, no gap; distort, both sides, each by itself.");
    both("centre", "Centre", "Puts the picture in the middle of the frame, not at its top left.");
    both("filter", "Filter",
         "Impulse takes the nearest pixel; from soft to sharp: b-spline, box, triangle, mitchell, "
         "cubic, lanczos.");
    both("unsqueeze", "Unsqueeze",
         "Widens the picture by so much more than it grows: 2 for an anamorphic picture whose "
         "pixels are 2 wide.");
    return build.finish();
}

}  // namespace

Effect reformat() {
    return {.name = kReformatName, .summary = kReformatSummary, .build = build_reformat};
}

}  // namespace weft::effects
