// The plan: how a graph is computed, as a value. Passes refine it; emitters print it; executors run
// it. Nothing in a plan refers to memory or to a device.
//
//   Plan   = images + stages + kernels + decisions
//   Stage  = a functor with its structure bound: exact taps, borders, planes, kernel members
//   Kernel = stages computed together, as loops over rows
//   Loop   = stages evaluated together at each element of a row; or moving rows in or out
//
// A CPU kernel is a row pipeline: each loop produces one row of its images at a time into line
// buffers of the last few rows, when a reader asks for it (plan/row_walk.h). A plan for a GPU has
// kernels of another kind, launched over a grid of threads (plan/gpu_kernel.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/rect.h"
#include "graph/graph.h"
#include "graph/regions.h"
#include "plan/facts.h"
#include "plan/gpu_choices.h"
#include "plan/gpu_kernel.h"
#include "plan/gpu_target.h"
#include "plan/target.h"

namespace weft {

/// A picture of the plan.
struct PlanImage {
    std::string name;           ///< "node.Output" or the graph input's name
    ImageShape shape;           ///< domain of definition and planes
    Rect region;                ///< the part that is computed; within the domain
    int graph_input = -1;       ///< index among the graph's inputs, or -1
    int producer = -1;          ///< stage that writes it, or -1
    bool materialised = false;  ///< kept whole in a buffer between kernels
    int buffer = -1;            ///< which buffer, once allocated; buffers are shared by lifetimes
    /// Its buffer holds one plane at a time: the kernels that make and read it are of one round.
    bool one_plane = false;
    /// The graph output in whose pixels it lies until they are written, where those are floats; or
    /// -1. Its buffer serves where they are not.
    int aliased_output = -1;
    Layout layout = Layout::kRows;
    int copy_of = -1;                ///< the picture of which this is the transposed copy, or -1
    int state_floats = 0;            ///< no picture but a reduction's states: numbers of one
    std::size_t arena_offset = 0;    ///< on a GPU: where it lies in the plan's arena
    std::vector<int> graph_outputs;  ///< the graph outputs that are this picture

    bool is_state() const { return state_floats > 0; }
    friend bool operator==(const PlanImage&, const PlanImage&) = default;
};

/// Radii and offsets of one run, where kernels take them as arguments.
struct DynamicStencil {
    int radius = 0, radius_x = 0, radius_y = 0;
    std::vector<Offset> offsets;  ///< of an eSparse input, in order
    friend bool operator==(const DynamicStencil&, const DynamicStencil&) = default;
};

/// One input of a stage, bound.
struct StageInput {
    int image = -1;
    Border border;
    Granularity granularity = eComponent;
    Freedom freedom = e0D;
    Axis axis = eHorizontal;
    int radius = 0, radius_x = 0, radius_y = 0;  ///< as declared
    Scale scale_x, scale_y;                      ///< which element is read around
    std::vector<Offset> offsets;                 ///< of an eSparse input, in order
    /// Where it reads relative to the element that scaled() gives: exact, or the whole declared
    /// window. Sorted by y, x.
    std::vector<Offset> taps;
    /// The reach of this run, where radii or offsets are arguments of the kernel. The radii, the
    /// number of offsets and the taps above are then the largest of all runs; the offsets above are
    /// those of one of them.
    std::optional<DynamicStencil> own = {};

    bool is_scaled() const { return scale_x != Scale{} || scale_y != Scale{}; }
    bool at_element_only() const { return taps.size() == 1 && taps[0] == Offset{} && !is_scaled(); }
    friend bool operator==(const StageInput&, const StageInput&) = default;
};

/// A baked member and its value as C++ text: {"Level", "int", "3"}.
struct BakedValue {
    std::string name, type, text;
    friend bool operator==(const BakedValue&, const BakedValue&) = default;
};

/// Which part of its functor a stage computes.
enum class Phase {
    kWhole,
    kReduce,  ///< a reduction's elements, which it collects in states
    kResult,  ///< a reduction's outputs, from what all states come to
};

/// A functor of the graph with its structure bound. A reduction is two stages, one after the other:
/// the first has the inputs and leaves the states of leaves behind, as if they were a picture; the
/// second reads them and has the outputs (core/reduction.h).
struct Stage {
    NodeId node;
    std::string name;     ///< the node's
    std::string functor;  ///< class name
    FunctorFacts facts;
    std::vector<StageInput> inputs;
    std::vector<int> outputs;  ///< images
    std::vector<Granularity> output_granularity;
    bool per_pixel = false;  ///< evaluated once per pixel, not once per plane
    int planes = 1;          ///< how often it is evaluated: planes, or 1
    Phase phase = Phase::kWhole;
    /// Its outputs'; a moving average's begins where its state is rebuilt; of kReduce the elements
    /// that it collects.
    Rect domain;
    Axis scan_axis = eHorizontal;  ///< of a scan
    bool scan_backwards = false;   ///< of a recurrence that begins at its lines' last elements
    int restart_period = 0;        ///< of a moving average; 0 otherwise
    std::vector<BakedValue> baked;
    std::vector<std::byte> members;  ///< argument values, laid out as the kernel text's Members
    int members_size = 0;

    bool is_scan() const { return facts.dependence == eMovingAverage || is_recurrence(); }
    bool is_recurrence() const { return facts.dependence == eRecurrence; }
    friend bool operator==(const Stage&, const Stage&) = default;
};

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
    int image = -1;
    Border border;        ///< what its padding to the left and right holds
    bool padded = false;  ///< some reader reads outside the domain in x
    bool edges =
        false;      ///< of loaded rows their ends alone, the rest is read in place (in_place.h)
    int loop = -1;  ///< that fills it
    int depth = 1;  ///< rows kept
    int planes = 1;
    int row_floats = 0;  ///< allocated floats of one row of one plane, padding included

