// In what parts a picture is computed for a window. Pure.
#pragma once

#include <functional>
#include <vector>

#include "core/rect.h"

namespace weft::editor {

/// The parts to compute, one after the other, so that all of `missing` is there, which are
/// rectangles of `all` that share no pixel: bands of tiles of about `at_once` pixels from the top,
/// as long as that is hardly more work than doing without bands; and `all`, likewise in bands,
/// where little less would do. `share`: Survey::share.
std::vector<Rect> parts_to_compute(const std::vector<Rect>& missing, const Rect& all,
                                   const std::function<double(const Rect&)>& share,
                                   long long at_once);

}  // namespace weft::editor
