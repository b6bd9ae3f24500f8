// The GPUs of this machine, as targets to plan for.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "plan/gpu_target.h"
#include "support/result.h"

namespace weft {

/// One GPU that the CUDA driver reports.
struct CudaDevice {
    int ordinal = 0;   ///< as CudaOptions::device takes it
    std::string name;  ///< "NVIDIA H200"
    std::size_t memory_bytes = 0;
    int driver_version = 0;  ///< 13000 for CUDA 13.0
    GpuTarget target;        ///< name "cuda:0"
};

/// All devices, at least one. kDevice error where there is none: the driver is missing, too old, or
/// sees no device. `driver_library` empty: $WEFT_CUDA_DRIVER, else the system's libcuda.so.1.
Result<std::vector<CudaDevice>> cuda_devices(const std::string& driver_library = {});

/// The device whose context is current in this thread.
Result<CudaDevice> current_cuda_device(const std::string& driver_library = {});

/// Whether the driver is missing or finds no device. That need not be reported to who did not ask
/// for a GPU, other errors of cuda_devices() should be.
bool cuda_is_absent(const std::string& driver_library = {});

/// A target from the device's attributes. `attribute(number)` is cuDeviceGetAttribute()'s value, 0
/// where the driver does not know it. What no attribute tells is taken from the generic target of
/// the same compute capability, or of the newest one before it.
GpuTarget target_of_attributes(const std::string& name, const std::string& description,
                               const std::function<int(int)>& attribute);

/// The path of the driver library: `given`, else $WEFT_CUDA_DRIVER, else "" for the system's.
std::string cuda_driver_library(const std::string& given);

}  // namespace weft
