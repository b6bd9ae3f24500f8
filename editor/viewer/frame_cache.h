// Frames that were computed, so that what has played once plays at its rate.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "model/timeline.h"
#include "viewer/evaluator.h"

namespace weft::editor {

class FrameCache {
  public:
    /// Holds pictures of `bytes` at most.
    explicit FrameCache(std::size_t bytes) : bytes_(bytes) {}

    /// Null where the frame is not kept.
    const Evaluation* find(int frame) const;
    /// Keeps a frame, whole pictures alone. Where there is no room, frames go that play last from
    /// `frame` on, by `step` (model/timeline.h).
    void put(int frame, const Evaluation& evaluation, const Timeline& timeline, int step);
    void clear();
    /// Ascending.
    std::vector<int> frames() const;

  private:
    std::size_t bytes_, held_ = 0;
    std::map<int, Evaluation> frames_;
};

}  // namespace weft::editor
