#include "plan/gpu_target.h"
#include "support/words.h"

#include <algorithm>
#include <iterator>

namespace weft {

namespace {

constexpr std::size_t kKB = 1u << 10, kMB = 1u << 20;
constexpr double kGB = 1e9;
constexpr ComputeCapability kOldestCompiled{7, 5};

/// What data sheets give for one card; the rest follows from its compute capability.
struct Card {
    const char* name;
    const char* description;
    ComputeCapability capability;
    int multiprocessors;
    double clock_hz;  ///< of the multiprocessors, boosted where there is a boost
    double dram_bytes_per_second;
    std::size_t l2_bytes;
    double l2_bytes_per_second;  ///< 0: estimated
};

/// Limits by compute capability: the programming guide's table of technical specifications, and for
/// 1.0 and 1.3 paper: active-library, section 4.6.
struct Limits {
    ComputeCapability capability;
    int max_threads, max_blocks;  ///< of a multiprocessor
    int max_registers_per_thread;
    int fp32_lanes, special_lanes, dependent_clocks;
    std::size_t shared_bytes, shared_per_block, reserved_shared, shared_unit;
    /// Loads of kernels are __ldg: of the read-only cache from 3.5 on, where others went to the
    /// second level until 7.0. 3.0 has no __ldg.
    bool caches_reads;
};

// clang-format off
constexpr Limits kLimits[] = {
    // capability  threads blocks registers lanes special dependent   shared  of a block  reserved unit  cached
    {{ 1, 0},         768,     8,      124,    8,      2,      24,      16000,      16000,        0, 512, false},
    {{ 1, 3},        1024,     8,      124,    8,      2,      24,      16000,      16000,        0, 512, false},
    {{ 3, 0},        2048,    16,       63,  192,     32,       9,    48 * kKB,    48 * kKB,        0, 256, false},
    {{ 3, 5},        2048,    16,      255,  192,     32,       9,    48 * kKB,    48 * kKB,        0, 256, true},
    {{ 5, 0},        2048,    32,      255,  128,     32,       6,    64 * kKB,    48 * kKB,        0, 256, true},
    {{ 6, 1},        2048,    32,      255,  128,     32,       6,    96 * kKB,    48 * kKB,        0, 256, true},
    {{ 7, 0},        2048,    32,      255,   64,     16,       4,    96 * kKB,    96 * kKB,        0, 256, true},
    {{ 7, 2},        2048,    32,      255,   64,     16,       4,    96 * kKB,    96 * kKB,        0, 256, true},
    {{ 7, 5},        1024,    16,      255,   64,     16,       4,    64 * kKB,    64 * kKB,        0, 256, true},
    {{ 8, 0},        2048,    32,      255,   64,     16,       4,   164 * kKB,   163 * kKB,   1 * kKB, 128, true},
    {{ 8, 6},        1536,    16,      255,  128,     16,       4,   100 * kKB,    99 * kKB,   1 * kKB, 128, true},
    {{ 8, 9},        1536,    24,      255,  128,     16,       4,   100 * kKB,    99 * kKB,   1 * kKB, 128, true},
    {{ 9, 0},        2048,    32,      255,  128,     16,       4,   228 * kKB,   227 * kKB,   1 * kKB, 128, true},
    {{10, 0},        2048,    32,      255,  128,     16,       4,   228 * kKB,   227 * kKB,   1 * kKB, 128, true},
    {{12, 0},        1536,    24,      255,  128,     16,       4,   100 * kKB,    99 * kKB,   1 * kKB, 128, true},
};
// clang-format on

/// What is particular to 1.x: registers are allotted to whole blocks, accesses are served by half
/// warps, grids have two dimensions.
GpuTarget as_first_generation(GpuTarget t) {
    const bool first = t.capability < ComputeCapability{1, 2};
    t.max_threads_per_block = 512;
    t.max_grid_x = 65535;
    t.max_grid_z = 1;
    t.registers = first ? 8192 : 16384;
    t.register_unit = first ? 256 : 512;
    t.registers_by_block = true;
    t.shared_bytes_per_clock = 32;
    t.pays_for_misalignment = first;
    t.block_overhead_cycles = 100;
    return t;
}

GpuTarget with_limits(GpuTarget t) {
    const Limits* limits =
        std::find_if(std::begin(kLimits), std::end(kLimits),
                     [&](const Limits& l) { return l.capability == t.capability; });
    t.max_threads = limits->max_threads;
    t.max_blocks = limits->max_blocks;
    t.max_registers_per_thread = limits->max_registers_per_thread;
    t.fp32_lanes = limits->fp32_lanes;
    t.special_lanes = limits->special_lanes;
    t.dependent_clocks = limits->dependent_clocks;
    t.shared_bytes = limits->shared_bytes;
    t.max_shared_per_block = limits->shared_per_block;
    t.reserved_shared = limits->reserved_shared;
    t.shared_unit = limits->shared_unit;
    t.caches_reads = limits->caches_reads;
    return t.capability.major == 1 ? as_first_generation(std::move(t)) : t;
}

GpuTarget target_of(const Card& card) {
    GpuTarget t;
    t.name = card.name;
    t.description = card.description;
    t.capability = card.capability;
    t.multiprocessors = card.multiprocessors;
    t.clock_hz = card.clock_hz;
    t.dram_bytes_per_second = card.dram_bytes_per_second;
    t.l2_bytes = card.l2_bytes;
    // Where nobody has printed or measured one: 20 bytes a clock for each multiprocessor, which is
    // what those that are known come to.
    t.l2_bytes_per_second = card.l2_bytes == 0 ? 0
                            : card.l2_bytes_per_second > 0
                                ? card.l2_bytes_per_second
                                : 20.0 * card.multiprocessors * card.clock_hz;
    return with_limits(std::move(t));
}

/// Second-level bandwidths: GK104 and GA100 as their white papers print them (bytes a clock), GV100
/// and TU104 as measured by Jia et al. (2018, 2019), GH100 as public microbenchmarks have it.
/// The GTX 260 Core 216 has 27 multiprocessors; the paper counts 28, and so do we.
const std::vector<Card> kCards = {
    {"cc-1.0", "NVIDIA GeForce 8800 GTX", {1, 0}, 16, 1.35e9, 86.4 * kGB, 0, 0},
    {"cc-1.3", "NVIDIA GeForce GTX 260 Core 216", {1, 3}, 28, 1.242e9, 111.9 * kGB, 0, 0},
    {"gtx-680", "NVIDIA GeForce GTX 680", {3, 0}, 8, 1.058e9, 192.3 * kGB, 512 * kKB, 542 * kGB},
    {"k20c", "NVIDIA Tesla K20c", {3, 5}, 13, 0.706e9, 208 * kGB, 1280 * kKB, 0},
    {"gtx-745", "NVIDIA GeForce GTX 745", {5, 0}, 3, 1.033e9, 28.8 * kGB, 2 * kMB, 0},
    {"gtx-1080-ti", "NVIDIA GeForce GTX 1080 Ti", {6, 1}, 28, 1.582e9, 484 * kGB, 2816 * kKB, 0},
    {"v100", "NVIDIA V100 SXM2 16 GB", {7, 0}, 80, 1.53e9, 900 * kGB, 6 * kMB, 2155 * kGB},
    {"xavier", "NVIDIA Jetson AGX Xavier", {7, 2}, 8, 1.377e9, 136.5 * kGB, 512 * kKB, 0},
    {"rtx-2080", "NVIDIA GeForce RTX 2080", {7, 5}, 46, 1.71e9, 448 * kGB, 4 * kMB, 0},
    {"rtx-2080-ti", "NVIDIA GeForce RTX 2080 Ti", {7, 5}, 68, 1.545e9, 616 * kGB, 5632 * kKB, 0},
    {"sm_75",
     "compute capability 7.5, as an NVIDIA T4",
     {7, 5},
     40,
     1.59e9,
     320 * kGB,
     4 * kMB,
     1270 * kGB},
    {"a100", "NVIDIA A100 SXM4 40 GB", {8, 0}, 108, 1.41e9, 1555 * kGB, 40 * kMB, 7219 * kGB},
    {"sm_80",
     "compute capability 8.0, as an NVIDIA A100",
     {8, 0},
     108,
     1.41e9,
     1555 * kGB,
     40 * kMB,
     7219 * kGB},
    {"sm_86",
     "compute capability 8.6, as a GeForce RTX 3080",
     {8, 6},
     68,
     1.71e9,
     760 * kGB,
     5 * kMB,
     0},
    {"sm_89",
     "compute capability 8.9, as a GeForce RTX 4090",
     {8, 9},
     128,
     2.52e9,
     1008 * kGB,
     72 * kMB,
     0},
    {"h100", "NVIDIA H100 SXM5 80 GB", {9, 0}, 132, 1.98e9, 3352 * kGB, 50 * kMB, 5500 * kGB},
    {"h200", "NVIDIA H200 SXM 141 GB", {9, 0}, 132, 1.98e9, 4800 * kGB, 50 * kMB, 5500 * kGB},
    {"sm_90",
     "compute capability 9.0, as an NVIDIA H100",
     {9, 0},
     132,
     1.98e9,
     3352 * kGB,
     50 * kMB,
     5500 * kGB},
    {"sm_100",
     "compute capability 10.0, as an NVIDIA B200",
     {10, 0},
     148,
     1.965e9,
     8000 * kGB,
     126 * kMB,
     0},
    {"sm_120",
     "compute capability 12.0, as a GeForce RTX 5090",
     {12, 0},
     170,
     2.407e9,
     1792 * kGB,
     96 * kMB,
     0},
};

}  // namespace

ComputeCapability GpuTarget::compiled_for() const { return std::max(capability, kOldestCompiled); }

const std::vector<GpuTarget>& gpu_targets() {
    static const std::vector<GpuTarget> targets = [] {
        std::vector<GpuTarget> list;
        for (const Card& card : kCards) list.push_back(target_of(card));
        return list;
    }();
    return targets;
}

const GpuTarget* find_gpu_target(const std::string& name) {
    const std::string wanted = lower_case(name);
    for (const GpuTarget& target : gpu_targets())
        if (target.name == wanted) return &target;
    return nullptr;
}

}  // namespace weft
