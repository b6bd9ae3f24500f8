// Pictures of any storage type and layout, for tests of what reads and writes them.
#pragma once

#include <cstring>
#include <random>

#include "core/rect.h"
#include "engine/differential.h"
#include "runtime/convert.h"
#include "runtime/simt/guarded_block.h"

namespace weft::test {

inline constexpr SampleFormat kStoredFormats[] = {SampleFormat::kU8, SampleFormat::kU16,
                                                  SampleFormat::kHalf, SampleFormat::kFloat};

/// One way in which a picture's samples may lie.
struct StoredLayout {
    bool planar, flip_x, flip_y;
    int gap;  ///< samples between a row's end and the next row
};

inline constexpr StoredLayout kStoredLayouts[] = {{false, false, false, 0},
                                                  {true, false, false, 3},
                                                  {false, false, true, 5},
                                                  {true, true, false, 1},
                                                  {false, true, true, 2}};

/// Random samples, every bit pattern of theirs among them, that end where memory does.
class StoredPixels {
  public:
    StoredPixels(const Rect& domain, int planes, SampleFormat format, const StoredLayout& layout)
        : block_(kPage * (1 + bytes(domain, planes, format, layout) / kPage)) {
        const std::ptrdiff_t size = sample_size(format);
        view_.format = format;
        view_.domain = domain;
        view_.planes = planes;
        view_.x_stride = size * (layout.planar ? 1 : planes);
        view_.y_stride = view_.x_stride * domain.width() + size * layout.gap;
        view_.plane_stride = layout.planar ? view_.y_stride * domain.height() : size;
        view_.base = reinterpret_cast<std::byte*>(block_.data()) + block_.bytes() -
                     bytes(domain, planes, format, layout);
        if (layout.flip_x) {
            view_.base += view_.x_stride * (domain.width() - 1);
            view_.x_stride = -view_.x_stride;
        }
        if (layout.flip_y) {
            view_.base += view_.y_stride * (domain.height() - 1);
            view_.y_stride = -view_.y_stride;
        }
    }

    void fill(std::uint64_t seed) {
        if (view_.format == SampleFormat::kFloat) {
            store_region(view_, view_.domain, test_picture(view_.domain, view_.planes, seed, true));
            return;
        }
        std::mt19937_64 random(seed);
        for (std::size_t i = 0; i < block_.bytes(); ++i)
            block_.data()[i] = static_cast<char>(random());
    }

    const PictureView& view() const { return view_; }

    Picture as_floats() const {
        Picture picture(view_.domain, view_.planes);
        load_region(view_, view_.domain, picture);
        return picture;
    }

  private:
    static constexpr std::size_t kPage = 4096;
    static std::size_t bytes(const Rect& domain, int planes, SampleFormat format,
                             const StoredLayout& layout) {
        const int row = domain.width() * (layout.planar ? 1 : planes) + layout.gap;
        const int rows = domain.height() * (layout.planar ? planes : 1);
        return static_cast<std::size_t>(sample_size(format)) *
               static_cast<std::size_t>(row * rows - layout.gap);
    }
    GuardedBlock block_;
    PictureView view_;
};

}  // namespace weft::test
