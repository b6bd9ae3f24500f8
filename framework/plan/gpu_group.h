// A group: stages that one GPU kernel computes together, tile by tile.
//
// A team of threads (a block, or a warp) computes a tile of the outputs. Its loops run one after
// another; each evaluates some stages at every element of the tile and of a halo around it. What
// other elements read of a result goes through a tile of shared memory, or by way of the registers
// of a warp; what only the element itself reads stays a value of the thread.
//
// Borders are exact by index exchange (paper: kernel-fusion, IV-B): element j of a loop's halo that
// lies outside the domain holds what its readers' border asks for, the stages evaluated at
// remap(j). So a picture that is read with two different borders has two tiles.
//
// Stages that others read at another resolution are computed on a level of their own
// (plan/group_levels.h). A group without such reads has a single level, that of its results.
#pragma once

#include <cstddef>
#include <optional>
#include <variant>
#include <vector>

#include "plan/bound_graph.h"
#include "support/id.h"

namespace weft {

/// The smallest rectangle holding all offsets that are read: [x_first, x_last] × [y_first, y_last].
struct Window {
    int x_first = 0, x_last = 0, y_first = 0, y_last = 0;

    bool is_point() const { return *this == Window{}; }
    friend bool operator==(const Window&, const Window&) = default;
};

/// The window of all sums of an offset of each; and the smallest that holds both.
constexpr Window sum(const Window& a, const Window& b) {
    return {a.x_first + b.x_first, a.x_last + b.x_last, a.y_first + b.y_first, a.y_last + b.y_last};
}
constexpr Window hull(const Window& a, const Window& b) {
    return {
        a.x_first < b.x_first ? a.x_first : b.x_first, a.x_last > b.x_last ? a.x_last : b.x_last,
        a.y_first < b.y_first ? a.y_first : b.y_first, a.y_last > b.y_last ? a.y_last : b.y_last};
}

/// Who shares tiles, and where the elements of a tile lie.
enum class TileKind {
    kBlock,   ///< all threads of a block, behind block barriers
    kWarp,    ///< a warp with tiles of its own (paper: warp-tiling, section 4): no block barrier
    kHybrid,  ///< as kWarp, with the right part of a tile in registers (section 5): GroupSplit
    kStream,  ///< a warp goes down a strip of columns, which lies in registers: GroupStrip
};

/// Of the kinds whose team is a warp, those whose body lies in registers.
constexpr bool in_registers(TileKind kind) {
    return kind == TileKind::kHybrid || kind == TileKind::kStream;
}

/// How the elements whose reads may leave a domain are told from the others (paper:
/// border-partitioning).
enum class BorderScheme {
    kNaive,  ///< every element checks
    kBody,   ///< a body that checks nothing, and one variant that checks everything
    kNine,   ///< nine regions of blocks
    kWarp,   ///< told apart by each warp; of a group, loop by loop
};

struct GpuInput;
struct GroupLevel;

/// The level of the results, which every group has.
inline constexpr Id<GroupLevel> kResultsLevel(0);

/// Elements of one resolution: those that the elements of another level, the parent, read around
/// (core/scale.h). A tile of it lies where the parent's does, from scaled(first) to scaled(last);
/// halos are around that.
struct GroupLevel {
    std::optional<Id<GroupLevel>> parent;  ///< an earlier level; the results' own has none
    Scale scale_x, scale_y;                ///< which element one of the parent reads around
    /// The intersection of all domains that loops of the level read or compute: a tile whose reach
    /// stays within it meets no border. Empty, with x1 < x0 or y1 < y0, where domains lie apart.
    Rect inner;
    Window reach;  ///< of all reads from the tile's elements, through all loops of the level

    friend bool operator==(const GroupLevel&, const GroupLevel&) = default;
};

struct GroupTile;

/// Read in memory, from the element's place in the picture: which of the kernel's inputs.
struct FromMemory {
    Id<GpuInput> input;
    friend bool operator==(const FromMemory&, const FromMemory&) = default;
};

/// Read in a tile of the group.
struct FromTile {
    Id<GroupTile> tile;
    friend bool operator==(const FromTile&, const FromTile&) = default;
};

/// The thread's own value, computed earlier in the same loop: of which picture.
struct FromValue {
    Id<PlanImage> image;
    friend bool operator==(const FromValue&, const FromValue&) = default;
};

/// How an input of a stage is reached within a group.
using GroupRead = std::variant<FromMemory, FromTile, FromValue>;

/// A stage evaluated by a loop. The same stage may be evaluated by several.
struct GroupEvaluation {
    Id<Stage> stage;
    Table<GroupRead, StageInput> reads;

