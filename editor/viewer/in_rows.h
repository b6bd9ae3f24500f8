// Rows of an image, drawn on all cores while the caller waits.
#pragma once

#include <functional>

namespace weft::editor {

/// Calls `draw(first, last)` for parts of `rows`, at the same time where there are pixels enough
/// for it. Each row is drawn once.
void in_rows(int rows, int width, const std::function<void(int first, int last)>& draw);

}  // namespace weft::editor
