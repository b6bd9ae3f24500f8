// What kinds of loops, kernels and accesses are called where plans are printed.
#pragma once

#include "plan/plan.h"
#include "support/choices.h"

namespace weft {

template <>
struct ChoicesOf<LoopKind> {
    static constexpr Choice<LoopKind> kAll[] = {
        {LoopKind::kLoad, "load"},
        {LoopKind::kCopy, "copy"},
        {LoopKind::kParallel, "parallel"},
        {LoopKind::kVerticalScan, "scan down columns"},
        {LoopKind::kHorizontalScan, "scan along rows"},
        {LoopKind::kReduce, "reduce"},
        {LoopKind::kResult, "result"},
        {LoopKind::kStore, "store"},
    };
};

template <>
struct ChoicesOf<GpuKernelKind> {
    static constexpr Choice<GpuKernelKind> kAll[] = {
        {GpuKernelKind::kParallel, "parallel"},     {GpuKernelKind::kScan, "scan"},
        {GpuKernelKind::kTranspose, "transpose"},   {GpuKernelKind::kGroup, "group"},
        {GpuKernelKind::kReduce, "reduce"},         {GpuKernelKind::kResult, "result"},
        {GpuKernelKind::kAccumulate, "accumulate"},
    };
};

template <>
struct ChoicesOf<GpuAccess> {
    static constexpr Choice<GpuAccess> kAll[] = {
        {GpuAccess::kGlobal, "in place"},
        {GpuAccess::kBordered, "in place by the border"},
        {GpuAccess::kShared, "from shared memory"},
    };
};

}  // namespace weft
