#include "viewer/frame_cache.h"

#include <algorithm>
#include <iterator>

namespace weft::editor {
namespace {

std::size_t size_of(const Evaluation& evaluation) {
    std::size_t bytes = 0;
    for (const Picture* picture : {evaluation.picture.get(), evaluation.other.get()})
        if (picture)
            bytes += static_cast<std::size_t>(picture->domain().area()) *
                     static_cast<std::size_t>(picture->planes()) * sizeof(float);
    return bytes;
}

}  // namespace

const Evaluation* FrameCache::find(int frame) const {
    const auto at = frames_.find(frame);
    return at == frames_.end() ? nullptr : &at->second;
}

void FrameCache::put(int frame, const Evaluation& evaluation, const Timeline& timeline, int step) {
    if (const Evaluation* old = find(frame)) held_ -= size_of(*old);
    frames_[frame] = evaluation;
    held_ += size_of(evaluation);
    while (held_ > bytes_ && !frames_.empty()) {
        const auto wait = [&](const auto& kept) {
            return frames_until(timeline, frame, kept.first, step);
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

std::vector<int> FrameCache::frames() const {
    std::vector<int> frames;
    std::transform(frames_.begin(), frames_.end(), std::back_inserter(frames),
                   [](const auto& kept) { return kept.first; });
    return frames;
}

}  // namespace weft::editor
