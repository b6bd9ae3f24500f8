#include "commands/edits.h"

#include <algorithm>

#include <fmt/format.h>

#include "commands/interface_edits.h"
#include "commands/room.h"
#include "graph/clones.h"
#include "graph/descriptor.h"
#include "graph/format.h"
#include "model/canvas.h"
#include "model/groups.h"
#include "model/marks.h"
#include "model/ports.h"
#include "model/tidy.h"
#include "support/nearest.h"
#include "support/refusal.h"
#include "support/words.h"

namespace weft::editor {
namespace {

NodeId free_id(const Graph& graph) {
    int id = -1;
    for (const Node& node : graph.nodes) id = std::max(id, node.id.value);
    return {id + 1};
}

/// Those in groups among `items` too.
std::set<NodeId> nodes_among(const Document& document, const Selection& items) {
    std::set<NodeId> ids;
    for (const ItemId item : expanded(document, items))
        if (item.kind == ItemKind::kNode && document.draft.graph.find(NodeId{item.value}))
            ids.insert({item.value});
    return ids;
}

/// Makes every reader of `from` that `replaces` names read `to`.
template <class Predicate>
void reconnect(Document& document, const Predicate& replaces) {
    for (Node& node : document.draft.graph.nodes)
        for (ImageId& image : node.inputs) image = replaces(image, item(node.id));
    for (std::size_t i = 0; i < document.draft.graph.outputs.size(); ++i) {
        ImageId& image = document.draft.graph.outputs[i].image;
        image = replaces(image, ItemId{ItemKind::kOutput, static_cast<int>(i)});
    }
}

/// Who reads one of `ids` reads what that one's main input reads.
void heal(Document& document, const Library& library, const std::set<NodeId>& ids) {
    Draft passing = document.draft;
    passing.disabled.clear();
    for (const NodeId id : ids)
        passing.disabled[id] = main_input(*document.draft.graph.find(id), library);
    reconnect(document, [&](ImageId image, ItemId reader) {
        const bool inside = reader.kind == ItemKind::kNode && ids.contains({reader.value});
        return inside ? image : passed_by(passing, image);
    });
}

Document arranged(Document document) {
    (void)arrange(document.draft.graph);  // of edits that cannot make cycles
    drop_loose_marks(document);
    return document;
}

/// With `wire.from` at that input; as it was where there is no such input.
Document reading(Document document, const Wire& wire) {
    const auto at = static_cast<std::size_t>(wire.input);
    if (wire.to.kind == ItemKind::kOutput)
        document.draft.graph.outputs[static_cast<std::size_t>(wire.to.value)].image = wire.from;
    else if (Node* node = find_node(document.draft, {wire.to.value});
             node && at < node->inputs.size())
        node->inputs[at] = wire.from;
    return document;
}

}  // namespace

Place free_place(const Document& document, Place place, int group) {
    const auto taken = [&](const auto& entry) {
        return group_of(document, entry.first) == group && are_too_near(entry.second, place);
    };
    while (std::any_of(document.places.begin(), document.places.end(), taken))
        place.x += kColumnPitch;
    return snapped(place);
}

namespace {

bool is_disabled(const Document& document, ItemId id) {
    if (id.kind == ItemKind::kGroup) {
        const auto group = document.groups.find(id.value);
        return group != document.groups.end() && !group->second.disables.empty();
    }
    return document.draft.disabled.contains({id.value});
}

/// The inputs of an item that others may be connected to unasked, its main one first; optional
/// ones wait for somebody who wants them.
std::vector<int> stream_first(const Document& document, const Library& library, ItemId item) {
    const std::vector<Port> ports = input_ports(document, library, item);
    const auto group = document.groups.find(item.kind == ItemKind::kGroup ? item.value : -1);
    std::vector<int> inputs;
    for (std::size_t i = 0; i < ports.size(); ++i) {
        const bool is_optional = group != document.groups.end() &&
                                 i < group->second.entries.size() &&
                                 group->second.entries[i].optional;
        if (ports[i].main)
            inputs.insert(inputs.begin(), static_cast<int>(i));
        else if (!is_optional)
            inputs.push_back(static_cast<int>(i));
    }
    return inputs;
}

/// Those that have pictures of their own, each once.
std::vector<ItemId> giving(const Document& document, const std::vector<ItemId>& items) {
    std::vector<ItemId> sources;
    for (const ItemId id : items)
        if (id.kind != ItemKind::kOutput && document.places.contains(id) &&
            shown_by(document, id) != kUnconnected &&
            std::find(sources.begin(), sources.end(), id) == sources.end())
            sources.push_back(id);
    return sources;
}

/// The first of `sources`, or the one that needs it and that no other needs.
ItemId last_in_stream(const Document& document, const std::vector<ItemId>& sources) {
    ItemId last = sources.front();
    for (const ItemId id : sources)
        if (is_upstream(document, source(shown_by(document, last)), source(shown_by(document, id))))
            last = id;
    return last;
}

/// Why an item could not be passed by, where it could not: each picture that it gives must come
/// from one that it reads, by main inputs.
std::optional<std::string> cannot_pass(const Document& document, const Library& library,
                                       ItemId id) {
    const std::set<NodeId> inside = nodes_among(document, {id});
    const std::vector<ImageId> outputs = id.kind == ItemKind::kGroup
                                             ? ports_of(document, id.value).outputs
                                             : std::vector{shown_by(document, id)};
    for (ImageId image : outputs)
        while (inside.contains(image.node)) {
            const Node& node = *document.draft.graph.find(image.node);
            if (node.inputs.empty())
                return fmt::format(
                    "\"{}\" reads nothing that could stand in for it: disconnect it instead",
                    node.name);
            image = node.inputs[static_cast<std::size_t>(main_input(node, library))];
        }
    return std::nullopt;
}

}  // namespace

std::string free_name(const Graph& graph, const std::string& base) {
    for (int i = 1;; ++i)
        if (const std::string name = fmt::format("{}{}", base, i); !graph.find(name)) return name;
}

Result<Edited> add_node(const Document& document, const Library& library,
                        const std::string& functor, Place place, const std::vector<ItemId>& after,
                        int group) {
    const FunctorType* type = library.find(functor);
    if (!type)
        return usage_error(fmt::format("there is no functor \"{}\"{}", functor,
                                       did_you_mean(functor, library.names())));
    const std::unique_ptr<FunctorBase> defaults(type->create());
    const FunctorDescriptor descriptor = weft::describe(*defaults);
    Edited edited{document, {}};
    Graph& graph = edited.document.draft.graph;
    Node node;
    node.id = free_id(graph);
    node.name = free_name(graph, lower_case(functor));
    node.functor = functor;
    for (const ParameterRef& p : parameters_of(*defaults)) node.parameters.push_back(get_value(p));
    node.inputs.assign(descriptor.inputs.size(), kUnconnected);
    for (const NamedIndexer& n : indexers_of(*defaults))
        if (n.indexer->direction == eInput) node.borders.push_back(n.indexer->border);
    node.restart_period = default_restart_period(*defaults);

    if (document.draft.format) follow_format(node, library);

    const ItemId added = item(node.id);
    const bool reads = !node.inputs.empty();
    graph.nodes.push_back(std::move(node));
    if (reads)
        place = put_behind(document, edited.document, library, after, added, group).value_or(place);
    edited.document.places[added] = free_place(edited.document, place, group);
    if (group != kTop) edited.document.members[added] = group;
    edited.made = {added};
    edited.document = arranged(std::move(edited.document));
    if (Status s = validate(edited.document.draft, library); !s) return s.error();
    return edited;
}

std::optional<Place> put_behind(const Document& before, Document& document, const Library& library,
                                const std::vector<ItemId>& after, ItemId added, int group) {
    const std::vector<int> inputs = stream_first(document, library, added);
    std::vector<ItemId> sources = giving(before, after);
    if (sources.size() > inputs.size()) sources.resize(inputs.size());
    if (sources.empty()) return std::nullopt;
    const ItemId leader = last_in_stream(before, sources);
    const ImageId above = shown_by(before, leader);
    const ImageId below = output_of(document, added, 0);
    const Selection within = expanded(document, {leader, added});
    reconnect(document, [&](ImageId image, ItemId reader) {
        return image == above && !within.contains(reader) ? below : image;
    });
    Place place = before.places.at(sources.front());
    for (std::size_t i = 0; i < sources.size(); ++i) {
        place.y = std::max(place.y, before.places.at(sources[i]).y);
        for (const Wire& one : wires_of(document, {shown_by(before, sources[i]), added, inputs[i]}))
            document = reading(std::move(document), one);
        if (added.kind == ItemKind::kGroup) note_connected(document, added.value, inputs[i], true);
    }
    place.y += kRowPitch;
    // Room: what lies straight below and follows moves down.
    const Canvas canvas = canvas_of(before, group);
    const auto is_in_the_way = [&](const auto& entry) {
        return entry.second.y >= place.y && entry.second.y < place.y + kRowPitch &&
               std::abs(entry.second.x - place.x) < 72 && !canvas.outside.contains(entry.first);
    };
    if (std::any_of(canvas.places.begin(), canvas.places.end(), is_in_the_way))
        move_down(document, canvas, stream_of(canvas, leader, false), place.y, kRowPitch);
    return place;
}

Result<Document> remove(const Document& document, const Library& library, const Selection& items) {
    const std::set<NodeId> gone = nodes_among(document, items);
    Document after = document;
    bool marks = false;
    for (const ItemId id : expanded(document, items))
        if (after.dots.erase(id.kind == ItemKind::kDot ? id.value : -1) +
            after.backdrops.erase(id.kind == ItemKind::kBackdrop ? id.value : -1) +
            after.groups.erase(id.kind == ItemKind::kGroup ? id.value : -1)) {
            after.places.erase(id);
            marks = true;
        }
    if (gone.empty() && marks) return arranged(std::move(after));
    if (items.empty()) return usage_error("select what is to be deleted");
    if (gone.empty()) return remove_ends(document, items);
    heal(after, library, gone);
    leave_families(after.draft, gone);
    forget(after.draft.graph, gone);
    for (const NodeId id : gone) {
        after.draft.disabled.erase(id);
        after.places.erase(item(id));
    }
    return arranged(std::move(after));
}

Result<Document> connect(const Document& document, const Wire& wire) {
    for (const Wire& one : wires_of(document, wire))
        if (is_upstream(document, one.to, source(one.from)))
            return usage_error(fmt::format("\"{}\" cannot read \"{}\", which follows from it",
                                           name_of(document, wire.to),
                                           name_of(document, source(wire.from))));
    Document after = document;
    for (const Wire& one : wires_of(document, wire)) after = reading(std::move(after), one);
    if (wire.to.kind == ItemKind::kGroup && exists(after, wire.to))
        note_connected(after, wire.to.value, wire.input, true);
    return arranged(std::move(after));
}

Document disconnect(const Document& document, ItemId to, int input) {
    Document after = document;
    for (const Wire& one : wires_of(document, {kUnconnected, to, input}))
        after = reading(std::move(after), one);
    if (to.kind == ItemKind::kGroup && exists(after, to))
        note_connected(after, to.value, input, false);
    return arranged(std::move(after));
}

Result<Document> insert(const Document& document, const Library& library, ItemId box,
                        const Wire& wire) {
    const Node* node =
        box.kind == ItemKind::kNode ? document.draft.graph.find(NodeId{box.value}) : nullptr;
    const bool reads =
        node ? !node->inputs.empty()
             : box.kind == ItemKind::kGroup && !ports_of(document, box.value).inputs.empty();
    const ImageId given = output_of(document, box, 0);
    if (!reads || given == kUnconnected)
        return usage_error("this node reads nothing, so it cannot stand in a wire");
    const Selection within = expanded(document, {box});
    if (wire.to == box || within.contains(source(wire.from))) return document;
    Result<Document> after = connect(document, {wire.from, box, main_port(document, library, box)});
    for (const Wire& one : wires_of(document, wire))
        if (after) after = connect(*after, {given, one.to, one.input});
    if (after) make_room(*after, canvas_of(document, group_of(document, box)), box, wire);
    return after;
}

Result<Document> extract(const Document& document, const Library& library, const Selection& items) {
    const std::set<NodeId> ids = nodes_among(document, items);
    if (ids.empty()) return usage_error("select nodes to extract them from their wires");
    Document after = document;
    heal(after, library, ids);
    for (const NodeId id : ids)
        for (ImageId& image : find_node(after.draft, id)->inputs)
            if (!ids.contains(image.node)) image = kUnconnected;
    for (const ItemId id : items)
        if (id.kind == ItemKind::kNode || id.kind == ItemKind::kGroup)
            after.places[id].x += kColumnPitch;
    return arranged(std::move(after));
}

Document move(const Document& document, const Selection& items, Place by) {
    Document after = document;
    for (const ItemId id : carried(document, items))
        if (const auto at = after.places.find(id); at != after.places.end())
            at->second = snapped({at->second.x + by.x, at->second.y + by.y});
    return after;
}

Document lay_out(const Document& document, int group) {
    Document after = document;
    const auto lies_here = [&](ItemId id) { return group_of(document, id) == group; };
    for (const auto& [id, dot] : document.dots)
        if (const ItemId mark{ItemKind::kDot, id}; lies_here(mark)) {
            after.dots.erase(id);
            after.places.erase(mark);
        }
    for (const auto& [id, place] : tidy(document, group)) after.places[id] = place;
    for (const auto& [id, backdrop] : document.backdrops)
        if (lies_here({ItemKind::kBackdrop, id}))
            if (const Selection inside = lying_on(document, id); !inside.empty())
                fit_backdrop(after, id, inside);
    drop_loose_marks(after);
    return after;
}

namespace {

/// What a map has for `from` it then has for `to`.
template <class Value>
void move_key(std::map<std::string, Value>& map, const std::string& from, const std::string& to) {
    auto entry = map.extract(from);
    if (entry.empty()) return;
    entry.key() = to;
    map.insert(std::move(entry));
}

}  // namespace

Result<Document> rename(const Document& document, const Library& library, ItemId item,
                        const std::string& name) {
    Document after = document;
    Graph& graph = after.draft.graph;
    const auto at = static_cast<std::size_t>(item.value);
    if (!exists(document, item) || item.kind == ItemKind::kDot)
        return usage_error("select what is to be renamed");
    if (item.kind == ItemKind::kNode) {
        find_node(after.draft, {item.value})->name = name;
    } else if (item.kind == ItemKind::kBackdrop) {
        after.backdrops.at(item.value).title = name;
    } else if (item.kind == ItemKind::kGroup) {
        if (name.empty()) return usage_error("a group needs a name");
        after.groups.at(item.value).name = name;
    } else if (item.kind == ItemKind::kOutput) {
        move_key(after.draft.files.writes, graph.outputs[at].name, name);
        graph.outputs[at].name = name;
    } else {
        move_key(after.draft.files.reads, graph.inputs[at].name, name);
        graph.inputs[at].name = name;
    }
    if (Status s = validate(after.draft, library); !s) return s.error();
    return after;
}

Result<Document> set(const Document& document, const Library& library, const std::string& path,
                     const std::string& text) {
    Document after = document;
    if (Status s = set_parameter(after.draft.graph, library, path, text); !s) return s.error();
    for (const ParameterId& id : targets_of(after.draft.graph, path))
        share_values(after.draft, id.node);
    return after;
}

Result<Document> toggle_disabled(const Document& document, const Library& library,
                                 const Selection& items) {
    const auto can = [](ItemId id) {
        return id.kind == ItemKind::kNode || id.kind == ItemKind::kGroup;
    };
    if (std::none_of(items.begin(), items.end(), can))
        return usage_error("select nodes to disable them");
    const bool enable = std::all_of(items.begin(), items.end(), [&](ItemId id) {
        return !can(id) || is_disabled(document, id);
    });
    Document after = document;
    std::map<NodeId, int>& disabled = after.draft.disabled;
    const auto disable = [&](NodeId node) {
        return disabled.emplace(node, main_input(*document.draft.graph.find(node), library)).second;
    };
    for (const ItemId id : items) {
        if (!can(id) || !exists(document, id)) continue;
        const bool is_group = id.kind == ItemKind::kGroup;
        if (enable) {
            for (const NodeId node :
                 is_group ? document.groups.at(id.value).disables : std::set{NodeId{id.value}})
                disabled.erase(node);
            continue;
        }
        if (const auto why = cannot_pass(document, library, id)) return usage_error(*why);
        if (!is_group) disable({id.value});
        for (const NodeId node : is_group ? nodes_in(document, id.value) : std::set<NodeId>())
            if (!document.draft.graph.find(node)->inputs.empty() && disable(node))
                after.groups.at(id.value).disables.insert(node);
    }
    drop_loose_members(after);
    return after;
}

Document set_picture(const Document& document, const std::string& input, const std::string& path) {
    Document after = document;
    if (path.empty())
        after.draft.files.reads.erase(input);
    else
        after.draft.files.reads[input].path = path;
    return after;
}

Document set_colour(const Document& document, ItemId end, const std::string& space) {
    Document after = document;
    if (!exists(document, end)) return after;
    Graph& graph = after.draft.graph;
    const auto at = static_cast<std::size_t>(end.value);
    if (end.kind == ItemKind::kInput) graph.inputs[at].colour = space;
    if (end.kind == ItemKind::kOutput) graph.outputs[at].colour = space;
    return after;
}

Result<Document> with_usual_borders(const Document& document, const Library& library,
                                    const std::vector<std::string>& nodes) {
    Document after = document;
    for (Node& node : after.draft.graph.nodes) {
        if (std::find(nodes.begin(), nodes.end(), node.name) == nodes.end()) continue;
        const FunctorDescriptor functor = describe(*library.find(node.functor));
        for (std::size_t i = 0; i < functor.inputs.size(); ++i)
            node.borders[i] = functor.inputs[i].border;
    }
    return after;
}

}  // namespace weft::editor
