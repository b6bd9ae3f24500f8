// From the host's images to Weft's views, and one run of a plan.
#include "openfx/render.h"

#include <atomic>
#include <cstring>
#include <list>

#include "batch/sparse_pixels.h"
#include "graph/regions.h"
#include "openfx/fields.h"
#include "openfx/host_image.h"
#include "openfx/names.h"
#include "openfx/progress.h"

namespace weft::openfx {
namespace {

bool contains(const PixelRect& outer, const PixelRect& inner) {
    return inner.x1 >= outer.x1 && inner.y1 >= outer.y1 && inner.x2 <= outer.x2 &&
           inner.y2 <= outer.y2;
}

/// Regions of definition that no picture has: of generators without end.
bool is_huge(const PixelRect& r) {
    constexpr long long kMost = 1 << 16;
    return static_cast<long long>(r.x2) - r.x1 > kMost ||
           static_cast<long long>(r.y2) - r.y1 > kMost;
}

std::size_t pixel_bytes(const PictureView& view) { return static_cast<std::size_t>(view.x_stride); }

void copy(const PictureView& from, const PictureView& to) {
    const Rect both = intersect(from.domain, to.domain);
    for (int y = both.y0; y < both.y1; ++y)
        std::memcpy(to.at(both.x0, y, 0), from.at(both.x0, y, 0),
                    static_cast<std::size_t>(both.width()) * pixel_bytes(from));
}

void clear(const PictureView& view, const Rect& part) {
    for (int y = part.y0; y < part.y1; ++y)
        std::memset(view.at(part.x0, y, 0), 0,
                    static_cast<std::size_t>(part.width()) * pixel_bytes(view));
}

/// All of `window` but what is in `kept`.
void clear_around(const PictureView& view, const Rect& window, const Rect& kept) {
    if (kept.empty()) return clear(view, window);
    clear(view, {window.x0, window.y0, window.x1, kept.y0});
    clear(view, {window.x0, kept.y1, window.x1, window.y1});
    clear(view, {window.x0, kept.y0, kept.x0, kept.y1});
    clear(view, {kept.x1, kept.y0, window.x1, kept.y1});
}

/// The inputs' pixels for one render, and what keeps them there.
class Inputs {
  public:
    /// `missing` is what a picture is worth where the host has none: as large, and black.
    Status gather(const Instance& instance, Time time, Field field, const Geometry& geometry,
                  const Rect& missing) {
        for (std::size_t i = 0; i < instance.clips.size(); ++i) {
            const ClipDescription& clip = instance.plugin.clips[i];
            HostImage image = HostImage::get(instance.suites, instance.clips[i], time);
            given_.push_back(image || !clip.optional);
            if (!given_.back()) continue;
            const Status status =
                image ? add(std::move(image), field, geometry, missing, clip.one_plane)
                      : add_black(missing, clip.one_plane ? 1 : 4);
            if (!status) return status;
        }
        return {};
    }

    const std::vector<bool>& given() const { return given_; }
    const std::vector<PictureView>& views() const { return views_; }
    std::vector<ImageShape> shapes() const {
        std::vector<ImageShape> shapes;
        for (const PictureView& view : views_) shapes.push_back({view.domain, view.planes});
        return shapes;
    }

  private:
    Status add(HostImage image, Field field, const Geometry& geometry, const Rect& missing,
               bool one_plane) {
        auto layout = read_layout(image.properties());
        if (!layout)
            return Error{ErrorKind::kInput,
                         "an input has no pixels of 1, 3 or 4 components and 8, 16 or 32 bits"};
        layout = rows_of(*layout, field);
        if (is_empty(layout->bounds)) return add_black(missing, one_plane ? 1 : layout->planes);
        PictureView view = view_of(*layout, geometry);
        if (!contains(layout->bounds, layout->defined) && !is_huge(layout->defined)) {
            // A tile: borders are where the whole picture ends.
            Result<SparsePixels> whole = SparsePixels::reserve(geometry.to_weft(layout->defined),
                                                               layout->planes, layout->format);
            if (!whole) return whole.error();
            copy(view, whole->view());
            copies_.push_back(*std::move(whole));
            view = copies_.back().view();
        } else if (!is_huge(layout->defined)) {
            view = crop(view, geometry.to_weft(layout->defined));
        }
        if (one_plane) view = plane_of(view, view.planes == 4 ? 3 : 0);
        views_.push_back(view);
        images_.push_back(std::move(image));
        return {};
    }

    Status add_black(const Rect& domain, int planes) {
        Result<SparsePixels> black = SparsePixels::reserve(domain, planes, SampleFormat::kFloat);
        if (!black) return black.error();
        copies_.push_back(*std::move(black));
        views_.push_back(copies_.back().view());
        return {};
    }

