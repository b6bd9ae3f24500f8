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

    PrepareRequest request() const;
};

/// An effect made ready in one way.
struct Ready {
    std::shared_ptr<Engine> engine;
    std::shared_ptr<Prepared> prepared;
    double seconds;  ///< to plan, compile and load
};

/// With inputs of `size`. Errors: shapes that do not fit.
Result<BenchSubject> subject_of(Graph graph, const Library& library, const Rect& size, int planes);

Result<Ready> make_ready(const BenchSubject& subject, EngineOptions options);

/// Runs `ready` over the subject's pictures. The subject must stay where it is.
Contender contender_of(std::string name, const Ready& ready, BenchSubject& subject);

/// As many as will run.
int thread_count(const EngineOptions& options);

/// `given` as "WxH", or the usual size where it is empty. kUsage errors.
Result<Rect> size_or(const std::string& given, const Rect& usual);

}  // namespace weft
