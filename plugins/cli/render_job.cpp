// The stages of a render. Cheap checks come first, so that nobody waits for a mistyped name.
#include "cli/render_job.h"

#include <chrono>
#include <filesystem>

#include <fmt/format.h>

#include "batch/frame_task.h"
#include "batch/output_plan.h"
#include "batch/sequence_path.h"
#include "cli/interrupt.h"
#include "cli/progress_line.h"
#include "cli/quiet_stderr.h"
#include "pictures/output_file.h"
#include "pictures/picture_file.h"
#include "support/cores.h"
#include "weft_version.h"

namespace weft {
namespace {

/// Seconds since it was made or last read.
class Stopwatch {
  public:
    double lap() {
        const auto now = std::chrono::steady_clock::now();
        const double seconds = std::chrono::duration<double>(now - start_).count();
        start_ = now;
        return seconds;
    }

  private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

Status check_interrupt() {
    if (!interrupt_flag().load()) return {};
    return Error{ErrorKind::kCancelled, "stopped; nothing was written"};
}

/// The options with the paths of inputs and outputs in the effect's order; optional inputs among
/// them become inputs of the session's graph.
Result<RenderOptions> in_effect_order(RenderOptions options, Session& session) {
    Result<std::vector<std::string>> inputs = give_inputs(session, options.inputs);
    if (!inputs) return inputs.error();
    std::vector<std::string> names;
    for (const GraphOutput& output : session.graph.outputs) names.push_back(output.name);
    Result<std::vector<std::string>> outputs =
        in_order(options.outputs, names, session.graph.name, "-o");
    if (!outputs) return outputs.error();
    options.inputs = *std::move(inputs);
    options.outputs = *std::move(outputs);
    for (std::size_t i = 0; i < options.outputs.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (options.outputs[i] == options.outputs[j])
                return Error{ErrorKind::kUsage,
                             fmt::format("'{}' is given twice with -o; each output needs a path "
                                         "of its own",
                                         options.outputs[i])};
    return options;
}

/// The paths as they are where no frame is chosen; inputs that are there are meant as they stand.
Status settle_paths(RenderOptions& options) {
    std::error_code ignored;
    for (std::vector<std::string>* paths : {&options.inputs, &options.outputs})
        for (std::string& path : *paths) {
            if (paths == &options.inputs && std::filesystem::exists(path, ignored)) continue;
            Result<std::string> still = still_path(path);
            if (!still) return still.error();
            path = *std::move(still);
        }
    return {};
}

/// What can be known of the outputs before a picture is read.
Status check_outputs(const RenderOptions& options) {
    for (const std::string& path : options.outputs) {
        if (Status s = check_file_kind(path, options); !s) return s;
        if (Status s = check_target(path); !s) return s;
    }
    return {};
}

Result<std::vector<LoadedPicture>> read_inputs(const RenderOptions& options, PictureIO& io,
                                               std::vector<std::string>& notes) {
    const QuietStderr quiet;
    std::vector<LoadedPicture> pictures;
    for (std::size_t i = 0; i < options.inputs.size(); ++i) {
        const std::string& path = options.inputs[i];
        const PictureChoice choice =
            i < options.choices.size() ? options.choices[i] : PictureChoice{};
        Result<LoadedPicture> picture = io.read(path, choice, &interrupt_flag());
        if (!picture) return picture.error();
        const std::vector<PartInfo>& parts = picture->info.parts;
        if (parts.size() > 1 && choice == PictureChoice{})
            notes.push_back(fmt::format("'{}' has several parts; the first{} was used", path,
                                        parts.front().name.empty()
                                            ? std::string()
                                            : fmt::format(", '{}',", parts.front().name)));
        pictures.push_back(*std::move(picture));
    }
    return pictures;
}

Result<std::vector<OutputPlan>> plan_outputs(const RenderOptions& options, const Session& session,
                                             const std::vector<ImageShape>& shapes,
                                             const std::vector<LoadedPicture>& inputs) {
    Result<std::map<ImageId, ImageShape>> all =
        infer_shapes(session.graph, session.library, shapes);
    if (!all) return all.error();
    std::vector<const PictureInfo*> infos;
    for (const LoadedPicture& input : inputs) infos.push_back(&input.info);
    std::vector<OutputPlan> plans;
    for (std::size_t i = 0; i < options.outputs.size(); ++i) {
        const auto shape = all->find(session.graph.outputs[i].image);
        if (shape == all->end())
            return Error{ErrorKind::kInternal,
                         fmt::format("output '{}' of {} has no shape",
                                     session.graph.outputs[i].name, session.graph.name)};
        Result<OutputPlan> plan =
            plan_output({options.outputs[i], options.region, options.format, options.keep_layers,
                         has_own_shape(session.graph, session.library, shape->first)},
                        shape->second, infos);
        if (!plan) return plan.error();
        plans.push_back(*std::move(plan));
    }
    return plans;
}

Status run(Prepared& prepared, const RenderOptions& options,
           const std::vector<LoadedPicture>& inputs, const std::vector<OutputPixels>& outputs) {
    std::vector<PictureView> from, to;
    for (const LoadedPicture& input : inputs) from.push_back(input.view);
    for (const OutputPixels& output : outputs) to.push_back(output.computed);
    ProgressLine line(options.progress);
    const RunControl control{&interrupt_flag(), [&line](double f) { line.show(f); }};
    Status status = prepared.run(from, to, control);
    if (Status s = check_interrupt(); !s) return s;
    return status;
}

/// Writes all outputs beside their targets, then puts them into place.
Status write_outputs(const RenderOptions& options, PictureIO& io, const std::string& effect,
                     const std::vector<LoadedPicture>& inputs, const std::vector<OutputPlan>& plans,
                     const std::vector<OutputPixels>& pixels, bool& partial) {
    const QuietStderr quiet;
    std::vector<OutputFile> files;
    for (std::size_t i = 0; i < plans.size(); ++i) {
        Result<OutputFile> file = OutputFile::create(options.outputs[i]);
        if (!file) return file.error();
        WriteRequest request = request_for(plans[i]);
        request.path = file->path();
        request.source = inputs.empty() ? nullptr : &inputs.front().info;
        request.keep_layers = options.keep_layers;
        request.software = fmt::format("weft {} ({})", kWeftVersion, effect);
        request.compression = options.compression;
        request.cancel = &interrupt_flag();
        files.push_back(*std::move(file));
        if (Status s = io.write(request, pixels[i].stored); !s) {
            if (s.error().kind == ErrorKind::kCancelled)
                return Error{ErrorKind::kCancelled,
                             fmt::format("stopped while writing '{}'; nothing was written",
                                         options.outputs[i])};
            return Error{s.error().kind, fmt::format("cannot write '{}': {}", options.outputs[i],
                                                     s.error().message)};
        }
    }
    for (std::size_t i = 0; i < files.size(); ++i)
        if (Status s = files[i].commit(); !s) {
            partial = i > 0;
            return s;
        }
    return {};
}

}  // namespace

Status check_file_kind(const std::string& path, const RenderOptions& options) {
    const Result<const FileKind*> kind = file_kind_of(path);
    if (!kind) return kind.error();
    const auto refused = [&](const Status& why) {
        return Error{why.error().kind,
                     fmt::format("cannot write '{}': {}", path, why.error().message)};
    };
    if (options.format) {
        const int any = (*kind)->channels.empty() ? 1 : (*kind)->channels.front();
        if (Status s = check_holds(**kind, *options.format, any); !s) return refused(s);
    }
    if (!options.compression.empty())
        if (Status s = check_compression(**kind, options.compression); !s) return refused(s);
    return {};
}

Result<RenderReport> render(const RenderOptions& requested, bool& partial) {
    Stopwatch watch;
    RenderReport report;
    Result<Session> session = open_session(requested.choice, requested.engine);
    if (!session) return session.error();
    Result<RenderOptions> ordered = in_effect_order(requested, *session);
    if (!ordered) return ordered.error();
    if (Status s = settle_paths(*ordered); !s) return s.error();
    const RenderOptions& options = *ordered;
    const Graph& graph = session->graph;
    if (Status s = check_outputs(options); !s) return s.error();
    report.effect = graph.name;
    report.fast = options.engine.math == MathMode::kFast;
    report.threads = options.engine.threads > 0 ? options.engine.threads : available_cores();
    if (is_animated(graph))
        report.notes.push_back(
            fmt::format("{} has keyframes, and no frame was chosen: each parameter is as at its "
                        "first one, or as the document says; -F chooses frames",
                        graph.name));
    report.prepare_seconds = watch.lap();

    Result<PictureIO*> io = picture_io();
    if (!io) return io.error();
    (*io)->set_threads(report.threads);
    if (options.any_size) (*io)->allow_any_size(true);
    Result<std::vector<LoadedPicture>> inputs = read_inputs(options, **io, report.notes);
    if (!inputs) return inputs.error();
    if (Status s = check_interrupt(); !s) return s.error();
    report.read_seconds = watch.lap();

    std::vector<ImageShape> shapes;
    for (const LoadedPicture& input : *inputs)
        shapes.push_back({input.view.domain, input.view.planes});
    Result<std::vector<OutputPlan>> plans = plan_outputs(options, *session, shapes, *inputs);
    if (!plans) return plans.error();
    std::vector<Rect> regions;
    std::vector<OutputPixels> pixels;
    for (const OutputPlan& plan : *plans) {
        regions.push_back(plan.region);
        Result<OutputPixels> memory = allocate_output(plan);
        if (!memory) return memory.error();
        pixels.push_back(*std::move(memory));
    }
    Result<std::unique_ptr<Prepared>> prepared =
        session->engine->prepare({graph, session->library, shapes, regions});
    if (!prepared) return prepared.error();
    if (Status s = check_interrupt(); !s) return s.error();
    report.prepare_seconds += watch.lap();

    if (Status s = run(**prepared, options, *inputs, pixels); !s) return s.error();
    report.run_seconds = watch.lap();
    if (Status s = write_outputs(options, **io, graph.name, *inputs, *plans, pixels, partial); !s)
        return s.error();
    report.write_seconds = watch.lap();

    for (std::size_t i = 0; i < plans->size(); ++i) {
        const OutputPlan& plan = (*plans)[i];
        report.outputs.push_back({options.outputs[i], plan.window, plan.planes, plan.format});
    }
    report.device = (*prepared)->device();
    report.kernels = (*prepared)->kernel_count();
    report.scratch_bytes = (*prepared)->scratch_bytes();
    const CompileStatistics statistics = session->engine->statistics();
    report.compiled = statistics.compiled;
    report.from_cache = statistics.from_cache;
    report.notes.insert(report.notes.end(), statistics.notes.begin(), statistics.notes.end());
    return report;
}

}  // namespace weft
