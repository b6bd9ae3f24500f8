#include "engine/why_apart.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "engine/gpu_figures.h"
#include "passes/gpu/fusion/group_loops.h"
#include "passes/gpu/fusion/group_shape.h"
#include "passes/gpu/fusion/kernel_graph.h"
#include "passes/gpu/gpu_passes.h"
#include "passes/gpu/kernel_resources.h"

namespace weft {

namespace {

/// Groups as the kernels they were made of: what group_kernels() takes.
GpuPlan taken_apart(const GpuPlan& plan) {
    const Graph graph;
    const Library library;
    const GpuContext context{{graph, library, {}, {}, {}, {}}, plan.target};
    std::vector<Decision> unsaid;
    Decisions quiet(unsaid, "");
    const GpuPlan launched = launch(plan, context, quiet);
    GpuPlan apart = plan;
    apart.kernels.clear();
    std::set<Id<Stage>> computed;
    for (const GpuKernel& kernel : plan.kernels) {
        if (kernel.kind != GpuKernelKind::kGroup) {
            apart.kernels.add(kernel);
            continue;
        }
        for (const Id<Stage> s : kernel.stages) {
            if (!computed.insert(s).second) continue;  // by another group too
            apart.kernels.add(launched.kernels[Id<GpuKernel>(s.number())]);
            apart.kernels.back().layout = kernel.layout;
        }
    }
    return apart;
}

/// Whether a third kernel waits for one of the two and the other for it.
bool one_comes_between(const GpuPlan& plan, Id<GpuKernel> first, Id<GpuKernel> second) {
    const KernelGraph graph = kernel_graph(plan);
    const auto reaches = [&](Id<GpuKernel> from, Id<GpuKernel> to) {
        std::set<Id<GpuKernel>> seen;
        std::vector<Id<GpuKernel>> open;
        for (const Id<GpuKernel> k : graph.readers[from])
            if (k != to) open.push_back(k);
        while (!open.empty()) {
            const Id<GpuKernel> k = open.back();
            open.pop_back();
            if (k == to) return true;
            if (!seen.insert(k).second) continue;
            for (const Id<GpuKernel> next : graph.readers[k]) open.push_back(next);
        }
        return false;
    };
    return reaches(first, second) || reaches(second, first);
}

/// Whether "a, b, c" lists the name.
bool lists(const std::string& names, const std::string& name) {
    return (", " + names + ", ").find(", " + name + ", ") != std::string::npos;
}

/// "cut into {a, b} and {c}, a weight of 3: because": its parts; nothing where it is no such text.
struct Cut {
    std::string first, second, why;
};
std::optional<Cut> find_cut(const std::string& text) {
    const std::string begin = "cut into {", between = "} and {", end = "}, ";
    if (!text.starts_with(begin)) return {};
    const std::size_t middle = text.find(between);
    if (middle == std::string::npos) return {};
    const std::size_t second = middle + between.size(), last = text.find(end, second);
    if (last == std::string::npos) return {};
    return Cut{text.substr(begin.size(), middle - begin.size()), text.substr(second, last - second),
               text.substr(last + end.size())};
}

}  // namespace

WhyApart::WhyApart(const GpuPlan& plan) : plan_(plan), apart_(taken_apart(plan)) {}

WhyApart::Joined WhyApart::joined(Id<GpuKernel> first, Id<GpuKernel> second) const {
    if (one_comes_between(plan_, first, second)) return {"another kernel has to run between them"};
    std::vector<Id<GpuKernel>> parts;
    for (const Id<GpuKernel> k : apart_.kernels.ids())
        for (const Id<Stage> s : apart_.kernels[k].stages)
            for (const Id<GpuKernel> whole : {first, second}) {
                const std::vector<Id<Stage>>& stages = plan_.kernels[whole].stages;
                if (std::find(stages.begin(), stages.end(), s) != stages.end()) parts.push_back(k);
            }
    GroupResult built = group_kernels(apart_, parts);
    if (!built.kernel) return {std::move(built.why_not)};
    const Graph graph;
    const Library library;
    const GpuContext nothing_compiled{{graph, library, {}, {}, {}, {}}, plan_.target};
    GpuKernel kernel = with_registers(apart_, nothing_compiled, *std::move(built.kernel));
    for (GpuInput& input : kernel.inputs) input = in_place(apart_, kernel, input);
    kernel.borders = BorderScheme::kBody;
    TileKind team = TileKind::kBlock;
    Joined result;
    for (const Id<GpuKernel> whole : {first, second}) {
        const GpuKernel& part = plan_.kernels[whole];
        result.two += modelled_time(plan_, part).seconds + plan_.target.launch_seconds;
        if (part.kind != GpuKernelKind::kGroup) continue;
        team = part.group.kind;
        kernel.borders = part.borders;
    }
    const auto shaped = best_shape(apart_, {}, kernel, {team});
    if (!shaped) return {"no tile of both fits the device's shared memory"};
    result.one = shaped->seconds + plan_.target.launch_seconds;
    return result;
}

std::string WhyApart::recorded(const PlanEdge& edge) const {
    const std::string& from = plan_.stages[*edge.from].name;
    const std::string& to = plan_.stages[edge.to.stage].name;
    const auto kernels = kernels_of_stages(plan_);
    const auto names_of = [&](Id<Stage> stage) {
        std::string names;
        for (const Id<Stage> s : plan_.kernels[*kernels[stage]].stages)
            names += (names.empty() ? "" : ", ") + plan_.stages[s].name;
        return names;
    };
    std::string text;
    for (const Decision& d : plan_.decisions) {
        if (d.pass != "fuse") continue;
        if (const auto cut = find_cut(d.text)) {
            if ((lists(cut->first, from) && lists(cut->second, to)) ||
                (lists(cut->first, to) && lists(cut->second, from)))
                text = "cut at " + cut->why;
        } else if (d.text.starts_with("not one kernel")) {
            if (lists(d.subject, from) && lists(d.subject, to)) text = d.text;
        } else if (d.text.starts_with("not merged")) {
            const std::size_t arrow = d.subject.find(" -> ");
            if (arrow != std::string::npos &&
                lists(names_of(*edge.from), d.subject.substr(0, arrow)) &&
                lists(names_of(edge.to.stage), d.subject.substr(arrow + 4)))
                text = d.text;
        }
    }
    return text;
}

std::string WhyApart::operator()(const PlanEdge& edge) {
    const bool decided = std::any_of(plan_.decisions.begin(), plan_.decisions.end(),
                                     [](const Decision& d) { return d.pass == "fuse"; });
    if (!decided) return "the pass fuse is turned off";
    const auto kernels = kernels_of_stages(plan_);
    const std::pair pair{*kernels[*edge.from], *kernels[edge.to.stage]};
    auto known = known_.find(pair);
    if (known == known_.end()) known = known_.emplace(pair, joined(pair.first, pair.second)).first;
    const Joined& both = known->second;
    if (!both.forbidden.empty()) return both.forbidden;
    std::string text = recorded(edge);
    if (!text.empty()) text += "; ";
    return text + fmt::format("by the model {:.1f} us as one kernel, {:.1f} us as two",
                              both.one * 1e6, both.two * 1e6);
}

}  // namespace weft
