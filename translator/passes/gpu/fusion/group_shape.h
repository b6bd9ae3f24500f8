// The team, tile and block of a group: what they take of a multiprocessor, and which are best.
#pragma once

#include <optional>
#include <string>

#include "passes/gpu/fusion/group_work.h"
#include "passes/gpu/fusion/shape.h"
#include "passes/gpu/gpu_context.h"

namespace weft {

/// The group with that shape: tiles laid out, launch, bytes of shared memory, occupancy. The block
/// must be one whose warps are boxes of threads (models/warp_tiling.h) where the team is a warp.
GpuKernel with_shape(const GpuPlan& plan, GpuKernel kernel, const GroupShape& shape);

/// The shape that a shaped group has.
GroupShape shape_of(const GpuKernel& kernel);

/// The same for a kind in registers, with exactly that piece; its registers depend on its shape.
/// An occupancy of 0 where estimates say that they would not fit.
GpuKernel with_shape_and_registers(const GpuPlan& plan, const CompiledForms& compiled,
                                   GpuKernel kernel, const GroupShape& shape);

/// The same for a kind in registers, whose registers depend on its shape: as `compiled`, where a
/// kernel of that form has been. Its pieces are as large as they can be at no cost in occupancy.
GpuKernel with_body_shape(const GpuPlan& plan, const CompiledForms& compiled,
                          const GpuKernel& kernel, GroupShape shape);

/// The group with the largest plain shape that fits: an element for each thread and iteration, rows
/// of a warp, for tiles as asked, or for blocks and then warps. An occupancy of 0 where not even
/// the smallest fits.
GpuKernel with_plain_shape(const GpuPlan& plan, const CompiledForms& compiled,
                           const GpuKernel& kernel, const TileChoice& asked);

/// A shaped group and what the model says of it.
struct ShapedGroup {
    GpuKernel kernel;
    double seconds = 0;
    const char* bound = "";
    std::string why_other;  ///< why its tiles are not as asked, where they are not
};

/// Seconds of a shaped group by models/gpu_time.h, without its launch; longer where there are too
/// few blocks or threads to fill the device.
double group_seconds(const GpuPlan& plan, const GpuKernel& shaped);

/// How many shapes are looked at: all, or a few of the usual ones, for searches that ask often.
enum class ShapeSearch { kAll, kUsual };

/// The best shape by models/gpu_time.h for tiles as asked, with inputs copied to tiles where that
/// is faster, and all planes in a thread where that is and all shapes are looked at, if `asked`
/// leaves it open; without a kind asked for, tiles in registers only where they have been compiled.
/// Nothing where not even the smallest fits the device. A group that cannot have the tiles in
/// registers that are asked for has those of warps. Registers are those of each form, as
/// `compiled` where it has been (by form_of()). Equal kernels have equal results.
std::optional<ShapedGroup> best_shape(const GpuPlan& plan, const CompiledForms& compiled,
                                      const GpuKernel& kernel, const TileChoice& asked,
                                      ShapeSearch search = ShapeSearch::kAll);

}  // namespace weft