    std::vector<bool> given_;
    std::vector<PictureView> views_;
    std::list<HostImage> images_;
    std::list<SparsePixels> copies_;
};

/// Whether the host, or the user at the bar, wants to stop.
bool stops(const Instance& instance, Progress& progress, double fraction) {
    return instance.suites.effects->abort(instance.effect) != 0 || !progress.update(fraction);
}

/// Runs the plan, asking the host now and then whether to stop.
Reply run(Instance& instance, Prepared& prepared, const std::vector<PictureView>& inputs,
          const PictureView& output, Progress& progress) {
    std::atomic<bool> cancel{false};
    RunControl control;
    control.cancel = &cancel;
    control.progress = [&](double fraction) {
        if (stops(instance, progress, fraction)) cancel = true;
    };
    const Status done = prepared.run(inputs, {output}, control);
    if (done) progress.finish();
    if (done || cancel) return kOk;
    report(instance, done.error().message);
    return done.error().kind == ErrorKind::kMemory ? kMemory : kFailed;
}

Reply refuse(const Instance& instance, const Error& error) {
    report(instance, error.message);
    return error.kind == ErrorKind::kMemory ? kMemory : kFailed;
}

/// A plan that is idle, or a new one.
Result<std::unique_ptr<Prepared>> prepare(Instance& instance, const PlanKey& key,
                                          Progress& progress) {
    if (auto idle = instance.prepared.take(key)) return idle;
    Result<std::vector<Graph>> range = range_of(instance, key.graph);
    if (!range) return range.error();
    const PrepareRequest request{.graph = key.graph,
                                 .library = library_of(instance),
                                 .inputs = key.inputs,
                                 .regions = {key.region},
                                 .native_inputs = std::vector<bool>(key.inputs.size(), false),
                                 .native_outputs = {false},
                                 .range = *std::move(range)};
    return instance.shared.engine.prepare(request, wanted_threads(instance.suites),
                                          [&] { return stops(instance, progress, 0); });
}

/// The whole frame, or the window's rows of one field.
Reply render_rows(Instance& instance, const Properties& in, Field field) {
    const auto time = in.number(prop::kTime);
    const auto window_pixels = in.pixels(prop::kRenderWindow);
    if (!time || !window_pixels) return kFailed;
    const Geometry geometry = geometry_of(instance, in, field);

    const HostImage image = HostImage::get(instance.suites, instance.output, *time);
    const auto whole = image ? read_layout(image.properties()) : std::nullopt;
    if (!whole) return kFailed;
    const ImageLayout layout = rows_of(*whole, field);
    if (is_empty(layout.bounds)) return kOk;
    const PictureView output = view_of(layout, geometry);
    const PixelRect rows = whole->one_field ? *window_pixels : rows_of(*window_pixels, field);
    const Rect window = intersect(geometry.to_weft(rows), output.domain);
    if (window.empty()) return kOk;

    Inputs inputs;
    if (const auto s = inputs.gather(instance, *time, field, geometry, window); !s)
        return refuse(instance, s.error());
    Result<Graph> graph = graph_at(instance, *time, geometry.scale, inputs.given());
    if (!graph) return refuse(instance, graph.error());
    const auto shapes = infer_shapes(*graph, library_of(instance), inputs.shapes());
    if (!shapes) return refuse(instance, shapes.error());
    const ImageShape& made = shapes->at(graph->outputs.front().image);
    if (made.planes != output.planes)
        return refuse(instance,
                      {ErrorKind::kUsage, "the result has " + std::to_string(made.planes) +
                                              " components, but the output has " +
                                              std::to_string(output.planes)});
    const Rect region = intersect(window, made.domain);
    clear_around(output, window, region);
    if (region.empty() || instance.suites.effects->abort(instance.effect) != 0) return kOk;

    PlanKey key{*std::move(graph), inputs.shapes(), region};
    Progress progress(instance);
    auto prepared = prepare(instance, key, progress);
    if (!prepared && prepared.error().kind == ErrorKind::kCancelled) return kOk;
    if (!prepared) return refuse(instance, prepared.error());
    const Reply status = run(instance, **prepared, inputs.views(), crop(output, region), progress);
    instance.prepared.put_back(std::move(key), *std::move(prepared));
    return status;
}

}  // namespace

Reply render(Instance& instance, const Properties& in) {
    for (const Field field : fields_to_render(in))
        if (const Reply s = render_rows(instance, in, field); s != kOk) return s;
    return kOk;
}

}  // namespace weft::openfx
