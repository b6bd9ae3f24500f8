// How a CPU computes a bound graph: kernels, which are row pipelines, and where pictures are kept.
//
//   Kernel = stages computed together, as loops over rows
//   Loop   = stages evaluated together at each element of a row; or moving rows in or out
//
// Each loop of a kernel produces one row of its images at a time into line buffers of the last few
// rows, when a reader asks for it (plan/row_walk.h).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/rect.h"
#include "plan/bound_graph.h"
#include "plan/target.h"
#include "support/id.h"

namespace weft {

struct Loop;

/// What a loop does with one row.
enum class LoopKind {
    kLoad,          ///< brings a row of a graph input or buffer into a line buffer, border included
    kCopy,          ///< copies a line buffer's row to give it another border
    kParallel,      ///< evaluates stages at every element
    kVerticalScan,  ///< advances one scan by one row, or a batch of rows
    kHorizontalScan,  ///< runs one scan along the row, or a batch of rows
    kReduce,          ///< collects a row's elements in a reduction's states
    kResult,          ///< makes a row of what a reduction's states come to
    kStore,           ///< writes a line buffer's row to a graph output or buffer
};

/// The last rows of a picture that loops still need.
struct LineBuffer {
    Id<PlanImage> image;
    SampleType samples = SampleType::kFloat32;  ///< its picture's
    Border border;                              ///< of its padding to the left and right
    bool padded = false;                        ///< some reader reads outside the domain in x
    bool edges = false;  ///< holds the ends of rows alone; the rest is read in place (in_place.h)
    Id<Loop> loop;       ///< that fills it
    int depth = 1;       ///< rows kept
    int planes = 1;
    int row_samples = 0;  ///< allocated samples of one row of one plane, padding included

    friend bool operator==(const LineBuffer&, const LineBuffer&) = default;
};

/// Rows that a loop reads: one row pointer per tap row and plane.
struct Read {
    std::optional<ReadBy> by;  ///< for whom; nothing of kCopy and kStore
    Id<PlanImage> image;
    /// The source; none: rows of the picture in place (graph input or buffer).
    std::optional<Id<LineBuffer>> line_buffer;
    bool virtual_rows = false;  ///< a kLoad fills the line buffer with rows beyond the domain too
    Border border;
    Scale scale_x, scale_y;
    std::vector<int> rows;        ///< tap rows relative to the element's, sorted
    int x_first = 0, x_last = 0;  ///< hull of tap columns
    int first_slot = 0;           ///< slot of (dy = slot_row0, plane 0)
    int slot_row0 = 0;            ///< dy of the first slot; slots are dense in dy, then planes
    /// For eSparse: one slot per list entry; slot_rows[i] is entry i's dy.
    std::vector<int> slot_rows;
    int slot_planes = 1;     ///< planes addressed per row: all for ePixel, else 1
    bool broadcast = false;  ///< a single plane serves all iterations
    bool prefetch = false;   ///< the next rows, read in place, are prefetched meanwhile

    friend bool operator==(const Read&, const Read&) = default;
};

/// A picture that a loop reads anywhere in: whole, in memory.
struct PictureRead {
    ReadBy by;
    Id<PlanImage> image;
    Border border;
    bool prefetch = false;  ///< what a row holds further on is prefetched

    friend bool operator==(const PictureRead&, const PictureRead&) = default;
};

/// A row that a loop writes.
struct Write {
    std::optional<MadeBy> by;  ///< whose; nothing where rows are moved
    Id<PlanImage> image;
    std::optional<Id<LineBuffer>> line_buffer;  ///< into this one; none: in place into the picture
    int first_slot = 0;
    int slot_planes = 1;
    bool non_temporal = false;  ///< in place and larger than the caches: bypass them
    bool prefetch = false;      ///< in place: where it is to be written further on is prefetched

    friend bool operator==(const Write&, const Write&) = default;
};

struct Loop {
    LoopKind kind = LoopKind::kParallel;
    std::vector<Id<Stage>> stages;  ///< in order of evaluation
    Rect domain;
    int planes = 1;         ///< iterations per row
    int width = 1;          ///< elements computed at once
    int batch_rows = 1;     ///< rows computed by one call, so that what they both read is read once
    int batch_columns = 0;  ///< of a row before the batch's next row; width: rows side by side
    std::vector<Read> reads;
    std::vector<PictureRead> pictures;  ///< of eRandom inputs
    std::vector<Write> writes;
    int read_slots = 0, write_slots = 0;
    bool upwards = false;    ///< rows are produced from the last to the first
    bool backwards = false;  ///< a recurrence that begins at its lines' last elements
    int restart_period = 0;  ///< moving averages: state is rebuilt so far apart, from the origin
    int state_rows = 0;      ///< vertical scans: floats of state per element
    /// Horizontal scans: transposed tiles, during a call; reductions: states of lanes.
    int scratch_floats = 0;

