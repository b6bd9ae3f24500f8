// weft bench --nodes: which node of an effect takes how long, inside fused kernels as well.
#pragma once

#include <string>
#include <vector>

#include "cli/bench_subject.h"

namespace weft {

/// What was measured of an effect.
struct NodesReport {
    std::string effect;
    Rect size;
    int planes = 0, threads = 0, runs = 0;
    double timed = 0, untimed = 0;     ///< milliseconds of a run, medians of interleaved ones
    std::vector<KernelTimes> kernels;  ///< means of the timed runs
};

/// Runs an effect node by node, and in turn as it runs otherwise, so that the cost of timing is
/// known. kUsage: the nodes of the device's kernels cannot be timed.
Result<NodesReport> bench_nodes(BenchSubject& subject, const EngineOptions& engine, int runs,
                                bool interleaved = false);

}  // namespace weft
