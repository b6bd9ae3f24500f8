// Rows that hold a border's constant, for taps that reach beyond the picture.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <vector>

#include "plan/ranges.h"
#include "runtime/cpu/row_source.h"

namespace weft {

/// One row per constant, made when it is first asked for. Rows never grow: pointers into them stay
/// valid as long as this object.
class ConstantRows {
  public:
    /// Rows are long enough for all reads of `kernel` over `ranges`, taps and whole vectors
    /// included.
    ConstantRows(const Kernel& kernel, const TileRanges& ranges) {
        int width = 0, after = 0;
        for (const Id<Loop> l : kernel.loops.ids()) {
            width = std::max(width, ranges.loops[l].width());
            for (const Read& read : kernel.loops[l].reads) {
                lead_ = std::max(lead_, kVectorFloats - read.x_first);
                after = std::max(after, read.x_last);
                // As far as the last vector reaches where it reads farther apart.
                width =
                    std::max(width, scaled(read.scale_x, ranges.loops[l].width() + kSlackFloats) -
                                        scaled(read.scale_x, 0) + 1);
            }
        }
        floats_ = static_cast<std::size_t>(lead_ + width + kSlackFloats + after);
    }

    /// Returns the address at which the first element of a loop's row reads offset 0; all floats
    /// around it that taps reach are `value`.
    const float* of(float value) {
        std::uint32_t bits;
        std::memcpy(&bits, &value, sizeof bits);
        std::vector<float>& row = rows_[bits];
        if (row.empty()) row.assign(floats_, value);
        return row.data() + lead_;
    }

  private:
    std::map<std::uint32_t, std::vector<float>> rows_;  // by the value's bits
    int lead_ = 0;                                      // floats before offset 0
    std::size_t floats_ = 0;
};

}  // namespace weft
