// Orders of tasks that need the least memory at once (paper: active-library, section 5).
#pragma once

#include <cstddef>
#include <vector>

namespace weft {

/// Tasks that write and read pieces of memory. A piece is alive from the task that writes it (from
/// the start where none does) to the last that reads it (to the end where `live_out`); what a task
/// writes and nobody reads is alive while it runs.
struct MemoryTask {
    std::vector<int> reads, writes;  ///< pieces, each once
};
struct MemoryGraph {
    std::vector<MemoryTask> tasks;   ///< each after those whose pieces it reads
    std::vector<std::size_t> bytes;  ///< of pieces
    std::vector<bool> live_out;      ///< pieces that are still needed when all is done
};

/// The most bytes alive at once when tasks run in this order.
std::size_t peak_of(const MemoryGraph& graph, const std::vector<int>& order);

/// What one would do by hand: finish what feeds a task before beginning anything else, from the
/// last tasks backwards.
std::vector<int> depth_first_order(const MemoryGraph& graph);

struct MemoryOrder {
    std::vector<int> tasks;
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
