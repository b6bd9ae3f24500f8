// A kernel by itself: numbered so that its text says nothing of the plan around it.
#pragma once

#include "plan/cpu_plan.h"

namespace weft {

/// A kernel, and of its plan what its text is printed from: target, arithmetic, the kernel's
/// stages, and the pictures that these read and write.
struct LoneKernel {
    CpuPlan plan;
    Kernel kernel;
};

/// Stages and pictures are numbered in the order in which the kernel comes by them. Equal kernels
/// of different plans, or of one plan, are equal then but for names, and so are their texts.
LoneKernel lone_kernel(const CpuPlan& plan, const Kernel& kernel);

}  // namespace weft
