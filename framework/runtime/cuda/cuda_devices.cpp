#include "runtime/cuda/cuda_devices.h"

#include <fmt/format.h>

#include <array>
#include <cstdlib>

#include "runtime/cuda/driver.h"

namespace weft {

namespace {

/// The generic target of that capability, else of the newest before it, else the oldest there is.
GpuTarget nearest_generic_target(ComputeCapability capability) {
    const GpuTarget* best = nullptr;
    for (const GpuTarget& target : gpu_targets()) {
        if (!target.name.starts_with("sm_") || target.capability > capability) continue;
        if (best == nullptr || target.capability > best->capability) best = &target;
    }
    return best ? *best : GpuTarget{};
}

Result<CudaDevice> describe(const cuda::Driver& driver, int ordinal) {
    const cuda::DriverApi& api = driver.api();
    cuda::Device handle = 0;
    std::array<char, 256> name{};
    CudaDevice device;
    device.ordinal = ordinal;
    device.driver_version = driver.version();
    for (const cuda::Code code :
         {api.cuDeviceGet(&handle, ordinal),
          api.cuDeviceGetName(name.data(), static_cast<int>(name.size()) - 1, handle),
          api.cuDeviceTotalMem_v2(&device.memory_bytes, handle)})
        if (Status ok = driver.check(code, fmt::format("looking at device {}", ordinal)); !ok)
            return ok.error();
    device.name = name.data();
    device.target =
        target_of_attributes(fmt::format("cuda:{}", ordinal), device.name, [&](int attribute) {
            int value = 0;
            return api.cuDeviceGetAttribute(&value, attribute, handle) == cuda::kSuccess ? value
                                                                                         : 0;
        });
    return device;
}

}  // namespace

std::string cuda_driver_library(const std::string& given) {
    if (!given.empty()) return given;
    const char* chosen = std::getenv("WEFT_CUDA_DRIVER");
    return chosen ? chosen : "";
}

GpuTarget target_of_attributes(const std::string& name, const std::string& description,
                               const std::function<int(int)>& attribute) {
    const ComputeCapability capability{attribute(cuda::kCapabilityMajor),
                                       attribute(cuda::kCapabilityMinor)};
    GpuTarget target = nearest_generic_target(capability);
    target.name = name;
    target.description = description;
    target.capability = capability;
    const auto take = [&](auto& member, int number, double unit = 1) {
        if (const int value = attribute(number); value > 0)
            member = static_cast<std::remove_reference_t<decltype(member)>>(value * unit);
    };
    take(target.multiprocessors, cuda::kMultiprocessorCount);
    take(target.max_threads_per_block, cuda::kMaxThreadsPerBlock);
    take(target.max_threads, cuda::kMaxThreadsPerMultiprocessor);
    take(target.max_blocks, cuda::kMaxBlocksPerMultiprocessor);
    take(target.warp_size, cuda::kWarpSize);
    take(target.max_grid_x, cuda::kMaxGridDimX);
    take(target.max_grid_y, cuda::kMaxGridDimY);
    take(target.max_grid_z, cuda::kMaxGridDimZ);
    take(target.registers, cuda::kRegistersPerMultiprocessor);
    take(target.shared_bytes, cuda::kSharedPerMultiprocessor);
    take(target.max_shared_per_block, cuda::kSharedPerBlockOptIn);
    take(target.reserved_shared, cuda::kReservedSharedPerBlock);
    take(target.l2_bytes, cuda::kL2CacheSize);
    take(target.clock_hz, cuda::kClockRate, 1e3);
    // Two transfers a clock; newer drivers may not say the clock, and then the table's value stays.
    const double clock = attribute(cuda::kMemoryClockRate) * 1e3;
    const double bytes = attribute(cuda::kMemoryBusWidth) / 8.0;
    if (clock * bytes > 0) target.dram_bytes_per_second = 2 * clock * bytes;
    return target;
}

Result<std::vector<CudaDevice>> cuda_devices(const std::string& driver_library) {
    auto driver = cuda::Driver::load(cuda_driver_library(driver_library));
    if (!driver) return driver.error();
    int count = 0;
    if (Status ok = (*driver)->check((*driver)->api().cuDeviceGetCount(&count), "counting devices");
        !ok)
        return ok.error();
    if (count < 1)
        return Error{ErrorKind::kDevice,
                     "no CUDA device: the driver found none; check that the GPU is visible to this "
                     "process"};
    std::vector<CudaDevice> devices;
    for (int ordinal = 0; ordinal < count; ++ordinal) {
        Result<CudaDevice> device = describe(**driver, ordinal);
        if (!device) return device.error();
        devices.push_back(*std::move(device));
    }
    return devices;
}

Result<CudaDevice> current_cuda_device(const std::string& driver_library) {
    auto driver = cuda::Driver::load(cuda_driver_library(driver_library));
    if (!driver) return driver.error();
    cuda::Device current = 0;  // a device's number is its ordinal
    if (Status ok = (*driver)->check((*driver)->api().cuCtxGetDevice(&current),
                                     "asking for the current context's device");
        !ok)
        return ok.error();
    return describe(**driver, current);
}

bool cuda_is_absent(const std::string& driver_library) {
    return cuda::Driver::is_absent(cuda_driver_library(driver_library));
}

}  // namespace weft
