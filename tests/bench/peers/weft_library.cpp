#include "bench/peers/weft_library.h"

#include <cstdio>
#include <cstring>
#include <string>

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <nlohmann/json.hpp>

#include "effects/builtin.h"
#include "engine/engine.h"
#include "graph/document.h"
#include "graph/regions.h"

using namespace weft;

struct WeftBenchRun {
    std::unique_ptr<Engine> engine;
    std::unique_ptr<Prepared> prepared;
    Rect region;
    int planes = 0;
};

namespace {

void tell(const std::string& message, char* error, std::size_t size) {
    std::snprintf(error, size, "%s", message.c_str());
}

PictureView view_of(const WeftBenchPicture& picture, int x0, int y0) {
    PictureView view;
    view.base = static_cast<std::byte*>(picture.base);
    view.format = picture.bytes == 1   ? SampleFormat::kU8
                  : picture.bytes == 2 ? SampleFormat::kU16
                                       : SampleFormat::kFloat;
    view.x_stride = picture.x_stride;
    view.y_stride = picture.y_stride;
    view.plane_stride = picture.plane_stride;
    view.domain = {x0, y0, x0 + picture.width, y0 + picture.height};
    view.planes = picture.planes;
    view.padded = picture.padded != 0;
    return view;
}

/// The effect or functor of that name, or what a document describes.
Result<Graph> named_or_described(const nlohmann::json& named, const Library& library) {
    if (named.is_object()) return from_document(named.dump(), library);
    const std::string name = named;
    if (const Effect* effect = find_effect(name)) return effect->build();
    if (const FunctorType* type = library.find(name)) return graph_of(*type);
    return Error{ErrorKind::kUsage, "'" + name + "' is no effect and no functor of Weft"};
}

Result<Graph> graph_of_request(const nlohmann::json& request, const Library& library) {
    Result<Graph> found = named_or_described(request.at("effect"), library);
    if (!found) return found;
    Graph graph = *std::move(found);
    for (const std::string setting : request.at("settings")) {
        const std::size_t equals = setting.find('=');
        if (equals == std::string::npos)
            return Error{ErrorKind::kUsage, "the setting '" + setting + "' has no value"};
        const Status set =
            set_parameter(graph, library, setting.substr(0, equals), setting.substr(equals + 1));
        if (!set) return set.error();
    }
    return graph;
}

Result<std::unique_ptr<WeftBenchRun>> prepare(const nlohmann::json& request) {
    const Library library = builtin_library();
    Result<Graph> graph = graph_of_request(request, library);
    if (!graph) return graph.error();
    if (graph->outputs.size() != 1)
        return Error{ErrorKind::kUsage, "an effect with one output was expected"};

    std::vector<ImageShape> shapes;
    for (const auto& shape : request.at("inputs"))
        shapes.push_back({{0, 0, shape.at(0), shape.at(1)}, shape.at(2)});
    const auto inferred = infer_shapes(*graph, library, shapes);
    if (!inferred) return inferred.error();
    const ImageShape& whole = inferred->at(graph->outputs[0].image);

    auto run = std::make_unique<WeftBenchRun>();
    run->planes = whole.planes;
    run->region = whole.domain;
    if (const auto& region = request.at("region"); !region.is_null())
        run->region = {region.at(0), region.at(1), region.at(2), region.at(3)};

    EngineOptions options;
    options.threads = request.at("threads");
    options.math = request.at("math") == "fast" ? MathMode::kFast : MathMode::kStrict;
    run->engine = std::make_unique<Engine>(options);
    PrepareRequest wanted{*graph, library, shapes, {run->region}};
    for (const bool planar : request.at("planar")) wanted.planar_inputs.push_back(planar);
    for (const bool planar : request.at("planar_outputs")) wanted.planar_outputs.push_back(planar);
    Result<std::unique_ptr<Prepared>> prepared = run->engine->prepare(wanted);
    if (!prepared) return prepared.error();
    run->prepared = *std::move(prepared);
    return run;
}

}  // namespace

WeftBenchRun* weft_bench_prepare(const char* request, char* error, std::size_t error_size) {
    try {
        Result<std::unique_ptr<WeftBenchRun>> run = prepare(nlohmann::json::parse(request));
        if (run) return run->release();
        tell(run.error().message, error, error_size);
    } catch (const std::exception& e) {
        tell(e.what(), error, error_size);
    }
    return nullptr;
}

void weft_bench_shape(const WeftBenchRun* run, std::int32_t shape[5]) {
    shape[0] = run->region.width();
    shape[1] = run->region.height();
    shape[2] = run->planes;
    shape[3] = run->region.x0;
    shape[4] = run->region.y0;
}

int weft_bench_run(WeftBenchRun* run, const WeftBenchPicture* inputs, std::size_t input_count,
                   const WeftBenchPicture* output, char* error, std::size_t error_size) {
    std::vector<PictureView> views;
    for (std::size_t i = 0; i < input_count; ++i) views.push_back(view_of(inputs[i], 0, 0));
    const PictureView result = view_of(*output, run->region.x0, run->region.y0);
    try {
        const Status ran = run->prepared->run(views, {result}, {});
        if (ran) return 0;
        tell(ran.error().message, error, error_size);
    } catch (const std::exception& e) {
        tell(e.what(), error, error_size);
    }
    return -1;
}

void weft_bench_release(WeftBenchRun* run) { delete run; }

void weft_bench_copy(void* to, const void* from, std::size_t bytes, std::int32_t threads) {
    static tbb::task_arena arena(threads);  // waits between copies, as a plan's threads do
    const auto part = [&](std::size_t i) { return bytes * i / static_cast<std::size_t>(threads); };
    arena.execute([&] {
        tbb::parallel_for(
            std::size_t{0}, static_cast<std::size_t>(threads),
            [&](std::size_t i) {
                std::memcpy(static_cast<char*>(to) + part(i),
                            static_cast<const char*>(from) + part(i), part(i + 1) - part(i));
            },
            tbb::static_partitioner());
    });
}
