// A GPU plan with its code: what the cuda and simt executors run.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "plan/external.h"
#include "plan/gpu_plan.h"

namespace weft {

struct SimtHooks;

/// The code of a kernel: a cubin for the driver, or a function on the host for the SIMT checker.
struct GpuCode {
    std::string symbol;            ///< of the kernel
    std::vector<std::byte> cubin;  ///< cuda
    /// simt: the kernel on the host; takes the argument block. The object stays loaded as long as
    /// `keep_alive` lives.
    void (*function)(const void* args) = nullptr;
    const SimtHooks** hooks = nullptr;  ///< simt: the object's weft_simt_hooks
    std::shared_ptr<void> keep_alive;
};

struct GpuProgram {
    GpuPlan plan;
    Table<GpuCode> code;                    ///< one per distinct text
    Table<Id<GpuCode>, GpuKernel> code_of;  ///< of each kernel
    ExternalImages external = {};           ///< that the code was compiled for
};

}  // namespace weft
