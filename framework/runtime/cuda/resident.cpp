#include "runtime/cuda/resident.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <mutex>

#include "runtime/cuda/cuda_devices.h"
#include "runtime/gpu/external_picture.h"

namespace weft {

namespace cuda {
namespace {

struct Current {
    DriverPtr driver;
    ContextHandle context = nullptr;
    Device device = 0;
};

Result<Current> current_context(const std::string& driver_library) {
    Result<DriverPtr> driver = Driver::load(cuda_driver_library(driver_library));
    if (!driver) return driver.error();
    const DriverApi& api = (*driver)->api();
    Current current{*driver};
    if (Status ok = current.driver->check(api.cuCtxGetCurrent(&current.context),
                                          "asking for the current context");
        !ok)
        return ok.error();
    if (current.context == nullptr)
        return Error{ErrorKind::kDevice, "no CUDA context is current in the thread that renders"};
    if (Status ok = current.driver->check(api.cuCtxGetDevice(&current.device),
                                          "asking for the current context's device");
        !ok)
        return ok.error();
    return current;
}

/// Memory of a stream: there for what is started on it from now on, gone after that.
class StreamMemory {
  public:
    StreamMemory(const Driver& driver, StreamHandle stream) : driver_(driver), stream_(stream) {}
    ~StreamMemory() {
        if (address_ != 0) driver_.api().cuMemFreeAsync(address_, stream_);
    }
    StreamMemory(const StreamMemory&) = delete;
    StreamMemory& operator=(const StreamMemory&) = delete;

    Status allocate(std::size_t bytes) {
        if (bytes == 0) return {};
        return driver_.check(driver_.api().cuMemAllocAsync(&address_, bytes, stream_),
                             fmt::format("allocating {:.1f} MB for pictures",
                                         static_cast<double>(bytes) / (1 << 20)));
    }
    DevicePtr address() const { return address_; }

  private:
    const Driver& driver_;
    const StreamHandle stream_;
    DevicePtr address_ = 0;
};

class Resident final : public ResidentPlan {
  public:
    Resident(Current place, ResidentProgram program,
             std::vector<std::shared_ptr<const SharedKernel>> kernels)
        : place_(std::move(place)),
          list_(std::move(program.list)),
          layouts_(std::move(program.ports)),
          kernels_(std::move(kernels)) {}

    ~Resident() override {
        const ContextScope current(api(), place_.context);
        for (Event& event : pending_) {
            if (!current.is_current())
                event.forget();
            else
                api().cuEventSynchronize(event.get());
        }
        pending_.clear();
    }

    Status enqueue(const std::vector<PictureView>& inputs, const std::vector<PictureView>& outputs,
                   std::optional<void*> stream) override {
        ContextHandle current = nullptr;
        if (api().cuCtxGetCurrent(&current) != kSuccess || current != place_.context)
            return Error{ErrorKind::kDevice, "another CUDA context is current than before"};
        if (Status ok = check(list_.inputs, layouts_.inputs, inputs); !ok) return ok;
        if (Status ok = check(list_.outputs, layouts_.outputs, outputs); !ok) return ok;
        if (Status ok = check_apart(inputs, outputs); !ok) return ok;
        const auto handle = static_cast<StreamHandle>(stream.value_or(nullptr));
        Result<Event> done = create_event(place_.driver);
        if (!done) return done.error();
        Status started = start(inputs, outputs, handle);
        // What was started uses the kernels, whether all of it was or not.
        if (Status ok =
                place_.driver->check(api().cuEventRecord(done->get(), handle), "starting kernels");
            !ok)
            return started ? ok : started;
        if (!stream) {
            const Status finished =
                place_.driver->check(api().cuEventSynchronize(done->get()), "running kernels");
            return started ? finished : started;
        }
        const std::lock_guard lock(mutex_);
        forget_done();
        pending_.push_back(*std::move(done));
        return started;
    }

    bool is_idle() override {
        const ContextScope current(api(), place_.context);
        const std::lock_guard lock(mutex_);
        forget_done();
        return pending_.empty();
    }

  private:
    const DriverApi& api() const { return place_.driver->api(); }

    Status check(const std::vector<PicturePort>& ports, const std::vector<ExternalLayout>& layouts,
                 const std::vector<PictureView>& views) const {
        if (ports.size() != views.size())
            return Error{ErrorKind::kInternal,
                         fmt::format("{} pictures, expected {}", views.size(), ports.size())};
        for (std::size_t i = 0; i < ports.size(); ++i) {
            if (views[i].planes != ports[i].shape.planes)
                return Error{ErrorKind::kInternal,
                             fmt::format("'{}' has {} planes, expected {}", ports[i].name,
                                         views[i].planes, ports[i].shape.planes)};
            if (external_layout(views[i]) != layouts[i])
                return Error{
                    ErrorKind::kInternal,
                    fmt::format("'{}' lies otherwise than was planned for", ports[i].name)};
            if (Status ok = check_place(views[i]); !ok) return ok;
        }
        return {};
    }

