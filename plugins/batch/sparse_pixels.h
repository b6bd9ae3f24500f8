// Room for a whole picture, of which only the rows in use take memory.
#pragma once

#include <cstddef>

#include "core/rect.h"
#include "runtime/picture.h"
#include "support/result.h"

namespace weft {

/// Interleaved rows without gaps, zero until they are written to.
class SparsePixels {
  public:
    /// kMemory where the addresses cannot be had.
    static Result<SparsePixels> reserve(const Rect& domain, int planes, SampleFormat format);

    SparsePixels(SparsePixels&& other) noexcept;
    SparsePixels& operator=(SparsePixels&&) = delete;
    ~SparsePixels();

    const PictureView& view() const { return view_; }
    /// The part in `region`.
    PictureView crop(const Rect& region) const;

    /// Gives the memory of the rows before `y` back; they are zero again, or are as they were.
    void drop_rows_before(int y);

  private:
    SparsePixels(const PictureView& view, std::size_t size) : view_(view), size_(size) {}
    PictureView view_;
    std::size_t size_ = 0, dropped_ = 0;  ///< in bytes
};

}  // namespace weft
