// Looking for the program weft-cc.
#include <algorithm>
#include <cstdlib>
#include <vector>

#include <dlfcn.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compile/worker_process.h"

namespace weft {
namespace {

constexpr const char* kProgram = "weft-cc";

std::string folder_of(const std::string& path) {
    const auto slash = path.rfind('/');
    return slash == std::string::npos ? "." : path.substr(0, slash);
}

std::string running_program() {
    char path[PATH_MAX];
    const ssize_t n = readlink("/proc/self/exe", path, sizeof path);
    return n > 0 ? std::string(path, static_cast<std::size_t>(n)) : std::string();
}

bool is_program(const std::string& path) {
    struct stat info;
    return stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) &&
           access(path.c_str(), X_OK) == 0;
}

/// Of the plug-in, where this code is part of one.
std::string own_library() {
    Dl_info info{};
    const bool found = dladdr(reinterpret_cast<void*>(&find_worker), &info) != 0;
    return found && info.dli_fname ? info.dli_fname : std::string();
}

}  // namespace

Result<std::string> find_worker(const std::string& configured) {
    std::vector<std::string> places;
    const char* variable = std::getenv("WEFT_CC");
    if (!configured.empty()) {
        places = {configured};
    } else if (variable && *variable) {
        places = {variable};
    } else {
        for (const std::string& home : {running_program(), own_library()})
            if (home.find('/') != std::string::npos) {
                const std::string place = folder_of(home) + "/" + kProgram;
                if (places.empty() || places.back() != place) places.push_back(place);
            }
        std::string path = std::getenv("PATH") ? std::getenv("PATH") : "";
        for (std::size_t begin = 0; begin <= path.size();) {
            const std::size_t end = std::min(path.find(':', begin), path.size());
            if (end > begin) places.push_back(path.substr(begin, end - begin) + "/" + kProgram);
            begin = end + 1;
        }
    }
    for (const std::string& place : places)
        if (is_program(place)) return place;

    const bool told = !configured.empty() || (variable && *variable);
    std::string message =
        told ? "the kernel compiler '" + places[0] + "' is missing or cannot be run"
             : "the kernel compiler weft-cc is neither beside the program";
    if (!told)
        message += (places.empty() ? "" : " (" + places[0] + ")") + std::string(" nor in PATH");
    return Error{
        ErrorKind::kCompile,
        message + "; install it there, set WEFT_CC to its path, or use the reference device"};
}

}  // namespace weft
