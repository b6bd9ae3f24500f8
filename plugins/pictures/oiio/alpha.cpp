#include "pictures/oiio/alpha.h"

#include <vector>

#include "runtime/convert.h"

namespace weft {
namespace {

/// Takes rows one by one, with all planes but alpha changed by it.
template <class Change>
void convert_by_alpha(const PictureView& from, int alpha, const PictureView& to,
                      const Change& change) {
    const Rect all = from.domain;
    const auto width = static_cast<std::size_t>(all.width());
    std::vector<float> samples(width * static_cast<std::size_t>(from.planes));
    std::vector<float*> planes;
    for (int p = 0; p < from.planes; ++p)
        planes.push_back(samples.data() + width * static_cast<std::size_t>(p));
    const std::vector<const float*> stored(planes.begin(), planes.end());
    const float* const a = planes[static_cast<std::size_t>(alpha)];
    for (int y = all.y0; y < all.y1; ++y) {
        load_rows(from, y, all.x0, all.x1, planes.data());
        for (int p = 0; p < from.planes; ++p) {
            if (p == alpha) continue;
            float* const values = planes[static_cast<std::size_t>(p)];
            for (std::size_t x = 0; x < width; ++x) values[x] = change(values[x], a[x]);
        }
        store_rows(to, y, all.x0, all.x1, stored.data());
    }
}

}  // namespace

void multiply_by_alpha(const PictureView& from, int alpha, const PictureView& to) {
    convert_by_alpha(from, alpha, to, [](float value, float a) { return value * a; });
}

void divide_by_alpha(const PictureView& from, int alpha, const PictureView& to) {
    convert_by_alpha(from, alpha, to,
                     [](float value, float a) { return a > 0 ? value / a : value; });
}

}  // namespace weft
