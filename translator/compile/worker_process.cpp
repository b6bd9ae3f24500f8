// Conversing with one weft-cc process.
#include "compile/worker_process.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>

#include "compile/compiler_identity.h"
#include "compile/processor_limit.h"
#include "compile/wait_unless.h"

namespace weft {
namespace {

constexpr std::size_t kMaxStderr = 4096;

Error compile_error(std::string message) { return {ErrorKind::kCompile, std::move(message)}; }

/// Above standard input, output and error, which the child's ends are put in place of.
int move_above_standard(int fd) {
    if (fd < 0 || fd > 2) return fd;
    const int moved = fcntl(fd, F_DUPFD_CLOEXEC, 3);
    close(fd);
    return moved;
}

void close_all(std::initializer_list<int> fds) {
    for (int fd : fds)
        if (fd >= 0) close(fd);
}

/// This process's, but for where an application has its own libraries: they need not fit the
/// worker.
std::vector<char*> environment_of_worker() {
    constexpr std::string_view kLibraries = "LD_LIBRARY_PATH=";
    std::vector<char*> variables;
    for (char** variable = environ; *variable != nullptr; ++variable)
        if (!std::string_view(*variable).starts_with(kLibraries)) variables.push_back(*variable);
    variables.push_back(nullptr);
    return variables;
}

std::string seconds(std::chrono::milliseconds t) {
    std::string s = std::to_string(t.count() / 1000);
    if (const auto rest = t.count() % 1000; rest != 0) {
        std::string digits = std::to_string(1000 + rest).substr(1);
        s += "." + digits.substr(0, digits.find_last_not_of('0') + 1);
    }
    return s + " s";
}

}  // namespace

Result<std::unique_ptr<WorkerProcess>> WorkerProcess::start(const std::string& path) {
    int talk[2] = {-1, -1}, errors[2] = {-1, -1};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, talk) != 0 ||
        pipe2(errors, O_CLOEXEC) != 0) {
        const std::string why = std::strerror(errno);
        close_all({talk[0], talk[1]});
        return compile_error("cannot start the kernel compiler: " + why);
    }
    for (int* fd : {&talk[0], &talk[1], &errors[0], &errors[1]}) *fd = move_above_standard(*fd);
    fcntl(errors[0], F_SETFL, O_NONBLOCK);

    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, talk[1], 0);
    posix_spawn_file_actions_adddup2(&files, talk[1], 1);
    posix_spawn_file_actions_adddup2(&files, errors[1], 2);
    posix_spawn_file_actions_addclosefrom_np(&files, 3);

    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

    std::string compiler = compiler_identity(path);
    pid_t pid = -1;
    char* arguments[] = {const_cast<char*>("weft-cc"), nullptr};
    const int failed = posix_spawn(&pid, path.c_str(), &files, &attributes, arguments,
                                   environment_of_worker().data());
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    close_all({talk[1], errors[1]});
    if (failed != 0) {
        close_all({talk[0], errors[0]});
        return compile_error("cannot start the kernel compiler '" + path +
                             "': " + std::strerror(failed));
    }
    if (compiler_identity(path) != compiler) compiler.clear();
    return std::unique_ptr<WorkerProcess>(
        new WorkerProcess(path, std::move(compiler), pid, talk[0], errors[0]));
}

WorkerProcess::WorkerProcess(std::string path, std::string compiler, pid_t pid, int socket,
                             int errors)
    : path_(std::move(path)),
      compiler_(std::move(compiler)),
      pid_(pid),
      socket_(socket),
      errors_(errors) {}

WorkerProcess::~WorkerProcess() {
    close_all({socket_, errors_});
    if (ended_) return;
    kill(-pid_, SIGKILL);
    reap(true);
}

bool WorkerProcess::reap(bool wait) {
    if (ended_) return true;
    pid_t seen;
    do seen = waitpid(pid_, &status_, wait ? 0 : WNOHANG);
    while (seen < 0 && errno == EINTR);
    if (seen == 0) return false;
    status_known_ = seen == pid_;  // Otherwise the application collects children itself.
    ended_ = true;
    return true;
}

bool WorkerProcess::alive() { return !reap(false); }

