#include "models/cpu_time.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace weft {

namespace {

constexpr const char* kLastLevelCache = "last-level cache";
constexpr const char* kMemory = "memory";

struct Part {
    const char* name;
    double seconds;
};

double call_seconds(const CpuCosts& c, const CpuWork& w) {
    return (w.rows * c.row_clocks + w.pointers * c.pointer_clocks + w.outside * c.outside_clocks) /
               c.clock_hz +
           w.starts * c.start_seconds;
}

/// What overlaps within a loop.
std::array<Part, 6> parts(const CpuCosts& c, int threads, const CpuWork& w) {
    const double memory =
        std::min(c.memory_bytes_per_second, c.all_memory_bytes_per_second / threads);
    const double all =
        w.fp + w.integer + w.divisions + w.functions + w.loads + w.stores + w.shuffles;
    const double arithmetic = std::max(
        w.fp / c.fp_per_clock + w.divisions * c.division_clocks + w.functions * c.function_clocks,
        std::max(w.shuffles / c.shuffles_per_clock, all / c.instructions_per_clock));
    const double access = std::max(w.loads / c.loads_per_clock, w.stores / c.stores_per_clock);
    return {{{"arithmetic", arithmetic / c.clock_hz},
             {"loads and stores", access / c.clock_hz},
             {"dependences", w.waits * c.dependent_clocks / c.clock_hz},
             {"second-level cache", w.l2_bytes / c.l2_bytes_per_clock / c.clock_hz},
             {kLastLevelCache, w.llc_bytes / c.llc_bytes_per_second},
             {kMemory, w.memory_bytes / memory}}};
}

Part longest(const CpuCosts& c, int threads, const CpuWork& w) {
    const auto all = parts(c, threads, w);
    return *std::max_element(all.begin(), all.end(),
                             [](const Part& a, const Part& b) { return a.seconds < b.seconds; });
}

}  // namespace

CpuWork& CpuWork::operator+=(const CpuWork& o) {
    fp += o.fp;
    integer += o.integer;
    divisions += o.divisions;
    functions += o.functions;
    loads += o.loads;
    stores += o.stores;
    shuffles += o.shuffles;
    waits += o.waits;
    l2_bytes += o.l2_bytes;
    llc_bytes += o.llc_bytes;
    memory_bytes += o.memory_bytes;
    rows += o.rows;
    pointers += o.pointers;
    outside += o.outside;
    starts += o.starts;
    return *this;
}

double seconds(const CpuCosts& costs, int threads, const CpuWork& loop) {
    return longest(costs, threads, loop).seconds + call_seconds(costs, loop);
}

const char* bound_by(const CpuCosts& costs, int threads, const CpuWork& loop) {
    const Part part = longest(costs, threads, loop);
    return call_seconds(costs, loop) > part.seconds ? "rows" : part.name;
}

bool bound_beyond_l2(const CpuCosts& costs, int threads, const CpuWork& loop) {
    const std::string_view bound = bound_by(costs, threads, loop);
    return bound == kLastLevelCache || bound == kMemory;
}

double makespan(const CpuCosts& costs, int threads, const std::vector<double>& tasks) {
    const std::size_t workers =
        std::max<std::size_t>(1, std::min(static_cast<std::size_t>(threads), tasks.size()));
    std::vector<double> busy(workers, 0.0);
    for (double task : tasks)
        *std::min_element(busy.begin(), busy.end()) += task + costs.task_seconds;
    return *std::max_element(busy.begin(), busy.end()) + costs.kernel_seconds +
           static_cast<double>(workers - 1) * costs.thread_seconds;
}

}  // namespace weft
