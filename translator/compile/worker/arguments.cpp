// The arguments of Clang's front end for kernels, spelt out, and for modules, asked of its driver.
#include "compile/worker/arguments.h"

#include <algorithm>
#include <string>
#include <vector>

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <clang/Frontend/Utils.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/TargetParser/Host.h>

namespace weft::worker {
namespace {

/// A processor, as Clang wants to hear of it.
struct CpuTarget {
    std::string name;                   ///< for -target-cpu
    std::vector<std::string> features;  ///< for -target-feature: "+avx2", "-amx-tile"
};

/// "native" becomes this machine's processor with exactly the features it shows (a hypervisor may
/// hide some that the name implies); any other name is taken as it is.
CpuTarget resolve_cpu(const std::string& cpu) {
    if (cpu != "native") return {cpu, {}};
    CpuTarget target{llvm::sys::getHostCPUName().str(), {}};
    for (const auto& feature : llvm::sys::getHostCPUFeatures())
        target.features.push_back((feature.second ? "+" : "-") + feature.first().str());
    std::sort(target.features.begin(), target.features.end());
    return target;
}

/// Written by hand because the driver would spend milliseconds on looking for a system.
std::vector<std::string> kernel_arguments(const CompileJob& job) {
    std::vector<std::string> a = {
        "-triple", llvm::sys::getProcessTriple(), "-emit-obj", "-x", "c++", "-std=c++20", "-O2",
        "-mrelocation-model", "pic", "-pic-level", "2", "-fgnuc-version=4.2.1", "-nostdsysteminc",
        "-nobuiltininc", "-fno-rtti", "-fno-threadsafe-statics", "-mframe-pointer=none",
        "-vectorize-loops", "-vectorize-slp",
        // Without it Clang splits 512-bit values where they were asked for; others ignore it.
        "-mprefer-vector-width=512", "-disable-llvm-verifier", "-discard-value-names",
        "-clear-ast-before-backend", "-fwrapv", "-fno-rounding-math",
        "-ffp-exception-behavior=ignore",
        // What preambles use of their own templates is made with them, and not with each kernel.
        "-fpch-instantiate-templates", "-w", "-ferror-limit", "20", "-main-file-name", job.name};
    const CpuTarget cpu = resolve_cpu(job.cpu);
    a.insert(a.end(), {"-target-cpu", cpu.name});
    for (const std::string& feature : cpu.features) a.insert(a.end(), {"-target-feature", feature});
    if (job.fast_math)
        a.insert(a.end(),
                 {"-ffp-contract=fast", "-mreassociate", "-freciprocal-math", "-fno-signed-zeros"});
    else
        a.push_back("-ffp-contract=off");
    for (const std::string& path : job.include_paths) a.insert(a.end(), {"-I", path});
    a.push_back(job.name);
    return a;
}

std::vector<std::string> module_arguments(const CompileJob& job, std::string& diagnostics) {
    std::vector<std::string> driver = {
        WEFT_CLANG,          "-x",      "c++", "-std=c++20",    "-fPIC",
        "-ffp-contract=off", "-fwrapv", "-w",  "-resource-dir", WEFT_CLANG_RESOURCES};
    if (job.dialect == Dialect::kCheckedModule)
        driver.insert(driver.end(),
                      {"-O1", "-fsanitize=bounds,integer-divide-by-zero,unreachable,return",
                       "-fno-sanitize-recover=all", "-fstrict-flex-arrays=3"});
    else
        driver.push_back("-O2");
    for (const std::string& path : job.include_paths) driver.insert(driver.end(), {"-I", path});
    driver.push_back(job.name);
    std::vector<const char*> pointers;
    for (const std::string& d : driver) pointers.push_back(d.c_str());

    llvm::raw_string_ostream out(diagnostics);
    llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> options(new clang::DiagnosticOptions);
    clang::CreateInvocationOptions create;
    create.Diags = new clang::DiagnosticsEngine(
        new clang::DiagnosticIDs, options, new clang::TextDiagnosticPrinter(out, options.get()));
    std::vector<std::string> a;
    create.CC1Args = &a;
    if (!clang::createInvocation(pointers, create)) return {};
    // The driver assumes one compilation per process, and that tools only look at syntax.
    std::erase(a, "-cc1");
    std::erase(a, "-disable-free");
    for (std::string& argument : a)
        if (argument == "-fsyntax-only") argument = "-emit-obj";
    return a;
}

}  // namespace

std::vector<std::string> frontend_arguments(const CompileJob& job, std::string& diagnostics) {
    return job.dialect == Dialect::kKernel ? kernel_arguments(job)
                                           : module_arguments(job, diagnostics);
}

}  // namespace weft::worker
