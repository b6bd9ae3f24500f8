// A picture made to fit a frame of another size.
#include "effects/builtin.h"
#include "graph/image.h"
#include "transform/fit_frame_sums.h"
#include "transform/weigh_across.h"
#include "transform/weigh_down.h"
#include "transform/weights_of_sums.h"

namespace weft::effects {
namespace {

constexpr const char* kReformatName = "reformat";
constexpr const char* kReformatSummary =
    "Makes a picture fit the project's format, or a frame of another size.";

Graph build_reformat() {
    using functors::FitFrameSums;
    GraphBuilder build(kReformatName, kReformatSummary);
    const Image input = build.input("input");
    Image sums_across, sums_down, weights_across, weights_down, wide, output;
    build.name_next("sums-across");
    FitFrameSums(eHorizontal, FitFrameSums::eFitWidth, true)(input, sums_across);
    build.name_next("weights-across");
    functors::WeightsOfSums{}(sums_across, weights_across);
    build.name_next("sums-down");
    FitFrameSums(eVertical, FitFrameSums::eFitWidth, true)(input, sums_down);
    build.name_next("weights-down");
    functors::WeightsOfSums{}(sums_down, weights_down);
    build.name_next("weigh-across");
    functors::WeighAcross{}(input, weights_across, wide);
    build.name_next("weigh-down");
    functors::WeighDown{}(wide, weights_down, output);
    build.output("output", output);
    // `other`: the parameter by which what applies the weights knows that nothing is to be done.
    const auto all = [&](const char* name, const char* label, const char* help,
                         const char* other = nullptr) {
        std::vector<std::string> targets;
        for (const char* node : {"sums-across.", "sums-down."})
            targets.push_back(std::string(node) + name);
        for (const char* node : {"weigh-across.", "weigh-down."})
            if (other != nullptr) targets.push_back(std::string(node) + other);
        build.control(name, label, help, targets);
    };
    all("width", "Width",
        "Of the new frame, in pixels. 0 follows the height; where both are 0 the frame is the "
        "project's format, and without one it stays.",
        "width");
    all("height", "Height",
        "Of the new frame, in pixels. 0 follows the width; where both are 0 the frame is the "
        "project's format, and without one it stays.",
        "height");
    all("fit", "Fit",
        "What of the picture becomes as large as the frame: none, which keeps its size; width; "
        "height; fit, all of it within; fill, no gap; distort, both sides, each by itself.");
    all("centre", "Centre", "Puts the picture in the middle of the frame, not at its top left.");
    all("filter", "Filter",
        "Impulse takes the nearest pixel; from soft to sharp: b-spline, box, triangle, mitchell, "
        "cubic, lanczos.");
    all("unsqueeze", "Unsqueeze",
        "Widens the picture by so much more than it grows: 2 for an anamorphic picture whose "
        "pixels are 2 wide.",
        "scale");
    return build.finish();
}

}  // namespace

Effect reformat() {
    return {.name = kReformatName, .summary = kReformatSummary, .build = build_reformat};
}

}  // namespace weft::effects
