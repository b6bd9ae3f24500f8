// Documents as text: the draft as every effect document, the rest in its member "editor".
#include <algorithm>

#include <fmt/format.h>

#include "graph/document_fields.h"
#include "model/editor_document.h"
#include "model/group_offer.h"
#include "model/groups.h"
#include "model/tidy.h"
#include "model/views.h"
#include "support/refusal.h"

namespace weft::editor {
namespace {

using document::member;
using document::Object;

/// What a group lists of what lies in it.
constexpr std::pair<ItemKind, const char*> kMemberLists[] = {{ItemKind::kNode, "nodes"},
                                                             {ItemKind::kDot, "dots"},
                                                             {ItemKind::kBackdrop, "backdrops"},
                                                             {ItemKind::kGroup, "groups"}};

std::string list(const char* name, const std::vector<std::string>& lines) {
    if (lines.empty()) return fmt::format("\"{}\": []", name);
    return fmt::format("\"{}\": [\n      {}\n    ]", name, fmt::join(lines, ",\n      "));
}

std::string dot_text(const Document& document, int id, const std::string& at) {
    const Dot& dot = document.dots.at(id);
    if (dot.to.kind == ItemKind::kOutput)
        return fmt::format("{{\"dot\": {}, {}, \"output\": {}}}", id, at,
                           json_string(name_of(document, dot.to)));
    return fmt::format("{{\"dot\": {}, {}, \"node\": {}, \"input\": {}}}", id, at, dot.to.value,
                       dot.input);
}

std::string group_text(const Document& document, const Library& library, int id,
                       const std::string& at) {
    const Group& group = document.groups.at(id);
    std::map<ItemKind, std::vector<int>> inside;
    for (const auto& [member, in] : document.members)
        if (in == id) inside[member.kind].push_back(member.value);
    std::string text =
        fmt::format("{{\"group\": {}, {}, \"name\": {}", id, at, json_string(group.name));
    for (const auto& [kind, key] : kMemberLists)
        if (const auto list = inside.find(kind); list != inside.end())
            text += fmt::format(", \"{}\": [{}]", key, fmt::join(list->second, ", "));
    std::vector<int> disables;
    for (const NodeId node : group.disables) disables.push_back(node.value);
    if (!disables.empty()) text += fmt::format(", \"disables\": [{}]", fmt::join(disables, ", "));
    return text + offer_text(document, library, group) + "}";
}

std::string editor_member(const Document& document, const Library& library, const Views& views) {
    std::vector<std::string> inputs, nodes, outputs, dots, backdrops, groups;
    for (const auto& [id, place] : document.places) {
        std::string at = fmt::format("\"at\": [{}, {}]", place.x, place.y);
        if (const auto note = document.notes.find(id); note != document.notes.end())
            at += ", \"note\": " + json_string(note->second);
        if (id.kind == ItemKind::kDot) {
            dots.push_back(dot_text(document, id.value, at));
            continue;
        }
        if (id.kind == ItemKind::kGroup) {
            groups.push_back(group_text(document, library, id.value, at));
            continue;
        }
        if (id.kind == ItemKind::kBackdrop) {
            const Backdrop& b = document.backdrops.at(id.value);
            backdrops.push_back(fmt::format(
                "{{\"backdrop\": {}, {}, \"size\": [{}, {}], \"hue\": {}, \"title\": {}}}",
                id.value, at, b.width, b.height, b.hue, json_string(b.title)));
            continue;
        }
        if (id.kind == ItemKind::kNode) {
            nodes.push_back(fmt::format("{{\"node\": {}, {}}}", id.value, at));
            continue;
        }
        const std::string name = name_of(document, id);
        if (id.kind == ItemKind::kOutput) {
            outputs.push_back(fmt::format("{{\"output\": {}, {}}}", json_string(name), at));
            continue;
        }
        inputs.push_back(fmt::format("{{\"input\": {}, {}}}", json_string(name), at));
    }
    std::vector<std::string> members{list("inputs", inputs), list("nodes", nodes),
                                     list("outputs", outputs)};
    if (!dots.empty()) members.push_back(list("dots", dots));
    if (!backdrops.empty()) members.push_back(list("backdrops", backdrops));
    if (!groups.empty()) members.push_back(list("groups", groups));
    if (const Timeline& t = document.timeline; !(t == Timeline{}))
        members.push_back(
            fmt::format("\"timeline\": {{\"frames\": [{}, {}], \"play\": [{}, {}], \"rate\": {}}}",
                        t.first, t.last, t.in, t.out, t.rate));
    if (!document.unfinished.empty())
        members.push_back("\"functors\": " + document::functors_text(document.unfinished, 4));
    if (const std::string viewer = viewer_member(document, views); !viewer.empty())
        members.push_back(viewer);
    return fmt::format("{{\n    {}\n  }}", fmt::join(members, ",\n    "));
}

/// Two whole numbers: the member "at", "size", ...
Result<Place> read_pair(const Object& o, const std::string& where, const char* key) {
    Result<const document::Array*> pair = document::get<document::Array>(o, where, key);
    if (!pair) return pair.error();
    Place place;
    const auto read = [&](std::size_t i, int& v) {
        const auto* number = (**pair)[i].get<JsonValue::Number>();
        return number && read_number(*number, v);
    };
    if (!*pair || (*pair)->size() != 2 || !read(0, place.x) || !read(1, place.y))
        return document_error(fmt::format("{}: \"{}\" must be two whole numbers", where, key));
    return place;
}

/// Reads the member "editor" into a document that has its draft.
class EditorReader {
  public:
    EditorReader(Document& document, const Library& library)
        : document_(document), library_(library) {}