    friend bool operator==(const GroupEvaluation&, const GroupEvaluation&) = default;
};

/// Where a loop's rows are computed (paper: gpu-autoscheduler, listing 2, one level above the loop
/// along a row).
enum class LoopRows {
    kAll,       ///< all of them before the next loop
    kWithNext,  ///< each just before the same row of the next loop, by the same warp
    kLast,      ///< the last of loops that go row by row together
};

struct GroupLoop {
    std::vector<GroupEvaluation> evaluations;  ///< in order; none where a picture is copied
    std::optional<Id<GpuInput>> copies;        ///< the input that is copied into the loop's tile
    Id<GroupLevel> level = kResultsLevel;      ///< whose elements it goes over
    Window halo;                               ///< elements around the tile that are computed too
    /// Of what it computes; on the results' level the kernel's region is within.
    Rect domain;
    Border border;                     ///< what halo elements outside the domain hold
    std::vector<Id<GroupTile>> tiles;  ///< that it fills
    /// It reads what an earlier loop has written; of loops that go row by row together, the first
    /// waits for what any of them reads, and each of the others for those alone.
    bool barrier_before = false;
    LoopRows rows = LoopRows::kAll;  ///< loops that go together lie side by side, of the same rows
    /// Of a realigned copy (paper: active-library, 4.4), which goes over whole lines of memory:
    /// floats from a line's boundary to the first of a row. Of all others nothing.
    std::optional<int> from_boundary;

    friend bool operator==(const GroupLoop&, const GroupLoop&) = default;
};

/// A tile of shared memory: a picture's elements under a team's piece and a halo.
struct GroupTile {
    Id<PlanImage> image;
    Id<GroupLevel> level = kResultsLevel;
    Border border;
    Window halo;
    int planes = 1;
    std::size_t offset = 0, bytes = 0;  ///< within a team's shared memory
    int pitch = 0;                      ///< floats from one v to the next

    friend bool operator==(const GroupTile&, const GroupTile&) = default;
};

/// How the last loop comes by an output.
struct GroupStore {
    Id<PlanImage> image;
    std::optional<Id<GroupTile>> tile;  ///< that holds it; else the last loop evaluates its stage

    friend bool operator==(const GroupStore&, const GroupStore&) = default;
};

/// kHybrid: the tile is so many parallelograms of a warp's width along one axis, skewed so that
/// elements read to their left alone (paper: warp-tiling, section 5; preamble/gpu/registers.h). The
/// left ones, with the halo on their left, are in shared memory; the others in registers: one for
/// each lane, parallelogram and row.
struct GroupSplit {
    bool along_u = true;
    int parallelograms = 1;
    int shared_parallelograms = 1;  ///< 0 ... parallelograms

    friend bool operator==(const GroupSplit&, const GroupSplit&) = default;
};

/// kStream: lane l of a warp has `columns` neighbouring columns, from l columns - margin of the
/// tile's own on. A loop computes a row for all of them before the next loop does; what other
/// loops still read of it stays in a line buffer of rows in registers.
struct GroupStrip {
    int columns = 1;
    int margin = 0;  ///< whole multiples of `columns`
    /// Rows over which the body's text is unrolled: after them every line buffer has come round.
    int period = 1;

    friend bool operator==(const GroupStrip&, const GroupStrip&) = default;
};

/// What a body in registers keeps of a tile: kHybrid, the shared part; kStream, its line buffer.
struct GroupPart {
    std::size_t offset = 0, bytes = 0;  ///< kHybrid: within a team's shared memory
    int pitch = 0;                      ///< kHybrid: floats from one v to the next
    int rows = 1;                       ///< kStream: of the line buffer
    int before = 0, after = 0;  ///< kStream: columns of its neighbours that a lane keeps as well

    friend bool operator==(const GroupPart&, const GroupPart&) = default;
};

/// Bytes of a transaction of the first-level and of the second-level cache.
constexpr int kFirstLevelBytes = 128, kSecondLevelBytes = 32;

/// Floats of a line of the first-level cache, which the rows of device pictures are whole multiples
/// of.
constexpr int kLineFloats = kFirstLevelBytes / static_cast<int>(sizeof(float));

struct GpuGroup {
    Table<GroupTile> tiles;
    Table<GroupLoop> loops;          ///< the last one stores the outputs and has no halo
    std::vector<GroupStore> stores;  ///< as kernel.outputs
    /// Every thread evaluates all planes of its element: where stages differ in planes, or that
    /// is faster. Otherwise the grid has one layer per plane.
    bool planes_inside = false;
    /// What is read at the element alone stays in the thread. False only where it does not, and
    /// nesting would make another group.
    bool nested = true;
    Table<GroupLevel> levels{GroupLevel{}};  ///< the results' first, parents before others

    TileKind kind = TileKind::kBlock;
    int team_u = 1, team_v = 1;  ///< threads of a team
    int tile_u = 1, tile_v = 1;  ///< elements of a team's tile
    /// Elements that are computed by way of shared memory at once: the tile. Of kinds in registers,
    /// a part of it: a tile that is not whole or meets a border is computed piece by piece.
    int piece_u = 1, piece_v = 1;
    std::size_t team_bytes = 0;  ///< of shared memory
    /// Of its loads of pictures, where algorithm 2 of paper: warp-tiling (section 6) chose it:
    /// kSecondLevelBytes, past the first level, or kFirstLevelBytes, which is as the device caches
    /// them: before 7.0 not there either. 0: nobody did. External pictures go as the device has it.
    int transaction_bytes = 0;

    GroupSplit split;                   ///< kHybrid
    GroupStrip strip;                   ///< kStream
    Table<GroupPart, GroupTile> parts;  ///< kHybrid, kStream: of each tile

    friend bool operator==(const GpuGroup&, const GpuGroup&) = default;
};

}  // namespace weft
