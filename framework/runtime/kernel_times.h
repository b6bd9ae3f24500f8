// The times of a run by kernel and by section of a kernel, as kernels count that are made to be
// timed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "graph/graph.h"
#include "support/id.h"

namespace weft {

struct Stage;

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

/// The time of a section (plan/kernel_sections.h) of a kernel, over all rows and threads of a run.
struct SectionTime {
    SectionKind kind = SectionKind::kRest;
    std::optional<Id<Stage>> stage;  ///< of the plan; nothing where it is no node's
    NodeId node;                     ///< of the graph, likewise
    std::string name;                ///< the node's; of rows the picture's; "" of the rest
    std::string functor;             ///< the node's class; "" where it is no node's
    double seconds = 0;              ///< summed over threads
    long long elements = 0;          ///< that a node computed; where tiles overlap some count twice

    friend bool operator==(const SectionTime&, const SectionTime&) = default;
};

/// One kernel of a run.
struct KernelTimes {
    std::string name;
    double begin = 0;    ///< seconds since the run began
    double elapsed = 0;  ///< seconds from its first task to the end of its last
    double seconds = 0;  ///< of its tasks, summed over threads: the sum of its sections
    std::vector<SectionTime> sections = {};  ///< in the order of the plan, the rest last

    friend bool operator==(const KernelTimes&, const KernelTimes&) = default;
};

/// The mean of each number over runs of one prepared graph. Empty where there are no runs, or where
/// they differ in kernels or sections.
std::vector<KernelTimes> mean_of(const std::vector<std::vector<KernelTimes>>& runs);
/// Likewise the minimum of each section over the runs, of which a kernel's seconds are the sum.
/// Other work on the machine adds to some sections of a run, seldom to the same in each.
std::vector<KernelTimes> least_of(const std::vector<std::vector<KernelTimes>>& runs);

}  // namespace weft
