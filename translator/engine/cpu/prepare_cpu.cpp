#include "engine/cpu/prepare_cpu.h"

#include <fmt/format.h>

#include "emit/host/host_kernel.h"
#include "engine/in_parallel.h"
#include "runtime/cpu/compiled_plan.h"
#include "runtime/cpu/profiler.h"

namespace weft {

namespace {

HostSource source_of(const CpuPlan& plan, const Kernel& kernel, const std::string& text) {
    const std::string preamble = host_preamble(plan.target);
    return {kernel.name, preamble + text, plan.target.cpu, plan.fast_math, {}, preamble.size()};
}

/// Compiles kernel `k` and finds its loops.
Status load(const CpuPlan& plan, Id<Kernel> k, const Library& library, HostCompiler& compiler,
            bool timed, const std::atomic<bool>* cancel, CompiledPlan& compiled) {
    const Kernel& kernel = plan.kernels[k];
    const HostKernel emitted = emit_host_kernel(plan, kernel, library, {.timed = timed});
    compiled.functions[k].assign(emitted.symbols.size(), nullptr);
    if (kernel.stages.empty()) return {};
    Result<std::shared_ptr<LoadedObject>> object =
        compiler.compile(source_of(plan, kernel, emitted.text), cancel);
    if (!object) return object.error();
    const auto find = [&](const std::string& name, RowFunction& function) -> Status {
        if (name.empty()) return {};
        void* symbol = (*object)->symbol(name.c_str());
        if (symbol == nullptr)
            return Error{ErrorKind::kInternal,
                         fmt::format("{}: compiled code lacks {}", kernel.name, name)};
        function = reinterpret_cast<RowFunction>(symbol);
        return {};
    };
    const auto find_all = [&](const Table<std::string, Loop>& names,
                              Table<RowFunction, Loop>& functions) -> Status {
        functions.assign(names.size(), nullptr);
        for (const Id<Loop> l : names.ids())
            if (Status s = find(names[l], functions[l]); !s) return s;
        return {};
    };
    if (Status s = find_all(emitted.symbols, compiled.functions[k]); !s) return s;
    if (Status s = find_all(emitted.u8_symbols, compiled.u8_functions[k]); !s) return s;
    if (Status s = find_all(emitted.u16_symbols, compiled.u16_functions[k]); !s) return s;
    if (Status s = find(emitted.pixels, compiled.pixel_functions[k]); !s) return s;
    compiled.keep_alive[k.index()] = *object;
    return {};
}

}  // namespace

Result<std::unique_ptr<Prepared>> prepare_cpu(CpuPlan plan, const Library& library,
                                              HostCompiler& compiler, bool timed,
                                              const std::atomic<bool>* cancel) {
    if (timed && !kHasTicks)
        return Error{ErrorKind::kUsage,
                     "nodes are timed by the clock of x86-64 and of AArch64 processors, and this "
                     "machine has another; run without timing"};
    const std::size_t count = plan.kernels.size();
    CompiledPlan compiled;
    compiled.functions.resize(count);
    compiled.pixel_functions.resize(count);
    compiled.u8_functions.resize(count);
    compiled.u16_functions.resize(count);
    compiled.keep_alive.resize(count);
    const Status ok = in_parallel(
        count, plan.target.cores,
        [&](std::size_t k) {
            return load(plan, Id<Kernel>(k), library, compiler, timed, cancel, compiled);
        },
        cancel);
    if (!ok) return ok.error();
    compiled.plan = std::move(plan);
    compiled.timed = timed;
    return make_cpu_executor(std::move(compiled));
}

HostSource kernel_source(const CpuPlan& plan, const Kernel& kernel, const Library& library) {
    return source_of(plan, kernel, emit_host_kernel(plan, kernel, library).text);
}

}  // namespace weft
