// What a block of a kernel takes of a multiprocessor: registers, shared memory, threads.
#pragma once

#include <string>

#include "passes/gpu/gpu_context.h"

namespace weft {

/// The kernel's name and what else its registers depend on most: of a kernel of one stage, how it
/// tells borders apart; of a group, its team, whether it is nested, whether a thread has all
/// planes, and which inputs it copies to tiles.
std::string form_of(const GpuKernel& kernel);
/// What the forms of a group with tiles of that kind begin with.
std::string form_begins(const GpuKernel& kernel, TileKind kind);

/// Registers and instructions as compiled (by form_of()), else registers as the facts let expect.
GpuKernel with_registers(const GpuPlan& plan, const CompiledForms& compiled, GpuKernel kernel);
GpuKernel with_registers(const GpuPlan& plan, const GpuContext& context, GpuKernel kernel);

/// Bytes of the tile that a block of this shape stages of `input`: its elements and its window, in
/// each plane that a thread sees.
std::size_t tile_bytes(const GpuPlan& plan, const GpuKernel& kernel, const GpuInput& input,
                       int block_u, int block_v);

/// Lays out the tiles of staged inputs for the kernel's shape; sets shared_bytes.
GpuKernel with_tiles(const GpuPlan& plan, GpuKernel kernel);

/// Sets the occupancy that follows from all these.
GpuKernel with_occupancy(const GpuPlan& plan, GpuKernel kernel);

/// The input read where it lies: global where no read leaves what is stored, else bordered.
GpuInput in_place(const GpuPlan& plan, const GpuKernel& kernel, GpuInput input);

/// Planes of an input that one thread sees: all of an ePixel one.
int planes_seen(const GpuPlan& plan, const GpuInput& input);

}  // namespace weft
