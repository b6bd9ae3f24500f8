#include "passes/cpu/fuse_into_readers.h"

#include <ranges>
#include <set>

#include "passes/cpu/layers.h"

namespace weft {

namespace {

/// The one kernel that reads what the stages of `part` make; nothing where there are several or
/// none, or where it has to be whole.
std::optional<int> only_reader(const CpuPlan& plan, const Table<int, Stage>& kernel_of,
                               const Table<Id<Stage>, Stage>& parts, Id<Stage> part,
                               const std::map<ReadBy, std::string>& whole) {
    std::set<int> readers;
    for (const Id<Stage> s : plan.stages.ids()) {
        if (parts[s] == part)
            for (const Id<PlanImage> image : plan.stages[s].outputs)
                if (!plan.images[image].graph_outputs.empty()) return std::nullopt;
        for (const Id<StageInput> i : plan.stages[s].inputs.ids()) {
            const std::optional<Id<Stage>> producer =
                plan.images[plan.stages[s].inputs[i].image].producer();
            if (!producer || parts[*producer] != part || parts[s] == part) continue;
            if (whole.contains({s, i})) return std::nullopt;
            readers.insert(kernel_of[s]);
        }
    }
    if (readers.size() != 1) return std::nullopt;
    return *readers.begin();
}

/// The kind of recurrences in each kernel that has a result.
std::map<int, std::set<int>> kinds_of(const CpuPlan& plan, const Table<int, Stage>& kernel_of) {
    const Table<int, Stage> kinds = recurrence_kinds(plan, kernel_of, connected(plan, kernel_of));
    std::map<int, std::set<int>> result;
    for (const Id<Stage> s : kinds.ids()) result[kernel_of[s]].insert(kinds[s]);
    return result;
}

}  // namespace

Table<int, Stage> fused_into_readers(const CpuPlan& plan, const CpuContext& context,
                                     Table<int, Stage> kernel_of,
                                     const std::map<ReadBy, std::string>& whole) {
    const Table<Id<Stage>, Stage> parts = connected(plan, kernel_of);
    // From the last part to the first, so that one may follow another.
    for (const Id<Stage> part : parts.ids() | std::views::reverse) {
        if (parts[part] != part) continue;
        const std::optional<int> reader = only_reader(plan, kernel_of, parts, part, whole);
        if (!reader) continue;
        Table<int, Stage> moved = kernel_of;
        for (const Id<Stage> s : parts.ids())
            if (parts[s] == part) moved[s] = *reader;
        if (can_be_kernels(plan, context, moved) && kinds_of(plan, moved)[*reader].size() == 1)
            kernel_of = std::move(moved);
    }
    return kernel_of;
}

}  // namespace weft
