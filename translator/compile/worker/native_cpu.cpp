// The processor this worker runs on, asked of LLVM.
#include "compile/worker/native_cpu.h"

#include <algorithm>

#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/TargetParser/Host.h>

namespace weft::worker {

CpuTarget resolve_cpu(const std::string& cpu) {
    if (cpu != "native") return {cpu, {}};
    CpuTarget target{llvm::sys::getHostCPUName().str(), {}};
    for (const auto& feature : llvm::sys::getHostCPUFeatures())
        target.features.push_back((feature.second ? "+" : "-") + feature.first().str());
    std::sort(target.features.begin(), target.features.end());
    return target;
}

}  // namespace weft::worker
