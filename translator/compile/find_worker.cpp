// Looking for the program weft-cc.
#include <algorithm>
#include <cstdlib>

#include <dlfcn.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compile/worker_process.h"
#include "support/environment.h"
#include "support/words.h"

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

std::vector<std::string> worker_places(const std::vector<std::string>& homes,
                                       const std::string& path_variable) {
    std::vector<std::string> places;
    const auto add = [&](const std::string& place) {
        if (std::find(places.begin(), places.end(), place) == places.end()) places.push_back(place);
    };
    for (const std::string& home : homes) {
        if (home.find('/') == std::string::npos) continue;
        add(folder_of(home) + "/" + kProgram);
        add(folder_of(home) + "/../bin/" + kProgram);
    }
    for (const std::string& folder : nonempty_parts(path_variable, ':'))
        add(folder + "/" + kProgram);
    return places;
}

Result<std::string> find_worker(const std::string& configured) {
    const std::string told = configured.empty() ? environment("WEFT_CC") : configured;
    if (!told.empty()) {
        if (is_program(told)) return told;
        return Error{ErrorKind::kCompile, "the kernel compiler '" + told +
                                              "' is missing or cannot be run; install weft-cc "
                                              "there, or use the reference device"};
    }
    const auto places = worker_places({running_program(), own_library()}, environment("PATH"));
    for (const std::string& place : places)
        if (is_program(place)) return place;
    return Error{ErrorKind::kCompile,
                 "the kernel compiler weft-cc is not beside the program" +
                     (places.empty() ? "" : " (" + places.front() + ")") +
                     " nor in PATH; install it there, set WEFT_CC to its path, or use the "
                     "reference device"};
}

}  // namespace weft
