#include "batch/prepared_frames.h"

#include <algorithm>

namespace weft {

namespace {

/// Sequences alternate between few kinds of frames, if at all; each cached one holds scratch
/// memory.
constexpr std::size_t kMaxCached = 2;

}  // namespace

PrepareRequest request_of_frame(const Graph& graph, const Library& library,
                                const std::vector<ImageShape>& inputs,
                                const std::vector<Rect>& regions) {
    PrepareRequest request{graph, library, inputs, regions};
    request.planar_inputs.assign(inputs.size(), false);
    request.planar_outputs.assign(graph.outputs.size(), false);
    return request;
}

Result<Prepared*> PreparedFrames::get(const Graph& still, const std::vector<ImageShape>& inputs,
                                      const std::vector<Rect>& regions, int threads) {
    const std::uint64_t wanted = hash(still);
    const auto found = std::find_if(cached_.begin(), cached_.end(), [&](const Cached& k) {
        return k.graph == wanted && k.inputs == inputs && k.regions == regions &&
               k.threads == threads;
    });
    if (found != cached_.end()) {
        std::rotate(found, found + 1, cached_.end());
        return cached_.back().prepared.get();
    }
    if (cached_.size() == (keeps_one_ ? 1 : kMaxCached)) cached_.erase(cached_.begin());
    const std::lock_guard lock(preparing_);
    PrepareRequest request = request_of_frame(still, library_, inputs, regions);
    request.range = range_;
    request.threads = threads;
    Result<std::unique_ptr<Prepared>> prepared = engine_.prepare(request);
    if (!prepared) return prepared.error();
    cached_.push_back({wanted, inputs, regions, threads, *std::move(prepared)});
    return cached_.back().prepared.get();
}

}  // namespace weft
