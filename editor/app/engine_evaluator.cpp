#include "app/engine_evaluator.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "batch/frames_to_read.h"
#include "engine/engine.h"
#include "graph/frame_reaches.h"
#include "graph/region_work.h"
#include "graph/regions.h"
#include "graph/scaled.h"
#include "pictures/picture_file.h"
#include "runtime/convert.h"
#include "viewer/viewed_picture.h"

namespace weft::editor {
namespace {

namespace fs = std::filesystem;

constexpr int kReduction = 4;
/// Pictures kept as they were read, those of the request at hand aside: frames pass by.
constexpr std::size_t kMaxLoaded = 8;
constexpr long long kLarge = 3'000'000;  // pixels, from which on a first impression is worth it

/// Means of n by n pixels; what does not fill the last of a row or a column is left out, unless it
/// is all there is.
Picture reduced(const Picture& picture, int n) {
    const Rect d = picture.domain();
    const Rect small{d.x0 / n, d.y0 / n, d.x0 / n + std::max(1, d.width() / n),
                     d.y0 / n + std::max(1, d.height() / n)};
    const int wide = std::min(n, d.width()), high = std::min(n, d.height());
    const float part = 1.0f / static_cast<float>(wide * high);
    Picture to(small, picture.planes());
    for (int p = 0; p < picture.planes(); ++p)
        for (int y = 0; y < small.height(); ++y) {
            float* row = to.row(small.y0 + y, p);
            std::fill(row, row + small.width(), 0.0f);
            for (int j = 0; j < high; ++j) {
                const float* from = picture.row(d.y0 + y * n + j, p);
                for (int x = 0; x < small.width(); ++x)
                    for (int i = 0; i < wide; ++i) row[x] += from[x * n + i];
            }
            for (int x = 0; x < small.width(); ++x) row[x] *= part;
        }
    return to;
}

/// The shape of a picture that is reduced to `domain`.
ImageShape reduced_shape(ImageShape shape, int n, const Rect& domain) {
    shape.domain = domain;
    shape.frame = intersect(editor::reduced(shape.frame, n), domain);
    shape.data_window = intersect(editor::reduced(shape.data_window, n), domain);
    return shape;
}

/// One run of a plan.
struct Run {
    double seconds = 0.0;
    std::vector<KernelTimes> kernels;  ///< where they are counted
};

std::string said(const SectionTime& section) {
    switch (section.kind) {
        case SectionKind::kNode: return {};
        case SectionKind::kLoad: return "reading " + section.name;
        case SectionKind::kCopy: return "borders of " + section.name;
        case SectionKind::kStore: return "writing " + section.name;
        case SectionKind::kRest: break;
    }
    return "rows and tasks";
}

Costs costs_of(const Run& run) {
    Costs costs{{}, run.seconds};
    for (const KernelTimes& kernel : run.kernels)
        for (const SectionTime& section : kernel.sections)
            costs.parts.push_back({section.node, said(section), section.seconds});
    return costs;
}

Result<Run> run_once(Prepared& prepared, const std::vector<PictureView>& inputs,
                     const std::vector<PictureView>& outputs, const std::atomic<bool>& cancel) {
    const auto start = std::chrono::steady_clock::now();
    if (Status s = prepared.run(inputs, outputs, RunControl{&cancel, {}}); !s) return s.error();
    return Run{std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(),
               prepared.kernel_times()};
}

/// The fastest of a few, and of each part the fastest: what else the machine does is in it least.
Result<Run> run_often(Prepared& prepared, const std::vector<PictureView>& inputs,
                      const std::vector<PictureView>& outputs, const std::atomic<bool>& cancel) {
    constexpr int kMost = 8;
    constexpr double kEnough = 0.4;  // seconds
    double fastest = 0.0, total = 0.0;
    std::vector<std::vector<KernelTimes>> counted;
    for (int i = 0; i < kMost && total < kEnough; ++i) {
        Result<Run> run = run_once(prepared, inputs, outputs, cancel);
        if (!run) return run;
        total += run->seconds;
        fastest = i == 0 ? run->seconds : std::min(fastest, run->seconds);
        counted.push_back(std::move(run->kernels));
    }
    return Run{fastest, least_of(counted)};
}

EngineOptions engine_options(std::shared_ptr<HostCompiler> compiler, bool counting) {
    EngineOptions options = interactive_options();
    options.timed = counting;
    options.shared_compiler = std::move(compiler);
    return options;
}

class EngineEvaluator final : public Evaluator {
  public:
    explicit EngineEvaluator(Library library)
        : EngineEvaluator(std::move(library), make_host_compiler({})) {}

