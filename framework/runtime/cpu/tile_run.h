// One tile of one kernel, computed by one thread: the row pipeline itself.
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

/// kStopped: a loop was left before its end, and RunWatch says why.
enum class TileOutcome { kDone, kCancelled, kStopped, kLineBufferTooShallow };

/// Everything a kernel run shares between its tasks.
struct KernelRun {
    const CpuPlan& plan;
    const Kernel& kernel;
    const std::vector<RowFunction>& functions;
    std::vector<BoundPicture> sources;                    ///< by image: graph inputs and buffers
    std::vector<std::vector<BoundPicture>> destinations;  ///< by image: outputs and buffers
    const std::atomic<bool>* cancel = nullptr;
    Progress* progress = nullptr;
    RunWatch* watch = nullptr;     ///< may be null where no functor is watched
    RowFunction pixels = nullptr;  ///< computes rows of pixels where they lie; null: none does

    /// What can be read in place of a picture; nothing where its rows lie otherwise than the
    /// kernel's.
    Rect stored(int image) const {
        const BoundPicture& source = sources[image];
        return source.planar ? source.view.domain : Rect{};
    }

    /// kDone while nobody has asked for an end.
    TileOutcome outcome() const {
        if (cancel != nullptr && cancel->load(std::memory_order_relaxed))
            return TileOutcome::kCancelled;
        const bool stopped = watch != nullptr && watch->reason() != RunWatch::kNone;
        return stopped ? TileOutcome::kStopped : TileOutcome::kDone;
    }
};

/// Before a kernel's tiles: combines the leaves of the reductions whose results it makes.
/// `profiler` is there where the kernel is made to be timed.
void combine_leaves(const KernelRun& run, Profiler* profiler = nullptr);

/// Computes `tile` for plane `plane` (0 unless the kernel runs plane by plane).
TileOutcome run_tile(const KernelRun& run, const Rect& tile, int plane, Workspace& workspace,
                     Profiler* profiler = nullptr);

}  // namespace weft
