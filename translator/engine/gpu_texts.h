// Prints the kernels of GPU plans, and compiles them in parallel.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "compile/nvrtc/device_compiler.h"
#include "emit/cuda/cuda_kernel.h"
#include "plan/external.h"
#include "plan/gpu_plan.h"

namespace weft {

/// The texts of a plan's kernels, each distinct one once.
struct GpuTexts {
    Table<CudaKernelText> texts;
    Table<Id<CudaKernelText>, GpuKernel> text_of;  ///< per kernel of the plan

    friend bool operator==(const GpuTexts&, const GpuTexts&) = default;
};
GpuTexts emit_gpu_texts(const GpuPlan& plan, const Library& library,
                        const ExternalImages& external = {});

/// A hash of the texts, of 32 digits.
std::string hash_of(const GpuTexts& texts);

/// A text to compile, and the result.
struct GpuCompilation {
    /// A kernel with this text, by its form: the compiled resources are stored under that
    /// (passes/gpu/kernel_resources.h).
    struct Form {
        std::string name;
        double instructions = 0;  ///< expected_instructions()
    };
    CudaKernelText text;
    std::string name;  ///< of the first kernel, for messages
    std::vector<Form> forms;
    bool needed = false;
    std::shared_ptr<const DeviceCode> code;  ///< null where it was refused
};

/// Adds the text of kernel `kernel` of `plan`; a text that is there already gets another
/// form. `needed`: compile() fails where the compiler refuses it.
void add_text(std::vector<GpuCompilation>& all, const GpuPlan& plan, const GpuTexts& texts,
              Id<GpuKernel> kernel, bool needed);

/// The same of a kernel that is no part of the plan, whose text this is; it is not needed.
void add_form(std::vector<GpuCompilation>& all, const GpuPlan& plan, const GpuKernel& kernel,
              const CudaKernelText& text);

/// The same for all kernels of a plan.
void add_texts(std::vector<GpuCompilation>& all, const GpuPlan& plan, const GpuTexts& texts,
               bool needed);

/// Compiles every text for the plan's GPU, on up to `threads` threads (0: one per core). Returns
/// the first error by index: kDevice where there is no compiler for the target; kCancelled.
Status compile(std::vector<GpuCompilation>& all, const GpuPlan& plan, DeviceCompiler& compiler,
               int threads, const std::atomic<bool>* cancel);

}  // namespace weft
