// The one interface behind which pictures are computed: a graph and files in, a picture out.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/image_shape.h"
#include "graph/graph.h"
#include "model/costs.h"
#include "runtime/picture.h"
#include "support/result.h"

namespace weft::editor {

struct EvaluationRequest {
    Graph graph;                        ///< valid, with one output, or another to compare with
    std::vector<std::string> pictures;  ///< one file per input; empty: none is chosen
    /// Every input's width and height are divided by this, for a first impression; 1: in full.
    int reduction = 1;
    /// What `graph` is one frame of, with its curves; without a node where it is the same at all.
    Graph animated = {};
    /// Count what each node takes, by kernels that are made for it.
    bool counted = false;

    friend bool operator==(const EvaluationRequest&, const EvaluationRequest&) = default;
};

struct Evaluation {
    std::shared_ptr<const Picture> picture;
    std::shared_ptr<const Picture> other;  ///< of the second output; null where there is none
    std::vector<ImageShape> inputs;        ///< of the graph's inputs, in full; empty where unknown
    int reduction = 1;
    int kernels = 0;
    double seconds = 0.0;      ///< of running alone
    long long not_finite = 0;  ///< pixels of `picture`; counted by EvaluationThread
    std::optional<Costs> costs = {};  ///< where they were asked for
};

class Evaluator {
  public:
    virtual ~Evaluator() = default;
    /// By one thread at a time. kCancelled soon after `cancel` has become true.
    virtual Result<Evaluation> evaluate(const EvaluationRequest& request,
                                        const std::atomic<bool>& cancel) = 0;
    /// The reduction that is worth computing first; 1: none.
    virtual int first_reduction(const EvaluationRequest& request) = 0;
};

}  // namespace weft::editor
