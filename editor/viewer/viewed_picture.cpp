#include "viewer/viewed_picture.h"

namespace weft::editor {

bool holds(const ViewedPicture& picture, const Wanted& wanted) {
    return !picture.domain().empty() && missing_parts(picture.pictures(), wanted.seen).empty() &&
           missing_parts(picture.pictures(), wanted.behind).empty();
}

Rect reduced(const Rect& region, int n) {
    const auto down = [n](int v) { return v >= 0 ? v / n : -((-v + n - 1) / n); };
    const auto up = [down](int v) { return -down(-v); };
    return {down(region.x0), down(region.y0), up(region.x1), up(region.y1)};
}

}  // namespace weft::editor
