// GPUs as data: what planning needs to know of one. The table is in gpu_target.cpp.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace weft {

/// A compute capability, 9.0 as {9, 0}.
struct ComputeCapability {
    int major = 0, minor = 0;

    int number() const { return major * 10 + minor; }  ///< 90
    friend auto operator<=>(const ComputeCapability&, const ComputeCapability&) = default;
};

/// A GPU. Sizes are in bytes; counts are of one multiprocessor (SM) unless the name says otherwise.
/// Sources: NVIDIA's programming guides (limits by compute capability) and data sheets; for 1.0 and
/// 1.3 what paper: active-library, section 4.6, prints.
struct GpuTarget {
    std::string name;         ///< as `--target` takes it: "sm_90", "h100", "gtx-680"
    std::string description;  ///< for people: "NVIDIA H100 SXM5 80 GB"
    ComputeCapability capability;

    int multiprocessors = 1;
    int max_threads_per_block = 1024;
    int max_threads = 2048;  ///< resident
    int max_blocks = 32;     ///< resident
    int warp_size = 32;
    long long max_grid_x = 2147483647;
    int max_grid_y = 65535, max_grid_z = 65535;

    int registers = 65536;
    int max_registers_per_thread = 255;
    int register_unit = 256;          ///< registers are allocated in multiples of this ...
    bool registers_by_block = false;  ///< ... to a whole block (1.x), else to each warp
    std::size_t shared_bytes = 64u << 10;
    std::size_t max_shared_per_block = 48u << 10;  ///< opting in where the device asks for it
    std::size_t shared_unit = 256;
    std::size_t reserved_shared = 0;  ///< of each block, taken by the system

    std::size_t l2_bytes = 0;
    double dram_bytes_per_second = 0;
    double l2_bytes_per_second = 0;
    double clock_hz = 0;
    int fp32_lanes = 128;  ///< additions or multiplications a clock
    int special_lanes = 16;
    /// Bytes that one load instruction moves from or to shared memory in a clock.
    int shared_bytes_per_clock = 128;
    /// Global reads go through a first-level cache, at about shared memory's speed.
    bool caches_reads = true;
    /// A warp whose first address is not on a boundary pays for every access (1.0, 1.1).
    bool pays_for_misalignment = false;
    /// Accesses of a (half-)warp are one transaction only if they fall into one segment.
    int segment_bytes = 32;
    /// Clocks that starting and retiring a block takes from the work of others on its
    /// multiprocessor; 0 where it is hidden. Of 1.x an estimate of ours: the paper says that it is
    /// considerable, not how much.
    int block_overhead_cycles = 0;
    /// Clocks from an instruction's beginning to that of one that needs its result, as measured by
    /// Wong et al. (2010) and Jia et al. (2018).
    int dependent_clocks = 4;
    /// Of a read from memory, where others are under way; an estimate. An H200 takes 340 ns for
    /// pictures in its second-level cache (docs/performance.md).
    double latency_seconds = 400e-9;
    /// From one kernel to the next that waits for it; an estimate.
    double launch_seconds = 2.5e-6;

    /// The compute capability that kernels are compiled for: this one's, or 7.5 for older devices,
    /// which the compiler no longer knows; their register counts and times are then stand-ins.
    ComputeCapability compiled_for() const;
    bool stands_in() const { return compiled_for() != capability; }

    friend bool operator==(const GpuTarget&, const GpuTarget&) = default;
};

/// All targets, oldest first. Every name is lower case and unique; "sm_NN" names one generic device
/// of each compute capability that the compiler knows.
const std::vector<GpuTarget>& gpu_targets();

/// By name, any case; null where there is none.
const GpuTarget* find_gpu_target(const std::string& name);

}  // namespace weft
