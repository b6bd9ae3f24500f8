// What a run took, kernel by kernel and node by node: counted by kernels that are made for it.
#pragma once

#include <string>
#include <vector>

#include "graph/graph.h"

namespace weft {

/// What a section of a kernel does.
enum class SectionKind {
    kNode,   ///< computes a node; of a reduction, collects its elements or makes its results
    kLoad,   ///< brings rows of a picture into the kernel
    kCopy,   ///< copies rows of a picture, to give them another border
    kStore,  ///< writes rows of a picture
    kRest    ///< all else: setting tasks up, borders, the order of rows
};

/// "node", "load", "copy", "store", "rest".
const char* name_of(SectionKind kind);

/// A section of a kernel's work, over all rows and threads of a run.
struct SectionTime {
    SectionKind kind = SectionKind::kRest;
    int stage = -1;          ///< of the plan; -1 where it is no node's
    NodeId node;             ///< of the graph, likewise
    std::string name;        ///< the node's; of rows the picture's; "" of the rest
    std::string functor;     ///< the node's class; "" where it is no node's
    double seconds = 0;      ///< summed over threads
    long long elements = 0;  ///< that a node computed, some twice where tiles overlap

    friend bool operator==(const SectionTime&, const SectionTime&) = default;
};

/// One kernel of a run.
struct KernelTimes {
    std::string name;
    double begin = 0;    ///< seconds since the run began
    double elapsed = 0;  ///< seconds from its first task to the end of its last
    double seconds = 0;  ///< of its tasks, summed over threads; that of its sections, summed
    std::vector<SectionTime> sections = {};  ///< in the order of the plan, the rest last

    friend bool operator==(const KernelTimes&, const KernelTimes&) = default;
};

/// The mean of runs of one prepared graph. Empty where there are none, or where they differ in what
/// their kernels and sections are.
std::vector<KernelTimes> mean_of(const std::vector<std::vector<KernelTimes>>& runs);
/// Likewise the least of each section over the runs, and of their sums the kernels: what else a
/// machine does adds to some section of a run, seldom to the same section of each.
std::vector<KernelTimes> least_of(const std::vector<std::vector<KernelTimes>>& runs);

}  // namespace weft
