// The global function of a GPU kernel: which elements its threads compute.
#pragma once

#include <string>

#include "emit/writer.h"
#include "plan/gpu_plan.h"

namespace weft {

/// Prints the kernel called `symbol`, which takes a `<symbol>_Args`. It calls
///   evaluate(args, element[, shared])       once per element, or
///   advance(args, line, segment)            once per segment of a scan.
/// `bounded`: its registers must be few enough for the block's threads, whatever they were where
/// the shape was chosen.
void print_cuda_launch(const GpuPlan& plan, const GpuKernel& kernel, const std::string& symbol,
                       bool bounded, Writer& out);

/// Prints the kernel that copies a picture into the other layout.
void print_cuda_transpose(const GpuKernel& kernel, const std::string& symbol, Writer& out);

/// Some input is in shared memory: the shape of a block is in the text.
bool is_staged(const GpuKernel& kernel);

/// A thread advances over elements, instead of rebuilding the state at each.
bool advances(const GpuKernel& kernel);

}  // namespace weft
