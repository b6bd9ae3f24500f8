#include "model/views.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "graph/document_fields.h"

namespace weft::editor {
namespace {

using document::Array;
using document::Object;

constexpr int kMostNumbers = 9;

/// How documents name an item; empty for one that has no number.
std::string item_text(const Document& document, ItemId id) {
    if (id.kind == ItemKind::kNode) return fmt::format("\"node\": {}", id.value);
    const char* kind = id.kind == ItemKind::kInput    ? "input"
                       : id.kind == ItemKind::kOutput ? "output"
                                                      : nullptr;
    if (kind == nullptr) return {};
    return fmt::format("\"{}\": {}", kind, json_string(name_of(document, id)));
}

std::optional<ItemId> read_item(const Object& o, const Document& document) {
    const Result<std::optional<int>> node = document::get_int(o, "a number", "node");
    if (node && *node && exists(document, {ItemKind::kNode, **node}))
        return ItemId{ItemKind::kNode, **node};
    for (const auto& [key, kind] :
         {std::pair("input", ItemKind::kInput), std::pair("output", ItemKind::kOutput)}) {
        std::string name;
        if (!document::read_text(o, "a number", key, name) || name.empty()) continue;
        for (const ItemId id : items(document))
            if (id.kind == kind && name_of(document, id) == name) return id;
    }
    return std::nullopt;
}

int read_int(const Object& o, const char* key, int otherwise) {
    const Result<std::optional<int>> value = document::get_int(o, "\"viewer\"", key);
    return value ? value->value_or(otherwise) : otherwise;
}

/// The member `key` of a tree, where that is an object with one.
const JsonValue* member_of(const JsonValue& tree, const char* key) {
    const Object* o = tree.get<Object>();
    return o ? document::member(*o, key) : nullptr;
}

}  // namespace

std::string viewer_member(const Document& document, const Views& views) {
    if (views == Views{}) return {};
    std::vector<std::string> numbers;
    for (const auto& [number, id] : views.numbers)
        if (const std::string text = item_text(document, id); !text.empty())
            numbers.push_back(fmt::format("{{\"number\": {}, {}}}", number, text));
    std::string text = fmt::format("\"viewer\": {{\"numbers\": [{}], \"shows\": {}",
                                   fmt::join(numbers, ", "), views.shows);
    if (views.with > 0) text += fmt::format(", \"with\": {}", views.with);
    if (!views.compare.empty()) text += ", \"compare\": " + json_string(views.compare);
    return text + fmt::format(", \"wipe\": {:.4f}}}", views.wipe);
}

Views views_of(const std::string& text, const Document& document) {
    Views views;
    const Result<JsonValue> tree = parse_json(text);
    const JsonValue* editor = tree ? member_of(*tree, "editor") : nullptr;
    const JsonValue* viewer = editor ? member_of(*editor, "viewer") : nullptr;
    const Object* o = viewer ? viewer->get<Object>() : nullptr;
    if (!o) return views;
    const Result<std::vector<const Object*>> numbers =
        document::get_objects(*o, "\"viewer\"", "numbers");
    if (!numbers) return views;
    views.numbers.clear();
    for (const Object* entry : *numbers) {
        const int number = read_int(*entry, "number", 0);
        const std::optional<ItemId> id = read_item(*entry, document);
        if (id && number >= 1 && number <= kMostNumbers) views.numbers[number] = *id;
    }
    views.shows = read_int(*o, "shows", 1);
    views.with = read_int(*o, "with", 0);
    static_cast<void>(document::read_text(*o, "\"viewer\"", "compare", views.compare));
    if (const JsonValue* wipe = document::member(*o, "wipe"))
        if (const auto* number = wipe->get<JsonValue::Number>())
            if (float value = 0.5f; read_number(*number, value))
                views.wipe = std::clamp(static_cast<double>(value), 0.0, 1.0);
    if (!views.numbers.contains(views.shows)) {
        views.shows = 1;
        views.numbers.try_emplace(1, ItemId{ItemKind::kOutput, 0});
    }
    if (!views.numbers.contains(views.with)) views.with = 0;
    return views;
}

}  // namespace weft::editor
