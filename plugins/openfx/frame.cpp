#include "openfx/frame.h"

#include "openfx/fields.h"
#include "openfx/fitted.h"
#include "openfx/names.h"

namespace weft::openfx {
namespace {

FrameRead refused(const Error& error) { return {reply_to(error), error.message, std::nullopt}; }

}  // namespace

Reply reply_to(const Error& error) { return error.kind == ErrorKind::kMemory ? kMemory : kFailed; }

FrameRead read_frame(const Instance& instance, const Properties& in, Field field) {
    const auto time = in.number(prop::kTime);
    const auto window_pixels = in.pixels(prop::kRenderWindow);
    if (!time || !window_pixels) return {kFailed, {}, std::nullopt};
    const Geometry geometry = geometry_of(instance, in, field);

    HostImage image = HostImage::get(instance.suites, instance.output, *time);
    const auto whole = image ? read_layout(image.properties()) : std::nullopt;
    if (!whole) return {kFailed, {}, std::nullopt};
    const ImageLayout layout = rows_of(*whole, field);
    if (is_empty(layout.bounds)) return {};
    const PictureView output = view_of(layout, geometry);
    const PixelRect rows = whole->one_field ? *window_pixels : rows_of(*window_pixels, field);
    const Rect window = intersect(geometry.to_weft(rows), output.domain);
    if (window.empty()) return {};

    Inputs inputs;
    if (Status s = inputs.gather(instance, *time, field, geometry, window); !s)
        return refused(s.error());
    Result<Graph> graph = graph_at(instance, *time, geometry.scale, inputs.given());
    if (!graph) return refused(graph.error());
    const auto shapes = infer_shapes(*graph, library_of(instance), inputs.shapes());
    if (!shapes) return refused(shapes.error());
    const ImageShape& made = shapes->at(graph->outputs.front().image);
    if (made.planes != output.planes)
        graph = fitted(*graph, library_of(instance), *shapes, output.planes);
    if (!graph) return refused(graph.error());
    return {kOk,
            {},
            Frame{*time, geometry, std::move(image), output, window, std::move(inputs),
                  *std::move(graph), made.data_window}};
}

}  // namespace weft::openfx
