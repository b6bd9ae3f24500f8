#include "graph/document_outline.h"

#include <fmt/format.h>

#include "graph/document_fields.h"
#include "support/one_line.h"
#include "support/refusal.h"

namespace weft {
namespace {

using document::Object;

/// Adds the text `key` of each object in the list `list`.
Status add_names(const Object& root, const char* list, const char* key,
                 std::vector<std::string>& names) {
    const Result<std::vector<const Object*>> objects =
        document::get_objects(root, "the document", list);
    if (!objects) return objects.error();
    for (const Object* object : *objects)
        if (Status s = document::read_text(*object, fmt::format("an entry of \"{}\"", list), key,
                                           names.emplace_back());
            !s)
            return s;
    return {};
}

Status read_inputs(const Object& root, std::vector<std::string>& inputs) {
    const Result<const document::Array*> list =
        document::get<document::Array>(root, "the document", "inputs");
    if (!list) return list.error();
    if (*list)
        for (const JsonValue& entry : **list) {
            if (const auto* name = entry.get<std::string>()) {
                inputs.push_back(*name);
                continue;
            }
            const auto* const object = entry.get<Object>();
            if (object == nullptr)
                return document_error("\"inputs\" of the document must be texts or objects");
            if (Status s = document::read_text(*object, "an input", "name", inputs.emplace_back());
                !s)
                return s;
        }
    return add_names(root, "optional inputs", "name", inputs);
}

Status read_nodes(const Object& root, std::vector<DocumentOutline::Node>& nodes) {
    std::vector<std::string> names, functors;
    if (Status s = add_names(root, "nodes", "name", names); !s) return s;
    if (Status s = add_names(root, "nodes", "functor", functors); !s) return s;
    for (std::size_t i = 0; i < names.size(); ++i) nodes.push_back({names[i], functors[i]});
    return {};
}

Status read(const Object& root, DocumentOutline& outline) {
    const document::Where where = "the document";
    if (Status s = document::read_text(root, where, "name", outline.name); !s) return s;
    if (Status s = document::read_text(root, where, "summary", outline.summary); !s) return s;
    if (Status s = read_inputs(root, outline.inputs); !s) return s;
    if (Status s = read_nodes(root, outline.nodes); !s) return s;
    if (Status s = add_names(root, "outputs", "name", outline.outputs); !s) return s;
    if (Status s = add_names(root, "controls", "name", outline.controls); !s) return s;
    Result<FunctorTexts> functors = document::read_functors(root, where);
    if (!functors) return functors.error();
    outline.functors = *std::move(functors);
    return {};
}

}  // namespace

Result<DocumentOutline> outline_of_document(const std::string& text) {
    const Result<JsonValue> tree = parse_json(text);
    if (!tree) return one_line(tree.error());
    const Object* root = tree->get<Object>();
    if (!root) return document_error(fmt::format("a document is an object, not {}", tree->kind()));
    DocumentOutline outline;
    if (Status s = read(*root, outline); !s) return one_line(s.error());
    return outline;
}

}  // namespace weft
