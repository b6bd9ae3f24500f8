// From flags to a batch. Cheap checks come first, so that nobody waits for a mistyped name.
#include "cli/render_job.h"

#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>

#include <fmt/format.h>

#include "cli/colour_choices.h"
#include "cli/interrupt.h"
#include "cli/render_tasks.h"
#include "pictures/output_file.h"
#include "support/cores.h"
#include "weft_version.h"

namespace weft {
namespace {

/// Whether a picture can be written there in the format and compression asked for, as far as its
/// name tells. "cannot write 'PATH': ...".
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

/// What can be known of the outputs before a picture is read: of the first frame's all, of others
/// the names and the folders.
Status check_outputs(const std::vector<FrameTask>& tasks, const RenderOptions& options,
                     bool create_folders) {
    std::set<std::string> folders;
    for (const FrameTask& task : tasks)
        for (const std::string& path : task.outputs) {
            if (Status s = check_file_kind(path, options); !s) return s;
            if (create_folders) continue;
            const std::size_t slash = path.rfind('/');
            const bool fresh =
                folders.insert(slash == std::string::npos ? "" : path.substr(0, slash)).second;
            if (fresh || &task == &tasks.front())
                if (Status s = check_target(path); !s) return s;
        }
    return {};
}

/// What decides the pixels, beside the effect and its pictures.
RenderSettings settings_of(const RenderOptions& options,
                           const std::vector<PictureChoice>& choices) {
    RenderSettings settings{kWeftVersion, {}};
    std::string& text = settings.settings;
    text = fmt::format("{} {}", options.engine.math == MathMode::kFast ? "fast" : "strict",
                       options.format ? name_of(*options.format) : "as input");
    // Some lose detail: another compression is another picture.
    if (!options.compression.empty()) text += " " + options.compression;
    for (const PictureChoice& choice : choices)
        if (choice.chooses()) text += fmt::format(" [{}|{}]", choice.part, choice.layer);
    if (!options.drop_layers) text += " with layers";
    if (options.fix_nan != FixNan::kNone)
        text += fmt::format(" {} for NaN", name_of(options.fix_nan));
    if (const auto& r = options.region)
        text += fmt::format(" {},{},{},{}", r->x0, r->y0, r->x1, r->y1);
    return settings;
}

Result<BatchOptions> batch_options(const RenderOptions& options, const SequenceFlags& flags,
                                   const FarmTask& farm) {
    BatchOptions batch;
    batch.region = options.region;
    batch.format = options.format;
    batch.compression = options.compression;
    batch.fix_nan = options.fix_nan;
    batch.others = options.drop_layers   ? OtherChannels::kDrop
                   : options.keep_layers ? OtherChannels::kRequire
                                         : OtherChannels::kKeep;
    batch.on_error = flags.on_error == "skip"          ? OnError::kSkip
                     : flags.on_error == "placeholder" ? OnError::kPlaceholder
                                                       : OnError::kStop;
    batch.skip_complete = flags.skip_existing;
    batch.resume = flags.resume;
    batch.keep_existing = flags.no_clobber;
    batch.create_folders = flags.create_folders;
    batch.parallel_frames = flags.parallel_frames;
    batch.memory = farm.memory.value_or(0);
    if (!options.memory.empty()) {
        const Result<std::size_t> memory = parse_memory(options.memory);
        if (!memory) return memory.error();
        batch.memory = *memory;
    }
    batch.cancel = &interrupt_flag();
    return batch;
}

/// Threads for all frames together: as asked, as the farm says, one per core. Threads beyond the
/// cores would take memory and save no time.
int threads_of(const RenderOptions& options, const FarmTask& farm) {
    const int cores = available_cores();
    const int asked =
        options.engine.threads > 0 ? options.engine.threads : farm.threads.value_or(cores);
    return std::min(asked, cores);
}

/// What the program has in memory.
std::size_t resident_bytes() {
    std::ifstream statm("/proc/self/statm");
    std::size_t all = 0, resident = 0;
    statm >> all >> resident;
    return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

/// What threads, kernels and libraries take once they are used.
constexpr std::size_t kLater = std::size_t{48} << 20;

/// Has memory that is freed go back to the system: what malloc keeps for later counts as well.
void give_memory_back() {
    constexpr int kLarge = 256 << 10;
    mallopt(M_MMAP_THRESHOLD, kLarge);
}

/// A graph of which no frame was chosen, without its curves: each parameter is as at its first
/// keyframe, or as the document says.
Graph without_curves(Graph graph) {
    for (Node& node : graph.nodes) node.curves.clear();
    return graph;
}

/// Of one picture, of no frame.
Result<RenderTasks> picture_of(const RenderOptions& options, Session& session) {
    Result<RenderTasks> result = task_of_picture(options, session);
    if (!result || !is_animated(session.graph)) return result;
    result->notes.push_back(
        fmt::format("{} has keyframes, and no frame was chosen: each parameter is as at its "
                    "first one, or as the document says; -F chooses frames",
                    session.graph.name));
    session.graph = without_curves(std::move(session.graph));
    return result;
}

}  // namespace

Result<RenderJob> open_job(const RenderOptions& options, const SequenceFlags& flags) {
    const bool has_frames = !flags.frames.empty();
    RenderJob job;
    if (has_frames) job.farm = read_farm_task([](const char* name) { return std::getenv(name); });
    Result<BatchOptions> batch = batch_options(options, flags, job.farm);
    if (!batch) return batch.error();
    job.options = *std::move(batch);
    if (job.options.memory > 0) give_memory_back();
    const int threads = threads_of(options, job.farm);
    EngineOptions engine = options.engine;
    engine.threads = std::max(1, threads / job.options.parallel_frames);
    engine.timed = !flags.profile.empty() && !flags.compile_only;

    Result<Session> session = open_session(options.choice, engine);
    if (!session) return session.error();
    job.session = *std::move(session);
    Result<RenderTasks> found = has_frames ? tasks_of_frames(options, flags, job.farm, job.session)
                                           : picture_of(options, job.session);
    if (!found) return found.error();
    job.frames = std::move(found->frames);
    job.tasks = std::move(found->tasks);
    job.notes = std::move(found->notes);
    job.options.choices = std::move(found->choices);
    job.options.settings = settings_of(options, job.options.choices);
    const Result<ColourChoices> colours = colour_choices(options.colours, job.session.graph);
    if (!colours) return colours.error();
    for (std::size_t i = 0; i < colours->inputs.size(); ++i)
        job.options.choices[i].colour = colours->inputs[i];
    job.options.output_colours = colours->outputs;
    job.options.settings.settings += " " + record_of(*colours);
    if (Status s = check_outputs(job.tasks, options, flags.create_folders); !s) return s.error();

    const Result<PictureIO*> io = picture_io();
    if (!io) return io.error();
    (*io)->set_threads(threads);
    if (options.any_size) (*io)->allow_any_size(true);
    job.io = *io;
    if (job.options.memory > 0) job.options.overhead = resident_bytes() + kLater;
    return job;
}

}  // namespace weft
