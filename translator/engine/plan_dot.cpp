#include "engine/plan_dot.h"

#include <fmt/format.h>

#include <cstddef>
#include <vector>

#include "engine/plan_edges.h"
#include "support/at.h"

namespace weft {

namespace {

std::string stage_node(int s) { return fmt::format("s{}", s); }
std::string copy_node(std::size_t k) { return fmt::format("t{}", k); }

/// Two lines of a label, each escaped by itself.
std::string label(const std::string& first, const std::string& second) {
    const std::string a = quoted_for_dot(first), b = quoted_for_dot(second);
    return a.substr(0, a.size() - 1) + "\\n" + b.substr(1);
}

bool is_copying(const Kernel&) { return false; }
bool is_copying(const GpuKernel& kernel) { return kernel.kind == GpuKernelKind::kTranspose; }

/// The node that leaves a picture behind; "" where none does.
std::vector<std::string> nodes_of_images(const BoundGraph& plan) {
    std::vector<std::string> nodes(plan.images.size());
    for (std::size_t i = 0; i < plan.images.size(); ++i) {
        const PlanImage& image = plan.images[i];
        if (const auto input = image.graph_input()) nodes[i] = fmt::format("in{}", *input);
        if (const auto stage = image.producer()) nodes[i] = stage_node(*stage);
    }
    return nodes;
}

std::string stage_text(const BoundGraph& plan, int s) {
    const Stage& stage = at(plan.stages, s);
    return fmt::format("    {} [label={}];\n", stage_node(s), label(stage.name, stage.functor));
}

template <class P>
std::string clusters(const P& plan) {
    std::string text;
    for (std::size_t k = 0; k < plan.kernels.size(); ++k) {
        const auto& kernel = plan.kernels[k];
        text += fmt::format("  subgraph cluster_{} {{\n    label={};\n", k,
                            quoted_for_dot(kernel.name));
        for (int s : kernel.stages) text += stage_text(plan, s);
        if (is_copying(kernel))
            text += fmt::format("    {} [label=\"transpose\", style=dashed];\n", copy_node(k));
        text += "  }\n";
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
std::string copied_edges(const CpuPlan&, std::vector<std::string>&) { return ""; }
std::string copied_edges(const GpuPlan& plan, std::vector<std::string>& nodes) {
    std::string text;
    for (std::size_t k = 0; k < plan.kernels.size(); ++k)
        if (is_copying(plan.kernels[k]))
            nodes[static_cast<std::size_t>(plan.kernels[k].outputs.front())] = copy_node(k);
    for (std::size_t k = 0; k < plan.kernels.size(); ++k)
        if (const int source = plan.kernels[k].source; source >= 0)
            text += edge_text(at(nodes, source), copy_node(k), "1x1 memory", EdgeWay::kMemory);
    return text;
}

const char* staging_of(const CpuPlan&) { return ", line buffer"; }
const char* staging_of(const GpuPlan&) { return ", staged in a tile"; }

template <class P>
std::string edges(const P& plan) {
    std::vector<std::string> nodes = nodes_of_images(plan);
    std::string text = copied_edges(plan, nodes);
    for (const PlanEdge& edge : plan_edges(plan))
        text += edge_text(at(nodes, edge.image), stage_node(edge.to),
                          fmt::format("{} {}{}", size_text(edge.window), name_of(edge.way),
                                      edge.staged ? staging_of(plan) : ""),
                          edge.way);
    for (std::size_t o = 0; o < plan.outputs.size(); ++o)
        text += fmt::format("  {} -> out{} [penwidth=2];\n", at(nodes, plan.outputs[o]), o);
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
            text += fmt::format("  in{} [label={}, shape=invhouse];\n", *input,
                                quoted_for_dot(image.name));
    for (std::size_t o = 0; o < plan.outputs.size(); ++o)
        text += fmt::format("  out{} [label={}, shape=house];\n", o,
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
