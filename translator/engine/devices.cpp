#include "engine/devices.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compile/nvrtc/device_compiler.h"
#include "runtime/cuda/cuda_devices.h"
#include "support/nearest.h"

namespace weft {

namespace {

std::string on_gpus(const std::string& cuda_driver) {
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

std::vector<DeviceInfo> devices() {
    return {{"auto", "cuda where there is a GPU that works, else cpu"},
            {"cuda", "kernels for an NVIDIA GPU, compiled by NVRTC"},
            {"cpu", "fused row pipelines, compiled for this machine, on all its cores"},
            {"simt", "GPU kernels on the CPU, every access and barrier checked: slow"},
            {"reference", "the functors' own C++, one element at a time: slow, the oracle"}};
}

std::vector<DeviceInfo> found_devices(const std::string& cuda_driver) {
    std::vector<DeviceInfo> all = devices();
    for (DeviceInfo& device : all)
        if (device.name == "cuda") device.description = on_gpus(cuda_driver);
    return all;
}

Status check_device(const std::string& name) {
    std::vector<std::string> names;
    for (const DeviceInfo& device : devices()) names.push_back(device.name);
    for (const std::string& known : names)
        if (known == name) return {};
    return Error{ErrorKind::kUsage, fmt::format("unknown device '{}'{}; devices: {}", name,
                                                did_you_mean(name, names), fmt::join(names, ", "))};
}

}  // namespace weft
