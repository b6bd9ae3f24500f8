// How many blocks of a kernel a multiprocessor holds at once.
#pragma once

#include "plan/gpu_target.h"

namespace weft {

/// What one block asks for.
struct BlockNeeds {
    int threads = 1;
    int registers = 0;             ///< of a thread
    std::size_t shared_bytes = 0;  ///< of the block
};

/// Blocks that fit by threads and by number, by registers in their units of allocation, and by
/// shared memory in its; the least of them is resident. 0 where not even one fits.
struct ResidentBlocks {
    int by_threads = 0, by_registers = 0, by_shared = 0;

    int count() const;
    /// The resource that runs out first: "threads", "registers" or "shared memory".
    const char* limit() const;
};

ResidentBlocks resident_blocks(const GpuTarget& target, const BlockNeeds& needs);

/// Resident threads, in whole warps, over the most there may be.
double occupancy(const GpuTarget& target, const BlockNeeds& needs);

}  // namespace weft
