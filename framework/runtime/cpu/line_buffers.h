// The line buffers of a tile: their rows in working memory, and padding.
#pragma once

#include <vector>

#include "plan/ranges.h"
#include "runtime/cpu/row_source.h"
#include "runtime/cpu/tile_run.h"

namespace weft {

class LineBuffers {
  public:
    /// Carves the rows of all line buffers of `run`'s kernel out of `workspace`. `ranges` are those
    /// of the tile; they and `run` must outlive this object.
    LineBuffers(const KernelRun& run, const TileRanges& ranges, Workspace& workspace);

    const RowBlock& operator[](int index) const { return rows_[static_cast<std::size_t>(index)]; }

    /// Columns that are not loaded into line buffer `index`: all loops read the picture in place.
    Interval between_edges(int index) const {
        return between_edges_[static_cast<std::size_t>(index)];
    }

    /// Fills row y of a padded line buffer beyond the picture's columns, by its border.
    void pad(int index, int y, int plane) const;

  private:
    const KernelRun& run_;
    const TileRanges& ranges_;
    std::vector<RowBlock> rows_;
    std::vector<Interval> between_edges_;
};

}  // namespace weft
