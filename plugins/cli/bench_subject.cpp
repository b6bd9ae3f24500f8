#include "cli/bench_subject.h"

#include <algorithm>
#include <chrono>

#include "batch/sparse_pixels.h"
#include "cli/parse_values.h"
#include "engine/differential.h"
#include "runtime/convert.h"
#include "support/cores.h"

namespace weft {

namespace {

std::vector<PictureView> views_of(std::vector<Picture>& pictures) {
    std::vector<PictureView> views;
    for (Picture& picture : pictures) views.push_back(picture.view());
    return views;
}

/// Room with interleaved pixels for each of the pictures.
Result<std::vector<SparsePixels>> interleaved(const std::vector<Picture>& pictures) {
    std::vector<SparsePixels> rooms;
    for (const Picture& picture : pictures) {
        Result<SparsePixels> room =
            SparsePixels::reserve(picture.domain(), picture.planes(), SampleFormat::kFloat);
        if (!room) return room.error();
        rooms.push_back(*std::move(room));
    }
    return rooms;
}

std::vector<PictureView> views_of(const std::vector<SparsePixels>& rooms) {
    std::vector<PictureView> views;
    for (const SparsePixels& room : rooms) views.push_back(room.view());
    return views;
}

}  // namespace

PrepareRequest BenchSubject::request(bool interleaved) const {
    PrepareRequest request{graph, library, usual_input_shapes(graph, library, size, planes), {}};
    if (interleaved) {
        request.planar_inputs.assign(graph.inputs.size(), false);
        request.planar_outputs.assign(graph.outputs.size(), false);
    }
    return request;
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

Result<Ready> make_ready(const BenchSubject& subject, EngineOptions options, bool interleaved) {
    const auto start = std::chrono::steady_clock::now();
    Ready ready{std::make_shared<Engine>(std::move(options)), {}, 0, interleaved};
    Result<std::unique_ptr<Prepared>> prepared =
        ready.engine->prepare(subject.request(interleaved));
    if (!prepared) return prepared.error();
    ready.prepared = *std::move(prepared);
    ready.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return ready;
}

Result<Contender> contender_of(std::string name, const Ready& ready, BenchSubject& subject) {
    if (!ready.interleaved)
        return Contender{std::move(name), [ready, inputs = views_of(subject.inputs),
                                           results = views_of(subject.results)] {
                             return ready.prepared->run(inputs, results, {});
                         }};
    struct Rooms {
        std::vector<SparsePixels> inputs, results;
    };
    Result<std::vector<SparsePixels>> inputs = interleaved(subject.inputs);
    if (!inputs) return inputs.error();
    Result<std::vector<SparsePixels>> results = interleaved(subject.results);
    if (!results) return results.error();
    for (std::size_t i = 0; i < inputs->size(); ++i)
        store_region(inputs->at(i).view(), subject.size, subject.inputs[i]);
    const auto rooms = std::make_shared<Rooms>(Rooms{*std::move(inputs), *std::move(results)});
    return Contender{std::move(name), [ready, rooms] {
                         return ready.prepared->run(views_of(rooms->inputs),
                                                    views_of(rooms->results), {});
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
