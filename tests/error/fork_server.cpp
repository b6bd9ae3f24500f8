// Preloaded into the command, has it begin many times: all that it links and the modules that it
// loads are loaded once, and each run is a fork of that process which goes on to the command's own
// main().
//
// Loading OpenImageIO with all that it needs takes longer than most commands that tests start do.
#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <optional>
#include <vector>

#include "fork_request.h"

namespace {

using Main = int (*)(int, char**, char**);
using weft::test::ForkRequest;

Main command = nullptr;

/// The command's main() as a process of its own, whose parent ends, so that it goes to the one who
/// asked. Returns in the new process alone, with what main() returned.
std::optional<int> begin_run(ForkRequest& request, int server) {
    int ends[2];
    if (pipe(ends) != 0) _exit(127);
    const pid_t between = fork();
    if (between == 0) {
        const pid_t run = fork();
        if (run == 0) {
            close(server);
            close(ends[0]);
            close(ends[1]);
            std::vector<char*> arguments = request.become();
            return command(static_cast<int>(arguments.size()) - 1, arguments.data(), environ);
        }
        _exit(write(ends[1], &run, sizeof run) == sizeof run ? 0 : 127);
    }
    request.close_streams();
    pid_t run = -1;
    if (read(ends[0], &run, sizeof run) != sizeof run) run = -1;
    close(ends[0]);
    close(ends[1]);
    waitpid(between, nullptr, 0);
    if (write(server, &run, sizeof run) != sizeof run) _exit(0);
    return std::nullopt;
}

/// Whether no thread but this one runs. Forks have no other, and what waits for one waits for ever.
bool is_alone() {
    const std::filesystem::directory_iterator threads("/proc/self/task");
    return std::distance(begin(threads), end(threads)) == 1;
}

/// In the place of main(): loads the libraries that are named, and begins what is asked for until
/// nobody can ask. Answers 0 first, as soon as it can be asked, or ends.
int serve(int, char** names, char**) {
    const int server = std::atoi(std::getenv(weft::test::kForkServer));
    for (char** name = names + 1; *name != nullptr; ++name) {
        dlopen(*name, RTLD_LAZY | RTLD_LOCAL);
        if (is_alone()) continue;
        std::fprintf(stderr, "%s starts threads as it is loaded, which no fork has\n", *name);
        _exit(1);
    }
    const pid_t ready = 0;
    if (write(server, &ready, sizeof ready) != sizeof ready) _exit(1);
    while (std::optional<ForkRequest> request = weft::test::receive(server))
        if (const std::optional<int> code = begin_run(*request, server)) return *code;
    _exit(0);
}

}  // namespace

/// What every program calls first. Only a server has its main() replaced.
// NOLINTNEXTLINE(bugprone-reserved-identifier): the C library's name
extern "C" __attribute__((visibility("default"))) int __libc_start_main(
    Main program, int count, char** arguments, void (*init)(), void (*fini)(), void (*rtld_fini)(),
    void* stack) {
    const auto start =
        reinterpret_cast<int (*)(Main, int, char**, void (*)(), void (*)(), void (*)(), void*)>(
            dlsym(RTLD_NEXT, "__libc_start_main"));
    command = program;
    return start(serve, count, arguments, init, fini, rtld_fini, stack);
}
