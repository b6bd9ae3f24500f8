// Windows, formats and names of outputs.
#include "batch/output_plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "graph/regions.h"

namespace weft {
namespace {

std::string to_text(const Rect& r) {
    return fmt::format("{},{},{},{}", r.x0, r.y0, r.width(), r.height());
}

/// What is known to hold anything: of what lies beyond the frame only where an input has such too.
/// A file holds a pixel at least.
Rect written_window(const ImageShape& shape, const std::vector<const PictureInfo*>& inputs) {
    std::vector<ImageShape> shapes;
    for (const PictureInfo* input : inputs) shapes.push_back(shape_of(*input));
    const Rect window = intersect(shape.data_window, usual_region(shape, shapes));
    const Rect& f = shape.frame;
    return window.empty() ? Rect{f.x0, f.y0, f.x0 + 1, f.y0 + 1} : window;
}

Status choose_window(const OutputRequest& request, const ImageShape& shape,
                     const std::vector<const PictureInfo*>& inputs, OutputPlan& plan) {
    const Rect& domain = shape.domain;
    if (request.region) {
        plan.region = plan.window = intersect(*request.region, domain);
        if (plan.region.empty())
            return Error{ErrorKind::kUsage,
                         fmt::format("--roi {} lies beside the picture, which is {} (x,y,w,h)",
                                     to_text(*request.region), to_text(domain))};
        return {};
    }
    plan.region = plan.window = written_window(shape, inputs);
    if (plan.kind->display_window) return {};
    plan.window = plan.display_window;
    plan.region = intersect(plan.region, plan.display_window);
    if (plan.region.empty())
        return Error{ErrorKind::kOutput,
                     fmt::format("cannot write '{}': the picture {} lies outside its display "
                                 "window {}, and a {} file keeps no other; write an .exr",
                                 request.path, to_text(shape.data_window),
                                 to_text(plan.display_window), plan.kind->name)};
    return {};
}

void choose_channels(const ImageShape& shape, const std::vector<const PictureInfo*>& inputs,
                     OutputPlan& plan) {
    plan.channels = usual_channel_names(shape);
    plan.alpha_channel = shape.alpha;
    for (const PictureInfo* input : inputs) {
        if (static_cast<int>(input->channels.size()) != plan.planes ||
            input->alpha_channel != shape.alpha)
            continue;
        plan.channels = input->channels;
        plan.depth_channel = input->depth_channel;
        return;
    }
}

/// Beside the first input's other layers a picture has to be what it takes the place of.
Status check_kept(const OutputRequest& request, const OutputPlan& plan,
                  const std::vector<const PictureInfo*>& inputs) {
    const auto refuse = [&](const std::string& why) {
        return Error{ErrorKind::kUsage,
                     fmt::format("cannot write '{}' with --keep-layers: {}", request.path, why)};
    };
    if (inputs.empty()) return refuse("there is no input whose layers could be kept");
    const PictureInfo& input = *inputs.front();
    if (std::string(plan.kind->name) != "openexr" || input.file_kind != "openexr")
        return refuse("only .exr files have layers, and both have to be such");
    if (plan.window != input.data_window)
        return refuse(
            fmt::format("it is {} (x,y,w,h), but the other layers are {}; render the "
                        "whole picture, without --roi",
                        to_text(plan.window), to_text(input.data_window)));
    if (plan.planes != static_cast<int>(input.channels.size()))
        return refuse(
            fmt::format("the effect gives {} channel{}, in place of the {} that were read",
                        plan.planes, plan.planes == 1 ? "" : "s", input.channels.size()));
    return {};
}

}  // namespace

Result<OutputPlan> plan_output(const OutputRequest& request, const ImageShape& shape,
                               const std::vector<const PictureInfo*>& inputs) {
    Result<const FileKind*> kind = file_kind_of(request.path);
    if (!kind) return kind.error();
    OutputPlan plan;
    plan.kind = *kind;
    plan.planes = shape.planes;
    plan.display_window = shape.frame;
    plan.format = request.format ? *request.format
                                 : default_format(**kind, inputs.empty() ? StoredFormat()
                                                                         : inputs.front()->format);
    if (Status s = check_holds(**kind, plan.format, plan.planes); !s)
        return Error{s.error().kind,
                     fmt::format("cannot write '{}': {}", request.path, s.error().message)};
    if (Status s = choose_window(request, shape, inputs, plan); !s) return s.error();
    choose_channels(shape, inputs, plan);
    if (request.keep_layers)
        if (Status s = check_kept(request, plan, inputs); !s) return s.error();
    return plan;
}

std::vector<std::string> usual_channel_names(const ImageShape& shape) {
    constexpr const char* kColours[] = {"R", "G", "B"};
    std::vector<std::string> names;
    for (int i = 0; i < shape.planes; ++i)
        names.push_back(i == shape.alpha                 ? "A"
                        : shape.colours == 1 && i == 0   ? "Y"
                        : i < std::min(shape.colours, 3) ? kColours[i]
                                                         : fmt::format("channel{}", i));
    return names;
}

WriteRequest request_for(const OutputPlan& plan) {
    WriteRequest request;
    request.window = plan.window;
    request.display_window = plan.display_window;
    request.format = plan.format;
    request.channels = plan.channels;
    request.alpha_channel = plan.alpha_channel;
    request.depth_channel = plan.depth_channel;
    return request;
}

Result<OutputPixels> allocate_output(const OutputPlan& plan) {
    PictureView stored;
    stored.format = plan.format.samples;
    stored.plane_stride = sample_size(plan.format.samples);
    stored.x_stride = stored.plane_stride * plan.planes;
    stored.y_stride = stored.x_stride * plan.window.width();
    stored.domain = plan.window;
    stored.planes = plan.planes;
    const std::size_t size = static_cast<std::size_t>(stored.y_stride) * plan.window.height();
    OutputPixels pixels;
    pixels.bytes = allocate_pixels(size, plan.region != plan.window);
    if (pixels.bytes == nullptr)
        return Error{ErrorKind::kMemory,
                     fmt::format("no memory for the output: {} MB are needed; free some or ask for "
                                 "a part with --roi",
                                 size >> 20)};
    stored.base = pixels.bytes.get();
    pixels.stored = stored;
    pixels.computed = stored;
    pixels.computed.base = stored.at(plan.region.x0, plan.region.y0, 0);
    pixels.computed.domain = plan.region;
    return pixels;
}

}  // namespace weft
