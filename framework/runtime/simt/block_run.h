// Runs the threads of a block, each on a fibre, one after another from barrier to barrier.
//
// Between two barriers (an epoch) each thread runs as far as it can before the next one does.
// Conflicts between threads of an epoch are found by shadow memory (shadow.h), whatever their
// order.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "runtime/simt/launch.h"
#include "runtime/simt/memory_check.h"
#include "runtime/simt/simt_thread.h"

namespace weft {

class BlockRun {
  public:
    /// For all blocks of `launch`, one after another. `max_calls`: SimtLimits.
    BlockRun(const SimtLaunch& launch, MemoryCheck& memory, const SimtSchedule& schedule,
             FibrePool& fibres, long long max_calls);

    /// Runs the block with this number in the grid; what was found ends it.
    std::optional<SimtFinding> run(std::uint32_t block);

    // Calls of the running thread (hooks.h). They do not return where they find a fault.
    const SimtThread& indices() const { return threads_[current_].indices; }
    char* shared() const { return memory_.shared(); }
    void access(const void* address, unsigned bytes, bool write, SimtPlace place);
    void sync_block(SimtPlace place);
    void sync_warp(unsigned mask, SimtPlace place);
    unsigned shuffle(unsigned mask, unsigned value, int source_lane, SimtPlace place);

    /// A thread and its action, for reports.
    SimtParty party(std::uint32_t block, std::uint32_t thread, const char* action,
                    SimtPlace place) const;
    SimtParty party(const EarlierAccess& earlier) const;

  private:
    void prepare(std::uint32_t block);
    void take_turns();
    void run_thread(std::uint32_t thread);
    void abandon();
    bool meet_in_warps();
    bool pass_barrier();
    SimtFinding stuck() const;
    SimtFinding stuck_at_barrier() const;
    SimtFinding stuck_in_warp(std::uint32_t thread) const;
    SimtFinding finding(SimtCheck check, std::string what) const;
    SimtFinding finding(const AccessFault& fault, std::uint32_t thread, bool write,
                        SimtPlace place) const;
    std::span<SimtThreadState> warp(std::uint32_t first);

    void count(SimtPlace place);
    void check_lane(unsigned mask, SimtPlace place);
    void report(SimtCheck check, std::string what, const char* action, SimtPlace place);
    void wait();
    [[noreturn]] void leave();
    SimtThreadState& self() { return threads_[current_]; }

    const SimtLaunch& launch_;
    MemoryCheck& memory_;
    const SimtSchedule& schedule_;
    FibrePool& fibres_;
    const long long max_calls_;

    std::vector<SimtThreadState> threads_;
    std::vector<std::uint32_t> turns_;
    std::uint32_t block_ = 0, epoch_ = 0, current_ = 0;
    std::uint64_t round_ = 0;  ///< how often the threads were scheduled
    std::optional<SimtFinding> found_;
    std::optional<SimtFinding> doubt_;  ///< of the first thread that is kInDoubt
};

/// RAII: makes `run` the block whose threads run on this thread of the host, as the hooks find it.
class RunningBlock {
  public:
    explicit RunningBlock(BlockRun& run);
    ~RunningBlock();
    RunningBlock(const RunningBlock&) = delete;
    RunningBlock& operator=(const RunningBlock&) = delete;
};

}  // namespace weft
