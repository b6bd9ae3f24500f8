// The rows of a tile, computed in place on interleaved pixels (plan/pixel_rows.h).
#pragma once

#include <optional>
#include <vector>

#include "plan/pixel_rows.h"
#include "plan/ranges.h"
#include "runtime/cpu/profiler.h"
#include "runtime/cpu/tile_run.h"

namespace weft {

class PixelRun {
  public:
    /// Nothing where the kernel has no such function, or where a picture is not of interleaved
    /// floats or does not hold the whole tile.
    static std::optional<PixelRun> over(const KernelRun& run, const TileRanges& ranges);

    /// The kernel's loop that it replaces; the others then do nothing.
    Id<Loop> loop() const { return rows_.loop; }

    /// Computes row y. `args` holds what the loop is given besides rows: members, reaches, watch.
    void compute(int y, ProfiledArgs args);

  private:
    PixelRun(const KernelRun& run, PixelRows rows, const Rect& range);

    RowFunction function_;
    PixelRows rows_;
    Rect range_;
    std::vector<PictureView> inputs_, outputs_;
    std::vector<long> prefetch_;
    std::vector<const float*> in_;
    std::vector<float*> out_;
};

}  // namespace weft
