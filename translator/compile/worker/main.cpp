// weft-cc: the kernel compiler in a process of its own. It answers the requests of protocol.h until
// its input ends, so that Clang and lld are loaded once and a crash of theirs ends only this.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <string_view>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "compile/protocol.h"
#include "compile/worker/channel.h"
#include "compile/worker/compile_text.h"
#include "compile/worker/functor_module.h"
#include "compile/worker/link_object.h"
#include "compile/worker/preambles.h"
#include "compile/worker/trial.h"
#include "frontend/diagnostic_text.h"
#include "frontend/framework_headers.h"

namespace weft::worker {
namespace {

/// After so long without a request the worker frees its memory; the client starts another.
constexpr int kIdleSeconds = 300;

WorkerReply failure(std::string message) {
    WorkerReply reply;
    reply.kind = ReplyKind::kFailure;
    reply.message = std::move(message);
    return reply;
}

WorkerReply diagnostics(std::string message) {
    WorkerReply reply;
    reply.kind = ReplyKind::kDiagnostics;
    reply.message = std::move(message);
    return reply;
}

WorkerReply compile_and_link(const CompileJob& job, Preambles* preambles, bool& reusable) {
    CompileOutcome compiled = compile_text(job, preambles);
    if (!compiled.ok) return diagnostics(std::move(compiled.diagnostics));
    LinkOutcome linked = link_object(compiled.object);
    reusable = linked.reusable;
    if (!linked.ok) return failure("linking '" + job.name + "' failed: " + linked.diagnostics);
    WorkerReply reply;
    reply.kind = ReplyKind::kObject;
    reply.object = std::move(linked.shared_object);
    reply.dependencies = std::move(compiled.dependencies);
    return reply;
}

/// The module of a header; `module` says what is wrong with it.
WorkerReply compile_module(const WorkerRequest& request, HostCode code, ModuleSource& module,
                           bool& reusable) {
    CompileJob job;
    job.include_paths = request.include_paths;
    job.include_paths.push_back(framework_headers());
    if (request.text.empty()) job.include_paths.push_back(".");
    module = translate_header(request.name, request.text, code, job.include_paths);
    if (!module.ok)
        return diagnostics(module.diagnostics.empty() ? module.reason
                                                      : format_diagnostics(module.diagnostics));
    job.dialect = code == HostCode::kChecked ? Dialect::kCheckedModule : Dialect::kModule;
    job.name = request.name + ".module.cpp";
    job.text = std::move(module.text);
    job.files = std::move(module.files);
    return compile_and_link(job, nullptr, reusable);
}

/// Where calls stand in the way of what macros make of a header, it does without them.
WorkerReply compile_functors(const WorkerRequest& request, bool& reusable) {
    ModuleSource module;
    WorkerReply reply = compile_module(request, HostCode::kCounted, module, reusable);
    if (module.ok && reply.kind == ReplyKind::kDiagnostics)
        reply = compile_module(request, HostCode::kPlain, module, reusable);
    return reply;
}

WorkerReply tried(std::vector<Diagnostic> diagnostics, std::vector<std::string> dependencies) {
    WorkerReply reply;
    reply.kind = ReplyKind::kTried;
    reply.diagnostics = std::move(diagnostics);
    reply.dependencies = std::move(dependencies);
    return reply;
}

WorkerReply try_functors(const WorkerRequest& request, bool& reusable) {
    ModuleSource module;
    WorkerReply compiled = compile_module(request, HostCode::kChecked, module, reusable);
    std::vector<Diagnostic> found = std::move(module.diagnostics);
    if (found.empty() && compiled.kind == ReplyKind::kDiagnostics)
        found = {{request.name, 0, 0, compiled.message, {}, {}}};
    if (found.empty() && compiled.kind != ReplyKind::kObject) return compiled;
    if (found.empty())
        if (std::optional<Diagnostic> wrong = run_trial(compiled.object, request.name))
            found = {*std::move(wrong)};
    found.insert(found.end(), module.warnings.begin(), module.warnings.end());
    return tried(std::move(found), compiled.dependencies);
}

WorkerReply answer(const WorkerRequest& request, Preambles& preambles, bool& reusable) {
    if (!request.directory.empty() && chdir(request.directory.c_str()) != 0)
        return failure("cannot enter the folder '" + request.directory + "'");
    switch (request.kind) {
        case RequestKind::kVersion: {
            WorkerReply reply;
            reply.kind = ReplyKind::kVersion;
            return reply;
        }
        case RequestKind::kKernel: {
            CompileJob job;
            job.name = request.name;
            job.include_paths = request.include_paths;
            job.text = request.text;
            job.cpu = request.cpu;
            job.fast_math = request.fast_math;
            job.preamble = request.preamble;
            return compile_and_link(job, &preambles, reusable);
        }
        case RequestKind::kFunctors: return compile_functors(request, reusable);
        case RequestKind::kTrial: return try_functors(request, reusable);
    }
    return failure("unknown request");
}

/// Far more than any kernel takes to compile.
constexpr rlim_t kMemoryLimit = rlim_t{8} << 30;

/// A runaway compilation is to end here, not in the application that started it: it may have so
/// much memory, goes first where the machine's runs out, and leaves no core file behind.
void bound_itself() {
    std::ofstream("/proc/self/oom_score_adj") << 1000;
    const auto bound = [](auto resource, rlim_t most) {
        rlimit limit;
        if (getrlimit(resource, &limit) != 0) return;
        limit.rlim_cur = std::min(limit.rlim_max, most);
        setrlimit(resource, &limit);
    };
    bound(RLIMIT_CORE, 0);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // These map terabytes.
    bound(RLIMIT_AS, kMemoryLimit);
#endif
}

int serve() {
    const int replies = fcntl(1, F_DUPFD_CLOEXEC, 3);
    if (replies < 0 || !capture_standard_output()) {
        std::perror("weft-cc: cannot set up its output");
        return 1;
    }
    bound_itself();
    end_with_client(0);
    initialise_compiler();
    Preambles preambles;
    std::string payload;
    for (bool reusable = true; reusable;) {
        const Heard heard = read_frame(0, kIdleSeconds, payload);
        if (heard == Heard::kEnd || heard == Heard::kIdle) return 0;
        const auto request = heard == Heard::kFrame ? decode_request(payload) : std::nullopt;
        WorkerReply reply = request ? answer(*request, preambles, reusable)
                                    : failure(
                                          "weft-cc was sent something that is no request of its "
                                          "version; reinstall Weft so that both match");
        if (!write_frame(replies, encode(reply)) || !request) return 0;
    }
    return 0;
}

int help() {
    std::puts(
        "weft-cc: Weft's kernel compiler. Weft starts it by itself and speaks with it over "
        "standard\n"
        "input and output; there is nothing for a person to do with it.\n"
        "  --version  print the version of the LLVM inside\n"
        "  --help     print this");
    return 0;
}

}  // namespace
}  // namespace weft::worker

int main(int argc, char** argv) {
    const std::string_view option = argc > 1 ? argv[1] : "";
    if (option == "--version") {
        std::printf("weft-cc, LLVM %s\n", weft::worker::compiler_version().c_str());
        return 0;
    }
    if (option == "--help" || isatty(0)) return weft::worker::help();
    if (!option.empty()) {
        std::fprintf(stderr, "weft-cc: unknown option '%s'; see --help\n", argv[1]);
        return 2;
    }
    return weft::worker::serve();
}
