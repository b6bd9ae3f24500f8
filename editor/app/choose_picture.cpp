#include "app/choose_picture.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "batch/sequence_path.h"
#include "commands/edits.h"

namespace weft::editor {
namespace {

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

}  // namespace

Document choose_picture(const Document& document, const std::string& input,
                        const std::string& file) {
    const std::optional<SequencePath> sequence = sequence_of(file);
    const std::vector<int> frames = sequence ? sequence->find_frames({}) : std::vector<int>();
    if (frames.size() < 2) return set_picture(document, input, file);
    Document after = set_picture(document, input, sequence->text());
    if (document.timeline == Timeline{})
        if (const Timeline t = with_ends(document.timeline, frames.front(), frames.back());
            check(t))
            after.timeline = t;
    return after;
}

}  // namespace weft::editor
