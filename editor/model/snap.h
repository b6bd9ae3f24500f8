// How a drag of boxes falls in with the columns and rows of others.
#pragma once

#include <optional>

#include "model/canvas.h"

namespace weft::editor {

/// A drag, and the lines on which it has put a box.
struct Snap {
    Place by;
    std::optional<int> column, row;  ///< their x and y
    friend bool operator==(const Snap&, const Snap&) = default;
};

/// `by`, changed by no more than `reach` either way so that one of the boxes among `moved` comes
/// straight below, above or beside one nearby that is not. Marks move as they are dragged.
Snap snap(const Canvas& canvas, const Selection& moved, Place by, int reach);

}  // namespace weft::editor
