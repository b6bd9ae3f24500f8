#include "effects/pyramid.h"

namespace weft::effects {

using functors::Double;
using functors::Halve;

Image record_halved(const Image& picture, Halve::Filter filter, int margin) {
    Image across, both;
    Halve(eHorizontal, filter, margin)(picture, across);
    Halve(eVertical, filter, margin)(across, both);
    return both;
}

Image record_doubled(const Image& picture, const Image& like, Double::Filter filter) {
    Image down, both;
    Double(eVertical, filter)(picture, like, down);
    Double(eHorizontal, filter)(down, like, both);
    return both;
}

std::vector<Image> record_levels(GraphBuilder& build, const Image& picture, const char* scope,
                                 int count, Halve::Filter filter, int margin) {
    const auto guard = build.scope(scope);
    std::vector<Image> levels{picture};
    for (int level = 1; level < count; ++level)
        levels.push_back(record_halved(levels.back(), filter, margin));
    return levels;
}

}  // namespace weft::effects
