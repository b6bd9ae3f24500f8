#include "app/choose_picture.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>

#include "batch/sequence_path.h"
#include "commands/file_edits.h"
#include "graph/draft.h"

namespace weft::editor {
namespace {

/// What is read where somebody chose a file, and the frames that are on disk of it; none where it
/// is no sequence.
struct Choice {
    std::string path;
    std::vector<int> frames;
};

/// The sequence that a file may be of: the digits at the end of its name as places for the frame.
std::optional<SequencePath> sequence_of(const std::string& file) {
    const std::filesystem::path path(file);
    std::string stem = path.stem().string();
    const std::size_t digits =
        stem.size() - (stem.find_last_not_of("0123456789") + 1);  // npos + 1 is 0
    if (digits == 0) return std::nullopt;
    stem.replace(stem.size() - digits, digits,
                 digits == 1 ? std::string("@") : std::string(digits, '#'));
    const Result<SequencePath> sequence =
        SequencePath::parse((path.parent_path() / (stem + path.extension().string())).string());
    // A folder may have such signs in its name, which then stand for themselves.
    if (!sequence || !sequence->frame_of(file, {})) return std::nullopt;
    return *sequence;
}

/// The frames on disk of a path that has places for them.
std::vector<int> frames_of(const std::string& path) {
    const Result<SequencePath> sequence = SequencePath::parse(path);
    return sequence ? sequence->find_frames({}) : std::vector<int>();
}

Choice choice_of(const std::string& file) {
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) return {file, frames_of(file)};
    const std::optional<SequencePath> sequence = sequence_of(file);
    std::vector<int> frames = sequence ? sequence->find_frames({}) : std::vector<int>();
    if (frames.size() < 2) return {file, {}};
    return {sequence->text(), std::move(frames)};
}

bool spans(const Timeline& timeline, const std::vector<int>& frames) {
    return !frames.empty() && timeline.first == frames.front() && timeline.last == frames.back();
}

/// The document with the frames of what was chosen in place of `before`, if nobody said others.
Document with_frames(Document document, const std::vector<int>& frames,
                     const std::vector<int>& before) {
    if (frames.empty() || !(document.timeline == Timeline{} || spans(document.timeline, before)))
        return document;
    const Timeline timeline = with_ends(document.timeline, frames.front(), frames.back());
    if (check(timeline)) document.timeline = timeline;
    return document;
}

/// The file of the Read that a picture comes from by main inputs; else of the first Read there is;
/// empty: there is none.
std::string file_of_stream(const Document& document, const Library& library, ImageId image) {
    const Graph& graph = document.draft.graph;
    while (image != kUnconnected && !image.is_graph_input()) {
        const Node* node = graph.find(image.node);
        image = node->inputs.empty()
                    ? kUnconnected
                    : node->inputs[static_cast<std::size_t>(main_input(*node, library))];
    }
    if (image != kUnconnected)
        if (const ReadFile* read =
                read_of(document, graph.inputs[static_cast<std::size_t>(image.output)].name))
            return read->path;
    for (const GraphInput& input : graph.inputs)
        if (const ReadFile* read = read_of(document, input.name)) return read->path;
    return {};
}

/// Of a file, or of frames of a sequence.
bool is_on_disk(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::exists(path, ignored) || !frames_of(path).empty();
}

}  // namespace

std::string proposed_write(const Document& document, const Library& library, ImageId image,
                           const std::string& folder) {
    const std::string read = file_of_stream(document, library, image);
    std::filesystem::path beside = std::filesystem::path(folder) / read;  // `read` if absolute
    std::string name, rest;
    if (!read.empty()) {
        name = name_after(read);
        rest = beside.stem().string();
        rest = rest.starts_with(name) ? rest.substr(name.size()) : '.' + rest;
        name += '_';
        beside = beside.parent_path();
    }
    for (int i = 1;; ++i) {
        const std::string number = i == 1 ? std::string() : std::to_string(i);
        const std::string path = (beside / (name + "out" + number + rest + ".exr")).string();
        const auto& writes = document.draft.files.writes;
        const bool is_written = std::any_of(writes.begin(), writes.end(), [&](const auto& write) {
            return std::filesystem::path(folder) / write.second == path;
        });
        if (!is_written && !is_on_disk(path)) return path;
    }
}

Document choose_picture(const Document& document, const std::string& input, const std::string& file,
                        const std::string& folder) {
    const auto found = [&](const std::string& path) {
        return (std::filesystem::path(folder) / path).string();
    };
    Choice choice = choice_of(found(file));
    // As it was given, unless it is a sequence's.
    if (choice.path == found(file)) choice.path = file;
    const ReadFile* const before = read_of(document, input);
    return with_frames(set_picture(document, input, choice.path), choice.frames,
                       before ? frames_of(found(before->path)) : std::vector<int>());
}

Edited read_pictures(const Document& document, const std::vector<std::string>& files, Place place) {
    Edited all{document, {}};
    std::set<std::string> read;
    for (const std::string& file : files) {
        const Choice choice = choice_of(file);
        if (!read.insert(choice.path).second) continue;
        const Edited one =
            add_read(all.document, {choice.path}, free_place(all.document, place, kTop));
        all.document = with_frames(one.document, choice.frames, {});
        all.made.insert(one.made.begin(), one.made.end());
        constexpr int kBeside = 160;
        place.x += kBeside;
    }
    return all;
}

}  // namespace weft::editor