void WorkerProcess::drain_errors() {
    char bytes[4096];
    ssize_t n = -1;
    while (errors_ >= 0 && (n = read(errors_, bytes, sizeof bytes)) > 0) {
        stderr_.append(bytes, static_cast<std::size_t>(n));
        if (stderr_.size() > kMaxStderr) stderr_.erase(0, stderr_.size() - kMaxStderr);
    }
    if (n == 0) {
        close(errors_);
        errors_ = -1;
    }
}

std::string WorkerProcess::last_words() const {
    std::string words = stderr_;
    while (!words.empty() && (words.back() == '\n' || words.back() == ' ')) words.pop_back();
    return words.empty() ? "" : "; it said:\n" + words;
}

Error WorkerProcess::kill_for(const std::string& what) {
    kill(-pid_, SIGKILL);
    reap(true);
    drain_errors();
    return compile_error("the kernel compiler '" + path_ + "' " + what + last_words());
}

Error WorkerProcess::describe_end(bool answered) {
    // The conversation is over, so the process is ending; one that lingers is helped along.
    for (int i = 0; i < 100 && !reap(false); ++i) usleep(10000);
    const bool lingered = !ended_;
    if (lingered) {
        kill(-pid_, SIGKILL);
        reap(true);
    }
    drain_errors();
    std::string what = "ended without an answer";
    if (lingered) {
        what = "closed the conversation without an answer";
    } else if (status_known_ && WIFSIGNALED(status_)) {
        const int signal = WTERMSIG(status_);
        const char* name = sigabbrev_np(signal);
        what = "crashed (" + (name ? std::string("SIG") + name : std::to_string(signal)) + ": " +
               strsignal(signal) + ")";
    } else if (status_known_ && WEXITSTATUS(status_) != 0) {
        what = "ended with status " + std::to_string(WEXITSTATUS(status_)) + " without an answer";
    } else {
        retired_ = status_known_ && !answered;
    }
    return compile_error("the kernel compiler '" + path_ + "' " + what + last_words());
}

bool WorkerProcess::send_part(std::string_view& out) {
    const ssize_t n = send(socket_, out.data(), out.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (n > 0) out.remove_prefix(static_cast<std::size_t>(n));
    return n >= 0 || errno == EAGAIN || errno == EINTR;
}

bool WorkerProcess::receive_part(std::string& in) {
    char bytes[1 << 16];
    const ssize_t n = recv(socket_, bytes, sizeof bytes, MSG_DONTWAIT);
    if (n > 0) in.append(bytes, static_cast<std::size_t>(n));
    return n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR));
}

Result<WorkerReply> WorkerProcess::exchange(const WorkerRequest& request,
                                            std::chrono::milliseconds timeout,
                                            const std::atomic<bool>* cancel) {
    const std::string frame = encode(request);
    std::string_view out = frame;
    std::string in;
    ProcessorLimit limit(pid_, timeout);
    for (;;) {
        if (in.size() >= kFrameHeaderSize) {
            const auto size = payload_size(in);
            if (!size)
                return kill_for(
                    "answered with something that is no reply of its version; reinstall "
                    "Weft so that program and compiler match");
            if (in.size() >= kFrameHeaderSize + *size) break;
        }
        const auto left = limit.left();
        if (left.count() <= 0)
            return kill_for("did not finish '" + request.name + "' within " + seconds(timeout) +
                            " and was stopped");
        if (cancel && cancel->load()) {
            kill_for("was cancelled");
            return Error{ErrorKind::kCancelled, "cancelled"};
        }
        const auto wait =
            std::min<long long>(left.count(), cancel ? kCancelPeriod.count() : 1 << 30);
        pollfd ready[2] = {{socket_, short(out.empty() ? POLLIN : POLLIN | POLLOUT), 0},
                           {errors_, POLLIN, 0}};
        if (poll(ready, 2, static_cast<int>(wait)) < 0) {
            if (errno == EINTR) continue;
            return kill_for(std::string("cannot be waited for: ") + std::strerror(errno));
        }
        if (ready[1].revents != 0) drain_errors();
        if ((ready[0].revents & POLLOUT) != 0 && !send_part(out)) return describe_end(!in.empty());
        if ((ready[0].revents & ~POLLOUT) != 0 && !receive_part(in))
            return describe_end(!in.empty());
    }
    const auto reply = decode_reply(std::string_view(in).substr(kFrameHeaderSize));
    if (!reply || !out.empty()) return kill_for("answered with a damaged reply");
    return *reply;
}

}  // namespace weft
