#include "effects/local_laplacian_effect.h"

#include <string>
#include <vector>

#include "effects/pyramid.h"
#include "point/difference.h"
#include "point/ratio_of.h"
#include "point/sum.h"
#include "pyramid/tone_choice.h"
#include "pyramid/tone_levels.h"

namespace weft::effects {
namespace {

constexpr int kLocalLaplacianLevels = 8, kTones = 8;

}  // namespace

using functors::Double;
using functors::Halve;

// All tones are planes of one picture: one pyramid serves them. Every level ends where its own
// elements end and is clamped there; with a margin, it is as if only the picture ended. The two
// differ far into the picture, less and less: of a photograph by up to 2261 steps of 65535 at its
// border, 175 at 128 pixels from it, and not at all from 256 on.
Graph build_local_laplacian(const char* name, const char* summary, const LocalLaplacian& kind) {
    GraphBuilder build(name, summary);
    const Image input = build.input("input");
    Image grey, tones, sum, output;
    kind.grey_of(input, grey);
    build.name_next("tones");
    functors::ToneLevels{kTones}(grey, tones);
    const std::vector<Image> g = record_levels(build, tones, "edited", kLocalLaplacianLevels,
                                               Halve::eBinomial4, kind.margin);
    const std::vector<Image> in =
        record_levels(build, grey, "plain", kLocalLaplacianLevels, Halve::eBinomial4, kind.margin);
    for (std::size_t level = kLocalLaplacianLevels; level-- > 0;) {
        const auto scope = build.scope("level" + std::to_string(level));
        Image chosen;
        if (level + 1 == kLocalLaplacianLevels) {
            if (kind.open) {
                sum = in[level];
            } else {
                functors::ToneChoice()(g[level], in[level], sum);
            }
            continue;
        }
        const Image coarser = record_doubled(g[level + 1], g[level], Double::eQuarters);
        Image detail, joined;
        functors::Difference()(g[level], coarser, detail);
        functors::ToneChoice{kind.open}(detail, in[level], chosen);
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

}  // namespace weft::effects
