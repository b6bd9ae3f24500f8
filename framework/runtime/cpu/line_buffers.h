// The line buffers of a tile: their rows in working memory, and padding.
#pragma once

#include <optional>

#include "plan/ranges.h"
#include "runtime/cpu/row_source.h"
#include "runtime/cpu/tile_run.h"

namespace weft {

/// Part of each row of a line buffer, which is made where the picture that it is stored to has it.
struct PlacedRows {
    const PictureView* picture = nullptr;
    Interval columns;
};

class LineBuffers {
  public:
    /// Carves the rows of all line buffers of `run`'s kernel out of `workspace`. `ranges` are those
    /// of the tile; they and `run` must outlive this object.
    LineBuffers(const KernelRun& run, const TileRanges& ranges, Workspace& workspace);

    const RowBlock& operator[](Id<LineBuffer> id) const { return rows_[id]; }

    /// Columns that are not loaded into line buffer `id`: all loops read the picture in place.
    Interval between_edges(Id<LineBuffer> id) const { return between_edges_[id]; }

    /// Of line buffer `id` of codes; nothing where a store copies whole rows.
    const std::optional<PlacedRows>& placed(Id<LineBuffer> id) const { return placed_[id]; }

    /// Fills row y of a padded line buffer beyond the picture's columns, by its border.
    void pad(Id<LineBuffer> id, int y, int plane) const;

  private:
    const KernelRun& run_;
    const TileRanges& ranges_;
    Table<RowBlock, LineBuffer> rows_;
    Table<Interval, LineBuffer> between_edges_;
    Table<std::optional<PlacedRows>, LineBuffer> placed_;
};

}  // namespace weft
