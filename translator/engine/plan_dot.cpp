#include "engine/plan_dot.h"

#include <fmt/format.h>

#include <cstddef>
#include <vector>

#include "engine/plan_edges.h"

namespace weft {

namespace {

std::string stage_node(Id<Stage> s) { return fmt::format("s{}", s.number()); }
std::string copy_node(std::size_t k) { return fmt::format("t{}", k); }

/// Two lines of a label, each escaped by itself.
std::string label(const std::string& first, const std::string& second) {
    const std::string a = quoted_for_dot(first), b = quoted_for_dot(second);
    return a.substr(0, a.size() - 1) + "\\n" + b.substr(1);
}

bool is_copying(const Kernel&) { return false; }
bool is_copying(const GpuKernel& kernel) { return kernel.kind == GpuKernelKind::kTranspose; }

/// The node that leaves a picture behind; "" where none does.
Table<std::string, PlanImage> nodes_of_images(const BoundGraph& plan) {
    Table<std::string, PlanImage> nodes(plan.images.size());
    for (const Id<PlanImage> i : plan.images.ids()) {
        const PlanImage& image = plan.images[i];
        if (const auto input = image.graph_input()) nodes[i] = fmt::format("in{}", input->number());
        if (const auto stage = image.producer()) nodes[i] = stage_node(*stage);
    }
    return nodes;
}

std::string stage_text(const BoundGraph& plan, Id<Stage> s, const char* style = "") {
    const Stage& stage = plan.stages[s];
    return fmt::format("    {} [label={}{}];\n", stage_node(s), label(stage.name, stage.functor),
                       style);
}

/// What several kernels compute, each for itself, lies in none of them.
template <class P>
std::string clusters(const P& plan) {
    Table<int, Stage> times(plan.stages.size());
    for (const auto& kernel : plan.kernels)
        for (const Id<Stage> s : kernel.stages) ++times[s];
    std::string text;
    for (const Id<Stage> s : times.ids())
        if (times[s] > 1) text += stage_text(plan, s, ", style=dashed");
    std::size_t k = 0;
    for (const auto& kernel : plan.kernels) {
        text += fmt::format("  subgraph cluster_{} {{\n    label={};\n", k,
                            quoted_for_dot(kernel.name));
        for (const Id<Stage> s : kernel.stages)
            if (times[s] == 1) text += stage_text(plan, s);
        if (is_copying(kernel))
            text += fmt::format("    {} [label=\"transpose\", style=dashed];\n", copy_node(k));
        text += "  }\n";
        ++k;
    }
    return text;
}

std::string style_of(EdgeWay way) {
    switch (way) {
        case EdgeWay::kValue: return "color=gray50";
        case EdgeWay::kTile:
        case EdgeWay::kLineBuffer: return "style=dashed";
        case EdgeWay::kMemory: break;
    }
    return "penwidth=2";
}

std::string edge_text(const std::string& from, const std::string& to, const std::string& label,
                      EdgeWay way) {
    return fmt::format("  {} -> {} [label={}, {}];\n", from, to, quoted_for_dot(label),
                       style_of(way));
}

/// Those of kernels that copy pictures into another layout; their copies then have nodes.
std::string copied_edges(const CpuPlan&, Table<std::string, PlanImage>&) { return ""; }
std::string copied_edges(const GpuPlan& plan, Table<std::string, PlanImage>& nodes) {
    std::string text;
    for (const Id<GpuKernel> k : plan.kernels.ids())
        if (is_copying(plan.kernels[k]))
            nodes[plan.kernels[k].outputs.front()] = copy_node(k.index());
    for (const Id<GpuKernel> k : plan.kernels.ids())
        if (const std::optional<Id<PlanImage>> source = plan.kernels[k].source)
            text += edge_text(nodes[*source], copy_node(k.index()), "1x1 memory", EdgeWay::kMemory);
    return text;
}

const char* staging_of(const CpuPlan&) { return ", line buffer"; }
const char* staging_of(const GpuPlan&) { return ", staged in a tile"; }

template <class P>
std::string edges(const P& plan) {
    Table<std::string, PlanImage> nodes = nodes_of_images(plan);
    std::string text = copied_edges(plan, nodes);
    for (const PlanEdge& edge : plan_edges(plan))
        text += edge_text(nodes[edge.image], stage_node(edge.to.stage),
                          fmt::format("{} {}{}", size_text(edge.window), name_of(edge.way),
                                      edge.staged ? staging_of(plan) : ""),
                          edge.way);
    for (const Id<GraphOutput> o : plan.outputs.ids())
        text += fmt::format("  {} -> out{} [penwidth=2];\n", nodes[plan.outputs[o]], o.number());
    return text;
}

template <class P>
std::string dot_of(const P& plan) {
    const std::size_t kernels = plan.kernels.size();
    std::string text = fmt::format("digraph {} {{\n", quoted_for_dot(plan.name));
    text += fmt::format("  label={};\n", quoted_for_dot(fmt::format(
                                             "{}: {} stage{} in {} kernel{}, for {}", plan.name,
                                             plan.stages.size(), plan.stages.size() == 1 ? "" : "s",
                                             kernels, kernels == 1 ? "" : "s", plan.target.name)));
    text +=
        "  node [shape=box, fontname=\"sans-serif\"];\n"
        "  edge [fontname=\"sans-serif\", fontsize=10];\n";
    for (const PlanImage& image : plan.images)
        if (const auto input = image.graph_input())
            text += fmt::format("  in{} [label={}, shape=invhouse];\n", input->number(),
                                quoted_for_dot(image.name));
    for (const Id<GraphOutput> o : plan.outputs.ids())
        text += fmt::format("  out{} [label={}, shape=house];\n", o.number(),
                            quoted_for_dot(plan.output_names[o]));
    return text + clusters(plan) + edges(plan) + "}\n";
}

}  // namespace

std::string quoted_for_dot(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        if (c == '\n')
            result += "\\n";
        else
            result += c;
    }
    return result + '"';
}

std::string plan_dot(const Plan& plan) {
    return std::visit([](const auto& each) { return dot_of(each); }, plan);
}

}  // namespace weft
