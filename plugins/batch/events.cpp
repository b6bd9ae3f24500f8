#include "batch/events.h"

namespace weft {

const char* state_name(FrameState state) {
    switch (state) {
        case FrameState::kRendered: return "rendered";
        case FrameState::kComplete: return "complete";
        case FrameState::kKept: return "kept";
        case FrameState::kPlaceholder: return "placeholder";
        case FrameState::kFailed: return "failed";
        case FrameState::kCancelled: break;
    }
    return "cancelled";
}

StageTimes& StageTimes::operator+=(const StageTimes& other) {
    read += other.read;
    prepare += other.prepare;
    compute += other.compute;
    write += other.write;
    return *this;
}

}  // namespace weft
