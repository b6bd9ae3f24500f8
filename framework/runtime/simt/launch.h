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

/// What is launched.
struct SimtLaunch {
    std::string kernel, source;  ///< for reports: its name, and "DWT1D (dwt1d.h:12)"
    void (*function)(const void* args) = nullptr;
    const void* args = nullptr;
    SimtIndex grid{1, 1, 1}, block{1, 1, 1};  ///< blocks, and threads of each: at most 1024
    std::size_t shared_bytes = 0;             ///< dynamic, of a block
    std::vector<int> reads, writes;           ///< pictures that it is given, by index in the memory
    std::uint64_t number = 0;                 ///< random orders differ between launches
};

/// How it is run.
struct SimtLimits {
    long long max_calls = 1 << 24;              ///< accesses and barriers of one thread
    const std::atomic<bool>* cancel = nullptr;  ///< heard between blocks
};

/// Runs all blocks, one after another. After it the pictures that are written are wholly written,
/// by it or before it; a finding ends it. When cancelled it returns none, half done.
/// Throws std::bad_alloc.
std::optional<SimtFinding> run_launch(const SimtLaunch& launch, std::vector<DeviceArray>& memory,
                                      const SimtSchedule& schedule, FibrePool& fibres,
                                      const SimtLimits& limits);

/// What kernels call; of use within run_launch() alone.
const SimtHooks& simt_hooks();

}  // namespace weft
