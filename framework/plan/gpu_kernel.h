// A GPU kernel of a plan: what each thread computes, how it reaches its pixels, and the launch.
//
// Elements are addressed by (u, v): u along the axis in which the output lies contiguously in
// memory, v across it. In the layout kRows u is x and v is y; in kColumns u is y and v is x.
// A block has block_u × block_v threads; blockIdx is (u, v, plane).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/rect.h"
#include "core/types.h"
#include "plan/gpu_group.h"
#include "plan/sample_type.h"
#include "support/id.h"
#include "support/integers.h"

namespace weft {

/// How a picture lies in memory.
enum class Layout {
    kRows,     ///< x is contiguous
    kColumns,  ///< y is contiguous: transposed
};

/// The window along memory: u as x, v as y.
constexpr Window in_uv(const Window& w, Layout layout) {
    return layout == Layout::kRows ? w : Window{w.y_first, w.y_last, w.x_first, w.x_last};
}

enum class GpuKernelKind {
    kParallel,    ///< a thread computes elements that do not depend on one another
    kScan,        ///< a thread advances a moving average along an axis
    kTranspose,   ///< copies a picture into the other layout
    kGroup,       ///< stages computed together, tile by tile: `group`
    kReduce,      ///< a thread collects the elements of one lane of a leaf (core/reduction.h)
    kResult,      ///< a block for each plane combines all leaves and makes the outputs
    kAccumulate,  ///< a block computes a tile of elements, several a thread: `accumulation`
};

/// How a kernel reaches the pixels of an input.
enum class GpuAccess {
    kGlobal,    ///< in place; every read lies within what is stored
    kBordered,  ///< in place; every read is remapped by the border first
    kShared,    ///< in a tile that the block copies to shared memory, border included
};

/// One input of one stage of a kernel.
struct GpuInput {
    ReadBy by;
    Id<PlanImage> image;  ///< which is that input's image
    GpuAccess access = GpuAccess::kBordered;
    Window window;                         ///< of the taps
    Id<GroupLevel> level = kResultsLevel;  ///< kGroup: whose elements read it
    bool realigned = false;  ///< kShared: threads are renumbered for the copy, so that the first
                             ///< reads from an aligned address
    std::size_t shared_offset = 0, shared_bytes = 0;  ///< kShared: its tile, all planes it needs
    int shared_pitch = 0;                             ///< kShared: floats from one v to the next

    friend bool operator==(const GpuInput&, const GpuInput&) = default;
};

/// How a block computes a tile of an accumulation's elements: terms in the order of its loops,
/// those of some turns of the outermost loop after the other. What they read of an input that is
/// kShared is copied first (plan/accumulation.h).
struct GpuAccumulation {
    int elements_u = 1, elements_v = 1;  ///< of a thread; neighbours lie block_u (block_v) apart
    int turns = 1;                       ///< of the outermost loop of terms for each copy

    friend bool operator==(const GpuAccumulation&, const GpuAccumulation&) = default;
};

/// The launch of a kernel.
struct GpuShape {
    int block_u = 1, block_v = 1;
    /// Blocks along u, v and planes. A kernel whose work exceeds what a grid may hold goes over it
    /// in steps of the grid (`strided`).
    int grid_u = 1, grid_v = 1, grid_planes = 1;
    bool strided = false;

    int threads() const { return block_u * block_v; }
    friend bool operator==(const GpuShape&, const GpuShape&) = default;
};

struct GpuKernel {
    std::string name;  ///< of the launch, unique in the plan: "degrain.03 hDWT"
    GpuKernelKind kind = GpuKernelKind::kParallel;
    std::vector<Id<Stage>> stages;  ///< in order of evaluation; none in kTranspose
    /// Stage by stage, in the order of each stage's inputs. kGroup: what is read of memory, one for
    /// each picture, border and level, named by its first reader.
    Table<GpuInput> inputs;
    std::vector<Id<PlanImage>> outputs;
    std::optional<Id<PlanImage>> source;  ///< kTranspose: the image that is copied into outputs[0]
    Layout layout = Layout::kRows;        ///< of the outputs
    Rect region;     ///< elements that are computed; kReduce: states, lane by lane
    int planes = 1;  ///< evaluations of each: planes, or 1 where a thread sees all

    /// kParallel: a fixed number of blocks goes over all elements by one flat index (paper:
    /// active-library, 4.5); shape.grid_u is that number, block_v is 1.
    bool minimised = false;
    /// kScan: restart periods that one thread advances over; 0: from the first to the last.
    int periods_per_thread = 0;
    /// kScan in fast arithmetic: the state is rebuilt at every element and nothing is advanced; the
    /// kernel is then launched like a parallel one (paper: active-library, 4.2, "unoptimised").
    bool rebuilds = false;

    GpuGroup group;                ///< kGroup
    GpuAccumulation accumulation;  ///< kAccumulate
    /// Of one stage, while groups are built: each that reads its result computes it for itself, so
    /// that it is never launched and its result never stored.
    bool recomputed = false;

    /// How elements whose reads may leave a domain are told from the others: of a group, its tiles.
    /// kNaive where nothing is told apart (plan/kernel_borders.h: may_tell_borders_apart()).
    BorderScheme borders = BorderScheme::kNaive;

    GpuShape shape;
    std::size_t shared_bytes = 0;  ///< dynamic, of a block
    int registers = 0;             ///< of a thread: compiled where `compiled`, else an estimate
    bool compiled = false;
    /// Instructions of its machine code over those that its text lets expect, or what that usually
    /// is where it is not compiled. At least 1: a compiler that keeps a functor's loops prints
    /// fewer than are executed.
    double instruction_surplus = 1;
    double occupancy = 0;  ///< resident threads over the most there may be

    bool is_reduction() const {
        return kind == GpuKernelKind::kReduce || kind == GpuKernelKind::kResult;
    }
    /// kAccumulate: elements of a block's tile.
    int tile_u() const { return shape.block_u * accumulation.elements_u; }
    int tile_v() const { return shape.block_v * accumulation.elements_v; }
    bool is_scan_along_u(Axis axis) const {
        return (layout == Layout::kRows) == (axis == eHorizontal);
    }
    friend bool operator==(const GpuKernel&, const GpuKernel&) = default;
};

/// Samples from one row (kColumns: column) of a device picture to the next: whole lines of floats.
constexpr int gpu_pitch_samples(int extent_u) { return round_up(extent_u, kLineFloats); }

/// Bytes of a device picture that holds `stored` of each of `planes` planes.
constexpr std::size_t gpu_picture_bytes(const Rect& stored, Layout layout, int planes,
                                        SampleType samples) {
    const int u = layout == Layout::kRows ? stored.width() : stored.height();
    const int v = layout == Layout::kRows ? stored.height() : stored.width();
    return bytes_of(samples) * static_cast<std::size_t>(gpu_pitch_samples(u)) *
           static_cast<std::size_t>(v) * static_cast<std::size_t>(planes);
}

}  // namespace weft
