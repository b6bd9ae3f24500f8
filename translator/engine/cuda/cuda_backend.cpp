#include "engine/cuda/cuda_backend.h"

#include <fmt/format.h>

#include "engine/cuda/cuda_program.h"
#include "engine/owned_request.h"
#include "engine/parts.h"
#include "runtime/cuda/cuda_devices.h"
#include "runtime/cuda/cuda_executor.h"

namespace weft {

namespace {

class CudaBackend final : public Backend {
  public:
    explicit CudaBackend(std::shared_ptr<EngineParts> parts) : parts_(std::move(parts)) {}

    Result<std::optional<GpuTarget>> gpu() const override {
        const Result<std::vector<CudaDevice>> found = cuda_devices(parts_->options.cuda_driver);
        if (!found) return found.error();
        return std::optional(found->front().target);
    }

    Result<std::unique_ptr<Prepared>> prepare(const PrepareRequest& request,
                                              const std::atomic<bool>* cancel) override {
        const Result<std::optional<GpuTarget>> found = gpu();
        if (!found) return found.error();
        const GpuTarget target = **found;
        Result<GpuProgram> whole = cuda_program(*parts_, request, target, cancel);
        if (!whole) return whole.error();
        const Replan in_bands = [parts = parts_, owned = OwnedRequest(request),
                                 target](const std::vector<Rect>& regions) {
            return cuda_program(*parts, owned.with(regions), target);
        };
        CudaOptions cuda;
        cuda.driver_library = parts_->options.cuda_driver;
        auto executor = make_cuda_executor(*whole, cuda, in_bands);
        if (!executor) return executor.error();
        return std::unique_ptr<Prepared>(*std::move(executor));
    }

  private:
    const std::shared_ptr<EngineParts> parts_;
};

/// The GPUs, or why there is none.
std::string found_gpus(const std::string& cuda_driver) {
    const Result<std::vector<CudaDevice>> found = cuda_devices(cuda_driver);
    if (!found) return "not available: " + found.error().message;
    std::string text;
    for (const CudaDevice& device : *found)
        text += fmt::format("{}{} {}, {:.1f} GB", text.empty() ? "" : "; ", device.ordinal,
                            device.name, static_cast<double>(device.memory_bytes) / 1e9);
    const Result<std::string> compiler = nvrtc_version();
    return text + (compiler ? "; NVRTC " + *compiler : "; but " + compiler.error().message);
}

}  // namespace

constinit const BackendInfo kCudaBackend{
    .name = "cuda",
    .description = "kernels for an NVIDIA GPU, compiled by NVRTC",
    .plans = PlansFor::kGpu,
    .found = found_gpus,
    .make = [](const std::shared_ptr<EngineParts>& parts) -> std::unique_ptr<Backend> {
        return std::make_unique<CudaBackend>(parts);
    }};

}  // namespace weft
