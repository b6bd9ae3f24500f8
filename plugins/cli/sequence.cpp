// From flags to a batch: paths and frames, the farm's share, options; then what came of it.
#include "cli/sequence.h"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "batch/batch.h"
#include "batch/event_json.h"
#include "batch/frame_range.h"
#include "batch/share.h"
#include "batch/trace.h"
#include "cli/batch_console.h"
#include "cli/batch_text.h"
#include "cli/interrupt.h"
#include "cli/parse.h"
#include "cli/quiet_stderr.h"
#include "pictures/output_file.h"
#include "support/cores.h"
#include "weft_version.h"

namespace weft {
namespace {

Error usage(std::string message) { return {ErrorKind::kUsage, std::move(message)}; }

template <class Named>
std::vector<std::string> names_of(const std::vector<Named>& named) {
    std::vector<std::string> names;
    for (const Named& n : named) names.push_back(n.name);
    return names;
}

std::vector<std::string> split(const std::string& text) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        if (end > begin) parts.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

Result<std::vector<SequencePath>> parse_paths(const std::vector<std::string>& texts) {
    std::vector<SequencePath> paths;
    for (const std::string& text : texts) {
        Result<SequencePath> path = SequencePath::parse(text);
        if (!path) return path.error();
        paths.push_back(*std::move(path));
    }
    return paths;
}

Result<JobPaths> job_paths(const RenderOptions& options, const SequenceFlags& flags,
                           const Graph& graph) {
    const auto inputs = in_order(options.inputs, names_of(graph.inputs), graph.name, "-i");
    if (!inputs) return inputs.error();
    const auto outputs = in_order(options.outputs, names_of(graph.outputs), graph.name, "-o");
    if (!outputs) return outputs.error();
    JobPaths paths;
    Result<std::vector<SequencePath>> from = parse_paths(*inputs);
    if (!from) return from.error();
    Result<std::vector<SequencePath>> to = parse_paths(*outputs);
    if (!to) return to.error();
    paths.inputs = *std::move(from);
    paths.outputs = *std::move(to);
    bool has_view = false;
    for (const auto* list : {&paths.inputs, &paths.outputs})
        for (const SequencePath& path : *list) has_view = has_view || path.has_view();
    paths.views = split(flags.views);
    if (paths.views.empty())
        paths.views =
            has_view ? std::vector<std::string>{"left", "right"} : std::vector<std::string>{""};
    return paths;
}

/// The frames of "-F all": those of the first input that has a place for them.
Result<std::vector<int>> frames_on_disk(const JobPaths& paths) {
    for (const SequencePath& input : paths.inputs) {
        if (!input.has_frame()) continue;
        std::vector<int> frames = input.find_frames(paths.views.front());
        if (frames.empty())
            return Error{ErrorKind::kInput,
                         fmt::format("no file is named as '{}'; check the path", input.text())};
        return frames;
    }
    return usage("-F all takes the frames from an input, but no input has #### in its path");
}

Result<std::vector<int>> chosen_frames(const SequenceFlags& flags, const JobPaths& paths,
                                       const FarmTask& farm) {
    const std::string text = fmt::format("{}", fmt::join(flags.frames, ","));
    Result<std::vector<int>> frames = text == "all" ? frames_on_disk(paths) : parse_frames(text);
    if (!frames || flags.chunk.empty()) return frames;
    if (flags.chunk == "auto") return frames_of_task(*frames, farm);
    const Result<Chunk> chunk = parse_chunk(flags.chunk);
    if (!chunk) return chunk.error();
    return frames_of_chunk(*frames, *chunk);
}

/// What can be known of the outputs before a picture is read.
Status check_outputs(const std::vector<FrameTask>& tasks, const RenderOptions& options,
                     bool create_folders) {
    std::set<std::string> folders;
    for (const FrameTask& task : tasks)
        for (const std::string& path : task.outputs) {
            const Result<const FileKind*> kind = file_kind_of(path);
            if (!kind) return kind.error();
            if (options.format) {
                const int any = (*kind)->channels.empty() ? 1 : (*kind)->channels.front();
                if (Status s = check_holds(**kind, *options.format, any); !s)
                    return Error{s.error().kind,
                                 fmt::format("cannot write '{}': {}", path, s.error().message)};
            }
            if (!options.compression.empty())
                if (Status s = check_compression(**kind, options.compression); !s)
                    return Error{s.error().kind,
                                 fmt::format("cannot write '{}': {}", path, s.error().message)};
            const std::size_t slash = path.rfind('/');
            if (!create_folders &&
                folders.insert(slash == std::string::npos ? "" : path.substr(0, slash)).second)
                if (Status s = check_target(path); !s) return s;
        }
    return {};
}

Result<BatchOptions> batch_options(const RenderOptions& options, const SequenceFlags& flags,
                                   const FarmTask& farm) {
    BatchOptions batch;
    batch.region = options.region;
    batch.format = options.format;
    batch.compression = options.compression;
    batch.settings.version = kWeftVersion;
    batch.settings.settings =
        fmt::format("{} {}", options.engine.math == MathMode::kFast ? "fast" : "strict",
                    options.format ? name_of(*options.format) : "as input");
    // Some lose detail: another compression is another picture.
    if (!options.compression.empty()) batch.settings.settings += " " + options.compression;
    if (const auto& r = options.region)
        batch.settings.settings += fmt::format(" {},{},{},{}", r->x0, r->y0, r->x1, r->y1);
    batch.on_error = flags.on_error == "skip"          ? OnError::kSkip
                     : flags.on_error == "placeholder" ? OnError::kPlaceholder
                                                       : OnError::kStop;
    batch.skip_complete = flags.skip_existing;
    batch.resume = flags.resume;
    batch.keep_existing = flags.no_clobber;
    batch.create_folders = flags.create_folders;
    batch.parallel_frames = flags.parallel_frames;
    batch.memory = farm.memory.value_or(0);
    if (!flags.memory.empty()) {
        const Result<std::size_t> memory = parse_memory(flags.memory);
        if (!memory) return memory.error();
        batch.memory = *memory;
    }
    batch.cancel = &interrupt_flag();
    return batch;
}

/// Threads for all frames together: as asked, as the farm says, one per core.
int threads_of(const RenderOptions& options, const FarmTask& farm) {
    if (options.engine.threads > 0) return options.engine.threads;
    return farm.threads.value_or(available_cores());
}

Status write_profile(const std::string& path, const BatchConsole& console,
                     const std::string& title) {
    Result<OutputFile> file = OutputFile::create(path);
    if (!file) return file.error();
    std::ofstream stream(file->path(), std::ios::binary);
    stream << chrome_trace(console.spans(), title) << std::flush;
    if (!stream)
        return Error{ErrorKind::kOutput, fmt::format("cannot write '{}'; is its disk full?", path)};
    return file->commit();
}

Result<ExitCode> dry_run(const BatchJob& job, const BatchOptions& options) {
    std::vector<FrameEnd> ends;
    {
        const QuietStderr quiet;
        ends = foresee_batch(job, options);
    }
    std::optional<Error> first;
    std::size_t render = 0;
    for (const FrameEnd& end : ends) {
        fmt::print("{}\n", foreseen_text(end));
        render += end.state == FrameState::kRendered ? 1 : 0;
        if (end.error && !first) first = end.error;
    }
    fmt::print("{} of {} frames would be rendered; nothing was written\n", render, ends.size());
    return first ? exit_code_of(first->kind) : ExitCode::kSuccess;
}

/// Tells of a job whose tasks all render all of it, which nobody wants.
void note_shares(const SequenceFlags& flags, const FarmTask& farm, std::size_t frames, bool quiet) {
    if (quiet || !flags.chunk.empty() || frames < 2 || !farm.chunk || farm.chunk->count < 2) return;
    fmt::print(stderr,
               "weft: note: this is task {} of an array of {}, and renders all {} frames, as the "
               "others do; --chunk auto shares them out\n",
               farm.chunk->index, farm.chunk->count, frames);
}

/// Standard error, which decoders must not write to meanwhile.
class People {
  public:
    People() : copy_(fdopen(dup(STDERR_FILENO), "w")) {}
    ~People() {
        if (copy_ != nullptr) std::fclose(copy_);
    }
    People(const People&) = delete;
    People& operator=(const People&) = delete;
    std::FILE* file() const { return copy_ != nullptr ? copy_ : stderr; }

