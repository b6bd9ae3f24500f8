// The trial: a forked process runs, this one waits and reads what it says.
#include "compile/worker/trial.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <ctime>
#include <exception>

#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compile/load_object.h"
#include "compile/processor_limit.h"
#include "compile/worker/trial_run.h"
#include "core/iteration_limit.h"
#include "core/module.h"
#include "frontend/checked_text.h"

namespace weft::worker {
namespace {

/// Small pictures take milliseconds of processor time. The first is when no other case is begun.
constexpr std::chrono::milliseconds kEnough{1000}, kLimit{5000};

/// In the process on trial: where it says what is wrong, once, and ends.
int g_say = -1;
const std::string* g_file = nullptr;

[[noreturn]] void say(int line, int column, const std::string& message, const std::string& remedy) {
    const std::string words =
        std::to_string(line) + " " + std::to_string(column) + "\n" + message + "\n" + remedy;
    ssize_t ignored = write(g_say, words.data(), words.size());
    static_cast<void>(ignored);
    _exit(0);
}

void endless(int line, int column) {
    say(line, column,
        "this loop does not end: it was still running after " + std::to_string(kMaxIterations) +
            " iterations",
        "a condition that becomes false for every pixel, NaN and infinity included");
}

void stray(int line, int column, int seen, int most, bool is_index) {
    if (is_index)
        say(line, column,
            "this reads entry " + std::to_string(seen) + " of a list that has " +
                std::to_string(most + 1),
            "an index from 0 to Count - 1");
    say(line, column,
        "this reads " + std::to_string(seen < 0 ? -static_cast<long long>(seen) : seen) +
            " elements away, beyond the declared radius of " + std::to_string(most),
        "declare a larger radius, or keep the offset within it");
}

void undefined(const char* file, unsigned line, unsigned column, const char* what) {
    const bool own = file != nullptr && *g_file == file;
    say(own ? static_cast<int>(line) : 0, own ? static_cast<int>(column) : 0,
        std::string("this is ") + what, "");
}

[[noreturn]] void run_on_trial(const std::string& object, volatile int* last_turn) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) signal(fault, SIG_DFL);
    const rlimit none{0, 0};
    setrlimit(RLIMIT_CORE, &none);
    const Result<std::shared_ptr<LoadedObject>> loaded = load_bytes(object);
    if (!loaded) say(0, 0, loaded.error().message, "");
    auto* watch = static_cast<FunctorWatch*>((*loaded)->symbol(kWatchSymbol));
    using Entry = const FunctorModule* (*)();
    const auto entry = reinterpret_cast<Entry>((*loaded)->symbol(kModuleSymbol));
    if (watch == nullptr || entry == nullptr) say(0, 0, "the module has no functors to try", "");
    *watch = {endless, stray, undefined, last_turn};
    // The process is as old as the trial.
    const auto enough = [] { return std::clock() / (CLOCKS_PER_SEC / 1000) > kEnough.count(); };
    try {
        const FunctorModule& module = *entry();
        for (int i = 0; i < module.count; ++i)
            if (Status s = try_functor(*module.functors[i].type, module, enough); !s)
                say(0, 0, s.error().message, "");
    } catch (const std::exception& e) {
        say(0, 0, std::string("the functor threw an exception: ") + e.what(), "");
    }
    _exit(0);
}

/// What came through the pipe until its other end, which `child` has, closed; nothing where that
/// took too long.
std::optional<std::string> heard(int pipe, pid_t child) {
    std::string words;
    ProcessorLimit limit(child, kLimit);
    for (;;) {
        const auto left = limit.left();
        pollfd ready{pipe, POLLIN, 0};
        if (left.count() <= 0) return std::nullopt;
        if (poll(&ready, 1, static_cast<int>(left.count())) <= 0) continue;
        char bytes[4096];
        const ssize_t n = read(pipe, bytes, sizeof bytes);
        if (n > 0) words.append(bytes, static_cast<std::size_t>(n));
        if (n == 0 || (n < 0 && errno != EINTR)) return words;
    }
}

Diagnostic read_words(const std::string& words, const std::string& file) {
    Diagnostic d;
    d.file = file;
    const std::size_t first = words.find('\n'), second = words.find('\n', first + 1);
    d.line = std::atoi(words.c_str());
    d.column = std::atoi(words.c_str() + words.find(' '));
    d.message = words.substr(first + 1, second - first - 1);
    d.remedy = words.substr(second + 1);
    return d;
}

std::string end_of(int status) {
    if (!WIFSIGNALED(status)) return "ended the process that tried it";
    const char* name = sigabbrev_np(WTERMSIG(status));
    return std::string("crashed (") + (name ? "SIG" + std::string(name) : "by a signal") + ": " +
           strsignal(WTERMSIG(status)) + ")";
}

}  // namespace

std::optional<Diagnostic> run_trial(const std::string& module_object, const std::string& file) {
    constexpr std::size_t kShared = 2 * sizeof(int);
    void* shared =
        mmap(nullptr, kShared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int ends[2];
    if (shared == MAP_FAILED || pipe(ends) != 0)
        return Diagnostic{file, 0, 0, std::string("cannot try it: ") + std::strerror(errno),
                          {},   {}};
    volatile int* last_turn = static_cast<int*>(shared);
    const pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        g_say = ends[1];
        g_file = &file;
        run_on_trial(module_object, last_turn);
    }
    close(ends[1]);
    const std::optional<std::string> words = heard(ends[0], child);
    close(ends[0]);
    int status = 0;
    if (child > 0) {
        if (!words) kill(child, SIGKILL);
        while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
        }
    }
    const int line = last_turn[0], column = last_turn[1];
    munmap(shared, kShared);
    if (child < 0)
        return Diagnostic{file, 0, 0, std::string("cannot try it: ") + std::strerror(errno),
                          {},   {}};
    if (!words)
        return Diagnostic{file,
                          line,
                          column,
                          line > 0 ? "the functor did not end within 5 s on small pictures; this "
                                     "loop was the last it was in"
                                   : "the functor did not end within 5 s on small pictures",
                          {},
                          {}};
    if (!words->empty()) return read_words(*words, file);
    if (status == 0) return std::nullopt;
    return Diagnostic{
        file,
        line,
        column,
        "the functor " + end_of(status) + (line > 0 ? "; this loop was the last it was in" : ""),
        {},
        {}};
}

}  // namespace weft::worker
