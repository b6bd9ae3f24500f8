// The GPU's passes after bind() and cull(), one file each. Each takes a well-formed plan and leaves
// one. Sections are those of paper: active-library.
#pragma once

#include "passes/gpu/gpu_context.h"
#include "plan/foreign.h"

namespace weft {

/// One kernel per stage, reading its inputs in place (3.1).
Plan launch(Plan plan, const GpuContext&, Decisions&);

/// Computes moving averages that run along a row, and neighbourhoods that reach along a column, on
/// transposed pictures, where copying them over and back pays (4.2).
Plan transpose(Plan plan, const GpuContext&, Decisions&);
/// Removes copies that a later copy undoes, and copies made twice (4.2).
Plan cancel(Plan plan, const GpuContext&, Decisions&);

/// Moving averages carry their state along; in fast arithmetic the plain form is rebuilt_scans().
Plan advance_scans(Plan plan, const GpuContext&, Decisions&);
/// The plain form in fast arithmetic: the state is rebuilt at every element. Strict arithmetic has
/// no other form than the advancing one, and says so.
Plan rebuilt_scans(Plan plan, const GpuContext&, Decisions&);
/// Restarts moving averages part-way where there are too few threads otherwise (4.3).
Plan split_scans(Plan plan, const GpuContext&, Decisions&);
/// The plain form: one thread from the first element to the last.
Plan whole_scans(Plan plan, const GpuContext&, Decisions&);

/// Groups point and local operators into kernels that compute them tile by tile.
Plan fuse_kernels(Plan plan, const GpuContext&, Decisions&);

/// Copies what the threads of a block read in common to shared memory (4.1).
Plan stage_shared(Plan plan, const GpuContext&, Decisions&);
/// Renumbers threads for that copy where a region begins off a boundary (4.4).
Plan realign(Plan plan, const GpuContext&, Decisions&);

/// Gives point operations a fixed number of blocks (4.5).
Plan minimise_blocks(Plan plan, const GpuContext&, Decisions&);

/// Chooses the size, shape and count of blocks (4.6).
Plan shape_blocks(Plan plan, const GpuContext&, Decisions&);
/// The plain form: blocks of 16 by 16 threads, or lines of 128 where a scan needs them.
Plan plain_shapes(Plan plan, const GpuContext&, Decisions&);

/// Orders kernels so that the fewest bytes are alive at once (5).
Plan order_kernels(Plan plan, const GpuContext&, Decisions&);

/// Gives pictures their places in one arena, shared by those that are not alive together.
Plan place_pictures(Plan plan, const GpuContext&, Decisions&);
/// The plain form: a place of its own for each.
Plan place_pictures_apart(Plan plan, const GpuContext&, Decisions&);
/// Places in a smaller arena for all that `foreign` does not have.
Plan place_own_pictures(Plan plan, const ForeignImages& foreign);

}  // namespace weft