    /// Kernels read while others of their threads write.
    static Status check_apart(const std::vector<PictureView>& inputs,
                              const std::vector<PictureView>& outputs) {
        for (const PictureView& input : inputs)
            for (const PictureView& output : outputs)
                if (byte_extent(input).meets(byte_extent(output)))
                    return Error{ErrorKind::kDevice, "an output lies where an input does"};
        return {};
    }

    /// Kernels that were given other memory would not only fail: they would take the context, which
    /// is not Weft's, with them.
    Status check_place(const PictureView& view) const {
        if (view.domain.empty()) return {};
        const auto address = reinterpret_cast<DevicePtr>(view.base);
        unsigned type = 0;
        int ordinal = -1;
        if (api().cuPointerGetAttribute(&type, kPointerMemoryType, address) != kSuccess ||
            type != kDeviceMemory ||
            api().cuPointerGetAttribute(&ordinal, kPointerOrdinal, address) != kSuccess ||
            ordinal != place_.device)
            return Error{ErrorKind::kDevice,
                         fmt::format("a picture at {:#x} is not in the memory of CUDA device {}",
                                     address, place_.device)};
        return {};
    }

    Status start(const std::vector<PictureView>& inputs, const std::vector<PictureView>& outputs,
                 StreamHandle stream) const {
        StreamMemory arena(*place_.driver, stream);
        if (Status ok = arena.allocate(list_.arena_bytes); !ok) return ok;
        for (std::size_t o = 0; o < outputs.size(); ++o)
            if (!list_.outputs[o].shape.domain.contains(outputs[o].domain))
                if (Status ok = clear(outputs[o], stream); !ok) return ok;
        for (const Launch& launch : list_.launches) {
            const auto code = static_cast<std::size_t>(launch.code);
            std::vector<std::byte> args = bind_addresses(launch, arena.address(), {});
            bind_pictures(args, launch, inputs, outputs);
            if (Status ok =
                    start_kernel(place_.driver, kernels_[code]->function(), launch, args, stream);
                !ok)
                return ok;
        }
        return {};
    }

    /// In every format 0 is zeros.
    Status clear(const PictureView& view, StreamHandle stream) const {
        if (view.plane_stride != sample_size(view.format) ||
            view.x_stride != view.planes * view.plane_stride)
            return Error{ErrorKind::kInternal, "an output's pixels have gaps"};
        const auto rows = static_cast<std::size_t>(view.domain.height());
        const auto width = static_cast<std::size_t>(view.domain.width() * view.x_stride);
        const auto pitch = std::max(static_cast<std::size_t>(std::abs(view.y_stride)), width);
        return place_.driver->check(
            api().cuMemsetD2D8Async(byte_extent(view).begin, pitch, 0, width, rows, stream),
            "clearing an output");
    }

    void forget_done() {
        std::erase_if(pending_, [&](const Event& event) {
            return api().cuEventQuery(event.get()) != kNotReady;
        });
    }

    const Current place_;
    const LaunchList list_;
    const ExternalPorts layouts_;
    const std::vector<std::shared_ptr<const SharedKernel>> kernels_;  ///< per code
    std::mutex mutex_;
    std::vector<Event> pending_;  ///< of what was started, and may not be done
};

Status check_pools(const Current& place) {
    int pools = 0;
    if (Status ok = place.driver->check(
            place.driver->api().cuDeviceGetAttribute(&pools, kMemoryPoolsSupported, place.device),
            "looking at the device");
        !ok)
        return ok;
    if (pools == 0)
        return Error{ErrorKind::kDevice,
                     "the CUDA device has no memory that is taken in the order of a stream"};
    return {};
}

}  // namespace
}  // namespace cuda

Result<CudaContext> current_cuda_context(const std::string& driver_library) {
    const Result<cuda::Current> place = cuda::current_context(driver_library);
    if (!place) return place.error();
    return static_cast<CudaContext>(place->context);
}

Result<std::unique_ptr<ResidentPlan>> make_resident_plan(ResidentProgram program,
                                                         cuda::KernelCache& cache,
                                                         const std::string& driver_library) {
    Result<cuda::Current> place = cuda::current_context(driver_library);
    if (!place) return place.error();
    if (Status ok = cuda::check_pools(*place); !ok) return ok.error();
    const LaunchList& list = program.list;
    std::vector<std::shared_ptr<const cuda::SharedKernel>> kernels;
    for (int code = 0; code < static_cast<int>(list.code.size()); ++code) {
        auto kernel = cache.get(place->driver, place->context, list, code);
        if (!kernel) return kernel.error();
        kernels.push_back(*std::move(kernel));
    }
    return std::unique_ptr<ResidentPlan>(std::make_unique<cuda::Resident>(
        *std::move(place), std::move(program), std::move(kernels)));
}

}  // namespace weft
