// The rows of a tile, computed where the pixels of a host's pictures lie.
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
    /// Nothing where the kernel has no function for it, or where a picture has no interleaved
    /// floats or not all of the tile.
    static std::optional<PixelRun> over(const KernelRun& run, const TileRanges& ranges);

    /// Which of the kernel's loops it is in place of; the others have nothing to do.
    int loop() const { return rows_.loop; }

    /// Computes row y. `args` has what the loop's stages are given.
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
