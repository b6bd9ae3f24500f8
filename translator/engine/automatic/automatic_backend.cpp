#include "engine/automatic/automatic_backend.h"

#include "engine/automatic/fallback.h"
#include "engine/cpu/cpu_backend.h"
#include "engine/cuda/cuda_backend.h"
#include "engine/owned_request.h"
#include "engine/parts.h"
#include "runtime/cuda/cuda_devices.h"

namespace weft {

namespace {

using PreparedResult = Result<std::unique_ptr<Prepared>>;

/// The GPU where there is one and a compiler for it, else the CPU; that, too, where the GPU then
/// fails. That there is none is nothing to speak of; that one cannot be used is a note.
class AutomaticBackend final : public Backend {
  public:
    explicit AutomaticBackend(const std::shared_ptr<EngineParts>& parts)
        : parts_(parts), gpu_(kCudaBackend.make(parts)), cpu_(kCpuBackend.make(parts)) {}

    PreparedResult prepare(const PrepareRequest& request,
                           const std::atomic<bool>* cancel) override {
        if (cuda_is_absent(parts_->options.cuda_driver)) return cpu_->prepare(request, cancel);
        PreparedResult on_gpu = gpu_->prepare(request, cancel);
        if (!on_gpu && !is_of_device(on_gpu.error())) return on_gpu;
        if (!on_gpu) {
            note(*parts_, on_gpu.error().message);
            return cpu_->prepare(request, cancel);
        }
        return with_fallback(
            *std::move(on_gpu),
            [cpu = cpu_, owned = OwnedRequest(request)] {
                return cpu->prepare(owned.with(owned.regions), nullptr);
            },
            [parts = parts_](const std::string& why) { note(*parts, why); });
    }

  private:
    static void note(EngineParts& parts, const std::string& why) {
        parts.add_note(why + "; the CPU took over");
    }

    const std::shared_ptr<EngineParts> parts_;
    const std::shared_ptr<Backend> gpu_, cpu_;
};

}  // namespace

constinit const BackendInfo kAutomaticBackend{
    .name = "auto",
    .description = "cuda where there is a GPU that works, else cpu",
    .help = "a GPU that works, else cpu",
    .make = [](const std::shared_ptr<EngineParts>& parts) -> std::unique_ptr<Backend> {
        return std::make_unique<AutomaticBackend>(parts);
    }};

}  // namespace weft
