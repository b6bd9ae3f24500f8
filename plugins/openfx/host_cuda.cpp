#include "openfx/host_cuda.h"

#include "runtime/cuda/cuda_devices.h"

namespace weft::openfx {
namespace {

class DriverCuda final : public HostCuda {
  public:
    Result<CudaContext> context() override { return current_cuda_context(); }
    Result<GpuTarget> target() override {
        Result<CudaDevice> device = current_cuda_device();
        if (!device) return device.error();
        return std::move(device->target);
    }
    Result<std::unique_ptr<ResidentPlan>> load(ResidentProgram program) override {
        return make_resident_plan(std::move(program), kernels_);
    }

  private:
    cuda::KernelCache kernels_;
};

}  // namespace

std::unique_ptr<HostCuda> make_host_cuda() { return std::make_unique<DriverCuda>(); }

}  // namespace weft::openfx
