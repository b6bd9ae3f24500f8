// Frames that were computed, so that what has played once plays at its rate.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "model/timeline.h"
#include "viewer/viewed_picture.h"

namespace weft::editor {

class FrameCache {
  public:
    /// Holds pictures of `bytes` at most.
    explicit FrameCache(std::size_t bytes) : bytes_(bytes) {}

    /// Null where the frame is not cached.
    const ViewedPicture* find(int frame) const;
    /// Keeps what there is of a frame. Where there is no room, frames go that play last from
    /// `frame` on, by `step` (model/timeline.h).
    void put(int frame, const ViewedPicture& picture, const Timeline& timeline, int step);
    void clear();
    /// Of which all that is wanted is there; ascending.
    std::vector<int> frames(const Wanted& wanted) const;

  private:
    std::size_t bytes_, held_ = 0;
    std::map<int, ViewedPicture> frames_;
};

}  // namespace weft::editor
