#include "cli/bench_subject.h"

#include <algorithm>
#include <chrono>

#include "cli/parse.h"
#include "engine/differential.h"
#include "support/cores.h"

namespace weft {

namespace {

std::vector<PictureView> views_of(std::vector<Picture>& pictures) {
    std::vector<PictureView> views;
    for (Picture& picture : pictures) views.push_back(picture.view());
    return views;
}

}  // namespace

PrepareRequest BenchSubject::request() const {
    return {graph, library, usual_input_shapes(graph, library, size, planes), {}};
}

Result<BenchSubject> subject_of(Graph graph, const Library& library, const Rect& size, int planes) {
    BenchSubject subject{std::move(graph), library, size, planes, {}, {}};
    const std::vector<ImageShape> given = subject.request().inputs;
    const auto shapes = infer_shapes(subject.graph, library, given);
    if (!shapes) return shapes.error();
    for (std::size_t i = 0; i < given.size(); ++i)
        subject.inputs.push_back(test_picture(size, given[i].planes, 1 + i, false));
    for (const GraphOutput& output : subject.graph.outputs) {
        const ImageShape& shape = shapes->at(output.image);
        subject.results.emplace_back(shape.domain, shape.planes);
    }
    return subject;
}

Result<Ready> make_ready(const BenchSubject& subject, EngineOptions options) {
    const auto start = std::chrono::steady_clock::now();
    Ready ready{std::make_shared<Engine>(std::move(options)), {}, 0};
    Result<std::unique_ptr<Prepared>> prepared = ready.engine->prepare(subject.request());
    if (!prepared) return prepared.error();
    ready.prepared = *std::move(prepared);
    ready.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return ready;
}

Contender contender_of(std::string name, const Ready& ready, BenchSubject& subject) {
    return {std::move(name),
            [ready, inputs = views_of(subject.inputs), results = views_of(subject.results)] {
                return ready.prepared->run(inputs, results, {});
            }};
}

int thread_count(const EngineOptions& options) {
    if (options.threads > 0) return options.threads;
    return available_cores();
}

Result<Rect> size_or(const std::string& given, const Rect& usual) {
    if (given.empty()) return usual;
    return parse_size(given);
}

}  // namespace weft