    bool is_scan() const {
        return kind == LoopKind::kVerticalScan || kind == LoopKind::kHorizontalScan;
    }
    bool is_recurrence() const { return is_scan() && restart_period == 0; }
    friend bool operator==(const Loop&, const Loop&) = default;
};

/// A picture that a kernel leaves behind: which, and the part of it; of states, the elements that
/// are collected.
struct KernelOutput {
    Id<PlanImage> image;
    Rect region;
    friend bool operator==(const KernelOutput&, const KernelOutput&) = default;
};

struct Kernel {
    std::string name;
    std::vector<Id<Stage>> stages;  ///< in topological order
    Table<Loop> loops;              ///< in topological order
    Table<LineBuffer> line_buffers;
    std::vector<KernelOutput> outputs;
    bool planes_outer = false;  ///< each task computes one plane; line buffers then hold one plane
    int planes = 1;             ///< planes_outer: how many
    int whole_planes = 0;       ///< planes_outer: so many of them are not cut into strips
    /// The first kernel of its plane loop. Kernels of one follow one another, and all have run for
    /// a plane when the first runs for the next; none: for all planes, then the next kernel.
    std::optional<Id<Kernel>> plane_loop;
    Rect region;                            ///< hull of the outputs' regions
    int strip_height = 0, block_width = 0;  ///< of the region's partition into tiles
    std::size_t task_bytes = 0;  ///< working memory of one task: line buffers, state, scratch

    friend bool operator==(const Kernel&, const Kernel&) = default;
};

/// Floats of the transposed tiles of a kernel's horizontal scans, of which one runs at a time.
int scan_scratch_floats(const Kernel& kernel);

/// Where the pixels of a picture are between kernels: nowhere. They are the caller's, or pass
/// through line buffers of one kernel.
struct NotKept {
    friend bool operator==(const NotKept&, const NotKept&) = default;
};

/// Memory of a plan, in which one picture after another lies.
struct Buffer {
    std::size_t bytes = 0;
    friend bool operator==(const Buffer&, const Buffer&) = default;
};

/// Whole, in a buffer of the plan.
struct KeptInBuffer {
    std::optional<Id<Buffer>> buffer;  ///< once allocated; buffers are shared by lifetimes
    /// It holds one plane at a time: the kernels that make and read it are of one plane loop.
    bool one_plane = false;
    /// The graph output in whose pixels it lies instead until they are written, where those are
    /// floats.
    std::optional<Id<GraphOutput>> output;
    friend bool operator==(const KeptInBuffer&, const KeptInBuffer&) = default;
};

using CpuStorage = std::variant<NotKept, KeptInBuffer>;

struct CpuPlan : BoundGraph {
    Target target;
    Table<CpuStorage, PlanImage> storage = {};
    Table<Kernel> kernels = {};  ///< launch order
    Table<Buffer> buffers = {};

    friend bool operator==(const CpuPlan&, const CpuPlan&) = default;
};

/// How an image is kept between kernels; null where it is not.
inline const KeptInBuffer* kept(const CpuPlan& plan, Id<PlanImage> image) {
    return std::get_if<KeptInBuffer>(&plan.storage[image]);
}
inline KeptInBuffer* kept(CpuPlan& plan, Id<PlanImage> image) {
    return std::get_if<KeptInBuffer>(&plan.storage[image]);
}

/// The elements of a state, of a loop that collects a reduction's.
inline const Leaf& leaf_of(const CpuPlan& plan, const Loop& loop) {
    return plan.images[plan.stages[loop.stages.back()].outputs.front()].leaf;
}

/// Samples from one row of a buffer to the next: whole cache lines, and one vector of slack.
constexpr int buffer_row_samples(int width) {
    return (width + 2 * kVectorFloats - 1) / kVectorFloats * kVectorFloats;
}

/// Bytes of a buffer that holds `region` of a picture.
constexpr std::size_t buffer_bytes(const Rect& region, int planes, SampleType samples) {
    return bytes_of(samples) * static_cast<std::size_t>(buffer_row_samples(region.width())) *
           static_cast<std::size_t>(region.height()) * static_cast<std::size_t>(planes);
}

/// The part of a picture that the buffer of a kernel's output holds: all states of a reduction.
inline Rect buffer_region(const CpuPlan& plan, const KernelOutput& output) {
    const PlanImage& image = plan.images[output.image];
    return image.is_state() ? image.shape.domain : output.region;
}

/// A part of a kernel's work that one thread computes.
struct Task {
    Rect tile;      ///< of the kernel's region
    int plane = 0;  ///< 0 unless planes_outer
    friend bool operator==(const Task&, const Task&) = default;
};

/// All of a kernel's work, the largest parts first. Each element of the region belongs to exactly
/// one tile of its plane; the last tile of a row or column may be smaller.
std::vector<Task> tasks(const Kernel& kernel);

/// The different rectangles that tasks have.
std::vector<Rect> tiles(const Kernel& kernel);

}  // namespace weft
