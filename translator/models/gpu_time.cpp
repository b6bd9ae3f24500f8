#include "models/gpu_time.h"

#include <algorithm>
#include <array>

namespace weft {

namespace {

constexpr double kFloat = sizeof(float);
constexpr double kBesideSpecial = 8;  // a division's own steps; an estimate

/// Bytes that memory moves for one access of one thread when nothing is cached: whole segments, one
/// more where a run begins off a boundary. The first devices serve each thread by itself unless all
/// of a group are in one run that begins on one.
double uncached_bytes(const GpuTarget& t, GpuRun run) {
    const int length = std::min(run.length, coalescing_group(t));
    if (t.pays_for_misalignment && (!run.aligned || length < coalescing_group(t)))
        return t.segment_bytes;
    const int bytes = length * static_cast<int>(kFloat);
    const int segments = (bytes + t.segment_bytes - 1) / t.segment_bytes;
    const int more = run.aligned || length == 1 ? 0 : 1;
    return static_cast<double>((segments + more) * t.segment_bytes) / length;
}

/// A wavefront for as many bytes as the pipes move in a clock, or for each run if those are more.
double wavefronts(const GpuTarget& t, GpuRun run, double accesses) {
    const double group = coalescing_group(t);
    const double runs = group / std::min<double>(run.length, group);
    return accesses / group * std::max(group * kFloat / t.shared_bytes_per_clock, runs);
}

std::array<double, 6> times(const GpuTarget& t, const GpuWork& w) {
    const double clocks = t.multiprocessors * t.clock_hz;
    return {w.dram_bytes / t.dram_bytes_per_second,
            t.l2_bytes_per_second > 0 ? w.l2_bytes / t.l2_bytes_per_second : 0.0,
            (w.wavefronts + w.second_lines) / clocks,
            w.instructions / (clocks * t.fp32_lanes),
            w.special / (clocks * t.special_lanes),
            w.round_trips * t.latency_seconds + w.chain * t.dependent_clocks / t.clock_hz};
}

}  // namespace

GpuWork& GpuWork::operator+=(const GpuWork& o) {
    dram_bytes += o.dram_bytes;
    l2_bytes += o.l2_bytes;
    wavefronts += o.wavefronts;
    second_lines += o.second_lines;
    instructions += o.instructions;
    special += o.special;
    blocks += o.blocks;
    reads += o.reads;
    round_trips = std::max(round_trips, o.round_trips);
    chain = std::max(chain, o.chain);
    return *this;
}

int coalescing_group(const GpuTarget& t) {
    return t.registers_by_block ? t.warp_size / 2 : t.warp_size;
}

GpuRun run_of_block(const GpuTarget& t, int block_u, bool aligned) {
    const int group = coalescing_group(t);
    if (block_u % group == 0) return {group, aligned};
    // Groups go on in the next row of the block; where rows are longer, every other one does.
    return block_u < group ? GpuRun{block_u, aligned && group % block_u == 0}
                           : GpuRun{group / 2, false};
}

GpuWork read_work(const GpuTarget& t, GpuRun run, double accesses, double distinct, bool cached) {
    GpuWork work;
    work.reads = accesses;
    work.wavefronts = wavefronts(t, run, accesses);
    if (cached && !run.aligned && run.length > 1)
        work.second_lines = accesses / coalescing_group(t);
    if (t.l2_bytes == 0) {
        work.dram_bytes = accesses * uncached_bytes(t, run);
    } else {
        work.dram_bytes = distinct * kFloat;
        work.l2_bytes = cached ? distinct * kFloat : accesses * uncached_bytes(t, run);
    }
    return work;
}

GpuWork read_work(const GpuTarget& t, GpuRun run, double accesses, double distinct) {
    return read_work(t, run, accesses, distinct, t.caches_reads);
}

GpuWork write_work(const GpuTarget& t, GpuRun run, double accesses) {
    GpuWork work;
    work.wavefronts = wavefronts(t, run, accesses);
    const double bytes = accesses * uncached_bytes(t, run);
    work.dram_bytes = t.l2_bytes == 0 ? bytes : accesses * kFloat;
    work.l2_bytes = t.l2_bytes == 0 ? 0 : bytes;
    return work;
}

GpuWork shared_work(const GpuTarget& t, double accesses) {
    GpuWork work;
    work.wavefronts = wavefronts(t, GpuRun{coalescing_group(t), true}, accesses);
    return work;
}

double issued_instructions(const GpuTarget& t, const GpuWork& work) {
    return work.instructions + work.wavefronts * coalescing_group(t) +
           work.special * kBesideSpecial;
}

double seconds(const GpuTarget& t, const GpuWork& work, double waiting) {
    const auto all = times(t, work);
    const double latency = all.back();
    const auto first = t.l2_bytes == 0 ? all.begin() + 1 : all.begin();
    const double uncached = t.l2_bytes == 0 ? all.front() : 0;
    const double busy = uncached + *std::max_element(first, all.end() - 1) +
                        work.blocks * t.block_overhead_cycles / (t.multiprocessors * t.clock_hz);
    return std::max(busy * waiting, latency);
}

const char* bound_by(const GpuTarget& t, const GpuWork& work) {
    static constexpr const char* kNames[] = {"memory",     "second-level cache", "loads and stores",
                                             "arithmetic", "special functions",  "latency"};
    const auto all = times(t, work);
    return kNames[std::max_element(all.begin(), all.end()) - all.begin()];
}

}  // namespace weft