    Result<Survey> survey(const EvaluationRequest& request,
                          const std::atomic<bool>& cancel) override {
        const Result<Sized> sized = size(request, cancel);
        if (!sized) return sized.error();
        Survey survey;
        survey.inputs = sized->inputs;
        survey.version = sized->version;
        for (const GraphOutput& output : sized->graph.outputs)
            survey.outputs.push_back(sized->shown(output.image));
        const auto work = [this, held = request.library, graph = sized->graph,
                           shapes = sized->shapes](const Rect& region) {
            const std::vector<Rect> regions(graph.outputs.size(), region);
            const auto elements =
                elements_computed(graph, held ? *held : library_, shapes, regions);
            return elements ? static_cast<double>(*elements) : 0.0;
        };
        Rect all;
        for (const ImageShape& shape : survey.outputs) all = hull(all, shape.domain);
        // Not before someone asks, and each part once: it goes through all nodes.
        using Corners = std::array<int, 4>;
        survey.share = [work, all,
                        known = std::make_shared<std::map<Corners, double>>()](const Rect& region) {
            const auto work_of = [&](const Rect& r) {
                const auto [at, is_new] = known->try_emplace({r.x0, r.y0, r.x1, r.y1});
                if (is_new) at->second = work(r);
                return at->second;
            };
            return work_of(region) / std::max(1.0, work_of(all));
        };
        return survey;
    }

    Result<Evaluation> evaluate(const EvaluationRequest& request,
                                const std::atomic<bool>& cancel) override {
        Result<Sized> sized = size(request, cancel);
        if (!sized) return sized.error();
        Evaluation evaluation;
        evaluation.inputs = sized->inputs;
        evaluation.reduction = request.reduction;
        std::vector<std::shared_ptr<Picture>> pictures;
        std::vector<PictureView> views;
        std::vector<bool> wanted;
        PrepareRequest prepare{sized->graph, library_of(request), sized->shapes_read, {}};
        for (const GraphOutput& output : sized->graph.outputs) {
            const ImageShape shape = sized->shown(output.image);
            const Rect& d = shape.domain;
            Rect region = request.region ? intersect(*request.region, d) : d;
            wanted.push_back(!region.empty());
            // A plan computes something of each output: of what is not wanted a pixel.
            if (region.empty()) region = {d.x0, d.y0, d.x0 + 1, d.y0 + 1};
            prepare.regions.push_back(region);
            pictures.push_back(std::make_shared<Picture>(region, shape.planes));
            views.push_back(pictures.back()->view());
        }
        if (std::find(wanted.begin(), wanted.end(), true) == wanted.end()) return evaluation;
        const PixelScale scale{1.0 / request.reduction, 1.0 / request.reduction};
        if (Status s = reach_over_time(request, scale, prepare.range); !s) return s.error();
        Result<std::unique_ptr<Prepared>> prepared =
            (request.counted ? counting_ : engine_).prepare(prepare);
        if (!prepared) return prepared.error();
        if (cancel.load()) return Error{ErrorKind::kCancelled, "cancelled"};
        Result<Run> run =
            (request.counted ? run_often : run_once)(**prepared, sized->views(), views, cancel);
        if (!run) return run.error();
        evaluation.seconds = run->seconds;
        if (request.counted) evaluation.costs = costs_of(*run);
        evaluation.kernels = (*prepared)->kernel_count();
        if (wanted[0]) evaluation.picture = pictures[0];
        if (pictures.size() > 1 && wanted[1]) evaluation.other = pictures[1];
        return evaluation;
    }

