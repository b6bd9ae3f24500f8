// Windows, formats and names of outputs.
#include "batch/output_plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "graph/regions.h"
#include "pictures/channel_choice.h"

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

/// A picture that lies beside its frame, in a file that holds the frame alone: a black pixel of it
/// is computed, and the rest is black anyway.
void choose_black(const OutputRequest& request, const ImageShape& shape, OutputPlan& plan) {
    const Rect& f = plan.display_window;
    plan.region = {f.x0, f.y0, f.x0 + 1, f.y0 + 1};
    plan.lost = fmt::format(
        "'{}' is black: the picture {} (x,y,w,h) lies beside its frame {}, and a {} file holds the "
        "frame alone; an .exr holds both",
        request.path, to_text(shape.data_window), to_text(f), plan.kind->name);
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
    if (plan.region.empty()) choose_black(request, shape, plan);
    return {};
}

/// Of channels that are all in one layer that, with its point; else "".
std::string prefix_of(const std::vector<std::string>& channels) {
    if (channels.empty()) return {};
    const std::string layer = layer_of(channels.front());
    const bool same = std::all_of(channels.begin(), channels.end(),
                                  [&](const std::string& c) { return layer_of(c) == layer; });
    return same && !layer.empty() ? layer + "." : std::string();
}

void choose_channels(const ImageShape& shape, const std::vector<const PictureInfo*>& inputs,
                     OutputPlan& plan) {
    plan.channels = usual_channel_names(shape);
    plan.alpha_channel = shape.alpha;
    if (!inputs.empty())
        for (std::string& channel : plan.channels)
            channel.insert(0, prefix_of(inputs.front()->channels));
    for (const PictureInfo* input : inputs) {
        if (static_cast<int>(input->channels.size()) != plan.planes ||
            input->alpha_channel != shape.alpha)
            continue;
        plan.channels = input->channels;
        plan.depth_channel = input->depth_channel;
        return;
    }
}

/// Whether the file's colours are not multiplied by alpha: in formats that say so, and in a TIFF
/// made of such a one.
bool keeps_colours_whole(const OutputPlan& plan, const std::vector<const PictureInfo*>& inputs) {
    if (plan.alpha_channel < 0) return false;
    const bool as_in_source = std::string_view(plan.kind->name) == "tiff" && !inputs.empty() &&
                              inputs.front()->file_kind == plan.kind->name &&
                              inputs.front()->unassociated_alpha;
    return plan.kind->unassociated_alpha || as_in_source;
}

bool holds_layers(const FileKind& kind) { return std::string_view(kind.name) == "openexr"; }

/// Why what the effect was not given of the first input cannot stand beside the result; "": it can.
std::string why_not_kept(const OutputRequest& request, const OutputPlan& plan,
                         const PictureInfo& input) {
    const bool one_page = std::string_view(plan.kind->name) == "tiff" &&
                          input.file_kind == plan.kind->name && input.parts.size() == 1 &&
                          plan.format == input.format;
    if (input.orientation > 1) return "the picture was turned upright, and they were not";
    if (!holds_layers(*plan.kind) && !one_page) return "only .exr files have layers";
    if (!plan.window.contains(input.data_window))
        return fmt::format("it is {} (x,y,w,h), but the other layers are {}{}",
                           to_text(plan.window), to_text(input.data_window),
                           request.region ? "; render the whole picture, without --roi" : "");
    if (plan.display_window != input.display_window)
        return fmt::format("its frame is {} (x,y,w,h), but that of the other layers {}",
                           to_text(plan.display_window), to_text(input.display_window));
    return {};
}

/// What of the input the effect was not given, for people; "": it was given all. Pages and frames
/// of other formats are pictures of their own.
std::string others_of(const PictureInfo& input) {
    std::vector<std::string> names;
    for (const std::string& channel : input.parts[static_cast<std::size_t>(input.part)].channels)
        if (std::find(input.channels.begin(), input.channels.end(), channel) ==
            input.channels.end())
            names.push_back(channel);
    constexpr std::size_t kMost = 4;
    const std::size_t more = names.size() > kMost + 1 ? names.size() - kMost : 0;
    names.resize(names.size() - more);
    std::string text = fmt::format("{}", fmt::join(names, ", "));
    if (more > 0) text += fmt::format(" and {} more", more);
    if (input.parts.size() > 1 && input.file_kind == "openexr")
        text += text.empty() ? "its other parts" : "; its other parts";
    return text;
}

Status decide_others(const OutputRequest& request, const std::vector<const PictureInfo*>& inputs,
                     OutputPlan& plan) {
    const auto refuse = [&](const std::string& why) {
        return Error{ErrorKind::kUsage,
                     fmt::format("cannot write '{}' with --keep-layers: {}", request.path, why)};
    };
    const bool required = request.others == OtherChannels::kRequire;
    if (inputs.empty() && required) return refuse("there is no input whose layers could be kept");
    if (inputs.empty()) return {};
    const PictureInfo& input = *inputs.front();
    plan.own_types = !request.format && input.mixed_types && holds_layers(*plan.kind) &&
                     input.file_kind == plan.kind->name && plan.channels == input.channels;
    const std::string others = input.parts.empty() ? std::string() : others_of(input);
    if (request.others == OtherChannels::kDrop || (others.empty() && !required)) return {};
    const std::string why = why_not_kept(request, plan, input);
    if (required && !why.empty()) return refuse(why);
    plan.keep_others = why.empty() && !others.empty();
    if (!why.empty() && plan.lost.empty())
        plan.lost =
            fmt::format("'{}' is without {} of '{}': {}", request.path, others, input.path, why);
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
    plan.pixel_aspect = shape.pixel_aspect;
    plan.format = request.format ? *request.format
                                 : default_format(**kind, inputs.empty() ? StoredFormat()
                                                                         : inputs.front()->format);
    if (Status s = check_holds(**kind, plan.format, plan.planes); !s)
        return Error{s.error().kind,
                     fmt::format("cannot write '{}': {}", request.path, s.error().message)};
    if (Status s = choose_window(request, shape, inputs, plan); !s) return s.error();
    choose_channels(shape, inputs, plan);
    plan.unassociated_alpha = keeps_colours_whole(plan, inputs);
    if (Status s = decide_others(request, inputs, plan); !s) return s.error();
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
    request.pixel_aspect = plan.pixel_aspect;
    request.format = plan.format;
    request.unassociated_alpha = plan.unassociated_alpha;
    request.colour = plan.colour;
    request.channels = plan.channels;
    request.alpha_channel = plan.alpha_channel;
    request.depth_channel = plan.depth_channel;
    request.keep_others = plan.keep_others;
    request.own_types = plan.own_types;
    return request;
}

Result<OutputPixels> allocate_output(const OutputPlan& plan) {
    PictureView stored;
    stored.format = plan.samples();
    stored.plane_stride = sample_size(stored.format);
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
