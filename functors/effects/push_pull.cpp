#include "effects/push_pull.h"

#include <string>
#include <vector>

#include "effects/pyramid.h"
#include "point/mix.h"

namespace weft::effects {

using functors::Double;
using functors::Halve;

Image record_push_pull(GraphBuilder& build, const Image& picture, int levels) {
    const std::vector<Image> push =
        record_levels(build, picture, "push", levels, Halve::eBinomial4);
    Image pulled = push.back();
    for (std::size_t level = push.size() - 1; level-- > 0;) {
        const auto scope = build.scope("pull" + std::to_string(level));
        const Image coarser = record_doubled(pulled, push[level], Double::eQuarters);
        Image both;
        functors::Mix{0.5f}(coarser, push[level], both);
        pulled = both;
    }
    return pulled;
}

}  // namespace weft::effects
