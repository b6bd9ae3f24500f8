#include "batch/frame_plan.h"

#include <fmt/format.h>

#include "batch/bands.h"

namespace weft {

PictureChoice choice_of(const BatchOptions& options, std::size_t input) {
    return input < options.choices.size() ? options.choices[input] : PictureChoice{};
}

Result<std::vector<PictureInfo>> read_headers(const FrameTask& task, PictureIO& io,
                                              const BatchOptions& options) {
    std::vector<PictureInfo> infos;
    for (std::size_t i = 0; i < task.inputs.size(); ++i) {
        Result<PictureInfo> info = io.info(task.inputs[i], choice_of(options, i));
        if (!info) return info.error();
        infos.push_back(*std::move(info));
    }
    return infos;
}

std::vector<ImageShape> shapes_of(const std::vector<PictureInfo>& inputs) {
    std::vector<ImageShape> shapes;
    for (const PictureInfo& info : inputs) shapes.push_back(shape_of(info));
    return shapes;
}

Result<std::vector<OutputPlan>> plan_frame(const FrameTask& task, const Graph& still,
                                           const Library& library, PictureIO& io,
                                           const BatchOptions& options,
                                           const std::vector<PictureInfo>& inputs) {
    const Result<std::map<ImageId, ImageShape>> all =
        infer_shapes(still, library, shapes_of(inputs));
    if (!all) return all.error();
    std::vector<const PictureInfo*> infos;
    for (const PictureInfo& info : inputs) infos.push_back(&info);
    std::vector<OutputPlan> plans;
    for (std::size_t i = 0; i < task.outputs.size(); ++i) {
        const auto shape = all->find(still.outputs[i].image);
        if (shape == all->end())
            return Error{ErrorKind::kInternal, fmt::format("output '{}' of {} has no shape",
                                                           still.outputs[i].name, still.name)};
        Result<OutputPlan> plan =
            plan_output({task.outputs[i], options.region, options.format, options.others},
                        shape->second, infos);
        if (!plan) return plan.error();
        Result<FileColour> colour = io.output_colour(
            {task.outputs[i], i < options.output_colours.size() ? options.output_colours[i] : "",
             plan->kind->name, plan->format, plan->channels,
             inputs.empty() ? nullptr : &inputs.front()});
        if (!colour) return colour.error();
        plan->colour = *std::move(colour);
        plans.push_back(*std::move(plan));
    }
    return plans;
}

std::vector<Rect> regions_of(const std::vector<OutputPlan>& outputs) {
    std::vector<Rect> regions;
    for (const OutputPlan& plan : outputs) regions.push_back(plan.region);
    return regions;
}

std::size_t frame_bytes(const std::vector<PictureInfo>& inputs,
                        const std::vector<OutputPlan>& outputs, int threads) {
    Band all;
    for (const PictureInfo& info : inputs)
        all.held.push_back({domain_of(info).y0, domain_of(info).y1});
    for (const OutputPlan& plan : outputs) all.written.push_back({plan.window.y0, plan.window.y1});
    return band_bytes({all}, inputs, outputs, threads);
}

std::vector<FrameNote> notes_of(const FrameTask& task, const std::vector<PictureInfo>& inputs,
                                const std::vector<OutputPlan>& outputs,
                                const BatchOptions& options) {
    std::vector<FrameNote> notes;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        for (const std::string& remark : inputs[i].remarks)
            notes.push_back({fmt::format("input {}: {}", i, remark),
                             fmt::format("'{}': {}", task.inputs[i], remark)});
        const std::vector<PartInfo>& parts = inputs[i].parts;
        if (parts.size() < 2 || choice_of(options, i).chooses()) continue;
        const std::string& name = parts.front().name;
        notes.push_back({fmt::format("input {}", i),
                         fmt::format("'{}' has several parts; the first{} was used", task.inputs[i],
                                     name.empty() ? std::string() : fmt::format(", '{}',", name))});
    }
    for (std::size_t i = 0; i < outputs.size(); ++i)
        if (!outputs[i].lost.empty())
            notes.push_back({fmt::format("output {}", i), outputs[i].lost});
    return notes;
}

}  // namespace weft
