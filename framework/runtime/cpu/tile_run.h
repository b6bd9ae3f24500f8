// Computes one tile of one kernel in one thread: the row pipeline (docs/row-pipeline.md).
#pragma once

#include <atomic>
#include <vector>

#include "plan/row_walk.h"
#include "runtime/cpu/compiled_plan.h"
#include "runtime/cpu/profiler.h"
#include "runtime/cpu/workspace.h"
#include "runtime/picture.h"
#include "runtime/progress.h"

namespace weft {

/// A picture outside the kernel: a graph input or output, or a buffer.
struct BoundPicture {
    PictureView view;
    bool planar = false;  ///< is_padded_planar(): rows may be used in place
};

/// kStopped: a loop was left before its end; RunWatch::reason() says why. kLineBufferTooShallow:
/// our bug, a row was needed that its line buffer no longer held.
enum class TileOutcome { kDone, kCancelled, kStopped, kLineBufferTooShallow };

/// A kernel's loops on codes of samples, and which these are; null: it computes with floats.
struct CodeFunctions {
    const Table<RowFunction, Loop>* functions = nullptr;
    SampleFormat format = SampleFormat::kFloat;  ///< kU8 or kU16
};

/// What all tasks of a kernel share during a run.
struct KernelRun {
    const CpuPlan& plan;
    const Kernel& kernel;
    const Table<RowFunction, Loop>& functions;
    Table<BoundPicture, PlanImage> sources;                    ///< graph inputs and buffers
    Table<std::vector<BoundPicture>, PlanImage> destinations;  ///< outputs and buffers
    const std::atomic<bool>* cancel = nullptr;
    Progress* progress = nullptr;
    RunWatch* watch = nullptr;     ///< may be null where no functor is watched
    RowFunction pixels = nullptr;  ///< CompiledPlan::pixel_functions
    CodeFunctions codes = {};

    /// What rows of line buffers hold.
    SampleFormat rows() const { return codes.format; }

    /// The rectangle of `image` that can be read in place; empty where it is not planar.
    Rect stored(Id<PlanImage> image) const {
        const BoundPicture& source = sources[image];
        return source.planar ? source.view.domain : Rect{};
    }

    /// kDone unless the run was cancelled or a loop was left early.
    TileOutcome outcome() const {
        if (cancel != nullptr && cancel->load(std::memory_order_relaxed))
            return TileOutcome::kCancelled;
        const bool stopped = watch != nullptr && watch->reason() != RunWatch::kNone;
        return stopped ? TileOutcome::kStopped : TileOutcome::kDone;
    }
};

/// Before the tiles of a kernel that makes the results of reductions: combines their leaves.
/// `profiler`: of a timed kernel, else null.
void combine_leaves(const KernelRun& run, Profiler* profiler = nullptr);

/// Computes `tile` for plane `plane` (0 unless the kernel runs plane by plane), with the memory of
/// `workspace`, which is this thread's alone.
TileOutcome run_tile(const KernelRun& run, const Rect& tile, int plane, Workspace& workspace,
                     Profiler* profiler = nullptr);

}  // namespace weft
