// Orders of tasks that need the least memory at once (paper: active-library, section 5).
#pragma once

#include <cstddef>
#include <vector>

#include "support/id.h"

namespace weft {

/// Tasks that write and read pieces of memory. A piece is alive from the task that writes it (from
/// the start where none does) to the last that reads it (to the end where `live_out`); what a task
/// writes and nobody reads is alive while it runs.
struct MemoryPiece {
    std::size_t bytes = 0;
    bool live_out = false;  ///< it is still needed when all is done
};
struct MemoryTask {
    std::vector<Id<MemoryPiece>> reads, writes;  ///< each once
};
struct MemoryGraph {
    Table<MemoryTask> tasks;  ///< each after those whose pieces it reads
    Table<MemoryPiece> pieces;
};

/// The most bytes alive at once when tasks run in this order.
std::size_t peak_of(const MemoryGraph& graph, const std::vector<Id<MemoryTask>>& order);

/// What one would do by hand: finish what feeds a task before beginning anything else, from the
/// last tasks backwards.
std::vector<Id<MemoryTask>> depth_first_order(const MemoryGraph& graph);

struct MemoryOrder {
    std::vector<Id<MemoryTask>> tasks;
    std::size_t peak = 0;
    std::size_t depth_first_peak = 0;
    bool optimal = false;    ///< proven: no order has a lower peak
    std::size_t states = 0;  ///< sets of finished tasks that were looked at
};

/// Tasks up to which the search goes on until it has proven its answer.
inline constexpr int kExactTasks = 24;

/// The order of least peak: exact for kExactTasks tasks; for more a bounded search, and never worse
/// than depth first.
///
/// The search goes over sets of finished tasks, the one whose path had the lowest peak first. A
/// task that is ready, frees at least what it allocates and fits under that peak is taken at once:
/// doing it earlier makes no later step dearer.
MemoryOrder least_memory_order(const MemoryGraph& graph);

}  // namespace weft
