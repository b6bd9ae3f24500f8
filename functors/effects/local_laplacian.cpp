// Local Laplacian filtering as Halide's benchmark has it (Paris, Hasinoff and Kautz, 2011; Aubry
// and others, 2014): eight levels of resolution, eight of brightness.
#include <string>
#include <vector>

#include "effects/builtin.h"
#include "effects/pyramid.h"
#include "graph/image.h"
#include "pixel/luminance.h"
#include "point/difference.h"
#include "point/ratio_of.h"
#include "point/sum.h"
#include "pyramid/tone_choice.h"
#include "pyramid/tone_levels.h"

namespace weft::effects {
namespace {

constexpr const char* kLocalLaplacianName = "local-laplacian";
constexpr const char* kLocalLaplacianSummary =
    "Strengthens or softens detail of every size and leaves edges alone.";
constexpr int kLocalLaplacianLevels = 8, kTones = 8;

using functors::Double;
using functors::Halve;

// All tones are planes of one picture: one pyramid serves them. Every level ends where its own
// elements end and is clamped there, as in a compositor; the benchmark's levels go on, which shows
// beside the border alone.
Graph build_local_laplacian() {
    GraphBuilder build(kLocalLaplacianName, kLocalLaplacianSummary);
    const Image input = build.input("input");
    Image grey, tones, sum, output;
    functors::Luminance()(input, grey);
    build.name_next("tones");
    functors::ToneLevels{kTones}(grey, tones);
    const std::vector<Image> g =
        record_levels(build, tones, "edited", kLocalLaplacianLevels, Halve::eBinomial4);
    const std::vector<Image> in =
        record_levels(build, grey, "plain", kLocalLaplacianLevels, Halve::eBinomial4);
    for (std::size_t level = kLocalLaplacianLevels; level-- > 0;) {
        const auto scope = build.scope("level" + std::to_string(level));
        Image chosen;
        if (level + 1 == kLocalLaplacianLevels) {
            functors::ToneChoice()(g[level], in[level], sum);
            continue;
        }
        const Image coarser = record_doubled(g[level + 1], g[level], Double::eQuarters);
        Image detail, joined;
        functors::Difference()(g[level], coarser, detail);
        functors::ToneChoice()(detail, in[level], chosen);
        const Image below = record_doubled(sum, chosen, Double::eQuarters);
        functors::Sum()(below, chosen, joined);
        sum = joined;
    }
    functors::RatioOf(0.01f)(input, sum, grey, output);
    build.output("output", output);
    build.control("detail", "Detail", "How much small differences grow; below 0 they vanish.",
                  {"tones.detail"});
    build.control("contrast", "Contrast", "Multiplies large differences; 1 leaves them.",
                  {"tones.contrast"});
    return build.finish();
}

}  // namespace

Effect local_laplacian() {
    // Tones are whole 256ths, which fast arithmetic may round the other way.
    return {.name = kLocalLaplacianName,
            .summary = kLocalLaplacianSummary,
            .build = build_local_laplacian,
            .fast_absolute = 1e-3,
            .fast_relative = 1e-3,
            .fast_outliers = 1e-3};
}

}  // namespace weft::effects
