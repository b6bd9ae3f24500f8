#include "batch/prepared_frames.h"

#include <algorithm>

namespace weft {

namespace {

/// Sequences alternate between few kinds of frames, if at all; each kept one holds scratch memory.
constexpr std::size_t kMaxKept = 2;

}  // namespace

Result<Prepared*> PreparedFrames::get(const Graph& still, const std::vector<ImageShape>& inputs,
                                      const std::vector<Rect>& regions) {
    const std::uint64_t wanted = hash(still);
    const auto found = std::find_if(kept_.begin(), kept_.end(), [&](const Kept& k) {
        return k.graph == wanted && k.inputs == inputs && k.regions == regions;
    });
    if (found != kept_.end()) {
        std::rotate(found, found + 1, kept_.end());
        return kept_.back().prepared.get();
    }
    if (kept_.size() == kMaxKept) kept_.erase(kept_.begin());
    const std::lock_guard lock(preparing_);
    PrepareRequest request{still, library_, inputs, regions};
    request.range = range_;
    if (by_rows_) {
        request.native_inputs.assign(inputs.size(), false);
        request.native_outputs.assign(regions.size(), false);
    }
    Result<std::unique_ptr<Prepared>> prepared = engine_.prepare(request);
    if (!prepared) return prepared.error();
    kept_.push_back({wanted, inputs, regions, *std::move(prepared)});
    return kept_.back().prepared.get();
}

}  // namespace weft
