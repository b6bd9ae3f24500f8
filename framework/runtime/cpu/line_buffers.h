// The line buffers of a tile: where their rows lie in working memory, and what pads them.
#pragma once

#include <vector>

#include "plan/ranges.h"
#include "runtime/cpu/row_source.h"
#include "runtime/cpu/tile_run.h"

namespace weft {

class LineBuffers {
  public:
    /// Takes the rows of all line buffers of `run`'s kernel from `workspace`. `ranges` are what
    /// each of its loops computes for the tile, and must outlive this object, as `run` must.
    LineBuffers(const KernelRun& run, const TileRanges& ranges, Workspace& workspace);

    const RowBlock& operator[](int index) const { return rows_[static_cast<std::size_t>(index)]; }

    /// Columns that need no loading, since all loops read the picture in place there.
    Interval between_edges(int index) const {
        return between_edges_[static_cast<std::size_t>(index)];
    }

    /// Gives row y of a padded line buffer what its border says beyond the picture's columns.
    void pad(int index, int y, int plane) const;

  private:
    const KernelRun& run_;
    const TileRanges& ranges_;
    std::vector<RowBlock> rows_;
    std::vector<Interval> between_edges_;
};

}  // namespace weft
