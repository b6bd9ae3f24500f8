// Running graphs: the request, progress and cancellation, and what a back end prepares.
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

/// Cancellation and progress of a run. One per run; all members may be null.
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

    /// Takes one view per graph input, of the domain and planes prepared for, and one per graph
    /// output, whose domain is the region prepared for. On an error, kCancelled among them, the
    /// outputs' contents are unspecified.
    virtual Status run(const std::vector<PictureView>& inputs,
                       const std::vector<PictureView>& outputs, const RunControl& control) = 0;

    /// What runs it: "cpu", "cuda", ... as `--device` takes it.
    virtual std::string device() const = 0;
    /// Kernels that one run launches.
    virtual int kernel_count() const = 0;
    /// Bytes of working memory during a run, beyond the caller's pictures.
    virtual std::size_t scratch_bytes() const = 0;
    /// The times of the last successful run, in the order of kernels; empty unless it was prepared
    /// to be timed, on a device that can.
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
    /// All graphs that will be prepared one after another, as frames of a sequence are, this one
    /// among them: CPU kernels are then compiled for all that differ in radii and values alone.
    /// Empty: for this graph alone.
    std::vector<Graph> range = {};
    /// Most threads that a run may use of those that the device has; 0: all. Fewer take less
    /// working memory, and results are the same bits.
    int threads = 0;
};

/// The oracle: calls the functors' own C++, one element at a time (runtime/reference/).
Result<std::unique_ptr<Prepared>> prepare_reference(const PrepareRequest& request);

}  // namespace weft
