#include "cli/timeline_frames.h"

#include <algorithm>

#include <fmt/format.h>

#include "batch/sequence_path.h"
#include "graph/document_fields.h"
#include "support/refusal.h"

namespace weft {
namespace {

using document::Array;
using document::Object;

const Object* object_in(const Object& object, const char* key) {
    const JsonValue* const value = document::member(object, key);
    return value ? value->get<Object>() : nullptr;
}

std::optional<int> number_at(const Array& list, std::size_t i) {
    const auto* const number = i < list.size() ? list[i].get<JsonValue::Number>() : nullptr;
    int read = 0;
    return number && read_number(*number, read) ? std::optional(read) : std::nullopt;
}

bool has_frame(const std::string& text) {
    const Result<SequencePath> path = SequencePath::parse(text);
    return path && path->has_frame();
}

/// Whether a picture goes to a path of frames: one that the command gives, else the document.
bool writes_frames(const RenderOptions& options, const std::string& text) {
    // Of NAME=PATH the name has no such place.
    if (!options.outputs.empty())
        return std::any_of(options.outputs.begin(), options.outputs.end(), has_frame);
    const Result<DocumentFiles> files = files_of_document(text);
    const std::vector<std::string>& some = options.choice.outputs;
    return files && std::any_of(files->writes.begin(), files->writes.end(), [&](const auto& write) {
               const bool wanted =
                   some.empty() || std::find(some.begin(), some.end(), write.first) != some.end();
               return wanted && has_frame(write.second);
           });
}

std::vector<std::string> as_flag(const std::pair<int, int>& frames) {
    return {fmt::format("{}-{}", frames.first, frames.second)};
}

}  // namespace

std::optional<std::pair<int, int>> timeline_of(const std::string& text) {
    const Result<JsonValue> tree = parse_json(text);
    const Object* const root = tree ? tree->get<Object>() : nullptr;
    const Object* const editor = root ? object_in(*root, "editor") : nullptr;
    if (!editor) return std::nullopt;
    if (!document::member(*editor, "timeline")) return std::pair(1, 100);
    const Object* const timeline = object_in(*editor, "timeline");
    const JsonValue* const frames = timeline ? document::member(*timeline, "frames") : nullptr;
    const Array* const ends = frames ? frames->get<Array>() : nullptr;
    if (!ends) return std::nullopt;
    const std::optional<int> first = number_at(*ends, 0), last = number_at(*ends, 1);
    return first && last && *first <= *last ? std::optional(std::pair(*first, *last))
                                            : std::nullopt;
}

Result<std::vector<std::string>> with_timeline(const RenderOptions& options,
                                               std::vector<std::string> frames) {
    const bool asked = frames.size() == 1 && frames.front() == "timeline";
    if (!asked && !frames.empty()) return frames;
    const std::string& name = options.choice.effect;
    const bool is_document = name.ends_with(".weft");
    if (!is_document && !asked) return frames;
    if (!is_document)
        return usage_error(fmt::format(
            "-F timeline takes the frames of a document, and '{}' is none: name frames, "
            "as -F 1-100, or all there are by -F all",
            name));
    const Result<std::string> text = document_text(name);
    if (!text) return text.error();
    if (!asked && !writes_frames(options, *text)) return frames;
    const std::optional<std::pair<int, int>> timeline = timeline_of(*text);
    if (timeline) return as_flag(*timeline);
    if (!asked) return frames;  // whoever opens the paths says that they have a place for frames
    return usage_error(
        fmt::format("'{}' has no timeline, which the editor saves with a document: name frames, as "
                    "-F 1-100, or all there are by -F all",
                    name));
}

}  // namespace weft
