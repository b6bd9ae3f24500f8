// The CPU's passes after bind() and cull(), one file each. Each takes a well-formed plan and leaves
// one.
#pragma once

#include "passes/cpu/cpu_context.h"

namespace weft {

/// Groups stages into kernels: one row pipeline for all, cut only where a picture must be whole
/// before it is read (rows that wrap around to the far end) and where recurrences part.
Plan fuse(Plan plan, const CpuContext&, Decisions&);
/// The plain form: every stage a kernel of its own.
Plan one_kernel_per_stage(Plan plan, const CpuContext&, Decisions&);

/// Computes point operations in each kernel that reads them, where that costs less than to keep
/// what they make.
Plan recompute(Plan plan, const CpuContext&, Decisions&);

/// Merges stages of a kernel into one loop where a value can stay in a register: the consumer reads
/// the producer at the element itself alone.
Plan nest(Plan plan, const CpuContext&, Decisions&);
/// The plain form: every stage a loop of its own.
Plan one_loop_per_stage(Plan plan, const CpuContext&, Decisions&);

/// Names pictures that may lie in an output's memory until the output itself is written there.
Plan alias(Plan plan, const CpuContext&, Decisions&);

/// Gives loops their rows: reads, writes, line buffers; adds the loops that load, copy and store
/// rows.
Plan lower(Plan plan, const CpuContext&, Decisions&);

/// Computes several rows in one call where their taps meet the same rows again and again and whole
/// rows would not stay in the first-level cache.
Plan batch(Plan plan, const CpuContext&, Decisions&);

/// Gives each plane tasks of its own where a kernel treats planes alike; and where buffers would be
/// large, runs such kernels for one plane after another.
Plan planes(Plan plan, const CpuContext&, Decisions&);

/// Chooses strips and column blocks so that line buffers stay in the second-level cache and threads
/// are equally busy; measures how many rows each line buffer must keep.
Plan tile(Plan plan, const CpuContext&, Decisions&);
/// The plain form: one block per row, one strip per thread.
Plan one_block_per_row(Plan plan, const CpuContext&, Decisions&);

/// Writes pictures that are larger than the caches around them.
Plan stream(Plan plan, const CpuContext&, Decisions&);

/// Reads pictures in place where taps stay inside them, and loads the ends of their rows alone. The
/// rows that come next are brought near meanwhile, so that no loop waits for them; one that reads
/// nothing but its own element needs no help with that.
Plan edges(Plan plan, const CpuContext&, Decisions&);

/// Shares buffers between pictures that are not alive at the same time.
Plan allocate(Plan plan, const CpuContext&, Decisions&);
/// The plain form: every materialised picture a buffer of its own.
Plan one_buffer_per_picture(Plan plan, const CpuContext&, Decisions&);

/// Chooses the lanes of generated code, and says which stages have no SIMD form and why.
Plan vectorise(Plan plan, const CpuContext&, Decisions&);
/// The plain form: one element at a time.
Plan scalar(Plan plan, const CpuContext&, Decisions&);

}  // namespace weft
