// Pictures: pixels in memory. Picture owns planar float32; PictureView describes anybody's pixels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/indexer.h"
#include "core/rect.h"

namespace weft {

/// How a sample is stored: u8 and u16 hold 0 ... 1 as 0 ... max. Conversions are those of
/// runtime/convert.h on every back end: saturating, half to even, NaN to 0.
enum class SampleFormat { kU8, kU16, kHalf, kFloat };

/// Bytes of a sample.
constexpr int sample_size(SampleFormat f) {
    return f == SampleFormat::kU8 ? 1 : f == SampleFormat::kFloat ? 4 : 2;
}

/// Pixels somewhere in memory, interleaved or planar, any stride, not owned.
/// The sample of plane p at (x, y) is at
///   base + (x - domain.x0) * x_stride + (y - domain.y0) * y_stride + p * plane_stride  (bytes).
struct PictureView {
    std::byte* base = nullptr;
    SampleFormat format = SampleFormat::kFloat;
    std::ptrdiff_t x_stride = 4, y_stride = 0, plane_stride = 0;
    Rect domain;
    int planes = 0;
    /// Rows are aligned and padded as a Picture's, and the slack may be overwritten. Must be false
    /// for a part of a wider picture, where the slack is other pixels.
    bool padded = false;

    /// The address of a sample. Nothing is checked.
    std::byte* at(int x, int y, int plane) const {
        return base + (x - domain.x0) * x_stride + (y - domain.y0) * y_stride +
               plane * plane_stride;
    }
};

/// The part of `view` in `region`, which must lie within its domain.
PictureView crop(const PictureView& view, const Rect& region);

/// Bytes to which a Picture's rows are aligned, and the least slack after a row's last pixel that
/// may be read and written: one vector of the widest instruction set.
inline constexpr int kRowAlignment = 64;

/// The layout every Picture has: planar float32, each row starting on a 64-byte boundary and
/// followed by at least 64 bytes of writable slack, so that whole vectors may run past the last
/// pixel.
class Picture {
  public:
    Picture() = default;
    /// Zero-filled. Throws std::bad_alloc when the memory cannot be had.
    Picture(Rect domain, int planes);

    /// A picture that was moved from is empty.
    Picture(Picture&& other) noexcept;
    Picture& operator=(Picture&& other) noexcept;

    Rect domain() const { return domain_; }
    int planes() const { return planes_; }
    std::ptrdiff_t row_stride() const { return row_stride_; }      ///< in floats
    std::ptrdiff_t plane_stride() const { return plane_stride_; }  ///< in floats
    float* row(int y, int plane) {
        return data_.get() + plane * plane_stride_ + (y - domain_.y0) * row_stride_;
    }
    const float* row(int y, int plane) const {
        return data_.get() + plane * plane_stride_ + (y - domain_.y0) * row_stride_;
    }
    float& at(int x, int y, int plane) { return row(y, plane)[x - domain_.x0]; }
    float at(int x, int y, int plane) const { return row(y, plane)[x - domain_.x0]; }

    /// Views of its pixels, valid as long as it is neither moved from nor destroyed.
    PictureView view() const;
    std::vector<PlaneRef> plane_refs() const;  ///< one per plane

  private:
    struct Free {
        void* block;  ///< what was allocated; the pixels start at an aligned place in it
        Free() : block(nullptr) {}
        explicit Free(void* allocated) : block(allocated) {}
        void operator()(float*) const;
    };
    Rect domain_;
    int planes_ = 0;
    std::ptrdiff_t row_stride_ = 0, plane_stride_ = 0;
    std::unique_ptr<float[], Free> data_;
};

/// True when `view` has Picture's layout: planar float32, rows aligned and padded. Kernels then use
/// its rows in place. A planar view without slack (crop()) is not.
bool is_padded_planar(const PictureView& view);

/// True when samples are aligned as their type is and all strides are multiples of a sample:
/// kernels can then read anywhere in `view` in place.
bool is_sample_grid(const PictureView& view);
/// True for a grid of floats whose pixels are interleaved without gaps.
bool is_interleaved_floats(const PictureView& view);

/// Whether shapes and all samples are equal: any NaN equals any NaN, +0 and -0 differ.
bool same_bits(const Picture& a, const Picture& b);

/// The first sample, by plane, row and column, in which pictures of the same shape differ as
/// same_bits() sees it.
struct Difference {
    int x = 0, y = 0, plane = 0;
    float a = 0, b = 0;
};
std::optional<Difference> find_difference(const Picture& a, const Picture& b);

}  // namespace weft
