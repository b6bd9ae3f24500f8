// The team, tile and block of a group: what they take of a multiprocessor, and which are best.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "passes/context.h"
#include "passes/gpu/fusion/group_work.h"

namespace weft {

/// A choice for a group.
struct GroupShape {
    TileTeam team = TileTeam::kBlock;
    int block_u = 32, block_v = 8;  ///< threads
    int tile_u = 32, tile_v = 8;    ///< elements of a team: whole multiples of its threads
    friend bool operator==(const GroupShape&, const GroupShape&) = default;
};

/// The group with that shape: tiles laid out, launch, bytes of shared memory, occupancy. The block
/// must be one whose warps are boxes of threads (models/warp_tiling.h) where the team is a warp.
GpuKernel with_shape(const Plan& plan, GpuKernel kernel, const GroupShape& shape);

/// The group with the largest plain shape that fits: an element for each thread, rows of a warp, for
/// teams of that kind or of either. An occupancy of 0 where not even the smallest fits.
GpuKernel with_plain_shape(const Plan& plan, const GpuKernel& kernel,
                           std::optional<TileTeam> team);

/// A shaped group and what the model says of it.
struct ShapedGroup {
    GpuKernel kernel;
    double seconds = 0;
    const char* bound = "";
};

/// How many shapes are looked at: all, or a few of the usual ones, for searches that ask often.
enum class ShapeSearch { kAll, kUsual };

/// The best shape for teams of that kind, or of either, by models/gpu_time.h, with inputs copied to
/// tiles where that is faster; nothing where not even the smallest fits the device. Registers are
/// those of each form, as `compiled` where it has been (by form_of()). Equal kernels have equal
/// results.
std::optional<ShapedGroup> best_shape(const Plan& plan, const std::map<std::string, int>& compiled,
                                      GpuKernel kernel, std::optional<TileTeam> team,
                                      ShapeSearch search = ShapeSearch::kAll);

}  // namespace weft
