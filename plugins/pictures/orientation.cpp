#include "pictures/orientation.h"

#include <algorithm>

namespace weft {

Orientation::Place Orientation::in_file(int x, int y) const {
    const int u = x - display_.x0, v = y - display_.y0;
    const int right = display_.width() - 1, bottom = display_.height() - 1;
    Place place{u, v};
    switch (exif_) {
        case 2: place = {right - u, v}; break;
        case 3: place = {right - u, bottom - v}; break;
        case 4: place = {u, bottom - v}; break;
        case 5: place = {v, u}; break;
        case 6: place = {v, bottom - u}; break;
        case 7: place = {right - v, bottom - u}; break;
        case 8: place = {right - v, u}; break;
        default: break;
    }
    return {place.x + display_.x0, place.y + display_.y0};
}

Rect Orientation::upright(const Rect& window) const {
    if (!turns() || window.empty()) return window;
    // The other way: 6 and 8 undo each other, all others themselves.
    const Rect display{display_.x0, display_.y0,
                       display_.x0 + (swaps_axes() ? display_.height() : display_.width()),
                       display_.y0 + (swaps_axes() ? display_.width() : display_.height())};
    const Orientation back(exif_ == 6 ? 8 : exif_ == 8 ? 6 : exif_, display);
    const Place a = back.in_file(window.x0, window.y0);
    const Place b = back.in_file(window.x1 - 1, window.y1 - 1);
    return {std::min(a.x, b.x), std::min(a.y, b.y), std::max(a.x, b.x) + 1, std::max(a.y, b.y) + 1};
}

}  // namespace weft
