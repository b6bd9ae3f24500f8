// The GPU's passes after bind() and cull(), one file each. Each takes a well-formed plan and leaves
// one. Sections are those of paper: active-library.
#pragma once

#include "passes/gpu/gpu_context.h"
#include "plan/external.h"

namespace weft {

/// One kernel per stage, reading its inputs in place (3.1).
GpuPlan launch(GpuPlan plan, const GpuContext&, Decisions&);

/// Computes moving averages that run along a row, and neighbourhoods that reach along a column, on
/// transposed pictures, where copying them over and back pays (4.2).
GpuPlan transpose(GpuPlan plan, const GpuContext&, Decisions&);
/// Removes copies that a later copy undoes, and copies made twice (4.2).
GpuPlan cancel(GpuPlan plan, const GpuContext&, Decisions&);

/// Moving averages carry their state along; in fast arithmetic the plain form is rebuilt_scans().
GpuPlan advance_scans(GpuPlan plan, const GpuContext&, Decisions&);
/// The plain form in fast arithmetic: the state is rebuilt at every element. Strict arithmetic has
/// no other form than the advancing one, and says so.
GpuPlan rebuilt_scans(GpuPlan plan, const GpuContext&, Decisions&);
/// Restarts moving averages part-way where there are too few threads otherwise (4.3).
GpuPlan split_scans(GpuPlan plan, const GpuContext&, Decisions&);
/// The plain form: one thread from the first element to the last.
GpuPlan whole_scans(GpuPlan plan, const GpuContext&, Decisions&);

/// Groups point and local operators into kernels that compute them tile by tile.
GpuPlan fuse_kernels(GpuPlan plan, const GpuContext&, Decisions&);

/// Gives accumulations tiles, where that takes less time (paper: gpu-autoscheduler, stages that
/// consume themselves).
GpuPlan accumulate_tiles(GpuPlan plan, const GpuContext&, Decisions&);

/// Copies what the threads of a block read in common to shared memory (4.1).
GpuPlan stage_shared(GpuPlan plan, const GpuContext&, Decisions&);
/// Renumbers threads for that copy where a region begins off a boundary (4.4).
GpuPlan realign(GpuPlan plan, const GpuContext&, Decisions&);
/// The same of fused kernels, whose tiles begin with a halo: their copies go over whole lines.
GpuPlan realign_groups(GpuPlan plan, const GpuContext&, Decisions&);

/// Gives point operations a fixed number of blocks (4.5).
GpuPlan minimise_blocks(GpuPlan plan, const GpuContext&, Decisions&);

/// Chooses the size, shape and count of blocks (4.6).
GpuPlan shape_blocks(GpuPlan plan, const GpuContext&, Decisions&);
/// The plain form: blocks of 16 by 16 threads, or lines of 128 where a scan needs them.
GpuPlan plain_shapes(GpuPlan plan, const GpuContext&, Decisions&);

/// Orders kernels so that the fewest bytes are alive at once (5).
GpuPlan order_kernels(GpuPlan plan, const GpuContext&, Decisions&);

/// Gives pictures their places in one arena, shared by those that are not alive together.
GpuPlan place_pictures(GpuPlan plan, const GpuContext&, Decisions&);
/// The plain form: a place of its own for each.
GpuPlan place_pictures_apart(GpuPlan plan, const GpuContext&, Decisions&);
/// Places in a smaller arena for all that `external` does not have.
GpuPlan place_own_pictures(GpuPlan plan, const ExternalImages& external);

}  // namespace weft
