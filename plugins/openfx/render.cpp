// From the host's images to Weft's views, and one run of a plan on the CPU.
#include "openfx/render.h"

#include <atomic>
#include <cstring>
#include <list>

#include "batch/sparse_pixels.h"
#include "openfx/fields.h"
#include "openfx/frame.h"
#include "openfx/host_progress.h"
#include "openfx/names.h"
#include "openfx/render_cuda.h"

namespace weft::openfx {
namespace {

std::size_t pixel_bytes(const PictureView& view) { return static_cast<std::size_t>(view.x_stride); }

void copy(const PictureView& from, const PictureView& to) {
    const Rect& part = from.domain;
    for (int y = part.y0; y < part.y1; ++y)
        std::memcpy(to.at(part.x0, y, 0), from.at(part.x0, y, 0),
                    static_cast<std::size_t>(part.width()) * pixel_bytes(from));
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

/// The inputs with all their pixels: the host's own where it has all, else copies.
class WholePictures {
  public:
    Status make(const Inputs& inputs) {
        for (const Input& input : inputs.pictures()) {
            PictureView view = input.pixels;
            if (!input.is_whole()) {
                Result<SparsePixels> whole =
                    SparsePixels::reserve(input.shape.domain, view.planes, view.format);
                if (!whole) return whole.error();
                copy(view, whole->view());
                copies_.push_back(*std::move(whole));
                view = copies_.back().view();
            }
            views_.push_back(input.read(view));
        }
        return {};
    }
    const std::vector<PictureView>& views() const { return views_; }

  private:
    std::vector<PictureView> views_;
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
    if (done) {
        progress.finish();
        instance.messages.clear_error();
    }
    if (done || cancel) return kOk;
    report(instance, done.error().message);
    return reply_to(done.error());
}

Reply refuse(const Instance& instance, const Error& error) {
    report(instance, error.message);
    return reply_to(error);
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
                                 .planar_inputs = std::vector<bool>(key.inputs.size(), false),
                                 .planar_outputs = {false},
                                 .range = *std::move(range)};
    return instance.shared.engine.prepare(request, wanted_threads(instance.suites),
                                          [&] { return stops(instance, progress, 0); });
}

Reply render_on_cpu(Instance& instance, const Properties& in, Field field) {
    const FrameRead read = read_frame(instance, in, field);
    if (read.reply != kOk && !read.why.empty()) report(instance, read.why);
    if (!read.frame) return read.reply;
    const Frame& frame = *read.frame;
    WholePictures inputs;
    if (Status s = inputs.make(frame.inputs); !s) return refuse(instance, s.error());
    PlanKey key = frame.key();
    clear_around(frame.output, frame.window, key.region);
    if (key.region.empty()) {
        instance.messages.clear_error();
        return kOk;
    }
    if (instance.suites.effects->abort(instance.effect) != 0) return kOk;

    Progress progress(instance);
    auto prepared = prepare(instance, key, progress);
    if (!prepared && prepared.error().kind == ErrorKind::kCancelled) return kOk;
    if (!prepared) return refuse(instance, prepared.error());
    const Reply status =
        run(instance, **prepared, inputs.views(), crop(frame.output, key.region), progress);
    instance.prepared.put_back(std::move(key), *std::move(prepared));
    return status;
}

}  // namespace

Reply render(Instance& instance, const Properties& in) {
    const bool on_cuda = in.whole(prop::kCudaEnabled) == 1;
    for (const Field field : fields_to_render(instance, in)) {
        const Reply s =
            on_cuda ? render_on_cuda(instance, in, field) : render_on_cpu(instance, in, field);
        if (s != kOk) return s;
    }
    return kOk;
}

}  // namespace weft::openfx