    Status read(const Object& o) {
        if (Status s = document::check_members(o, "\"editor\"",
                                               {"inputs", "nodes", "outputs", "dots", "backdrops",
                                                "groups", "timeline", "functors", "viewer"},
                                               0);
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
        for (const auto& [list, read] : {std::pair("dots", &EditorReader::read_dot),
                                         std::pair("backdrops", &EditorReader::read_backdrop)}) {
            Result<std::vector<const Object*>> entries =
                document::get_objects(o, "\"editor\"", list);
            if (!entries) return entries.error();
            for (const Object* entry : *entries)
                if (Status s = (this->*read)(*entry); !s) return s;
        }
        if (Status s = read_groups(o); !s) return s;
        if (Status s = read_unfinished(o); !s) return s;
        const Result<const Object*> timeline = document::get<Object>(o, "\"editor\"", "timeline");
        if (!timeline) return timeline.error();
        return *timeline ? read_timeline(**timeline) : Status{};
    }

  private:
    Status read_item(const Object& o, const std::string& key) {
        const std::string where = fmt::format("an {} in \"editor\"", key);
        std::vector<std::string> known{key, "at", "note"};
        if (key == "input") known.push_back("picture");
        if (Status s = document::check_members(o, where, known, 2); !s) return s;
        const Result<ItemId> id = key == "node" ? read_node(o, where) : read_named(o, where, key);
        if (!id) return id.error();
        const Result<Place> place = read_pair(o, where, "at");
        if (!place) return place.error();
        document_.places[*id] = *place;
        std::string picture;
        if (Status s = document::read_text(o, where, "picture", picture); !s) return s;
        if (!picture.empty())
            document_.draft.files.reads.try_emplace(name_of(document_, *id), ReadFile{picture});
        std::string note;
        if (Status s = document::read_text(o, where, "note", note); !s) return s;
        if (!note.empty()) document_.notes[*id] = note;
        return {};
    }

    Status read_dot(const Object& o) {
        const std::string where = "a dot in \"editor\"";
        const bool of_output = document::member(o, "output");
        const std::vector<std::string> known =
            of_output ? std::vector<std::string>{"dot", "at", "output"}
                      : std::vector<std::string>{"dot", "at", "node", "input"};
        if (Status s = document::check_members(o, where, known, known.size()); !s) return s;
        const Result<std::optional<int>> id = document::get_int(o, where, "dot");
        if (!id) return id.error();
        const Result<ItemId> to = of_output ? read_named(o, where, "output") : read_node(o, where);
        if (!to) return to.error();
        Dot dot{*to, 0};
        if (!of_output) {
            const Result<std::optional<int>> input = document::get_int(o, where, "input");
            if (!input) return input.error();
            dot.input = **input;
        }
        if (read_by(document_, dot.to, dot.input) == kUnconnected)
            return document_error(fmt::format("{}: input {} of \"{}\" has no wire", where,
                                              dot.input, name_of(document_, dot.to)));
        const Result<Place> place = read_pair(o, where, "at");
        if (!place) return place.error();
        document_.dots[**id] = dot;
        document_.places[{ItemKind::kDot, **id}] = *place;
        return {};
    }

    Status read_backdrop(const Object& o) {
        const std::string where = "a backdrop in \"editor\"";
        if (Status s =
                document::check_members(o, where, {"backdrop", "at", "size", "hue", "title"}, 3);
            !s)
            return s;
        const Result<std::optional<int>> id = document::get_int(o, where, "backdrop");
        if (!id) return id.error();
        const Result<std::optional<int>> hue = document::get_int(o, where, "hue");
        if (!hue) return hue.error();
        const Result<Place> place = read_pair(o, where, "at"), size = read_pair(o, where, "size");
        if (!place) return place.error();
        if (!size) return size.error();
        Backdrop backdrop{{}, size->x, size->y, hue->value_or(0)};
        if (Status s = document::read_text(o, where, "title", backdrop.title); !s) return s;
        if (size->x < kSmallestBackdrop || size->y < kSmallestBackdrop || backdrop.hue < 0 ||
            backdrop.hue >= kHues)
            return document_error(
                fmt::format("{}: \"size\" must be {} or more each way, \"hue\" 0 to {}", where,
                            kSmallestBackdrop, kHues - 1));
        document_.backdrops[**id] = backdrop;
        document_.places[{ItemKind::kBackdrop, **id}] = *place;
        return {};
    }

    /// All, then what lies in them, which may be others of them.
    Status read_groups(const Object& o) {
        const std::string where = "a group in \"editor\"";
        Result<std::vector<const Object*>> entries =
            document::get_objects(o, "\"editor\"", "groups");
        if (!entries) return entries.error();
        std::vector<std::pair<int, const Object*>> read;
        for (const Object* entry : *entries) {
            std::vector<std::string> known{"group", "at",        "name",   "note",    "nodes",
                                           "dots",  "backdrops", "groups", "disables"};
            for (const std::string& offer : offer_members()) known.push_back(offer);
            if (Status s = document::check_members(*entry, where, known, 3); !s) return s;
            const Result<std::optional<int>> id = document::get_int(*entry, where, "group");
            if (!id) return id.error();
            const Result<Place> place = read_pair(*entry, where, "at");
            if (!place) return place.error();
            Group group;
            std::string note;
            for (const auto& [key, text] : {std::pair("name", &group.name), {"note", &note}})
                if (Status s = document::read_text(*entry, where, key, *text); !s) return s;
            if (group.name.empty() || **id < 0 || document_.groups.contains(**id))
                return document_error(
                    fmt::format("{}: \"name\" must not be empty, and \"group\" a number of "
                                "0 or more that no other has",
                                where));
            const ItemId item{ItemKind::kGroup, **id};
            document_.groups[**id] = std::move(group);
            document_.places[item] = *place;
            if (!note.empty()) document_.notes[item] = note;
            read.emplace_back(**id, entry);
        }
        for (const auto& [id, entry] : read)
            if (Status s = read_members(*entry, id); !s) return s;
        return {};
    }

    Status read_members(const Object& o, int id) {
        Group& group = document_.groups.at(id);
        const std::string where = fmt::format("the group \"{:.80}\" in \"editor\"", group.name);
        for (const auto& [kind, key] : kMemberLists) {
            const Result<std::vector<int>> list = read_numbers(o, where, key);
            if (!list) return list.error();
            for (const int value : *list) {
                const ItemId member{kind, value};
                const std::vector<int> around = path_to(document_, id);
                const bool within = kind == ItemKind::kGroup &&
                                    std::find(around.begin(), around.end(), value) != around.end();
                if (!exists(document_, member) || within ||
                    !document_.members.emplace(member, id).second)
                    return document_error(
                        fmt::format("{}: {} of \"{}\" is not there, or lies in a group "
                                    "already",
                                    where, value, key));
            }
        }
        const Result<std::vector<int>> disables = read_numbers(o, where, "disables");
        if (!disables) return disables.error();
        for (const int node : *disables) group.disables.insert({node});
        return read_offer(o, where, document_, library_, group);
    }

    static Result<std::vector<int>> read_numbers(const Object& o, const std::string& where,
                                                 const char* key) {
        std::vector<int> numbers;
        const Result<const document::Array*> list = document::get<document::Array>(o, where, key);
        if (!list) return list.error();
        if (!*list) return numbers;
        for (const JsonValue& entry : **list) {
            const auto* number = entry.get<JsonValue::Number>();
            if (!number || !read_number(*number, numbers.emplace_back()))
                return document_error(fmt::format("{}: \"{}\" must be whole numbers", where, key));
        }
        return numbers;
    }

    Status read_unfinished(const Object& o) {
        Result<FunctorTexts> texts = document::read_functors(o, "\"editor\"");
        if (!texts) return texts.error();
        for (const auto& [file, text] : *texts)
            if (!document_.draft.functors.contains(file))
                return document_error(
                    fmt::format("\"editor\": the document brings no functor \"{}\"", file));
        document_.unfinished = *std::move(texts);
        return {};
    }

    Status read_timeline(const Object& o) {
        const std::string where = "\"timeline\" in \"editor\"";
        if (Status s = document::check_members(o, where, {"frames", "play", "rate"}, 3); !s)
            return s;
        const Result<Place> frames = read_pair(o, where, "frames"),
                            play = read_pair(o, where, "play");
        const Result<std::optional<int>> rate = document::get_int(o, where, "rate");
        if (!frames) return frames.error();
        if (!play) return play.error();
        if (!rate) return rate.error();
        document_.timeline = {frames->x, frames->y, play->x, play->y, **rate};
        if (Status s = check(document_.timeline); !s)
            return document_error(fmt::format("{}: {}", where, s.error().message));
        return {};
    }

    Result<ItemId> read_node(const Object& o, const std::string& where) const {
        Result<std::optional<int>> id = document::get_int(o, where, "node");
        if (!id) return id.error();
        if (!document_.draft.graph.find(NodeId{**id}))
            return document_error(fmt::format("{}: there is no node {}", where, **id));
        return item(NodeId{**id});
    }

    Result<ItemId> read_named(const Object& o, const std::string& where,
                              const std::string& key) const {
        std::string name;
        if (Status s = document::read_text(o, where, key, name); !s) return s.error();
        const ItemKind kind = key == "input" ? ItemKind::kInput : ItemKind::kOutput;
        for (const ItemId id : items(document_))
            if (id.kind == kind && name_of(document_, id) == name) return id;
        return document_error(fmt::format("{}: there is no {} \"{:.80}\"", where, key, name));
    }

    Document& document_;
    const Library& library_;
};

}  // namespace

std::string to_text(const Document& document, const Library& library) {
    return to_text(document, library, {});
}

std::string to_text(const Document& document, const Library& library, const Views& views) {
    return to_document(document.draft, library, editor_member(document, library, views));
}

Result<Document> document_from_text(const std::string& text, const Library& library) {
    Result<DraftDocument> read = draft_from_document(text, library);
    if (!read) return read.error();
    Document document;
    document.draft = std::move(read->draft);
    if (const Object* o = read->editor.get<Object>()) {
        if (Status s = EditorReader(document, library).read(*o); !s) return s.error();
        drop_loose_members(document);
    } else if (!std::holds_alternative<std::monostate>(read->editor.value)) {
        return document_error(
            fmt::format("\"editor\" must be an object, but is {}", read->editor.kind()));
    }
    // All at once where nothing has a place; otherwise only what was added by other means.
    const std::map<ItemId, Place> laid_out = tidy(document);
    for (const ItemId id : items(document)) document.places.try_emplace(id, laid_out.at(id));
    return document;
}

}  // namespace weft::editor
