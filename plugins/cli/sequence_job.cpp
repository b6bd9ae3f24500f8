// From flags to a batch: paths and frames, the farm's share, options.
#include "cli/sequence_job.h"

#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "batch/frame_range.h"
#include "cli/interrupt.h"
#include "cli/parse_values.h"
#include "pictures/output_file.h"
#include "support/cores.h"
#include "support/refusal.h"
#include "support/words.h"
#include "weft_version.h"

namespace weft {
namespace {

template <class Named>
std::vector<std::string> names_of(const std::vector<Named>& named) {
    std::vector<std::string> names;
    for (const Named& n : named) names.push_back(n.name);
    return names;
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
                           Session& session) {
    const Result<std::vector<std::string>> inputs = give_inputs(session, options.inputs);
    if (!inputs) return inputs.error();
    const Graph& graph = session.graph;
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
    paths.views = nonempty_parts(flags.views, ',');
    if (paths.views.empty())
        paths.views =
            has_view ? std::vector<std::string>{"left", "right"} : std::vector<std::string>{""};
    return paths;
}

/// "a.-0001.exr, a.1.exr and 3 more".
std::string some_of(const std::vector<std::string>& names) {
    constexpr std::size_t kSome = 3;
    const std::size_t shown = std::min(names.size(), kSome);
    std::string text = fmt::format("{}", fmt::join(std::span(names).first(shown), ", "));
    if (names.size() > shown) text += fmt::format(" and {} more", names.size() - shown);
    return text;
}

/// The frames of "-F all": those of the first input that has a place for them. Files that are left
/// out because their numbers are written otherwise are told of.
Result<std::vector<int>> frames_on_disk(const JobPaths& paths, std::vector<std::string>& notes) {
    for (const SequencePath& input : paths.inputs) {
        if (!input.has_frame()) continue;
        FramesOnDisk disk = input.on_disk(paths.views.front());
        const std::string others =
            disk.misnumbered.empty() ? std::string()
                                     : fmt::format("'{}' writes the numbers of these otherwise: {}",
                                                   input.text(), some_of(disk.misnumbered));
        if (disk.frames.empty())
            return Error{ErrorKind::kInput,
                         fmt::format("no file is named as '{}'; {}", input.text(),
                                     others.empty() ? "check the path" : others)};
        if (!others.empty()) notes.push_back("left out of -F all, since " + others);
        return disk.frames;
    }
    return usage_error("-F all takes the frames from an input, but no input has #### in its path");
}

Result<std::vector<int>> chosen_frames(const SequenceFlags& flags, const JobPaths& paths,
                                       const FarmTask& farm, std::vector<std::string>& notes) {
    const std::string text = fmt::format("{}", fmt::join(flags.frames, ","));
    Result<std::vector<int>> frames =
        text == "all" ? frames_on_disk(paths, notes) : parse_frames(text);
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
            if (Status s = check_file_kind(path, options); !s) return s;
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
    batch.choices = options.choices;
    batch.keep_layers = options.keep_layers;
    batch.settings.version = kWeftVersion;
    batch.settings.settings =
        fmt::format("{} {}", options.engine.math == MathMode::kFast ? "fast" : "strict",
                    options.format ? name_of(*options.format) : "as input");
    // Some lose detail: another compression is another picture.
    if (!options.compression.empty()) batch.settings.settings += " " + options.compression;
    for (const PictureChoice& choice : options.choices)
        if (choice != PictureChoice{})
            batch.settings.settings += fmt::format(" [{}|{}]", choice.part, choice.layer);
    if (options.keep_layers) batch.settings.settings += " with layers";
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

}  // namespace

Result<SequenceJob> open_sequence(const RenderOptions& options, const SequenceFlags& flags) {
    SequenceJob job;
    job.farm = read_farm_task([](const char* name) { return std::getenv(name); });
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
    const Result<JobPaths> paths = job_paths(options, flags, job.session);
    if (!paths) return paths.error();
    Result<std::vector<int>> frames = chosen_frames(flags, *paths, job.farm, job.notes);
    if (!frames) return frames.error();
    job.frames = *std::move(frames);
    Result<std::vector<FrameTask>> tasks = make_tasks(*paths, job.frames);
    if (!tasks) return tasks.error();
    job.tasks = *std::move(tasks);
    if (Status s = check_outputs(job.tasks, options, flags.create_folders); !s) return s.error();

    const Result<PictureIO*> io = picture_io();
    if (!io) return io.error();
    (*io)->set_threads(threads);
    if (options.any_size) (*io)->allow_any_size(true);
    job.io = *io;
    job.options.overhead = resident_bytes() + kLater;
    return job;
}

}  // namespace weft
