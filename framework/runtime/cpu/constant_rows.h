// Rows that hold a border's constant, for taps that reach beyond the picture.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <vector>

#include "plan/ranges.h"
#include "runtime/cpu/code_run.h"
#include "runtime/cpu/row_source.h"
#include "runtime/cpu/with_samples.h"

namespace weft {

/// One row per constant, made when it is first asked for. Rows never grow: pointers into them stay
/// valid as long as this object.
class ConstantRows {
  public:
    /// Rows are long enough for all reads of `kernel` over `ranges`, taps and whole vectors
    /// included.
    /// They hold floats, or codes of kU8 or kU16.
    ConstantRows(const Kernel& kernel, const TileRanges& ranges, SampleFormat samples)
        : samples_(samples) {
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
        const float* first = nullptr;
        with_samples(samples_, [&]<class Sample>(Sample) {
            if (row.empty()) {
                row.resize(floats_);
                std::fill_n(reinterpret_cast<Sample*>(row.data()),
                            floats_ * sizeof(float) / sizeof(Sample), sample_of<Sample>(value));
            }
            first =
                reinterpret_cast<const float*>(reinterpret_cast<const Sample*>(row.data()) + lead_);
        });
        return first;
    }

  private:
    std::map<std::uint32_t, std::vector<float>> rows_;  // by the value's bits
    int lead_ = 0;                                      // floats before offset 0
    std::size_t floats_ = 0;
    SampleFormat samples_;
};

}  // namespace weft
