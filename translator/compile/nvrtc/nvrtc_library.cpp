#include "compile/nvrtc/nvrtc_library.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <dlfcn.h>

#include "compile/shared_libraries.h"

namespace weft {

namespace {

/// C++20 and constant kernel arguments.
constexpr int kOldestMajor = 12;

template <class Function>
bool find(void* handle, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(handle, name));
    return function != nullptr;
}

std::string path_of(void* function, const std::string& otherwise) {
    Dl_info info;
    if (dladdr(function, &info) == 0 || info.dli_fname == nullptr) return otherwise;
    std::error_code failed;
    const auto path = std::filesystem::canonical(info.dli_fname, failed);
    return failed ? info.dli_fname : path.string();
}

Result<std::shared_ptr<const NvrtcLibrary>> open_library(const std::string& place) {
    // Kept open for good: NVRTC leaves threads and handlers behind that outlive a program.
    void* const handle = dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) {
        const char* const reason = dlerror();
        return Error{ErrorKind::kDevice, reason != nullptr ? reason : place + " does not load"};
    }
    auto n = std::make_shared<NvrtcLibrary>();
    const bool complete = find(handle, "nvrtcGetErrorString", n->error_string) &&
                          find(handle, "nvrtcVersion", n->version) &&
                          find(handle, "nvrtcGetNumSupportedArchs", n->supported_count) &&
                          find(handle, "nvrtcGetSupportedArchs", n->supported) &&
                          find(handle, "nvrtcCreateProgram", n->create) &&
                          find(handle, "nvrtcDestroyProgram", n->destroy) &&
                          find(handle, "nvrtcCompileProgram", n->compile) &&
                          find(handle, "nvrtcGetProgramLogSize", n->log_size) &&
                          find(handle, "nvrtcGetProgramLog", n->log) &&
                          find(handle, "nvrtcGetCUBINSize", n->cubin_size) &&
                          find(handle, "nvrtcGetCUBIN", n->cubin);
    if (!complete || n->version(&n->major, &n->minor) != 0)
        return Error{ErrorKind::kDevice, place + " is no NVRTC of version 12 or newer"};
    n->path = path_of(reinterpret_cast<void*>(n->version), place);
    n->identity =
        std::to_string(n->major) + "." + std::to_string(n->minor) + " " + library_identity(n->path);
    if (n->major < kOldestMajor)
        return Error{ErrorKind::kDevice, n->path + " is NVRTC " + std::to_string(n->major) + "." +
                                             std::to_string(n->minor) +
                                             ": 12.0 or newer is needed"};
    int count = 0;
    if (n->supported_count(&count) == 0 && count > 0) {
        n->capabilities.resize(static_cast<std::size_t>(count));
        if (n->supported(n->capabilities.data()) != 0) n->capabilities.clear();
    }
    std::sort(n->capabilities.begin(), n->capabilities.end());
    return std::shared_ptr<const NvrtcLibrary>(std::move(n));
}

}  // namespace

std::vector<std::string> nvrtc_places(const char* cuda_home, const char* cuda_path) {
    static constexpr const char* kNames[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"};
    std::vector<std::string> folders;
    for (const char* home : {cuda_home, cuda_path})
        if (home != nullptr && home[0] != '\0') folders.push_back(std::string(home) + "/lib64/");
    folders.emplace_back();  // the dynamic linker's own
    folders.emplace_back("/usr/local/cuda/lib64/");
    std::vector<std::string> places;
    for (const std::string& folder : folders)
        for (const char* name : kNames) {
            std::string place = folder + name;
            if (std::find(places.begin(), places.end(), place) == places.end())
                places.push_back(std::move(place));
        }
    return places;
}

std::optional<std::string> nvrtc_file(const std::vector<std::string>& places,
                                      const std::vector<std::string>& folders) {
    std::error_code ignored;
    for (const std::string& place : places) {
        if (place.find('/') != std::string::npos) {
            if (std::filesystem::exists(place, ignored)) return place;
            continue;
        }
        for (const std::string& folder : folders)
            if (std::string file = in_folder(folder, place); std::filesystem::exists(file, ignored))
                return file;
    }
    return std::nullopt;
}

Result<std::shared_ptr<const NvrtcLibrary>> load_nvrtc(const std::vector<std::string>& places) {
    std::string found_wrong, looked;
    for (const std::string& place : places) {
        auto library = open_library(place);
        if (library) return library;
        looked += (looked.empty() ? "" : ", ") + place;
        std::error_code ignored;
        if (place.find('/') != std::string::npos && std::filesystem::exists(place, ignored))
            found_wrong += (found_wrong.empty() ? "" : "; ") + library.error().message;
    }
    if (!found_wrong.empty())
        return Error{ErrorKind::kDevice, "the CUDA compiler NVRTC cannot be used: " + found_wrong};
    return Error{ErrorKind::kDevice,
                 "the CUDA compiler NVRTC is not installed: looked for " + looked +
                     "; install the CUDA Toolkit, or set CUDA_HOME to where it is"};
}

const Result<std::shared_ptr<const NvrtcLibrary>>& nvrtc_library() {
    static const Result<std::shared_ptr<const NvrtcLibrary>> library =
        load_nvrtc(nvrtc_places(std::getenv("CUDA_HOME"), std::getenv("CUDA_PATH")));
    return library;
}

}  // namespace weft
