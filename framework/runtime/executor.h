// Running: options, progress and cancellation, and the two calls every front end makes.
//
//   Result<std::unique_ptr<Prepared>> p = device.prepare(graph, library, shapes, regions);
//   Status s = (*p)->run(inputs, outputs, control);
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "graph/graph.h"
#include "graph/regions.h"
#include "runtime/kernel_times.h"
#include "runtime/picture.h"

namespace weft {

/// strict: the same bits on every back end. fast: contraction and reassociation allowed.
enum class MathMode { kStrict, kFast };

/// Asks a run to stop, and hears how far it is. One per run; all members may be null.
struct RunControl {
    const std::atomic<bool>* cancel = nullptr;
    std::function<void(double fraction)>
        progress;  ///< called from any thread, 0..1; at each hundredth, and in between
};

/// A graph made ready for given sizes. run() may be called any number of times, by one thread at a
/// time; results depend on the inputs alone.
class Prepared {
  public:
    virtual ~Prepared() = default;

    /// One view per graph input; its domain and planes are those prepared for.
    /// One view per graph output; its domain is the region prepared for. On an error the outputs'
    /// contents are unspecified.
    virtual Status run(const std::vector<PictureView>& inputs,
                       const std::vector<PictureView>& outputs, const RunControl& control) = 0;

    /// What runs it: "cpu", "cuda", ... as `--device` takes it.
    virtual std::string device() const = 0;
    /// Kernels launched by one run.
    virtual int kernel_count() const = 0;
    /// The engine's own working memory in bytes during a run, beyond the pictures.
    virtual std::size_t scratch_bytes() const = 0;
    /// Where the time of the last successful run went, in the order of kernels; none unless it was
    /// prepared to be timed, by a device that can.
    virtual std::vector<KernelTimes> kernel_times() const { return {}; }
};

/// What prepare() needs to know of the pictures.
struct PrepareRequest {
    const Graph& graph;
    const Library& library;
    std::vector<ImageShape> inputs;  ///< one per graph input
    std::vector<Rect> regions;  ///< one per graph output, or none; an empty one: the whole domain
    /// Whether run() will be given pictures that are is_padded_planar(), one flag per input and per
    /// output; empty: all are. Such pictures are read and written in place, others are converted
    /// row by row. run() accepts either, but what was prepared for is faster.
    std::vector<bool> planar_inputs = {}, planar_outputs = {};
    /// Graphs that will be prepared in turn, as frames of a sequence are, this one among them:
    /// kernels of the CPU are then compiled so that those which differ in radii and values share
    /// them. Empty: for this graph alone.
    std::vector<Graph> range = {};
};

/// The oracle: calls the functors' own C++, one element at a time (runtime/reference/).
Result<std::unique_ptr<Prepared>> prepare_reference(const PrepareRequest& request);

}  // namespace weft
