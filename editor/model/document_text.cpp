// Documents as text: the draft as every effect document, the rest in its member "editor".
#include <algorithm>

#include <fmt/format.h>

#include "graph/document_fields.h"
#include "model/document.h"
#include "model/tidy.h"

namespace weft::editor {
namespace {

using document::bad;
using document::member;
using document::Object;

std::string list(const char* name, const std::vector<std::string>& lines) {
    if (lines.empty()) return fmt::format("\"{}\": []", name);
    return fmt::format("\"{}\": [\n      {}\n    ]", name, fmt::join(lines, ",\n      "));
}

std::string editor_member(const Document& document) {
    std::vector<std::string> inputs, nodes, outputs;
    for (const auto& [id, place] : document.places) {
        const std::string at = fmt::format("\"at\": [{}, {}]", place.x, place.y);
        if (id.kind == ItemKind::kNode) {
            nodes.push_back(fmt::format("{{\"node\": {}, {}}}", id.value, at));
            continue;
        }
        const std::string name = name_of(document, id);
        if (id.kind == ItemKind::kOutput) {
            outputs.push_back(fmt::format("{{\"output\": {}, {}}}", json_string(name), at));
            continue;
        }
        const auto picture = document.pictures.find(name);
        inputs.push_back(fmt::format("{{\"input\": {}, {}{}}}", json_string(name), at,
                                     picture == document.pictures.end()
                                         ? std::string()
                                         : ", \"picture\": " + json_string(picture->second)));
    }
    return fmt::format("{{\n    {},\n    {},\n    {}\n  }}", list("inputs", inputs),
                       list("nodes", nodes), list("outputs", outputs));
}

Result<Place> read_place(const Object& o, const std::string& where) {
    Result<const document::Array*> at = document::get<document::Array>(o, where, "at");
    if (!at) return at.error();
    Place place;
    const auto read = [&](std::size_t i, int& v) {
        const auto* number = (**at)[i].get<JsonValue::Number>();
        return number && read_number(*number, v);
    };
    if ((*at)->size() != 2 || !read(0, place.x) || !read(1, place.y))
        return bad(fmt::format("{}: \"at\" must be two whole numbers, x and y", where));
    return place;
}

/// Reads the member "editor" into a document that has its draft.
class EditorReader {
  public:
    explicit EditorReader(Document& document) : document_(document) {}

    Status read(const Object& o) {
        if (Status s = document::check_members(o, "\"editor\"", {"inputs", "nodes", "outputs"}, 0);
            !s)
            return s;
        for (const auto& [list, key] : {std::pair("inputs", "input"), std::pair("nodes", "node"),
                                        std::pair("outputs", "output")}) {
            Result<std::vector<const Object*>> entries =
                document::get_objects(o, "\"editor\"", list);
            if (!entries) return entries.error();
            for (const Object* entry : *entries)
                if (Status s = read_item(*entry, key); !s) return s;
        }
        return {};
    }

  private:
    Status read_item(const Object& o, const std::string& key) {
        const std::string where = fmt::format("an {} in \"editor\"", key);
        std::vector<std::string> known{key, "at"};
        if (key == "input") known.push_back("picture");
        if (Status s = document::check_members(o, where, known, 2); !s) return s;
        const Result<ItemId> id = key == "node" ? read_node(o, where) : read_named(o, where, key);
        if (!id) return id.error();
        const Result<Place> place = read_place(o, where);
        if (!place) return place.error();
        document_.places[*id] = *place;
        std::string picture;
        if (Status s = document::read_text(o, where, "picture", picture); !s) return s;
        if (!picture.empty()) document_.pictures[name_of(document_, *id)] = picture;
        return {};
    }

    Result<ItemId> read_node(const Object& o, const std::string& where) const {
        Result<std::optional<int>> id = document::get_int(o, where, "node");
        if (!id) return id.error();
        if (!document_.draft.graph.find(NodeId{**id}))
            return bad(fmt::format("{}: there is no node {}", where, **id));
        return item(NodeId{**id});
    }

    Result<ItemId> read_named(const Object& o, const std::string& where,
                              const std::string& key) const {
        std::string name;
        if (Status s = document::read_text(o, where, key, name); !s) return s.error();
        const ItemKind kind = key == "input" ? ItemKind::kInput : ItemKind::kOutput;
        for (const ItemId id : items(document_))
            if (id.kind == kind && name_of(document_, id) == name) return id;
        return bad(fmt::format("{}: there is no {} \"{:.80}\"", where, key, name));
    }

    Document& document_;
};

}  // namespace

std::string to_text(const Document& document, const Library& library) {
    return to_document(document.draft, library, editor_member(document));
}

Result<Document> document_from_text(const std::string& text, const Library& library) {
    Result<DraftDocument> read = draft_from_document(text, library);
    if (!read) return read.error();
    Document document{std::move(read->draft), {}, {}};
    if (const Object* o = read->editor.get<Object>()) {
        if (Status s = EditorReader(document).read(*o); !s) return s.error();
    } else if (!std::holds_alternative<std::monostate>(read->editor.value)) {
        return bad(fmt::format("\"editor\" must be an object, but is {}", read->editor.kind()));
    }
    // All at once where nothing has a place; otherwise only what was added by other means.
    const std::map<ItemId, Place> laid_out = tidy(document);
    for (const ItemId id : items(document)) document.places.try_emplace(id, laid_out.at(id));
    return document;
}

}  // namespace weft::editor
