// Frames that are not on disk, and what is read in their place.
#include "batch/frames_to_read.h"

#include <algorithm>
#include <filesystem>

namespace weft {

std::optional<int> nearest_frame(const std::vector<int>& frames, int frame) {
    if (frames.empty()) return std::nullopt;
    const auto after = std::lower_bound(frames.begin(), frames.end(), frame);
    if (after == frames.end()) return frames.back();
    if (after == frames.begin()) return frames.front();
    const auto distance = [frame](int other) {
        return std::abs(static_cast<long long>(other) - frame);
    };
    const int before = *(after - 1);
    return distance(before) <= distance(*after) ? before : *after;
}

FramesToRead::FramesToRead(SequencePath path, MissingFrames missing)
    : path_(std::move(path)), missing_(missing) {}

std::string FramesToRead::file(int frame, const std::string& view) {
    const std::string own = path_.path(frame, view);
    std::error_code ignored;
    if (missing_ == MissingFrames::kError || !path_.has_frame() ||
        std::filesystem::exists(own, ignored))
        return own;
    const auto [frames, fresh] = on_disk_.try_emplace(view);
    if (fresh) frames->second = path_.find_frames(view);
    const std::optional<int> nearest = nearest_frame(frames->second, frame);
    return nearest ? path_.path(*nearest, view) : own;
}

}  // namespace weft
