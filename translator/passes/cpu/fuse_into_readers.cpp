#include "passes/cpu/fuse_into_readers.h"

#include <set>

#include "passes/cpu/layers.h"

namespace weft {

namespace {

/// The one kernel that reads what the stages of `part` make; -1 where there are several or none, or
/// where it has to be whole.
int only_reader(const CpuPlan& plan, const std::vector<int>& kernel_of,
                const std::vector<int>& parts, int part, const std::map<Edge, std::string>& whole) {
    std::set<int> readers;
    for (int s = 0; s < static_cast<int>(plan.stages.size()); ++s) {
        if (parts[s] == part)
            for (const int image : plan.stages[s].outputs)
                if (!plan.images[image].graph_outputs.empty()) return -1;
        for (int i = 0; i < static_cast<int>(plan.stages[s].inputs.size()); ++i) {
            const std::optional<int> producer =
                plan.images[plan.stages[s].inputs[i].image].producer();
            if (!producer || parts[*producer] != part || parts[s] == part) continue;
            if (whole.contains({s, i})) return -1;
            readers.insert(kernel_of[s]);
        }
    }
    return readers.size() == 1 ? *readers.begin() : -1;
}

/// The kind of recurrences in each kernel that has a result.
std::map<int, std::set<int>> kinds_of(const CpuPlan& plan, const std::vector<int>& kernel_of) {
    const std::vector<int> kinds = recurrence_kinds(plan, kernel_of, connected(plan, kernel_of));
    std::map<int, std::set<int>> result;
    for (std::size_t s = 0; s < kinds.size(); ++s) result[kernel_of[s]].insert(kinds[s]);
    return result;
}

}  // namespace

std::vector<int> fused_into_readers(const CpuPlan& plan, std::vector<int> kernel_of,
                                    const std::map<Edge, std::string>& whole) {
    const std::vector<int> parts = connected(plan, kernel_of);
    // From the last part to the first, so that one may follow another.
    for (int part = static_cast<int>(parts.size()) - 1; part >= 0; --part) {
        if (parts[part] != part) continue;
        const int reader = only_reader(plan, kernel_of, parts, part, whole);
        if (reader < 0) continue;
        std::vector<int> moved = kernel_of;
        for (std::size_t s = 0; s < parts.size(); ++s)
            if (parts[s] == part) moved[s] = reader;
        if (can_be_kernels(plan, moved) && kinds_of(plan, moved)[reader].size() == 1)
            kernel_of = std::move(moved);
    }
    return kernel_of;
}

}  // namespace weft
