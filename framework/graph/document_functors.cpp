// The member "functors" of documents, read and written.
#include "graph/document_functors.h"

#include <algorithm>

#include <fmt/format.h>

#include "graph/document_fields.h"
#include "support/one_line.h"
#include "support/refusal.h"
#include "support/words.h"

namespace weft {

Status check_functor_file(const std::string& file) {
    const auto plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == '-';
    };
    const std::string stem = file.ends_with(".h") ? file.substr(0, file.size() - 2) : "";
    if (!stem.empty() && std::all_of(stem.begin(), stem.end(), plain)) return {};
    return document_error(
        fmt::format("a functor's file is named \"{:.80}\", but must be letters, digits, '_' and "
                    "'-', and end in \".h\"",
                    file));
}

Result<FunctorTexts> functors_of_document(const std::string& text) {
    const Result<JsonValue> tree = parse_json(text);
    const document::Object* root = tree ? tree->get<document::Object>() : nullptr;
    if (!root) return FunctorTexts{};
    Result<FunctorTexts> functors = document::read_functors(*root, "the document");
    if (!functors) return one_line(functors.error());
    return functors;
}

namespace document {

Result<FunctorTexts> read_functors(const Object& object, const Where& where) {
    Result<std::vector<const Object*>> list = get_objects(object, where, "functors");
    if (!list) return list.error();
    FunctorTexts functors;
    for (const Object* o : *list) {
        Where place = fmt::format("functor {} of {}", functors.size(), where);
        if (Status s = check_members(*o, place, {"file", "source"}, 2); !s) return s.error();
        std::string file;
        if (Status s = read_text(*o, place, "file", file); !s) return s.error();
        if (Status s = check_functor_file(file); !s) return s.error();
        place = fmt::format("functor \"{:.80}\" of {}", file, where);
        Result<const Array*> source = get<Array>(*o, place, "source");
        if (!source) return source.error();
        std::string text;
        for (const JsonValue& line : **source) {
            const auto* words = line.get<std::string>();
            if (!words || words->find('\n') != std::string::npos)
                return document_error(fmt::format("{}: \"source\" must hold lines, but has {}",
                                                  place,
                                                  words ? "several in one text" : line.kind()));
            text += *words + '\n';
        }
        if (!functors.emplace(file, std::move(text)).second)
            return document_error(fmt::format("{} is there twice: keep one", place));
    }
    return functors;
}

std::string functors_text(const FunctorTexts& functors, int indent) {
    std::vector<std::string> entries;
    for (const auto& [file, text] : functors) {
        std::vector<std::string> lines;
        for (const std::string_view line : lines_of(text))
            lines.push_back(json_string(std::string(line)));
        entries.push_back(block(
            '{',
            {"\"file\": " + json_string(file), "\"source\": " + block('[', lines, ']', indent + 4)},
            '}', indent + 2));
    }
    return block('[', entries, ']', indent);
}

std::string block(char open, const std::vector<std::string>& items, char close, int indent) {
    if (items.empty()) return {open, close};
    const std::string inner(static_cast<std::size_t>(indent) + 2, ' ');
    return fmt::format("{}\n{}{}\n{}{}", open, inner, fmt::join(items, ",\n" + inner),
                       std::string(static_cast<std::size_t>(indent), ' '), close);
}

}  // namespace document
}  // namespace weft