    int first_reduction(const EvaluationRequest& request) override {
        if (request.counted) return request.reduction;
        // How large a functor says its pictures are need not be a length that shrinks.
        for (const GraphOutput& output : request.graph.outputs)
            if (has_own_shape(request.graph, library_of(request), output.image))
                return request.reduction;
        long long pixels = 0;
        for (std::size_t i = 0; i < request.pictures.size(); ++i)
            if (const auto loaded = loaded_.find(key_of(request, i)); loaded != loaded_.end())
                pixels = std::max(pixels, loaded->second.picture.domain().area());
        pixels /= static_cast<long long>(request.reduction) * request.reduction;
        if (request.region) pixels = std::min(pixels, request.region->area());
        return pixels >= kLarge ? kReduction * request.reduction : request.reduction;
    }

  private:
    EngineEvaluator(Library library, const std::shared_ptr<HostCompiler>& compiler)
        : library_(std::move(library)),
          engine_(engine_options(compiler, false)),
          counting_(engine_options(compiler, true)) {}

    /// A file, what is read of it, and how its colours become light.
    struct LoadedKey {
        std::string path;
        PictureChoice choice;
        friend bool operator==(const LoadedKey&, const LoadedKey&) = default;
        friend bool operator<(const LoadedKey& a, const LoadedKey& b) {
            return std::tie(a.path, a.choice.part, a.choice.layer, a.choice.colour) <
                   std::tie(b.path, b.choice.part, b.choice.layer, b.choice.colour);
        }
    };
    static LoadedKey key_of(const EvaluationRequest& request, std::size_t input) {
        const GraphInput& read = request.graph.inputs[input];
        const ReadFile file = input < request.files.size() ? request.files[input] : ReadFile{};
        return {file_there(request.pictures[input], file),
                {file.part, file.layer, colour_for_input(read.name, read.colour)}};
    }

    /// `path`; where it is not on disk, and one of the sequence `file`, the nearest frame's.
    static std::string file_there(const std::string& path, const ReadFile& file) {
        const Result<SequencePath> sequence = SequencePath::parse(file.path);
        if (file.path.empty() || !sequence) return path;
        const std::optional<int> frame = sequence->frame_of(path, {});
        return frame ? FramesToRead(*sequence, file.missing).file(*frame, {}) : path;
    }

    struct Loaded {
        fs::file_time_type written;
        Picture picture;
        ImageShape shape;
        std::map<int, Picture> reduced;  // by reduction
    };

    /// A request with its pictures: how large all of it is.
    struct Sized {
        Graph graph;                       // as it is reduced
        std::vector<ImageShape> inputs;    // in full
        std::vector<const Picture*> read;  // one per input, as it is reduced
        std::vector<ImageShape> shapes_read;
        std::map<ImageId, ImageShape> shapes;
        long long version = 0;  // Survey::version
        /// Of a picture what is shown of it.
        ImageShape shown(ImageId image) const {
            ImageShape shape = shapes.at(image);
            shape.domain = usual_region(shape, shapes_read);
            return shape;
        }
        std::vector<PictureView> views() const {
            std::vector<PictureView> all;
            for (const Picture* picture : read) all.push_back(picture->view());
            return all;
        }
    };

    Result<Sized> size(const EvaluationRequest& request, const std::atomic<bool>& cancel) {
        Sized sized;
        forget_others(request);
        const std::vector<bool> read = inputs_read(request.graph);
        for (std::size_t i = 0; i < request.pictures.size(); ++i) {
            // What is not read still needs a shape: any will do.
            const std::size_t from = read[i] ? i : first_read(read);
            const Result<Loaded*> loaded = load(request, from, cancel);
            if (!loaded) return loaded.error();
            const Picture& picture = (*loaded)->picture;
            sized.version = sized.version * 31 + (*loaded)->written.time_since_epoch().count();
            sized.inputs.push_back((*loaded)->shape);
            sized.read.push_back(request.reduction == 1 ? &picture
                                                        : &small(**loaded, request.reduction));
            sized.shapes_read.push_back(
                reduced_shape((*loaded)->shape, request.reduction, sized.read.back()->domain()));
        }
        const Library& library = library_of(request);
        const PixelScale scale{1.0 / request.reduction, 1.0 / request.reduction};
        Result<Graph> graph = scaled(request.graph, library, scale);
        if (!graph) return graph.error();
        auto shapes = infer_shapes(*graph, library, sized.shapes_read);
        if (!shapes) return shapes.error();
        sized.graph = *std::move(graph);
        sized.shapes = *std::move(shapes);
        return sized;
    }

