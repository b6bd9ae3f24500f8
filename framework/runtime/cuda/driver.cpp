#include "runtime/cuda/driver.h"

#include <dlfcn.h>
#include <fmt/format.h>

namespace weft::cuda {

namespace {

constexpr const char* kDefaultLibrary = "libcuda.so.1";

Error missing(const std::string& seen, const char* advice) {
    return {ErrorKind::kDevice, fmt::format("no CUDA device: {}; {}", seen, advice)};
}

/// What to do about `code`, beyond what the driver says of it.
const char* advice(Code code) {
    switch (code) {
        case kOutOfMemory: return "free some of the device's memory, or render in parts";
        case kNoBinaryForDevice:
        case kInvalidImage:
        case kInvalidPtx:
        case kUnsupportedPtxVersion:
            return "the kernels were compiled for another device or for a newer driver; compile "
                   "them for this one, or update the driver";
        case kLaunchOutOfResources:
            return "the kernel needs more registers or shared memory than a block may have here";
        case kDeviceUnavailable: return "another process holds the device for itself";
        case kSystemDriverMismatch: return "the driver was updated: restart the machine";
        case kLaunchTimeout: return "the display's watchdog ended the kernel; use another device";
        default: return "the device may have been lost: try again, or use another device";
    }
}

}  // namespace

std::string version_text(int version) {
    return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

Result<std::shared_ptr<const Driver>> Driver::load(const std::string& library) {
    const std::string path = library.empty() ? kDefaultLibrary : library;
    // Never unloaded: the driver leaves threads and handlers behind.
    void* const handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (handle == nullptr) {
        const char* why = dlerror();
        return missing(fmt::format("the driver's library '{}' was not found ({})", path,
                                   why ? why : "no reason given"),
                       "install the NVIDIA driver");
    }
    std::shared_ptr<Driver> driver(new Driver(handle));
    DriverApi& api = driver->api_;
    const char* lacking = nullptr;
#define WEFT_CUDA_LOAD(name, parameters)                                   \
    api.name = reinterpret_cast<decltype(api.name)>(dlsym(handle, #name)); \
    if (api.name == nullptr && lacking == nullptr) lacking = #name;
    WEFT_CUDA_CALLS(WEFT_CUDA_LOAD)
#undef WEFT_CUDA_LOAD

    // The version can be asked for before, and of drivers that cannot start.
    if (api.cuDriverGetVersion == nullptr || api.cuInit == nullptr)
        return missing(fmt::format("'{}' is not a CUDA driver: it lacks {}", path, lacking),
                       "install the NVIDIA driver");
    if (const Code code = api.cuDriverGetVersion(&driver->version_); code != kSuccess)
        return missing(fmt::format("the driver does not say its version (error {})", code),
                       "reinstall the NVIDIA driver");
    if (driver->version_ < kOldestDriver || lacking != nullptr)
        return missing(
            fmt::format("the driver '{}' is too old: it is for CUDA {}{}", path,
                        version_text(driver->version_),
                        lacking ? fmt::format(" and lacks {}", lacking) : ""),
            fmt::format("install one for CUDA {} or newer", version_text(kOldestDriver)).c_str());
    if (const Code code = api.cuInit(0); code != kSuccess) {
        if (code == kNoDevice)
            return missing("the driver found none",
                           "check that the GPU is visible to this process");
        return driver->error(code, "starting the CUDA driver");
    }
    return std::shared_ptr<const Driver>(driver);
}

bool Driver::is_absent(const std::string& library) {
    void* const handle = dlopen(library.empty() ? kDefaultLibrary : library.c_str(),
                                RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (handle == nullptr) return true;
    const auto init = reinterpret_cast<decltype(DriverApi::cuInit)>(dlsym(handle, "cuInit"));
    const auto count =
        reinterpret_cast<decltype(DriverApi::cuDeviceGetCount)>(dlsym(handle, "cuDeviceGetCount"));
    int devices = 0;
    const bool absent = init != nullptr && count != nullptr &&
                        (init(0) == kNoDevice || (count(&devices) == kSuccess && devices == 0));
    dlclose(handle);
    return absent;
}

Driver::~Driver() { dlclose(library_); }

Error Driver::error(Code code, const std::string& action) const {
    const char* name = nullptr;
    const char* text = nullptr;
    if (api_.cuGetErrorName(code, &name) != kSuccess || name == nullptr) name = "unknown error";
    if (api_.cuGetErrorString(code, &text) != kSuccess || text == nullptr) text = "no description";
    const ErrorKind kind = code == kOutOfMemory ? ErrorKind::kMemory : ErrorKind::kDevice;
    return {kind, fmt::format("CUDA failed while {}: {} ({}, {}); {}", action, text, name, code,
                              advice(code))};
}

}  // namespace weft::cuda
