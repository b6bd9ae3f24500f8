#include "planning.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "differential/random_graph.h"
#include "passes/bind.h"
#include "passes/cpu/stage_kernels.h"
#include "passes/pipeline.h"

namespace weft::test {

const Library& library() {
    static const Library built_in = builtin_library();
    return built_in;
}

Target test_target() {
    Target target;
    target.name = "test machine";
    target.cpu = "native";
    target.cores = 2;
    target.vector_width = 8;
    return target;
}

Graph animated(const std::string& effect, const std::string& control, const std::string& curve) {
    Graph graph = find_effect(effect)->build();
    const Status set = set_parameter(graph, library(), control, curve);
    EXPECT_TRUE(set) << set.error().message;
    return graph;
}

CpuContext context_of(const Graph& graph, const Planning& p) {
    std::vector<ImageShape> inputs = p.inputs;
    if (inputs.empty()) inputs.assign(graph.inputs.size(), {p.domain, p.planes});
    CpuContext context{{.graph = graph,
                        .library = library(),
                        .inputs = inputs,
                        .regions = p.regions,
                        .planar_inputs = p.planar_inputs,
                        .planar_outputs = p.planar_outputs},
                       p.target};
    context.strip_height = p.strip_height;
    context.block_width = p.block_width;
    context.batch_rows = p.batch_rows;
    context.plane_by_plane = p.plane_by_plane;
    return context;
}

GpuContext gpu_context_of(const Graph& graph, const Planning& p, const std::string& target) {
    return {PlanContext(context_of(graph, p)), *find_gpu_target(target)};
}

CpuPlan plan_of(const Graph& graph, const Planning& p) {
    Result<CpuPlan> plan = make_plan(context_of(graph, p), p.disabled);
    if (plan) return *std::move(plan);
    ADD_FAILURE() << plan.error().message << "\n" << to_string(graph);
    return {};
}

CpuPlan plan_up_to(const std::string& last, const Graph& graph, const Planning& p) {
    const CpuContext context = context_of(graph, p);
    Result<BoundGraph> bound = bind(context);
    if (!bound) {
        ADD_FAILURE() << bound.error().message << "\n" << to_string(graph);
        return {};
    }
    CpuPlan plan = unplanned(*std::move(bound), context.target);
    for (const auto& pass : cpu_passes()) {
        const bool off =
            std::find(p.disabled.begin(), p.disabled.end(), pass.name) != p.disabled.end();
        std::vector<Decision> made;
        Decisions decisions(made, pass.name);
        plan = (off ? pass.off : pass.run)(std::move(plan), context, decisions);
        plan.decisions.insert(plan.decisions.end(), made.begin(), made.end());
        if (pass.name == last) return plan;
    }
    ADD_FAILURE() << "no pass named " << last;
    return plan;
}

Id<Stage> stage_id(const BoundGraph& plan, const std::string& name) {
    for (const Id<Stage> s : plan.stages.ids())
        if (plan.stages[s].name == name) return s;
    ADD_FAILURE() << "no stage " << name;
    return Id<Stage>(0);
}

const Stage& stage_of(const BoundGraph& plan, const std::string& name) {
    return plan.stages[stage_id(plan, name)];
}

Id<PlanImage> image_id(const BoundGraph& plan, const std::string& name) {
    for (const Id<PlanImage> i : plan.images.ids())
        if (plan.images[i].name == name) return i;
    ADD_FAILURE() << "no picture " << name;
    return Id<PlanImage>(0);
}

const Loop& loop_of(const CpuPlan& plan, const std::string& name) {
    const Id<Stage> stage = stage_id(plan, name);
    for (const Kernel& kernel : plan.kernels)
        for (const Loop& loop : kernel.loops)
            if (std::find(loop.stages.begin(), loop.stages.end(), stage) != loop.stages.end())
                return loop;
    ADD_FAILURE() << "no loop evaluates " << name;
    static const Loop none;
    return none;
}

Id<Loop> id_of(const Kernel& kernel, const Loop& loop) {
    for (const Id<Loop> l : kernel.loops.ids())
        if (&kernel.loops[l] == &loop) return l;
    ADD_FAILURE() << "the kernel has no such loop";
    return Id<Loop>(0);
}

std::vector<std::string> materialised(const CpuPlan& plan) {
    std::vector<std::string> names;
    for (const Id<PlanImage> i : plan.images.ids())
        if (kept(plan, i)) names.push_back(plan.images[i].name);
    return names;
}

std::optional<Id<GraphOutput>> output_lent(const CpuPlan& plan, const std::string& picture) {
    const KeptInBuffer* const place = kept(plan, image_id(plan, picture));
    return place ? place->output : std::nullopt;
}

std::vector<const Loop*> loops_of_kind(const Kernel& kernel, LoopKind kind) {
    std::vector<const Loop*> result;
    for (const Loop& loop : kernel.loops)
        if (loop.kind == kind) result.push_back(&loop);
    return result;
}

std::vector<std::string> stage_names(const BoundGraph& plan, const Loop& loop) {
    std::vector<std::string> names;
    for (const Id<Stage> s : loop.stages) names.push_back(plan.stages[s].name);
    return names;
}

std::string decision(const BoundGraph& plan, const std::string& pass, const std::string& subject) {
    for (const Decision& d : plan.decisions)
        if (d.pass == pass && d.subject == subject) return d.text;
    return {};
}

namespace {

std::string text_of(const Rect& r) {
    return fmt::format("{}x{} at {},{}", r.width(), r.height(), r.x0, r.y0);
}

}  // namespace

RandomPlanning random_planning(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const auto pick = [&](int first, int last) {
        return first + static_cast<int>(random() % static_cast<std::uint64_t>(last - first + 1));
    };
    RandomPlanning result{random_graph(library(), random), {}, {}};
    if (pick(0, 3) == 0) {
        result.graph.intermediates = Intermediates::kUnbounded;
        if (!validate(result.graph, library()))  // some node reads anywhere
            result.graph.intermediates = Intermediates::kBounded;
    }
    Planning& p = result.planning;
    const int x = pick(-60, 60), y = pick(-60, 60);
    p.domain = {x, y, x + pick(1, 70), y + pick(1, 40)};
    p.planes = pick(1, 4);
    if (pick(0, 1) == 0) p.strip_height = pick(1, 15);
    if (pick(0, 1) == 0) p.block_width = 16 * pick(1, 3);
    if (pick(0, 2) == 0) p.batch_rows = pick(2, 5);
    for (std::size_t o = 0; o < result.graph.outputs.size(); ++o) {
        const int w = pick(1, p.domain.width()), h = pick(1, p.domain.height());
        const int left = x + pick(0, p.domain.width() - w);
        const int top = y + pick(0, p.domain.height() - h);
        if (pick(0, 1) == 0)
            p.regions.push_back({left, top, left + w, top + h});
        else
            p.regions.push_back({});
    }
    if (pick(0, 2) == 0) p.planar_inputs.assign(result.graph.inputs.size(), false);
    if (pick(0, 2) == 0) p.planar_outputs.assign(result.graph.outputs.size(), false);
    p.plane_by_plane = pick(0, 2) == 0;
    if (pick(0, 3) == 0) p.disabled = {pick(0, 1) == 0 ? "fuse" : "nest"};
    result.description = fmt::format(
        "WEFT_TEST_SEED={}: {} with {} planes, strips {}, blocks {}, batches {}{}{}\n{}", seed,
        text_of(p.domain), p.planes, p.strip_height, p.block_width, p.batch_rows,
        p.plane_by_plane ? ", plane by plane" : "",
        p.disabled.empty() ? "" : ", without " + p.disabled.front(), to_string(result.graph));
    for (const Rect& region : p.regions)
        if (!region.empty()) result.description += "region " + text_of(region) + "\n";
    return result;
}

}  // namespace weft::test
