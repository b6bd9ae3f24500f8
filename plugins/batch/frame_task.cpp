// Paths to tasks, and the mistakes that can be seen before a file is touched.
#include "batch/frame_task.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "support/nearest.h"
#include "support/refusal.h"

namespace weft {
namespace {

/// Two spellings of one path are one file.
std::string normal(const std::string& path) {
    return std::filesystem::path(path).lexically_normal().string();
}

bool is_word(const std::string& text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '_' || c == '-';
    });
}

Error wrong_number(std::size_t given, const std::vector<std::string>& names, std::size_t required,
                   const std::string& effect, const std::string& flag) {
    const std::span all(names);
    const std::size_t more = names.size() - required;
    const std::string optional = more == 0 ? ""
                                           : fmt::format(" and can take {} more ({})", more,
                                                         fmt::join(all.subspan(required), ", "));
    return usage_error(
        fmt::format("{} {} {} picture{}{}{}, but {} {} given with {}; give one {} for "
                    "each, as PATH in that order or as NAME=PATH",
                    effect, flag == "-i" ? "takes" : "gives", required, required == 1 ? "" : "s",
                    required == 0 ? "" : fmt::format(" ({})", fmt::join(all.first(required), ", ")),
                    optional, given, given == 1 ? "was" : "were", flag, flag));
}

}  // namespace

std::string name_of(const FrameTask& task) {
    return task.view.empty() ? fmt::format("frame {}", task.frame)
                             : fmt::format("frame {} ({})", task.frame, task.view);
}

Result<std::vector<std::optional<std::string>>> match_names(const std::vector<std::string>& given,
                                                            const std::vector<std::string>& names,
                                                            std::size_t required,
                                                            const std::string& effect,
                                                            const std::string& flag) {
    std::vector<std::optional<std::string>> places(names.size());
    std::vector<std::string> unnamed;
    for (const std::string& text : given) {
        const std::size_t equals = text.find('=');
        const auto name = equals == std::string::npos
                              ? names.end()
                              : std::find(names.begin(), names.end(), text.substr(0, equals));
        if (name == names.end()) {
            const std::string word = text.substr(0, equals);
            if (equals != std::string::npos && is_word(word))
                return usage_error(
                    fmt::format("{} has no {} '{}'{}; there is {} (a path that holds '=' "
                                "begins with ./ or /)",
                                effect, flag == "-i" ? "input" : "output", word,
                                did_you_mean(word, names), fmt::join(names, ", ")));
            unnamed.push_back(text);
            continue;
        }
        auto& place = places[static_cast<std::size_t>(name - names.begin())];
        if (place) return usage_error(fmt::format("{} gives '{}' twice; keep one", flag, *name));
        place = text.substr(equals + 1);
    }
    std::size_t next = 0;
    for (auto& place : places)
        if (!place && next < unnamed.size()) place = unnamed[next++];
    if (next < unnamed.size() ||
        !std::all_of(
            places.begin(), places.begin() + static_cast<std::ptrdiff_t>(required),
            [](const auto& place) { return place.has_value(); }))
        return wrong_number(given.size(), names, required, effect, flag);
    return places;
}

Result<std::vector<std::string>> in_order(const std::vector<std::string>& given,
                                          const std::vector<std::string>& names,
                                          const std::string& effect, const std::string& flag) {
    const auto matched = match_names(given, names, names.size(), effect, flag);
    if (!matched) return matched.error();
    std::vector<std::string> ordered;
    for (const std::optional<std::string>& text : *matched) ordered.push_back(*text);
    return ordered;
}

Result<std::vector<FrameTask>> make_tasks(const JobPaths& paths, const std::vector<int>& frames) {
    for (const SequencePath& output : paths.outputs) {
        if (frames.size() > 1 && !output.has_frame())
            return usage_error(
                fmt::format("every frame would be written to '{}'; put #### where the "
                            "frame belongs",
                            output.text()));
        if (paths.views.size() > 1 && !output.has_view())
            return usage_error(
                fmt::format("every view would be written to '{}'; put %V where the view "
                            "belongs",
                            output.text()));
    }
    std::vector<FrameTask> tasks;
    std::set<std::string> read;
    std::vector<FramesToRead> inputs;
    for (std::size_t i = 0; i < paths.inputs.size(); ++i)
        inputs.emplace_back(paths.inputs[i],
                            i < paths.missing.size() ? paths.missing[i] : MissingFrames::kError);
    for (const int frame : frames)
        for (const std::string& view : paths.views) {
            FrameTask task{frame, view, {}, {}};
            for (FramesToRead& input : inputs) {
                task.inputs.push_back(input.file(frame, view));
                read.insert(normal(task.inputs.back()));
            }
            for (const SequencePath& p : paths.outputs) task.outputs.push_back(p.path(frame, view));
            tasks.push_back(std::move(task));
        }
    std::map<std::string, const FrameTask*> written;
    for (const FrameTask& task : tasks)
        for (const std::string& output : task.outputs) {
            const auto [at, fresh] = written.emplace(normal(output), &task);
            if (!fresh)
                return usage_error(
                    fmt::format("'{}' would be written by {} and by {}; each output needs "
                                "a path of its own",
                                output, name_of(*at->second), name_of(task)));
            if (read.contains(normal(output)))
                return usage_error(
                    fmt::format("'{}' would be read and overwritten; write elsewhere, so "
                                "that the frame can be rendered again",
                                output));
        }
    return tasks;
}

}  // namespace weft
