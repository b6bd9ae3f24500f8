#include "models/kernel_fusion_graph.h"

#include <algorithm>

namespace weft {

namespace {

/// The hull of the taps and of the element itself: one tap beside the element is a pixel that
/// another thread computes.
WindowSize window_of(const std::vector<Offset>& taps) {
    int x0 = 0, x1 = 0, y0 = 0, y1 = 0;
    for (const Offset& tap : taps) {
        x0 = std::min(x0, tap.x);
        x1 = std::max(x1, tap.x);
        y0 = std::min(y0, tap.y);
        y1 = std::max(y1, tap.y);
    }
    return {x1 - x0 + 1, y1 - y0 + 1};
}

std::vector<FusionRead> reads_of(const GpuPlan& plan, const Stage& stage) {
    std::vector<FusionRead> reads;
    std::vector<std::vector<Offset>> taps;  // of each read
    for (const StageInput& input : stage.inputs) {
        const Id<PlanImage> original = original_of(plan, input.image);
        const int image = original.number();
        std::size_t r = 0;
        while (r < reads.size() && reads[r].image != image) ++r;
        if (r == reads.size()) {
            reads.push_back({.image = image, .window = {}});
            taps.emplace_back();
        }
        reads[r].transposed |= original != input.image;
        reads[r].far |= input.freedom == eRandom || input.is_scaled();
        taps[r].insert(taps[r].end(), input.taps.begin(), input.taps.end());
    }
    for (std::size_t r = 0; r < reads.size(); ++r) reads[r].window = window_of(taps[r]);
    return reads;
}

FusionVertex vertex_of(const GpuPlan& plan, const Stage& stage) {
    FusionVertex vertex;
    vertex.name = stage.name;
    vertex.header.domain = stage.domain;
    vertex.header.evaluations = stage.planes;
    if (!stage.outputs.empty())
        vertex.header.layout = storage_of(plan, stage.outputs.front()).layout;
    vertex.fusible = is_elementwise(stage.facts.dependence);
    vertex.reads = reads_of(plan, stage);
    return vertex;
}

/// Evaluations of an element that make an image, or for an input of the program, that read it.
int evaluations_of(const GpuPlan& plan, Id<PlanImage> image) {
    const PlanImage& picture = plan.images[image];
    if (const std::optional<Id<Stage>> producer = picture.producer())
        return plan.stages[*producer].planes;
    int readers = 1;
    for (const Stage& stage : plan.stages)
        for (const StageInput& input : stage.inputs)
            if (original_of(plan, input.image) == image) readers = std::max(readers, stage.planes);
    return std::min(readers, picture.shape.planes);
}

}  // namespace

std::vector<FusionEdge> edges(const FusionGraph& graph) {
    std::vector<FusionEdge> result;
    for (std::size_t v = 0; v < graph.vertices.size(); ++v)
        for (const FusionRead& read : graph.vertices[v].reads)
            if (const int from = graph.images[static_cast<std::size_t>(read.image)].producer;
                from >= 0)
                result.push_back(
                    {from, static_cast<int>(v), read.image, read.window, read.transposed});
    return result;
}

WindowSize mask(const FusionVertex& vertex) {
    WindowSize hull;
    for (const FusionRead& read : vertex.reads) {
        hull.width = std::max(hull.width, read.window.width);
        hull.height = std::max(hull.height, read.window.height);
    }
    return hull;
}

FusionGraph fusion_graph(const GpuPlan& plan, const Table<FusionOperations, Stage>& operations) {
    FusionGraph graph;
    double largest = 1;
    for (const Id<PlanImage> i : plan.images.ids()) {
        const PlanImage& image = plan.images[i];
        const bool live_out =
            !image.graph_outputs.empty() ||
            std::find(plan.outputs.begin(), plan.outputs.end(), i) != plan.outputs.end();
        const double size =
            static_cast<double>(image.shape.domain.area()) * evaluations_of(plan, i);
        largest = std::max(largest, size);
        const std::optional<Id<Stage>> producer = image.producer();
        graph.images.push_back({image.name, producer ? producer->number() : -1, size, live_out});
    }
    for (FusionImage& image : graph.images) image.size /= largest;
    // A transposed output is its original, written another way.
    for (const Id<PlanImage> i : plan.images.ids())
        if (plan.images[i].original() && graph.images[i.index()].live_out)
            graph.images[original_of(plan, i).index()].live_out = true;

    for (const Id<Stage> s : plan.stages.ids()) {
        graph.vertices.push_back(vertex_of(plan, plan.stages[s]));
        if (operations.has(s)) graph.vertices.back().operations = operations[s];
    }
    return graph;
}

}  // namespace weft
