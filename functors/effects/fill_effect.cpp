#include "effects/fill_effect.h"

#include <string>
#include <vector>

#include "effects/pyramid.h"
#include "pixel/merge.h"
#include "pixel/premultiply.h"
#include "pixel/unpremultiply.h"
#include "pyramid/level_end.h"

namespace weft::effects {
namespace {

constexpr int kFillEffectLevels = 10, kCutLevel = 3;

}  // namespace

using functors::Double;
using functors::Halve;
using functors::Merge;

Graph build_fill(const char* name, const char* summary, const FillLevels& kind) {
    GraphBuilder build(name, summary);
    build.border(kind.border);
    const Image input = build.input("input");
    Image premultiplied, output;
    functors::Premultiply()(input, premultiplied);
    std::vector<Image> down{premultiplied};
    for (int level = 1; level < kFillEffectLevels; ++level) {
        const auto scope = build.scope("down" + std::to_string(level));
        Image finer = down.back();
        if (kind.cut && level == kCutLevel + 1) {
            Image ended;
            functors::LevelEnd{kCutLevel}(finer, input, ended);
            finer = ended;
        }
        down.push_back(record_halved(finer, Halve::eBinomial3, kind.margin));
    }
    Image filled = down.back();
    for (std::size_t level = kFillEffectLevels - 1; level-- > 0;) {
        const auto scope = build.scope("up" + std::to_string(level));
        const Image below = record_doubled(filled, down[level], Double::eLinear);
        Image over;
        build.name_next("fill");
        Merge merge(Merge::eOver);  // by name: Clang takes Merge(Merge::eOver) for a declaration
        merge(down[level], below, over);
        filled = over;
    }
    functors::Unpremultiply()(filled, output);
    build.output("output", output);
    build.control("mix", "Mix", "Fades from what fills alone, 0, to the picture over it, 1.",
                  {"up0/fill.mix"});
    return build.finish();
}

}  // namespace weft::effects
