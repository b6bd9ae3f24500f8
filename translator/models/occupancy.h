// Occupancy: how many blocks of a kernel are resident on a multiprocessor.
#pragma once

#include "plan/gpu_target.h"

namespace weft {

/// The resources of one block.
struct BlockNeeds {
    int threads = 1;
    int registers = 0;             ///< of a thread
    std::size_t shared_bytes = 0;  ///< of the block
};

/// Blocks of which a multiprocessor has enough threads and block slots, registers and shared
/// memory, each rounded to units of allocation. count() is the least of them; 0 where no block
/// fits.
struct ResidentBlocks {
    int by_threads = 0, by_registers = 0, by_shared = 0;

    int count() const;
    /// The resource that runs out first: "threads", "registers" or "shared memory".
    const char* limit() const;
};

ResidentBlocks resident_blocks(const GpuTarget& target, const BlockNeeds& needs);

/// Resident warps over the most that a multiprocessor can have, 0 to 1.
double occupancy(const GpuTarget& target, const BlockNeeds& needs);

}  // namespace weft
