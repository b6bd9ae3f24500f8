#include "runtime/cuda/cuda_executor.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "runtime/check_views.h"
#include "runtime/cuda/banding.h"
#include "runtime/cuda/cuda_devices.h"
#include "runtime/cuda/exchange.h"
#include "runtime/cuda/loaded_launches.h"
#include "runtime/cuda/pacer.h"
#include "support/cores.h"

namespace weft {

namespace cuda {
namespace {

/// What is computed at once: everything, or one band of it.
struct Band {
    LoadedLaunches launches;
    std::vector<Rect> regions;  ///< of each output
    bool graph = false;
};

class Executor final : public CudaExecutor {
  public:
    Executor(DeviceSession session, CudaOptions options, Replan replan)
        : session_(std::move(session)), options_(std::move(options)), replan_(std::move(replan)) {
        options_.frames_in_flight = std::clamp(options_.frames_in_flight, 1, 2);
        if (options_.host_threads <= 0) options_.host_threads = std::min(available_cores(), 8);
    }

    ~Executor() override {
        const ContextScope current = session_.scope();
        drain();
        release();
    }

    /// Makes the whole picture's launches ready, or where memory runs out those of bands.
    Status prepare(LaunchList whole) {
        inputs_ = whole.inputs;
        outputs_ = whole.outputs;
        const ContextScope current = session_.scope();
        std::vector<LaunchList> lists;
        lists.push_back(std::move(whole));
        Status ok = load(std::move(lists));
        while (!ok && is_out_of_memory(ok.error()) && can_divide()) ok = divide();
        return ok;
    }

    Status run(const std::vector<PictureView>& inputs, const std::vector<PictureView>& outputs,
               const RunControl& control) override {
        if (Status ok = check(inputs, outputs); !ok) return ok;
        const ContextScope current = session_.scope();
        for (;;) {
            Status ok = run_bands(inputs, outputs, control);
            if (ok || !is_out_of_memory(ok.error()) || !can_divide()) return ok;
            while (!(ok = divide()))
                if (!is_out_of_memory(ok.error()) || !can_divide()) return ok;
        }
    }

    Status begin(const std::vector<PictureView>& inputs, const std::vector<PictureView>& outputs,
                 const RunControl& control) override {
        if (bands_.size() > 1) return run(inputs, outputs, control);
        if (Status ok = check(inputs, outputs); !ok) return ok;
        const ContextScope current = session_.scope();
        Progress progress(control, bands_.front().launches.count());
        return drained(enqueue(0, inputs, outputs, progress));
    }

    Status finish(const RunControl& control) override {
        const ContextScope current = session_.scope();
        Progress progress(control, 1);
        return drained(complete_all(progress));
    }

    Result<std::vector<double>> time_launches(const std::vector<PictureView>& inputs) override;
    Result<double> time_frame() override;

    std::string device() const override { return "cuda"; }
    int kernel_count() const override {
        int count = 0;
        for (const Band& band : bands_) count += band.launches.count();
        return count;
    }
    std::size_t scratch_bytes() const override { return allocated_; }
    int band_count() const override { return static_cast<int>(bands_.size()); }
    bool uses_graph() const override { return bands_.front().graph; }

  private:
    const DriverApi& api() const { return session_.driver->api(); }
    Status checked(Code code, const std::string& action) const {
        return session_.driver->check(code, action);
    }

    Status check(const std::vector<PictureView>& inputs,
                 const std::vector<PictureView>& outputs) const {
        for (const auto& [what, ports, views] :
             {std::tuple{"input", &inputs_, &inputs}, std::tuple{"output", &outputs_, &outputs}}) {
            std::vector<std::string> names;
            std::vector<ImageShape> shapes;
            for (const PicturePort& port : *ports) {
                names.push_back(port.name);
                shapes.push_back(port.shape);
            }
            if (Status ok = check_views(what, names, shapes, *views); !ok) return ok;
        }
        return {};
    }

