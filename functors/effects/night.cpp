// The night filter: a scene as eyes see it in the dark (Jensen and others, in Hipacc's form).
#include "effects/night.h"

#include <string>
#include <vector>

#include "graph/image.h"
#include "pixel/atrous.h"
#include "pixel/scotopic.h"

namespace weft::effects {
namespace {

Graph build_effect() { return build_night(kMaxNightLevels); }

}  // namespace

// Two steps of Hipacc's program are left out. It packs pixels into bytes between its stages: here
// they stay as they are. It swaps red and blue in every level, which even numbers of levels undo,
// and reads bytes as blue, green, red: here red is the first plane throughout.
Graph build_night(int levels, const NightNames& names) {
    GraphBuilder build(names.name, names.summary);
    Image image = build.input("input");
    std::vector<std::string> in_use;
    for (int level = 0; level < levels; ++level) {
        Image smooth;
        build.name_next("atrous" + std::to_string(level));
        functors::Atrous(level, levels)(image, smooth);
        in_use.push_back("atrous" + std::to_string(level) + ".levels");
        image = smooth;
    }
    Image output;
    build.name_next("scoto");
    functors::Scotopic()(image, output);
    build.output("output", output);

    if (levels == kMaxNightLevels)
        build.control("levels", "Levels",
                      "How far detail is smoothed away: taps up to 1, 2, 4 or 8 pixels apart.",
                      in_use);
    build.control("brightness", "Brightness", "How bright the night is.", {"scoto.brightness"});
    return build.finish();
}

Effect night_effect(const NightNames& names, Graph (*build)()) {
    // The exponential's eight squarings multiply a rounding by 256; dividing by a small X
    // multiplies what comes in, and next to X = 0 the result is black on one side and clipped on
    // the other.
    return {.name = names.name,
            .summary = names.summary,
            .build = build,
            .fast_absolute = 2e-4,
            .fast_relative = 2e-4,
            .fast_outliers = 2e-3};
}

Effect night() { return night_effect({}, build_effect); }

}  // namespace weft::effects
