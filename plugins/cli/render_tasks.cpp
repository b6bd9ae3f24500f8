#include "cli/render_tasks.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "batch/frame_range.h"
#include "cli/render_paths.h"
#include "support/refusal.h"
#include "support/words.h"

namespace weft {
namespace {

/// For input `i` of those of which one stands for all.
Result<std::string> one_of(const std::vector<std::string>& given, std::size_t i, std::size_t inputs,
                           const char* flag) {
    if (given.empty()) return std::string();
    if (given.size() == 1) return given.front();
    if (given.size() == inputs) return given[i];
    return Error{ErrorKind::kUsage,
                 fmt::format("{} was given {} times for {} input{}; give it once, or once for each",
                             flag, given.size(), inputs, inputs == 1 ? "" : "s")};
}

/// Of each of `files`, which part and layer is read: those of the command, else its own.
Result<std::vector<PictureChoice>> picture_choices(const RenderOptions& options,
                                                   const std::vector<ReadFile>& files) {
    std::vector<PictureChoice> choices;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const Result<std::string> part = one_of(options.parts, i, files.size(), "--part");
        if (!part) return part.error();
        const Result<std::string> layer = one_of(options.layers, i, files.size(), "--layer");
        if (!layer) return layer.error();
        choices.push_back({options.parts.empty() ? files[i].part : *part,
                           options.layers.empty() ? files[i].layer : *layer});
    }
    return choices;
}

std::vector<std::string> paths_of(const std::vector<ReadFile>& files) {
    std::vector<std::string> paths;
    for (const ReadFile& file : files) paths.push_back(file.path);
    return paths;
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

Result<JobPaths> job_paths(const RenderPaths& given, const SequenceFlags& flags) {
    JobPaths paths;
    Result<std::vector<SequencePath>> from = parse_paths(paths_of(given.inputs));
    if (!from) return from.error();
    Result<std::vector<SequencePath>> to = parse_paths(given.outputs);
    if (!to) return to.error();
    for (const ReadFile& file : given.inputs) paths.missing.push_back(file.missing);
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

/// Each output has a path of its own.
Status check_distinct(const std::vector<std::string>& outputs) {
    std::set<std::string> seen;
    for (const std::string& path : outputs)
        if (!seen.insert(path).second)
            return usage_error(fmt::format(
                "'{}' is given twice with -o; each output needs a path of its own", path));
    return {};
}

/// The paths as they are where no frame is chosen; inputs that are there are meant as they stand.
Result<FrameTask> settled(const RenderPaths& given) {
    FrameTask paths;
    for (const std::string& input : paths_of(given.inputs)) {
        std::error_code ignored;
        const Result<std::string> path =
            std::filesystem::exists(input, ignored) ? input : still_path(input);
        if (!path) return path.error();
        paths.inputs.push_back(*path);
    }
    for (const std::string& output : given.outputs) {
        const Result<std::string> path = still_path(output);
        if (!path) return path.error();
        paths.outputs.push_back(*path);
    }
    return paths;
}

}  // namespace

Result<RenderTasks> tasks_of_frames(const RenderOptions& options, const SequenceFlags& flags,
                                    const FarmTask& farm, Session& session) {
    Result<RenderPaths> given = find_paths(options, session);
    if (!given) return given.error();
    RenderTasks result;
    Result<std::vector<PictureChoice>> choices = picture_choices(options, given->inputs);
    if (!choices) return choices.error();
    result.choices = *std::move(choices);
    result.notes = std::move(given->notes);
    const Result<JobPaths> paths = job_paths(*given, flags);
    if (!paths) return paths.error();
    Result<std::vector<int>> frames = chosen_frames(flags, *paths, farm, result.notes);
    if (!frames) return frames.error();
    result.frames = *std::move(frames);
    Result<std::vector<FrameTask>> tasks = make_tasks(*paths, result.frames);
    if (!tasks) return tasks.error();
    result.tasks = *std::move(tasks);
    return result;
}

Result<RenderTasks> task_of_picture(const RenderOptions& options, Session& session) {
    Result<RenderPaths> given = find_paths(options, session);
    if (!given) return given.error();
    Result<std::vector<PictureChoice>> choices = picture_choices(options, given->inputs);
    if (!choices) return choices.error();
    if (Status s = check_distinct(given->outputs); !s) return s.error();
    Result<FrameTask> task = settled(*given);
    if (!task) return task.error();
    return RenderTasks{{}, {*std::move(task)}, *std::move(choices), std::move(given->notes)};
}

}  // namespace weft
