#include "app/choose_picture.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>

#include "batch/sequence_path.h"
#include "commands/file_edits.h"

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

}  // namespace

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
        const Edited one = add_read(all.document, {choice.path}, place);
        all.document = with_frames(one.document, choice.frames, {});
        all.made.insert(one.made.begin(), one.made.end());
        constexpr int kBeside = 160;
        place.x += kBeside;
    }
    return all;
}

}  // namespace weft::editor
