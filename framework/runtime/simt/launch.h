// One launch of a kernel under the SIMT checker.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runtime/simt/device_memory.h"
#include "runtime/simt/fibre.h"
#include "runtime/simt/finding.h"
#include "runtime/simt/hooks.h"
#include "runtime/simt/schedule.h"

namespace weft {

/// A launch: kernel, arguments, grid.
struct SimtLaunch {
    std::string kernel, source;  ///< for reports: its name, and "DWT1D (dwt1d.h:12)"
    void (*function)(const void* args) = nullptr;
    const void* args = nullptr;
    SimtIndex grid{1, 1, 1}, block{1, 1, 1};   ///< blocks, and threads of each: at most 1024
    std::size_t shared_bytes = 0;              ///< dynamic, of a block
    std::vector<Id<PlanImage>> reads, writes;  ///< pictures that it is given
    std::uint64_t number = 0;                  ///< random orders differ between launches
};

/// Limits of a launch.
struct SimtLimits {
    long long max_calls = 1 << 24;              ///< accesses and barriers of one thread
    const std::atomic<bool>* cancel = nullptr;  ///< polled between blocks; may be null
};

/// Runs all blocks, one after another, and returns the first finding, which ends the launch: an
/// output element that is still unwritten at the end is one. Returns none when cancelled, with the
/// launch half done. Throws std::bad_alloc.
std::optional<SimtFinding> run_launch(const SimtLaunch& launch,
                                      Table<DeviceArray, PlanImage>& memory,
                                      const SimtSchedule& schedule, FibrePool& fibres,
                                      const SimtLimits& limits);

/// The hooks for kernels, to be called within run_launch() alone.
const SimtHooks& simt_hooks();

}  // namespace weft
