#include "weft_server.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace weft::test {
namespace {

/// Those that start threads as they are loaded, and that need one which does: runs load them
/// themselves.
constexpr const char* kNotBefore[] = {"liblog4cplus", "libopenvdb", "libOpenImageIO.so"};

/// The paths of all libraries that another needs, itself not among them.
std::vector<std::string> needed_by(const std::string& library) {
    std::vector<std::string> paths;
    FILE* const list = popen(("ldd '" + library + "'").c_str(), "r");
    if (list == nullptr) return paths;
    char line[4096];
    while (std::fgets(line, sizeof line, list) != nullptr) {
        std::string arrow, path;
        std::istringstream(line) >> path >> arrow >>
            path;  // libz.so.1 => /lib/libz.so.1 (0x00007f...)
        if (arrow == "=>" && path.starts_with("/")) paths.push_back(path);
    }
    pclose(list);
    return paths;
}

/// What every run can find loaded.
std::vector<std::string> libraries() {
    std::vector<std::string> paths = needed_by(WEFT_PICTURES);
    std::erase_if(paths, [](const std::string& path) {
        return std::any_of(std::begin(kNotBefore), std::end(kNotBefore),
                           [&](const char* name) { return path.find(name) != std::string::npos; });
    });
    return paths;
}

/// As a shell would start it, but for the server that is loaded before everything else.
[[noreturn]] void become_server(int socket, std::vector<std::string> names) {
    fcntl(socket, F_SETFD, 0);
    setenv(kForkServer, std::to_string(socket).c_str(), 1);
    setenv("LD_PRELOAD", WEFT_FORK_SERVER_LIBRARY, 1);
    const char* options = std::getenv("ASAN_OPTIONS");
    // It wants to be the first library, and may well be the second.
    setenv("ASAN_OPTIONS",
           (std::string(options == nullptr ? "" : options) + ":verify_asan_link_order=0").c_str(),
           1);
    std::vector<char*> arguments{const_cast<char*>(WEFT_BINARY)};
    for (std::string& name : names) arguments.push_back(name.data());
    arguments.push_back(nullptr);
    execv(WEFT_BINARY, arguments.data());
    _exit(127);
}

}  // namespace

WeftServer::WeftServer() {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        throw std::runtime_error("no socket for a server of weft");
    const std::vector<std::string> names = libraries();
    pid_ = fork();
    if (pid_ == 0) become_server(ends[1], names);
    close(ends[1]);
    socket_ = ends[0];
    pid_t ready = -1;
    works_ = recv(socket_, &ready, sizeof ready, 0) == sizeof ready;
}

WeftServer::~WeftServer() {
    close(socket_);
    waitpid(pid_, nullptr, 0);
}

pid_t WeftServer::begin(const ForkRequest& request) {
    const std::lock_guard lock(mutex_);
    // The run's parent ends before we hear of it: until then the run comes to us.
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    pid_t run = -1;
    const bool begun =
        send(socket_, request) && recv(socket_, &run, sizeof run, 0) == sizeof run && run > 0;
    prctl(PR_SET_CHILD_SUBREAPER, 0);
    if (!begun) throw std::runtime_error("the server of weft does not begin runs any more");
    return run;
}

WeftServer& weft_server() {
    static WeftServer server;
    return server;
}

}  // namespace weft::test
