// What a benchmark runs: an effect, pictures that it reads, and room for what it makes of them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/contender.h"
#include "engine/engine.h"
#include "graph/graph.h"
#include "graph/library.h"
#include "runtime/picture.h"

namespace weft {

struct BenchSubject {
    Graph graph;
    Library library;
    Rect size;
    int planes;                            ///< of every input
    std::vector<Picture> inputs, results;  ///< finite random samples; as the effect's outputs

    /// For pictures laid out as `inputs` and `results` are, or for pixels of neighbouring samples,
    /// as files and compositing applications have them.
    PrepareRequest request(bool interleaved = false) const;
};

/// An effect made ready in one way.
struct Ready {
    std::shared_ptr<Engine> engine;
    std::shared_ptr<Prepared> prepared;
    double seconds;    ///< to plan, compile and load
    bool interleaved;  ///< its pictures have pixels of neighbouring samples
};

/// With inputs of `size`. Errors: shapes that do not fit.
Result<BenchSubject> subject_of(Graph graph, const Library& library, const Rect& size, int planes);

Result<Ready> make_ready(const BenchSubject& subject, EngineOptions options,
                         bool interleaved = false);

/// Runs `ready` over the subject's pictures, which must stay where they are, or over interleaved
/// copies of them. kMemory where there is no room for those.
Result<Contender> contender_of(std::string name, const Ready& ready, BenchSubject& subject);

/// As many as will run.
int thread_count(const EngineOptions& options);

/// `given` as "WxH", or the usual size where it is empty. kUsage errors.
Result<Rect> size_or(const std::string& given, const Rect& usual);

}  // namespace weft