    void release() {
        bands_.clear();
        slots_.clear();
        arena_ = {};
        allocated_ = 0;
    }

    /// Waits for whatever is under way, so that its memory may be used again or freed.
    void drain() {
        (void)session_.wait("stopping");
        for (FrameSlot& slot : slots_) slot.pending = false;
    }
    Status drained(Status outcome) {
        if (!outcome) drain();
        return outcome;
    }

    bool can_divide() const { return replan_ && asked_bands_ < most_bands(output_regions()); }
    std::vector<Rect> output_regions() const {
        std::vector<Rect> regions;
        for (const PicturePort& port : outputs_) regions.push_back(port.shape.domain);
        return regions;
    }

    /// Plans and loads twice as many bands as before.
    Status divide() {
        drain();
        release();
        asked_bands_ = std::min(2 * asked_bands_, most_bands(output_regions()));
        std::vector<LaunchList> lists;
        for (const std::vector<Rect>& regions : band_regions(output_regions(), asked_bands_)) {
            Result<GpuProgram> program = replan_(regions);
            if (!program) return program.error();
            lists.push_back(list_launches(*program));
        }
        return load(std::move(lists));
    }

    Status load(std::vector<LaunchList> lists);
    Status load_slots(std::size_t arena_bytes, std::size_t exchange_bytes, std::size_t frames);
    Placement placement(const LaunchList& list, const FrameSlot& slot) const;

    Status run_bands(const std::vector<PictureView>& inputs,
                     const std::vector<PictureView>& outputs, const RunControl& control) {
        Progress progress(control, kernel_count());
        for (std::size_t b = 0; b < bands_.size(); ++b) {
            std::vector<PictureView> parts;
            for (std::size_t o = 0; o < outputs.size(); ++o)
                parts.push_back(crop(outputs[o], bands_[b].regions[o]));
            if (Status ok = enqueue(b, inputs, parts, progress); !ok) return drained(ok);
        }
        return drained(complete_all(progress));
    }

    Status enqueue(std::size_t band, const std::vector<PictureView>& inputs,
                   const std::vector<PictureView>& outputs, Progress& progress);
    Status launch(Band& band, std::size_t frame, Progress& progress);
    Status complete(FrameSlot& slot, Progress& progress);
    Status complete_all(Progress& progress) {
        for (std::size_t i = 0; i < slots_.size(); ++i)
            if (Status ok = complete(slots_[(next_slot_ + i) % slots_.size()], progress); !ok)
                return ok;
        return {};
    }