    friend bool operator==(const LineBuffer&, const LineBuffer&) = default;
};

/// Rows that a loop reads: one row pointer per tap row and plane.
struct Read {
    int stage = -1, input = -1;  ///< for whom; -1 for kCopy and kStore
    int image = -1;
    int line_buffer = -1;  ///< source; -1: rows of the picture in place (graph input or buffer)
    bool virtual_rows =
        false;  ///< the line buffer holds rows beyond the domain too (filled by kLoad)
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
    int stage = -1, input = -1;
    int image = -1;
    Border border;

    friend bool operator==(const PictureRead&, const PictureRead&) = default;
};

/// A row that a loop writes.
struct Write {
    int stage = -1, output = -1;
    int image = -1;
    int line_buffer = -1;  ///< into this line buffer; -1: in place into the picture
    int first_slot = 0;
    int slot_planes = 1;
    bool non_temporal = false;  ///< in place and larger than the caches: bypass them

    friend bool operator==(const Write&, const Write&) = default;
};

struct Loop {
    LoopKind kind = LoopKind::kParallel;
    std::vector<int> stages;  ///< in order of evaluation
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
    int scratch_floats = 0;  ///< horizontal scans: transposed tiles; reductions: states of lanes

    bool is_scan() const {
        return kind == LoopKind::kVerticalScan || kind == LoopKind::kHorizontalScan;
    }
    bool is_recurrence() const { return is_scan() && restart_period == 0; }
    friend bool operator==(const Loop&, const Loop&) = default;
};

/// A picture that a kernel leaves behind: which, and the part of it; of states, the elements that
/// are collected.
struct KernelOutput {
    int image = -1;
    Rect region;
    friend bool operator==(const KernelOutput&, const KernelOutput&) = default;
};

struct Kernel {
    std::string name;
    std::vector<int> stages;  ///< in topological order
    std::vector<Loop> loops;  ///< in topological order
    std::vector<LineBuffer> line_buffers;
    std::vector<KernelOutput> outputs;
    bool planes_outer = false;  ///< each task computes one plane; line buffers then hold one plane
    int planes = 1;             ///< planes_outer: how many
    int whole_planes = 0;       ///< planes_outer: so many of them are not cut into strips
    /// Kernels of one round follow one another, and all have run for a plane when the first runs
    /// for the next; -1: for all planes, then the next kernel.
    int round = -1;
    Rect region;                            ///< hull of the outputs' regions
    int strip_height = 0, block_width = 0;  ///< of the region's partition into tiles
    std::size_t task_bytes = 0;  ///< working memory of one task: line buffers, state, scratch

    friend bool operator==(const Kernel&, const Kernel&) = default;
};

/// Why a pass did what it did, for `weft explain`.
struct Decision {
    std::string pass, subject, text;
    friend bool operator==(const Decision&, const Decision&) = default;
};

struct Plan {
    std::string name;
    Target target;
    bool fast_math = false;
    /// Unbounded: a stage's pictures have the domain that their readers need, so that no read of
    /// one meets a border, and nothing after bind() has to know of it.
    Intermediates intermediates = Intermediates::kBounded;
    std::vector<PlanImage> images;
    std::vector<Stage> stages;           ///< topological order
    std::vector<Kernel> kernels;         ///< launch order
    std::optional<GpuTarget> gpu;        ///< the GPU that the plan is for: it has no `kernels` then
    std::vector<GpuKernel> gpu_kernels;  ///< launch order
    std::vector<StageGroups> next_best;  ///< partitions that a search ranked behind this one
    std::size_t arena_bytes = 0;         ///< on a GPU: all pictures, inputs and outputs among them
    std::size_t peak_bytes = 0;          ///< the most that is alive at once
    std::vector<int> outputs;            ///< image of each graph output
    std::vector<Rect> output_regions;
    std::vector<std::string> output_names;
    std::vector<std::size_t> buffer_bytes;
    std::vector<Decision> decisions;

    friend bool operator==(const Plan&, const Plan&) = default;
};

inline const Stage& stage_of(const Plan& plan, int stage) {
    return plan.stages[static_cast<std::size_t>(stage)];
}

inline const PlanImage& image_of(const Plan& plan, int image) {
    return plan.images[static_cast<std::size_t>(image)];
}

/// What an input with a reach of its own takes as arguments: Radius, RadiusX, RadiusY, Count, and
/// the columns of the offsets; as many as the most offsets need. Empty for any other.
std::vector<int> reach_arguments(const StageInput& input);

/// Floats from one row of a buffer to the next: whole cache lines, and one vector of slack.
constexpr int buffer_row_floats(int width) {
    return (width + 2 * kVectorFloats - 1) / kVectorFloats * kVectorFloats;
}

/// Bytes of a buffer that holds `region` of a picture.
constexpr std::size_t buffer_bytes(const Rect& region, int planes) {
    return sizeof(float) * static_cast<std::size_t>(buffer_row_floats(region.width())) *
           static_cast<std::size_t>(region.height()) * static_cast<std::size_t>(planes);
}

/// The part of a picture that the buffer of a kernel's output holds: all states of a reduction.
inline Rect buffer_region(const Plan& plan, const KernelOutput& output) {
    const PlanImage& image = plan.images[static_cast<std::size_t>(output.image)];
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
