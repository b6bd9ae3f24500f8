#include "runtime/simt/block_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/simt/warp.h"

namespace weft {

BlockRun::BlockRun(const SimtLaunch& launch, MemoryCheck& memory, const SimtSchedule& schedule,
                   FibrePool& fibres, long long max_calls)
    : launch_(launch),
      memory_(memory),
      schedule_(schedule),
      fibres_(fibres),
      max_calls_(max_calls),
      threads_(static_cast<std::size_t>(launch.block.x) * launch.block.y * launch.block.z) {}

void BlockRun::prepare(std::uint32_t block) {
    block_ = block;
    epoch_ = 0;
    const SimtIndex& grid = launch_.grid;
    const SimtIndex index{block % grid.x, block / grid.x % grid.y, block / grid.x / grid.y};
    for (std::uint32_t t = 0; t < threads_.size(); ++t) {
        SimtThreadState& thread = threads_[t];
        thread = {};
        const SimtIndex& size = launch_.block;
        thread.indices = {
            {t % size.x, t / size.x % size.y, t / size.x / size.y}, index, size, grid};
        thread.clock[t % kWarpSize] = 1;
    }
}

std::optional<SimtFinding> BlockRun::run(std::uint32_t block) {
    prepare(block);
    const RunningBlock running(*this);
    for (;;) {
        take_turns();
        if (found_) break;
        if (meet_in_warps()) continue;
        const bool ended = std::all_of(threads_.begin(), threads_.end(), [](const auto& thread) {
            return thread.stage == ThreadStage::kEnded;
        });
        if (ended) break;
        if (pass_barrier()) continue;
        found_ = stuck();
        break;
    }
    if (found_) abandon();
    return found_;
}

/// Every thread that may run does, until it waits or ends.
void BlockRun::take_turns() {
    const std::uint64_t salt = (launch_.number << 40) + (std::uint64_t{block_} << 12);
    schedule_.arrange(salt + round_++, static_cast<std::uint32_t>(threads_.size()), turns_);
    for (std::uint32_t thread : turns_)
        if (!found_ && threads_[thread].stage == ThreadStage::kReady) run_thread(thread);
}

void BlockRun::run_thread(std::uint32_t t) {
    SimtThreadState& thread = threads_[t];
    if (thread.fibre == nullptr) {
        thread.fibre = fibres_.take();
        thread.fibre->start(
            [](void* self) {
                const SimtLaunch& launch = static_cast<BlockRun*>(self)->launch_;
                launch.function(launch.args);
            },
            this);
    }
    current_ = t;
    thread.fibre->resume();
    if (!thread.fibre->idle()) return;
    fibres_.give(thread.fibre);
    thread.fibre = nullptr;
    thread.stage = ThreadStage::kEnded;
}

/// Lets every thread that still waits leave its stack, so that the fibre may serve again.
void BlockRun::abandon() {
    for (std::uint32_t t = 0; t < threads_.size(); ++t)
        if (threads_[t].fibre != nullptr) run_thread(t);
}

std::span<SimtThreadState> BlockRun::warp(std::uint32_t first) {
    const std::size_t count = std::min<std::size_t>(kWarpSize, threads_.size() - first);
    return std::span(threads_).subspan(first, count);
}

bool BlockRun::meet_in_warps() {
    bool any = false;
    for (std::uint32_t first = 0; first < threads_.size(); first += kWarpSize)
        any |= meet(warp(first));
    return any;
}

bool BlockRun::pass_barrier() {
    const SimtPlace& place = threads_.front().place;
    for (const SimtThreadState& thread : threads_)
        if (thread.stage != ThreadStage::kAtBarrier || !same_place(thread.place, place))
            return false;
    for (SimtThreadState& thread : threads_) thread.stage = ThreadStage::kReady;
    ++epoch_;
    return true;
}

void BlockRun::access(const void* address, unsigned bytes, bool write, SimtPlace place) {
    count(place);
    {
        const Actor who{block_, current_, epoch_, 0, &self().clock};
        std::optional<AccessFault> fault = memory_.access(address, bytes, write, who, place);
        if (!fault) return;
        std::optional<SimtFinding>& kept = fault->in_doubt ? doubt_ : found_;
        if (!kept) kept = finding(*fault, current_, write, place);
        if (fault->in_doubt) self().stage = ThreadStage::kInDoubt;
    }
    if (found_) leave();
    wait();
}

void BlockRun::sync_block(SimtPlace place) {
    count(place);
    self().stage = ThreadStage::kAtBarrier;
    self().place = place;
    wait();
}

void BlockRun::sync_warp(unsigned mask, SimtPlace place) {
    count(place);
    check_lane(mask, place);
    SimtThreadState& thread = self();
    thread.stage = ThreadStage::kInWarp;
    thread.place = place;
    thread.mask = mask;
    thread.shuffles = false;
    wait();
}

unsigned BlockRun::shuffle(unsigned mask, unsigned value, int source_lane, SimtPlace place) {
    count(place);
    check_lane(mask, place);
    const auto size = static_cast<int>(warp(current_ / kWarpSize * kWarpSize).size());
    const bool takes_part =
        source_lane >= 0 && source_lane < size && (mask >> source_lane & 1u) != 0;
    if (!takes_part) {
        report(SimtCheck::kLane,
               fmt::format("a shuffle takes the value of lane {}, which takes no part (mask {:#x}, "
                           "warp of {})",
                           source_lane, mask, size),
               "shuffles", place);
        leave();
    }
    SimtThreadState& thread = self();
    thread.stage = ThreadStage::kInWarp;
    thread.place = place;
    thread.mask = mask;
    thread.value = value;
    thread.shuffles = true;
    thread.source_lane = source_lane;
    wait();
    return self().value;
}

void BlockRun::count(SimtPlace place) {
    if (++self().calls <= max_calls_) return;
    report(SimtCheck::kEndless,
           fmt::format("a thread goes on after {} accesses and barriers", max_calls_), "goes on",
           place);
    leave();
}

void BlockRun::check_lane(unsigned mask, SimtPlace place) {
    const unsigned lane = current_ % kWarpSize;
    if ((mask >> lane & 1u) != 0) return;
    report(SimtCheck::kLane,
           fmt::format("lane {} is not in the mask {:#x} that it gives", lane, mask), "syncs",
           place);
    leave();
}

void BlockRun::report(SimtCheck check, std::string what, const char* action, SimtPlace place) {
    found_ = finding(check, std::move(what));
    found_->thread = party(block_, current_, action, place);
}

/// Until the thread is made ready; or for good, when the block is given up.
void BlockRun::wait() {
    Fibre* const fibre = self().fibre;
    fibre->suspend();
    if (found_) fibre->leave();
}

void BlockRun::leave() { self().fibre->leave(); }

}  // namespace weft
