// The CPU's passes after bind() and cull(), one file each. Each takes a well-formed plan and leaves
// one.
#pragma once

#include "passes/cpu/cpu_context.h"

namespace weft {

/// Has what reads a stage that only hands on one of its inputs, as its parameters are, read that
/// input; such a stage is then dead.
CpuPlan forward(CpuPlan plan, const CpuContext&, Decisions&);

/// Groups stages into kernels: one row pipeline for all, cut only where a picture must be whole
/// before it is read (rows that wrap around to the far end), where recurrences part, and where
/// windows are so large that tasks would compute most of it again.
CpuPlan fuse(CpuPlan plan, const CpuContext&, Decisions&);
/// The plain form: every stage a kernel of its own.
CpuPlan one_kernel_per_stage(CpuPlan plan, const CpuContext&, Decisions&);

/// Computes point operations in each kernel that reads them, where that costs less than to keep
/// what they make.
CpuPlan recompute(CpuPlan plan, const CpuContext&, Decisions&);

/// Merges stages of a kernel into one loop where a value can stay in a register: the consumer reads
/// the producer at the element itself alone.
CpuPlan nest(CpuPlan plan, const CpuContext&, Decisions&);
/// The plain form: every stage a loop of its own.
CpuPlan one_loop_per_stage(CpuPlan plan, const CpuContext&, Decisions&);

/// Names pictures that may lie in an output's memory until the output itself is written there.
CpuPlan alias(CpuPlan plan, const CpuContext&, Decisions&);

/// Gives loops their rows: reads, writes, line buffers; adds the loops that load, copy and store
/// rows.
CpuPlan lower(CpuPlan plan, const CpuContext&, Decisions&);

/// Computes several rows in one call where their taps meet the same rows again and again and whole
/// rows would not stay in the first-level cache.
CpuPlan batch(CpuPlan plan, const CpuContext&, Decisions&);

/// Gives each plane tasks of its own where a kernel treats planes alike; and where buffers would be
/// large, runs such kernels for one plane after another.
CpuPlan planes(CpuPlan plan, const CpuContext&, Decisions&);

/// Chooses strips and column blocks so that line buffers stay in the second-level cache and threads
/// are equally busy; measures how many rows each line buffer must keep.
CpuPlan tile(CpuPlan plan, const CpuContext&, Decisions&);
/// The plain form: one block per row, one strip per thread.
CpuPlan one_block_per_row(CpuPlan plan, const CpuContext&, Decisions&);

/// Writes pictures that are larger than the caches around them.
CpuPlan stream(CpuPlan plan, const CpuContext&, Decisions&);

/// Reads pictures in place where taps stay inside them, and loads the ends of their rows alone. The
/// rows that come next are brought near meanwhile, so that no loop waits for them; one that reads
/// nothing but its own element needs no help with that.
CpuPlan edges(CpuPlan plan, const CpuContext&, Decisions&);

/// Shares buffers between pictures that are not alive at the same time.
CpuPlan allocate(CpuPlan plan, const CpuContext&, Decisions&);
/// The plain form: every materialised picture a buffer of its own.
CpuPlan one_buffer_per_picture(CpuPlan plan, const CpuContext&, Decisions&);

/// Chooses the lanes of generated code, and says which stages have no SIMD form and why.
CpuPlan vectorise(CpuPlan plan, const CpuContext&, Decisions&);
/// The plain form: one element at a time.
CpuPlan scalar(CpuPlan plan, const CpuContext&, Decisions&);

}  // namespace weft
