// Where the tiles of a group lie: in a team's shared memory, and in the registers of its threads.
#pragma once

#include "plan/gpu_plan.h"

namespace weft {

/// The kernel's group with tiles, parts and bytes laid out for its kind, team, tile, piece, split
/// and columns; a strip's width, margin and period follow from its columns and what loops read. A
/// piece of 0 takes no memory: what the body alone needs. A strip without room for a tile is 0
/// wide, as is a hybrid tile that is not its parallelograms of whole steps (plan/group_scaling.h).
GpuGroup with_layout(const GpuPlan& plan, const GpuKernel& kernel);

/// Whether a body in registers can be made of the group at all; else why not, for people. A body
/// reads what is beside an element from other lanes before anything is computed, so that every
/// neighbourhood must be of a size that a thread can hold.
std::string why_not_in_registers(const GpuPlan& plan, const GpuKernel& kernel, TileKind kind);

/// The most floats that a thread of a body in registers holds at once, between loops or while it
/// computes an element; 0 for other kinds.
int floats_in_registers(const GpuPlan& plan, const GpuKernel& kernel);

}  // namespace weft
