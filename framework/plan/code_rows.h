// Kernels that may compute on the codes of samples: bytes and 16-bit numbers in place of floats.
//
// u8 and u16 stand for values in rising order. A kernel whose stages only select among samples
// (FunctorFacts::selects) gives the same on codes as on values, in vectors of four or two times as
// many lanes. What pictures are stored as is known when they come, so that the kernel's other form
// stays, for others.
#pragma once

#include "plan/cpu_plan.h"

namespace weft {

/// Whether all that the kernel computes are selections, between rows that are loaded from graph
/// inputs and stored to graph outputs.
bool selects_only(const CpuPlan& plan, const Kernel& kernel);

}  // namespace weft
