// The one interface behind which pictures are computed: a graph and files in, a picture out.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/image_shape.h"
#include "graph/document_files.h"
#include "graph/graph.h"
#include "model/costs.h"
#include "runtime/picture.h"
#include "support/result.h"

namespace weft::editor {

struct EvaluationRequest {
    Graph graph;                        ///< valid, with one output, or another to compare with
    std::vector<std::string> pictures;  ///< one file per input; empty: none is chosen
    /// Every input's width and height are divided by this, and all lengths in pixels with them: a
    /// proxy, or a first impression; 1: in full.
    int reduction = 1;
    /// What `graph` is one frame of, with its curves; without a node where it is the same at all.
    Graph animated = {};
    /// Count what each node takes, by kernels that are made for it.
    bool counted = false;
    /// Of the graph's functors; null: of those the evaluator knows.
    std::shared_ptr<const Library> library = {};
    /// The part that is computed, in pixels of the reduced picture, of each output what lies in its
    /// domain; nothing: all.
    std::optional<Rect> region = {};
    /// What is read of the pictures: part and layer, and of a sequence whose missing frames are the
    /// nearest ones its path. None: the first part of each, whole.
    std::vector<ReadFile> files = {};

    friend bool operator==(const EvaluationRequest&, const EvaluationRequest&) = default;
};

/// What an evaluator knows of a request before anything is computed.
struct Survey {
    std::vector<ImageShape> inputs;   ///< in full
    std::vector<ImageShape> outputs;  ///< as they are reduced; empty: not known
    /// Another where the files have changed: what was computed of them before is of other pictures.
    long long version = 0;
    /// The work for a part of the outputs, of that for all of them: 0 to 1. There where outputs
    /// are.
    std::function<double(const Rect&)> share;
};

struct Evaluation {
    std::shared_ptr<const Picture> picture;  ///< null where the region has nothing of it
    std::shared_ptr<const Picture> other;    ///< of the second output; null where there is none
    std::vector<ImageShape> inputs;  ///< of the graph's inputs, in full; empty where unknown
    int reduction = 1;
    int kernels = 0;
    double seconds = 0.0;             ///< of running alone
    std::optional<Costs> costs = {};  ///< where they were asked for
};

class Evaluator {
  public:
    virtual ~Evaluator() = default;
    /// All by one thread at a time. Of all of the request, whatever its region. Knows nothing, and
    /// all is then computed at once, unless it is overridden.
    virtual Result<Survey> survey(const EvaluationRequest&, const std::atomic<bool>&) {
        return Survey{};
    }
    /// kCancelled soon after `cancel` has become true.
    virtual Result<Evaluation> evaluate(const EvaluationRequest& request,
                                        const std::atomic<bool>& cancel) = 0;
    /// The reduction that is worth computing first; that of the request: none.
    virtual int first_reduction(const EvaluationRequest& request) = 0;
};

}  // namespace weft::editor