    DeviceSession session_;
    CudaOptions options_;
    Replan replan_;
    std::vector<PicturePort> inputs_, outputs_;  ///< of run()
    int asked_bands_ = 1;
    std::vector<Band> bands_;
    DeviceMemory arena_;
    std::vector<FrameSlot> slots_;
    std::size_t next_slot_ = 0;
    std::size_t allocated_ = 0;
};

Status Executor::load(std::vector<LaunchList> lists) {
    std::size_t arena_bytes = 0, exchange_bytes = 0;
    for (const LaunchList& list : lists) {
        arena_bytes = std::max(arena_bytes, list.arena_bytes);
        exchange_bytes = std::max(exchange_bytes, list.exchange_bytes);
    }
    const std::size_t frames = lists.size() > 1 ? 1 : options_.frames_in_flight;
    if (Status ok = load_slots(arena_bytes, exchange_bytes, frames); !ok) {
        release();
        return ok;
    }
    for (LaunchList& list : lists) {
        std::vector<Placement> placements;
        for (const FrameSlot& slot : slots_) placements.push_back(placement(list, slot));
        std::vector<Rect> regions;
        for (const PicturePort& port : list.outputs) regions.push_back(port.shape.domain);
        const bool graph = !options_.blocking && options_.graphs.value_or(launches_dominate(list));
        auto loaded = LoadedLaunches::load(session_.driver, std::move(list), std::move(placements));
        if (!loaded) {
            release();
            return loaded.error();
        }
        bands_.push_back({*std::move(loaded), std::move(regions), graph});
    }
    return {};
}

Status Executor::load_slots(std::size_t arena_bytes, std::size_t exchange_bytes,
                            std::size_t frames) {
    Result<DeviceMemory> arena = allocate_device(session_.driver, arena_bytes, "pictures");
    if (!arena) return arena.error();
    arena_ = *std::move(arena);
    allocated_ = arena_bytes;
    next_slot_ = 0;
    for (std::size_t f = 0; f < frames; ++f) {
        FrameSlot slot;
        Result<PinnedMemory> staging =
            allocate_pinned(session_.driver, exchange_bytes, "copies to and from the device");
        if (!staging) return staging.error();
        slot.staging = *std::move(staging);
        allocated_ += exchange_bytes;
        if (frames > 1) {
            Result<DeviceMemory> exchange =
                allocate_device(session_.driver, exchange_bytes, "a frame's inputs and outputs");
            if (!exchange) return exchange.error();
            slot.exchange = *std::move(exchange);
            allocated_ += exchange_bytes;
        }
        for (Event* event : {&slot.uploaded, &slot.computed}) {
            Result<Event> made = create_event(session_.driver);
            if (!made) return made.error();
            *event = *std::move(made);
        }
        slots_.push_back(std::move(slot));
    }
    return {};
}

Placement Executor::placement(const LaunchList& list, const FrameSlot& slot) const {
    Placement place{arena_.get(), {}};
    for (const ExchangedPicture& picture : list.pictures)
        place.pictures.push_back(slot.exchange ? slot.exchange.get() + picture.exchange_offset
                                               : arena_.get() + picture.arena_offset);
    return place;
}

Status Executor::enqueue(std::size_t band, const std::vector<PictureView>& inputs,
                         const std::vector<PictureView>& outputs, Progress& progress) {
    const std::size_t frame = next_slot_;
    FrameSlot& slot = slots_[frame];
    if (Status ok = complete(slot, progress); !ok) return ok;
    next_slot_ = (frame + 1) % slots_.size();

    Band& current = bands_[band];
    const LaunchList& list = current.launches.list();
    const std::vector<std::uint64_t>& addresses = current.launches.placement(frame).pictures;
    if (Status ok =
            upload(session_, list, addresses, inputs, slot, options_.host_threads, progress);
        !ok)
        return ok;
    if (Status ok = checked(api().cuStreamWaitEvent(session_.compute.get(), slot.uploaded.get(), 0),
                            "starting kernels");
        !ok)
        return ok;
    if (Status ok = launch(current, frame, progress); !ok) return ok;
    if (Status ok = checked(api().cuEventRecord(slot.computed.get(), session_.compute.get()),
                            "starting kernels");
        !ok)
        return ok;
    if (Status ok = start_download(session_, list, addresses, slot); !ok) return ok;
    slot.outputs = outputs;
    slot.band = band;
    slot.pending = true;
    return {};
}

Status Executor::launch(Band& band, std::size_t frame, Progress& progress) {
    if (progress.cancelled()) return Progress::cancelled_error();
    const int count = band.launches.count();
    if (band.graph && band.launches.start_graph(frame, session_.compute.get())) {
        progress.done(count);
        return {};
    }
    band.graph = false;
    const LaunchList& list = band.launches.list();
    Pacer pacer(session_, list, options_.seconds_ahead);
    for (int k = 0; k < count; ++k) {
        if (progress.cancelled()) return Progress::cancelled_error();
        if (Status ok = band.launches.start(k, frame, session_.compute.get()); !ok) return ok;
        if (options_.blocking)
            if (Status ok = checked(api().cuStreamSynchronize(session_.compute.get()),
                                    "running " + kernel_names(list, k, k));
                !ok)
                return ok;
        if (Status ok = pacer.started(k); !ok) return ok;
        progress.done(1);
    }
    return {};
}

Status Executor::complete(FrameSlot& slot, Progress& progress) {
    if (!slot.pending) return {};
    slot.pending = false;
    return finish_download(session_, bands_[slot.band].launches.list(), slot, options_.host_threads,
                           progress);
}

Result<std::vector<double>> Executor::time_launches(const std::vector<PictureView>& inputs) {
    const ContextScope current = session_.scope();
    const RunControl unheard;
    Progress progress(unheard, 1);
    LoadedLaunches& launches = bands_.front().launches;
    if (Status ok = drained(complete_all(progress)); !ok) return ok.error();
    if (Status ok = drained(upload(session_, launches.list(), launches.placement(0).pictures,
                                   inputs, slots_.front(), options_.host_threads, progress));
        !ok)
        return ok.error();
    if (Status ok = session_.wait("copying inputs to the device"); !ok) return ok.error();

    std::vector<Event> marks;
    for (int k = 0; k <= launches.count(); ++k) {
        Result<Event> mark = create_event(session_.driver, true);
        if (!mark) return mark.error();
        marks.push_back(*std::move(mark));
    }
    const StreamHandle stream = session_.compute.get();
    Status ok = checked(api().cuEventRecord(marks[0].get(), stream), "taking the time");
    for (int k = 0; k < launches.count() && ok; ++k) {
        ok = launches.start(k, 0, stream);
        if (ok)
            ok = checked(api().cuEventRecord(marks[static_cast<std::size_t>(k) + 1].get(), stream),
                         "taking the time");
    }
    if (ok) ok = session_.wait("running kernels");
    if (!ok) return drained(ok).error();
    std::vector<double> seconds;
    for (std::size_t k = 0; k + 1 < marks.size(); ++k) {
        float milliseconds = 0;
        if (Status read =
                checked(api().cuEventElapsedTime(&milliseconds, marks[k].get(), marks[k + 1].get()),
                        "taking the time");
            !read)
            return read.error();
        seconds.push_back(1e-3 * static_cast<double>(milliseconds));
    }
    return seconds;
}

Result<double> Executor::time_frame() {
    const ContextScope current = session_.scope();
    const RunControl unheard;
    Progress progress(unheard, 1);
    if (Status ok = drained(complete_all(progress)); !ok) return ok.error();
    Result<Event> first = create_event(session_.driver, true);
    Result<Event> last = create_event(session_.driver, true);
    if (!first) return first.error();
    if (!last) return last.error();
    const StreamHandle stream = session_.compute.get();
    float milliseconds = 0;
    Status ok = checked(api().cuEventRecord(first->get(), stream), "taking the time");
    if (ok) ok = launch(bands_.front(), 0, progress);
    if (ok) ok = checked(api().cuEventRecord(last->get(), stream), "taking the time");
    if (ok) ok = session_.wait("running kernels");
    if (ok)
        ok = checked(api().cuEventElapsedTime(&milliseconds, first->get(), last->get()),
                     "taking the time");
    if (!ok) return drained(ok).error();
    return 1e-3 * static_cast<double>(milliseconds);
}

Result<std::unique_ptr<CudaExecutor>> make(LaunchList list, const CudaOptions& options,
                                           Replan replan) {
    Result<DeviceSession> session =
        DeviceSession::open(cuda_driver_library(options.driver_library), options.device);
    if (!session) return session.error();
    auto executor = std::make_unique<Executor>(*std::move(session), options, std::move(replan));
    if (Status ok = executor->prepare(std::move(list)); !ok) return ok.error();
    return std::unique_ptr<CudaExecutor>(std::move(executor));
}

}  // namespace
}  // namespace cuda

Result<std::unique_ptr<CudaExecutor>> make_cuda_executor(const GpuProgram& program,
                                                         const CudaOptions& options,
                                                         Replan replan) {
    return cuda::make(list_launches(program), options, std::move(replan));
}

Result<std::unique_ptr<CudaExecutor>> make_cuda_executor(LaunchList list,
                                                         const CudaOptions& options) {
    return cuda::make(std::move(list), options, nullptr);
}

}  // namespace weft
