#include "runtime/simt/launch.h"

#include "runtime/simt/block_run.h"
#include "runtime/simt/memory_check.h"

namespace weft {

namespace {

/// A block's order lies far from those that its threads take.
constexpr std::uint64_t kRoundOfBlocks = std::uint64_t{1} << 63;

SimtFinding missing_output(const AccessFault& fault, const SimtLaunch& launch,
                           const SimtSchedule& schedule) {
    SimtFinding found;
    found.check = fault.check;
    found.what = fault.what;
    found.address = fault.address;
    found.kernel = launch.kernel;
    found.source = launch.source;
    found.schedule = schedule.name();
    return found;
}

}  // namespace

std::optional<SimtFinding> run_launch(const SimtLaunch& launch,
                                      Table<DeviceArray, PlanImage>& memory,
                                      const SimtSchedule& schedule, FibrePool& fibres,
                                      const SimtLimits& limits) {
    MemoryCheck check(memory, launch.reads, launch.writes, launch.shared_bytes);
    BlockRun run(launch, check, schedule, fibres, limits.max_calls);
    std::vector<std::uint32_t> blocks;
    schedule.arrange(kRoundOfBlocks + launch.number, launch.grid.x * launch.grid.y * launch.grid.z,
                     blocks);
    for (std::uint32_t block : blocks) {
        if (limits.cancel && limits.cancel->load(std::memory_order_relaxed)) return std::nullopt;
        if (auto found = run.run(block)) return found;
    }
    if (const auto missing = check.missing_output())
        return missing_output(*missing, launch, schedule);
    return std::nullopt;
}

}  // namespace weft