    static const Picture& small(Loaded& loaded, int reduction) {
        const auto at = loaded.reduced.find(reduction);
        if (at != loaded.reduced.end()) return at->second;
        return loaded.reduced[reduction] = reduced(loaded.picture, reduction);
    }

    /// Which inputs the outputs need.
    static std::vector<bool> inputs_read(const Graph& graph) {
        std::vector<bool> read(graph.inputs.size(), false);
        std::set<NodeId> needed;
        const auto need = [&](ImageId image) {
            if (image.is_graph_input())
                read[static_cast<std::size_t>(image.output)] = true;
            else
                needed.insert(image.node);
        };
        for (const GraphOutput& output : graph.outputs) need(output.image);
        for (auto node = graph.nodes.rbegin(); node != graph.nodes.rend(); ++node)
            if (needed.contains(node->id))
                for (const ImageId image : node->inputs) need(image);
        return read;
    }

    static std::size_t first_read(const std::vector<bool>& read) {
        const auto at = std::find(read.begin(), read.end(), true);
        return at == read.end() ? 0 : static_cast<std::size_t>(at - read.begin());
    }

    /// How far the frames of a graph read, so that one kernel serves them all.
    Status reach_over_time(const EvaluationRequest& request, const PixelScale& scale,
                           std::vector<Graph>& reaches) {
        if (request.animated.nodes.empty()) return {};
        const Library& library = library_of(request);
        const Result<Graph> graph = scaled(request.animated, library, scale);
        if (!graph) return graph.error();
        if (!(animated_ == *graph) || reaches_library_ != request.library) {
            reaches_ = frame_reaches(*graph, library);
            animated_ = *graph;
            reaches_library_ = request.library;
        }
        reaches = reaches_;
        return {};
    }

    const Library& library_of(const EvaluationRequest& request) const {
        return request.library ? *request.library : library_;
    }

    /// Of what was read, the pictures that a request does not need, when there are many.
    void forget_others(const EvaluationRequest& request) {
        if (loaded_.size() < kMaxLoaded) return;
        std::vector<LoadedKey> needed;
        for (std::size_t i = 0; i < request.pictures.size(); ++i)
            needed.push_back(key_of(request, i));
        std::erase_if(loaded_, [&](const auto& loaded) {
            return std::find(needed.begin(), needed.end(), loaded.first) == needed.end();
        });
    }

    Result<Loaded*> load(const EvaluationRequest& request, std::size_t input,
                         const std::atomic<bool>& cancel) {
        const LoadedKey key = key_of(request, input);
        const auto& [path, choice] = key;
        if (path.empty())
            return Error{ErrorKind::kInput,
                         fmt::format("the input \"{}\" has no picture: double-click it to choose "
                                     "one",
                                     request.graph.inputs[input].name)};
        std::error_code error;
        const fs::file_time_type written = fs::last_write_time(path, error);
        if (const auto at = loaded_.find(key); at != loaded_.end() && at->second.written == written)
            return &at->second;
        Result<PictureIO*> io = picture_io();
        if (!io) return io.error();
        Result<LoadedPicture> file = (*io)->read(path, choice, &cancel);
        // Named, so that it is said at the Read.
        if (!file)
            return Error{file.error().kind,
                         fmt::format("input \"{}\": {}", request.graph.inputs[input].name,
                                     file.error().message)};
        Picture picture(file->view.domain, file->view.planes);
        load_region(file->view, file->view.domain, picture);
        return &(loaded_[key] = {written, std::move(picture), shape_of(file->info), {}});
    }

    const Library library_;
    Engine engine_;
    Engine counting_;  // whose kernels count what each node takes
    std::map<LoadedKey, Loaded> loaded_;
    Graph animated_;
    std::shared_ptr<const Library> reaches_library_;
    std::vector<Graph> reaches_;
};

}  // namespace

std::unique_ptr<Evaluator> make_engine_evaluator(Library library) {
    return std::make_unique<EngineEvaluator>(std::move(library));
}

}  // namespace weft::editor
