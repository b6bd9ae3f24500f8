// The model of paper: gpu-autoscheduler: the space of tiles (4.2), the cost of a group of stages
// under a tile (listing 1), and where nested fusion computes a stage (4.3, listing 2).
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "models/auto_pipeline.h"
#include "plan/gpu_target.h"

namespace weft {

/// Which axes of a picture are tiled: those of at least 64 elements, or else the longer one.
struct TiledAxes {
    bool x = true, y = true;

    int count() const { return x + y; }
    friend bool operator==(const TiledAxes&, const TiledAxes&) = default;
};
TiledAxes tiled_axes(int width, int height);

/// The range of tile sizes along an axis of `extent` elements, `axes` of which are tiled. Lower: 8
/// ("more than 8 threads per block in loops with extents larger than 64"), or 2 for extents up
/// to 64. Upper: half the extent; from 1024 on the whole extent where no other axis is tiled, else
/// a 32nd. (The print has a 128th under the same condition as the 32nd; the paper's own tile of 32
/// on 1536 columns needs the 32nd.) Never above the extent; lower <= upper.
struct TileBounds {
    int lower = 1, upper = 1;

    friend bool operator==(const TileBounds&, const TileBounds&) = default;
};
TileBounds tile_bounds(int extent, int axes);

/// kGrouping: tiles are powers of two, and blocks may have a partial warp. kFinalTiling: tiles are
/// multiples of two, and blocks have whole warps.
enum class AutoPhase { kGrouping, kFinalTiling };

/// Tiles within the bounds, ascending. Never empty.
std::vector<int> tile_sizes(TileBounds bounds, AutoPhase phase);

/// Stages that make one kernel: indices, ascending; the last is its output.
struct AutoGroup {
    std::vector<int> members;

    friend bool operator==(const AutoGroup&, const AutoGroup&) = default;
};

struct AutoTile {
    int x = 1, y = 1;

    friend bool operator==(const AutoTile&, const AutoTile&) = default;
};

/// Elements of each member that one tile of the output needs: the tile and the windows on the way,
/// at the members' own resolutions. Of y rows that read 2y - 1 ... 2y + 1 of a stage, 2y + 1.
/// Members that none reads are computed for the tile itself.
std::vector<AutoTile> local_bounds(const AutoPipeline& pipeline, const AutoGroup& group,
                                   AutoTile tile);

/// The most registers of a thread: min(MAX_REGS_PER_THREAD, TOTAL_REGS_PER_SM / threads).
int register_bound(const GpuTarget& target, int threads);

/// What the paper's example assumes of a thread. (It says "64 registers per block"; 512 threads of
/// 64 registers fill an SM of 1024, which is its 100 % at compute capability 7.5.)
inline constexpr int kAssumedRegisters = 64;

/// The cost of a load of four bytes, in operations: those that the device does while it moves them.
double global_load_cost(const GpuTarget& target);
double shared_load_cost(const GpuTarget& target);

/// Where a member of a group is computed.
struct ComputeAt {
    enum class Level {
        kThread,  ///< within a thread of `consumer`, its values in registers
        kRow,     ///< a row for each row of `consumer`, by that row's threads, in shared memory
        kBlock,   ///< by all threads of the block, its values in shared memory
    };
    int consumer = -1;  ///< a stage; -1 of the group's output, which no member consumes
    Level level = Level::kBlock;

    friend bool operator==(const ComputeAt&, const ComputeAt&) = default;
};

/// One for each member, in their order.
using Nesting = std::vector<ComputeAt>;

/// How a group uses elements of one of its stages.
struct StageUse {
    bool again_inner = false;                 ///< by several elements along the inner loop, a row
    bool again_outer = false;                 ///< by elements of several rows
    std::size_t threads_of = 1, rows_of = 1;  ///< stages in whose threads and rows consumers are
};

/// Where listing 2 computes a stage: one level above the outermost loop along which elements of it
/// are used again, if all consumers are there.
constexpr ComputeAt::Level listing_2_level(const StageUse& use) {
    if (!use.again_inner && !use.again_outer && use.threads_of == 1)
        return ComputeAt::Level::kThread;
    return !use.again_outer && use.rows_of == 1 ? ComputeAt::Level::kRow : ComputeAt::Level::kBlock;
}

/// Listing 2: each member at its last consumer, one level above the outermost loop of the consumer
/// along which elements of the member are used again. Threads are the loops along y and x, the
/// inner one (`inner_x`: as pictures lie by rows): where elements are used again along y the member
/// stays at the block, along x alone a row of it is computed for each row of the consumer, else it
/// is computed within the thread. What is computed within a thread or a row may so be within one
/// that is itself within a third's. A member that is consumed in threads of several stages is a
/// level higher, at the rows where those are of one stage's, for only threads of the last would
/// find it; and one that is read at another resolution has other rows than its consumer.
Nesting nest(const AutoPipeline& pipeline, const AutoGroup& group, bool inner_x = true);

/// No nesting: overlapping tiles.
Nesting unnested(const AutoGroup& group);

struct AutoLimits {
    double occupancy = 0.1;             ///< OCCUPANCY_THRESHOLD
    int registers = kAssumedRegisters;  ///< of a thread: compiled, or assumed
};

/// Listing 1's result. Invalid configurations cost infinity and say why.
struct AutoCost {
    double cost = std::numeric_limits<double>::infinity();
    std::string invalid;

    int block_x = 0, block_y = 0;  ///< the most over all members
    std::size_t shared_bytes = 0;  ///< of a block: the footprint
    double occupancy = 0;          ///< the least of any member
    double active_threads = 0;     ///< of a multiprocessor, likewise; at most those of a block
    int active_multiprocessors = 0;
    double arithmetic = 0;  ///< of one tile: operations over occupancy and active threads
    double memory = 0;      ///< of one tile: loads, in operations

    int threads() const { return block_x * block_y; }
};

/// Listing 1: (arithmetic + memory / (occupancy * active threads)) times the number of tiles.
/// Active threads are resident on a multiprocessor, as NVIDIA's calculator counts them for each
/// stage's threads; their least starts, as the listing does, from MAX_THREADS_PER_BLOCK. Loads from
/// outside the group are divided by consecutive ones, up to a transaction; those from members go to
/// shared memory at its own cost, where the listing leaves the factor open; from members nested in
/// the thread they are free, and those have no footprint and work in their consumer's threads. A
/// member at rows has all of them, for a block has threads for each.
AutoCost group_cost(const GpuTarget& target, const AutoPipeline& pipeline, const AutoGroup& group,
                    AutoTile tile, AutoPhase phase, const Nesting& nesting,
                    const AutoLimits& limits = {});

/// The cheapest valid tile of a group that is not nested; infinite where there is none, and then
/// the first that was tried. Of equals, which the paper leaves open, one that wants no nesting, of
/// those the one with the longest rows, then the lowest. Axes that are not tiled are computed
/// whole. `can_run`, where given: what else a tile must be, asked of those that would
/// be cheapest.
struct AutoChoice {
    AutoTile tile;
    AutoCost cost;
};
AutoChoice cheapest_tile(const GpuTarget& target, const AutoPipeline& pipeline,
                         const AutoGroup& group, AutoPhase phase, const AutoLimits& limits = {},
                         const std::function<bool(AutoTile)>& can_run = {});

/// A merge is beneficial only where one kernel costs less than two.
bool merge_pays(const AutoCost& merged, const AutoCost& producer, const AutoCost& consumer);

/// When the authors nest: above 32 KB of shared memory, below 0.3 of occupancy, or above 900
/// threads a block.
bool wants_nesting(const AutoCost& cost);

}  // namespace weft
