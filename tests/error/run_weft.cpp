// fork, exec, poll two pipes, and patience.
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
#include <fstream>
#include <iterator>
#include <optional>
#include <stdexcept>

#include "../patience.h"

namespace weft::test {
namespace {

using Clock = std::chrono::steady_clock;

struct Pipe {
    int ends[2] = {-1, -1};
    Pipe() {
        if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    }
};

[[noreturn]] void become(const std::string& program, const std::vector<std::string>& arguments,
                         const RunOptions& options, int out, int err) {
    dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    if (options.file_size_limit > 0) {
        const auto bytes = static_cast<rlim_t>(options.file_size_limit);
        const rlimit limit{bytes, bytes};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    for (const auto& [name, value] : options.environment) setenv(name.c_str(), value.c_str(), 1);
    std::vector<char*> argv{const_cast<char*>(program.c_str())};
    for (const std::string& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
    argv.push_back(nullptr);
    execv(program.c_str(), argv.data());
    _exit(127);
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
    const pid_t child = fork();
    if (child == 0) become(program, arguments, options, out.ends[1], err.ends[1]);
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
