// The steps by which a kernel gets its rows, in the order of their work.
#pragma once

#include <map>
#include <set>

#include "passes/cpu/cpu_context.h"

namespace weft {

/// Which stage loop of a kernel makes each picture.
std::map<Id<PlanImage>, Id<Loop>> loops_by_picture(const CpuPlan& plan, const Kernel& kernel);

/// Keeps stage loops alone, as they were before they were lowered.
Kernel with_stage_loops(Kernel kernel);

/// Gives stage loops the rows that they read, and the pictures that they read anywhere. What a loop
/// makes itself is a value there, and no read.
Kernel with_reads(const CpuPlan& plan, Kernel kernel);

/// Chooses which stage loops make their rows from the last to the first.
Kernel with_directions(const CpuPlan& plan, Kernel kernel);

/// Pictures that their loops write where they are kept: in one place, which nothing else in the
/// kernel reads. Never those `through_line_buffers`.
std::set<Id<PlanImage>> written_in_place(const CpuPlan& plan, const CpuContext& context,
                                         const Kernel& kernel,
                                         const std::set<Id<PlanImage>>& through_line_buffers);

/// Adds a loop that stores each output that is not written in place.
Kernel with_stores(const CpuPlan& plan, Kernel kernel, const std::set<Id<PlanImage>>& in_place);

/// Has each read come from a line buffer that will do, made where there is none, or from the
/// picture itself. Adds the loops that load and copy rows into line buffers.
Kernel with_line_buffers(const CpuPlan& plan, const CpuContext& context, Kernel kernel);

/// Puts what makes rows before what reads them: loads, then stage loops each followed by its
/// copies, then stores.
Kernel in_order(const CpuPlan& plan, Kernel kernel);

/// Gives loops the rows that they write: of line buffers, and of pictures in place.
Kernel with_writes(const CpuPlan& plan, Kernel kernel, const std::set<Id<PlanImage>>& in_place);

/// Whether a picture's rows lie as the kernel's own do: those of buffers, and of outputs that are
/// planar.
bool planar_within(const CpuPlan& plan, const CpuContext& context, Id<PlanImage> image);

}  // namespace weft
