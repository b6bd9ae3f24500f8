// What a block has to say when it cannot go on.
#include <fmt/format.h>

#include "runtime/simt/block_run.h"
#include "runtime/simt/warp.h"

namespace weft {

SimtParty BlockRun::party(std::uint32_t block, std::uint32_t thread, const char* action,
                          SimtPlace place) const {
    const SimtIndex &grid = launch_.grid, &size = launch_.block;
    SimtParty p;
    p.block = {block % grid.x, block / grid.x % grid.y, block / grid.x / grid.y};
    p.thread = {thread % size.x, thread / size.x % size.y, thread / size.x / size.y};
    p.action = action;
    if (place.file != nullptr) p.file = place.file;
    p.line = place.line;
    return p;
}

SimtParty BlockRun::party(const EarlierAccess& earlier) const {
    return party(earlier.block, earlier.thread, earlier.wrote ? "wrote" : "read",
                 memory_.place(earlier.place));
}

SimtFinding BlockRun::finding(SimtCheck check, std::string what) const {
    SimtFinding found;
    found.check = check;
    found.what = std::move(what);
    found.kernel = launch_.kernel;
    found.source = launch_.source;
    found.epoch = static_cast<int>(epoch_);
    found.schedule = schedule_.name();
    return found;
}

SimtFinding BlockRun::finding(const AccessFault& fault, std::uint32_t thread, bool write,
                              SimtPlace place) const {
    SimtFinding found = finding(fault.check, fault.what);
    found.address = fault.address;
    found.thread = party(block_, thread, write ? "writes" : "reads", place);
    if (fault.earlier) found.other = party(*fault.earlier);
    return found;
}

/// Some thread waits, and none can go on. What lies deepest is told first: who reads what is never
/// written keeps others waiting, and so does a lane that does not come.
SimtFinding BlockRun::stuck() const {
    if (doubt_) return *doubt_;
    for (std::uint32_t t = 0; t < threads_.size(); ++t)
        if (threads_[t].stage == ThreadStage::kInWarp) return stuck_in_warp(t);
    return stuck_at_barrier();
}

SimtFinding BlockRun::stuck_in_warp(std::uint32_t thread) const {
    const std::uint32_t first = thread / kWarpSize * kWarpSize;
    const std::size_t size = std::min<std::size_t>(kWarpSize, threads_.size() - first);
    const std::span<const SimtThreadState> lanes = std::span(threads_).subspan(first, size);
    const MissingLane missing = find_missing_lane(lanes, static_cast<int>(thread - first));
    const SimtThreadState& waiting = threads_[thread];
    SimtFinding found = finding(
        SimtCheck::kLane, fmt::format("lane {} waits for lane {} (mask {:#x}), which {}",
                                      thread - first, missing.lane, waiting.mask, missing.what));
    found.thread = party(block_, thread, waiting.shuffles ? "shuffles" : "syncs", waiting.place);
    const std::uint32_t other = first + static_cast<std::uint32_t>(missing.lane);
    found.other = party(block_, other, missing.what.c_str(), threads_[other].place);
    return found;
}

SimtFinding BlockRun::stuck_at_barrier() const {
    const auto first_that = [&](auto is) {
        std::uint32_t t = 0;
        while (t < threads_.size() && !is(threads_[t])) ++t;
        return t;
    };
    const std::uint32_t waiting =
        first_that([](const SimtThreadState& t) { return t.stage == ThreadStage::kAtBarrier; });
    const SimtPlace place = threads_[waiting].place;
    const std::uint32_t elsewhere = first_that([&](const SimtThreadState& t) {
        return t.stage == ThreadStage::kAtBarrier && !same_place(t.place, place);
    });
    const bool diverges = elsewhere < threads_.size();
    const std::uint32_t other = diverges ? elsewhere : first_that([](const SimtThreadState& t) {
        return t.stage == ThreadStage::kEnded;
    });
    SimtFinding found =
        diverges ? finding(SimtCheck::kBarrier, "threads of a block wait at different barriers")
                 : finding(SimtCheck::kExit, "threads wait at a barrier and others have ended");
    found.thread = party(block_, waiting, "waits at a barrier", place);
    found.other = diverges ? party(block_, other, "waits at a barrier", threads_[other].place)
                           : party(block_, other, "has ended", {});
    return found;
}

}  // namespace weft
