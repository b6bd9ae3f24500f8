#include "viewer/frame_cache.h"

#include <algorithm>

namespace weft::editor {
namespace {

std::size_t size_of(const ViewedPicture& picture) {
    std::size_t bytes = 0;
    for (const TiledPicture* part : picture.pictures()) bytes += part->bytes();
    return bytes;
}

}  // namespace

const ViewedPicture* FrameCache::find(int frame) const {
    const auto at = frames_.find(frame);
    return at == frames_.end() ? nullptr : &at->second;
}

void FrameCache::put(int frame, const ViewedPicture& picture, const Timeline& timeline, int step) {
    if (const ViewedPicture* old = find(frame)) held_ -= size_of(*old);
    frames_[frame] = picture;
    held_ += size_of(picture);
    while (held_ > bytes_ && !frames_.empty()) {
        const auto wait = [&](const auto& cached) {
            return frames_until(timeline, frame, cached.first, step);
        };
        const auto last =
            std::max_element(frames_.begin(), frames_.end(),
                             [&](const auto& a, const auto& b) { return wait(a) < wait(b); });
        held_ -= size_of(last->second);
        frames_.erase(last);
    }
}

void FrameCache::clear() {
    frames_.clear();
    held_ = 0;
}

std::vector<int> FrameCache::frames(const Wanted& wanted) const {
    std::vector<int> frames;
    for (const auto& [frame, picture] : frames_)
        if (holds(picture, wanted)) frames.push_back(frame);
    return frames;
}

}  // namespace weft::editor
