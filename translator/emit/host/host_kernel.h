// Printing a CPU kernel as C++ for Clang: one function per loop that computes.
//
//   preamble            value types, arithmetic, accessors: the same text for every kernel
//   functors            kernel text of each functor used, once per form
//   stage metadata      structs of constants: radii, planes, row layout, baked members
//   weft_loop_N         extern "C" void (const weft::RowArgs*)
//   weft_pixels         the same over pixels where they lie (plan/pixel_rows.h)
//   weft_u8_N, weft_u16_N   the same on codes of samples (plan/code_rows.h)
//
// Prints what the plan says and decides nothing. The same plan gives the same text.
#pragma once

#include <string>

#include "graph/library.h"
#include "plan/cpu_plan.h"

namespace weft {

struct HostKernel {
    std::string text;                  ///< follows host_preamble()
    Table<std::string, Loop> symbols;  ///< "" where nothing is computed
    /// The symbol for rows of pixels; "" where there is none, as in what is to be timed stage by
    /// stage.
    std::string pixels;
    /// As `symbols`, on codes of bytes and of 16 bits; empty where there are none, as in what is
    /// to be timed.
    Table<std::string, Loop> u8_symbols, u16_symbols;
};

struct HostEmission {
    /// Read the clock around what each stage does, for ProfiledArgs (runtime/cpu/profiler.h).
    /// Elements are computed as without it.
    bool timed = false;
};

HostKernel emit_host_kernel(const CpuPlan& plan, const Kernel& kernel, const Library& library,
                            const HostEmission& how = {});

/// The text that every kernel of a plan for `target` follows.
std::string host_preamble(const Target& target);

}  // namespace weft
