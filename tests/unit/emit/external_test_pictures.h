// Pictures as other programs keep them, for tests of kernels that use them in place.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "runtime/convert.h"
#include "runtime/gpu/external_picture.h"

namespace weft::test {

struct ExternalKind {
    SampleFormat format = SampleFormat::kFloat;
    int others = 0;     ///< samples of each pixel that are no planes of the picture
    int gap = 0;        ///< bytes between rows
    bool down = false;  ///< the first row is the last in memory

    std::string name() const {
        return std::to_string(static_cast<int>(format)) + " with " + std::to_string(others) +
               " others, a gap of " + std::to_string(gap) + (down ? ", downward" : "");
    }
};

/// Formats by rows that are aligned, padded or not, and upside down.
inline std::vector<ExternalKind> external_kinds() {
    using enum SampleFormat;
    return {
        {kFloat},          {kU8, 1, 3},  {kHalf, 0, 13}, {kU16, 0, 48, true}, {kFloat, 3, 1, true},
        {kU8, 0, 0, true}, {kU16, 2, 7}, {kHalf, 1}};
}

class ExternalPixels {
  public:
    ExternalPixels(const Rect& domain, int planes, const ExternalKind& kind) {
        const std::ptrdiff_t size = sample_size(kind.format);
        const std::ptrdiff_t pixel = (planes + kind.others) * size;
        const std::ptrdiff_t row = domain.width() * pixel + kind.gap;
        memory_.resize(static_cast<std::size_t>(row * domain.height()));
        view.format = kind.format;
        view.domain = domain;
        view.planes = planes;
        view.plane_stride = size;
        view.x_stride = pixel;
        view.y_stride = kind.down ? -row : row;
        view.base =
            memory_.data() + (kind.down ? row * (domain.height() - 1) : 0) + kind.others * size;
    }

    ExternalLayout layout() const { return *external_layout(view); }
    void store(const Picture& picture) const { store_region(view, view.domain, picture); }
    Picture load() const {
        Picture picture(view.domain, view.planes);
        load_region(view, view.domain, picture);
        return picture;
    }

    PictureView view;

  private:
    std::vector<std::byte> memory_;
};

}  // namespace weft::test
