// Start, poll two pipes, and patience.
#include "run_weft.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <stdexcept>

#include "../patience.h"
#include "fork_request.h"
#include "weft_server.h"

namespace weft::test {
namespace {

using Clock = std::chrono::steady_clock;

struct Pipe {
    int ends[2] = {-1, -1};
    Pipe() {
        if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    }
};

/// Starts `program` as a shell does.
pid_t start(const std::string& program, ForkRequest request) {
    const pid_t child = fork();
    if (child != 0) return child;
    std::vector<char*> argv = request.become();
    execv(program.c_str(), argv.data());
    _exit(127);
}

std::vector<std::string> environment_with(
    const std::vector<std::pair<std::string, std::string>>& added) {
    std::vector<std::string> all;
    for (char** variable = environ; *variable != nullptr; ++variable) all.emplace_back(*variable);
    for (const auto& [name, value] : added) {
        const std::string begin = name + "=";
        std::erase_if(all, [&](const std::string& v) { return v.starts_with(begin); });
        all.push_back(begin + value);
    }
    return all;
}

/// Whether process `child` has come to the point where it handles SIGINT.
bool catches_interrupts(pid_t child) {
    std::ifstream status("/proc/" + std::to_string(child) + "/status");
    for (std::string word; status >> word;)
        if (word == "SigCgt:" && status >> word)
            return (std::stoull(word, nullptr, 16) >> (SIGINT - 1) & 1) != 0;
    return false;
}

/// Appends what `fd` has; false at its end.
bool drain(int fd, std::string& text) {
    char buffer[4096];
    const ssize_t n = read(fd, buffer, sizeof buffer);
    if (n > 0) text.append(buffer, static_cast<std::size_t>(n));
    return n > 0;
}

}  // namespace

const char* weft_path() { return WEFT_BINARY; }

Outcome run_weft(const std::vector<std::string>& arguments, const RunOptions& options) {
    const std::string program = options.program.empty() ? weft_path() : options.program;
    Pipe out, err;
    std::optional<Clock::time_point> ready;
    ForkRequest request{{program},
                        environment_with(options.environment),
                        std::filesystem::current_path(),
                        options.file_size_limit,
                        out.ends[1],
                        err.ends[1]};
    request.arguments.insert(request.arguments.end(), arguments.begin(), arguments.end());
    // Libraries read the environment as they are loaded.
    const bool anew = !options.program.empty() || !options.environment.empty();
    const pid_t child =
        anew || !weft_server().works() ? start(program, request) : weft_server().begin(request);
    close(out.ends[1]);
    close(err.ends[1]);
    Outcome outcome;
    Patience patience;
    bool interrupted = options.interrupt_after_ms < 0, killed = false;
    pollfd fds[2] = {{out.ends[0], POLLIN, 0}, {err.ends[0], POLLIN, 0}};
    while (fds[0].fd >= 0 || fds[1].fd >= 0) {
        poll(fds, 2, 5);
        if (fds[0].revents != 0 && !drain(fds[0].fd, outcome.out)) fds[0].fd = -1;
        if (fds[1].revents != 0 && !drain(fds[1].fd, outcome.err)) fds[1].fd = -1;
        const auto now = Clock::now();
        if (!interrupted && !ready && catches_interrupts(child)) ready = now;
        if (!interrupted && ready &&
            now - *ready > std::chrono::milliseconds(options.interrupt_after_ms)) {
            kill(child, options.interrupt_with);
            interrupted = true;
        }
        if (!killed && patience.is_over()) {
            kill(child, SIGKILL);
            killed = true;
        }
    }
    close(out.ends[0]);
    close(err.ends[0]);
    int status = 0;
    rusage usage{};
    wait4(child, &status, 0, &usage);
    outcome.peak_kilobytes = usage.ru_maxrss;
    if (WIFEXITED(status)) outcome.code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) outcome.signal = WTERMSIG(status);
    return outcome;
}

}  // namespace weft::test