  private:
    std::FILE* copy_;
};

Result<ExitCode> run(const BatchJob& job, const BatchOptions& options, const SequenceFlags& flags,
                     const SequenceReport& report) {
    const ProgressMode mode =
        report.quiet || report.json
            ? ProgressMode::kNone
            : find_progress_mode(flags.progress).value_or(ProgressMode::kAuto);
    const People people;
    BatchConsole console(mode, people.file(), terminal_width(STDERR_FILENO));
    console.keep_spans = !flags.profile.empty();
    BatchEnd end;
    {
        const QuietStderr quiet;
        end = run_batch(job, options, [&](const BatchEvent& event) { console.show(event); });
    }
    if (!flags.profile.empty())
        if (Status s = write_profile(flags.profile, console, "weft render " + job.graph.name); !s)
            return s.error();
    if (report.json)
        fmt::print("{}\n", to_json(end));
    else if (!report.quiet && mode != ProgressMode::kJson) {
        for (const std::string& note : console.notes())
            fmt::print(stderr, "weft: note: {}\n", single_line(note));
        fmt::print("{}\n", summary_text(end, job.graph.name));
    }
    return outcome_of(end);
}

}  // namespace

Result<ExitCode> render_sequence(const RenderOptions& options, const SequenceFlags& flags,
                                 const SequenceReport& report) {
    const FarmTask farm = read_farm_task([](const char* name) { return std::getenv(name); });
    const Result<BatchOptions> batch = batch_options(options, flags, farm);
    if (!batch) return batch.error();
    const int threads = threads_of(options, farm);
    EngineOptions engine = options.engine;
    engine.threads = std::max(1, threads / batch->parallel_frames);

    Result<Session> session = open_session(options.choice, engine);
    if (!session) return session.error();
    const Result<JobPaths> paths = job_paths(options, flags, session->graph);
    if (!paths) return paths.error();
    const Result<std::vector<int>> frames = chosen_frames(flags, *paths, farm);
    if (!frames) return frames.error();
    note_shares(flags, farm, frames->size(), report.quiet);
    Result<std::vector<FrameTask>> tasks = make_tasks(*paths, *frames);
    if (!tasks) return tasks.error();
    if (Status s = check_outputs(*tasks, options, flags.create_folders); !s) return s.error();

    const Result<PictureIO*> io = picture_io();
    if (!io) return io.error();
    (*io)->set_threads(threads);
    const BatchJob job{session->graph, session->library, *session->engine, **io, *std::move(tasks)};
    return flags.dry_run ? dry_run(job, *batch) : run(job, *batch, flags, report);
}

}  // namespace weft
