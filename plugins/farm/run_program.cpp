// posix_spawnp with both outputs going to files in memory: no pipe can fill up.
#include "farm/run_program.h"

#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

namespace weft {
namespace {

/// A file without a name.
class MemoryFile {
  public:
    MemoryFile() : fd_(memfd_create("weft-output", MFD_CLOEXEC)) {}
    ~MemoryFile() {
        if (fd_ >= 0) close(fd_);
    }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    int fd() const { return fd_; }
    std::string text() const {
        std::string all;
        char bytes[4096];
        for (ssize_t n; (n = pread(fd_, bytes, sizeof bytes, static_cast<off_t>(all.size()))) > 0;)
            all.append(bytes, static_cast<std::size_t>(n));
        return all;
    }

  private:
    int fd_;
};

}  // namespace

Result<ProgramOutcome> run_program(const std::vector<std::string>& words) {
    const MemoryFile out, err;
    if (out.fd() < 0 || err.fd() < 0) return Error{ErrorKind::kDevice, std::strerror(errno)};

    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", 0, 0);
    posix_spawn_file_actions_adddup2(&files, out.fd(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files, err.fd(), STDERR_FILENO);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t defaults;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGXFSZ);  // which the command ignores
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);

    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    pid_t child = -1;
    const int failed =
        posix_spawnp(&child, arguments.front(), &files, &attributes, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    if (failed != 0)
        return Error{ErrorKind::kDevice,
                     failed == ENOENT ? "there is no such program" : std::strerror(failed)};

    int status = 0;
    pid_t seen;
    do seen = waitpid(child, &status, 0);
    while (seen < 0 && errno == EINTR);
    ProgramOutcome outcome;
    if (seen == child && WIFEXITED(status)) outcome.code = WEXITSTATUS(status);
    if (seen == child && WIFSIGNALED(status)) outcome.signal = WTERMSIG(status);
    outcome.out = out.text();
    outcome.err = err.text();
    return outcome;
}

}  // namespace weft
