// Instances that follow their effects when those change.
#include "commands/change_keys.h"
#include "commands/effect_edits.h"
#include "commands/effect_filling.h"
#include "graph/clones.h"
#include "model/groups.h"
#include "model/marks.h"
#include "support/refusal.h"

namespace weft::editor {
namespace {

/// What a control is set to.
struct Setting {
    std::string control;
    ParameterValue value;
    std::vector<Keyframe> keys;
};

std::vector<Setting> settings_of(const Graph& graph, const Library& library, const Group& group) {
    std::vector<Setting> settings;
    for (const Control& control : group.controls) {
        const ParameterId first = targets_of(control).front();
        const Result<Declared> declared = find_declared(graph, library, first);
        if (!declared) continue;
        const Curve* curve = curve_of(graph, first);
        settings.push_back(
            {control.name,
             graph.find(first.node)->parameters[static_cast<std::size_t>(declared->index)],
             curve ? curve->keys : std::vector<Keyframe>()});
    }
    return settings;
}

/// Sets what `settings` says, where there still is a control that can be set so.
void restore(Document& document, const Library& library, int group,
             const std::vector<Setting>& settings) {
    for (const Setting& setting : settings) {
        Draft tried = document.draft;
        const ChangeKeys change = [&](const Declared&, const std::vector<Keyframe>&,
                                      ParameterValue& still) -> Result<std::vector<Keyframe>> {
            if (still.index() != setting.value.index()) return usage_error("of another type");
            still = setting.value;
            return setting.keys;
        };
        Status fits;
        for (const ParameterId& id : targets_of(document.groups.at(group), setting.control))
            if (fits) fits = change_keys(tried, library, id, change);
        if (fits && validate(tried, library)) document.draft = std::move(tried);
    }
}

/// The ids in an instance of the effect's nodes that were there and are of the same functor.
std::map<NodeId, NodeId> kept_ids(const Document& document, const Group& instance,
                                  const EffectContents& effect) {
    std::map<NodeId, NodeId> ids;
    if (!instance.origin) return ids;
    for (const auto& [id, original] : instance.origin->nodes) {
        const Node* now = effect.document.draft.graph.find(original);
        const Node* before = document.draft.graph.find(id);
        if (now && before && now->functor == before->functor) ids[original] = id;
    }
    return ids;
}

/// The wires that leave a group.
std::vector<Wire> wires_from(const Document& document, int group) {
    const Selection within = expanded(document, {{ItemKind::kGroup, group}});
    std::vector<Wire> leaving;
    for (const Wire& wire : wires(document))
        if (within.contains(source(wire.from)) && !within.contains(wire.to))
            leaving.push_back(wire);
    return leaving;
}

/// With nothing in the group, and nothing that it offers. What refers to its nodes still does.
Document emptied(const Document& document, int group) {
    const ItemId box{ItemKind::kGroup, group};
    Document after = document;
    const std::set<NodeId> inside = nodes_in(document, group);
    for (const ItemId id : expanded(document, {box})) {
        if (id == box) continue;
        after.places.erase(id);
        after.members.erase(id);
        after.notes.erase(id);
        if (id.kind == ItemKind::kDot) after.dots.erase(id.value);
        if (id.kind == ItemKind::kBackdrop) after.backdrops.erase(id.value);
        if (id.kind == ItemKind::kGroup) after.groups.erase(id.value);
    }
    std::erase_if(after.draft.graph.nodes,
                  [&](const Node& node) { return inside.contains(node.id); });
    for (const NodeId id : inside) after.draft.disabled.erase(id);
    leave_families(after.draft, inside);
    after.groups.at(group) = {document.groups.at(group).name, {}, {}};
    return after;
}

/// The position in `before` of what `now` has at `at`: by name, or where as many are there and
/// neither has the other's name, at the same place under another; -1: it is new.
template <class List>
int position_before(const List& before, const List& now, std::size_t at) {
    const auto find = [](const List& list, const std::string& name) {
        for (std::size_t i = 0; i < list.size(); ++i)
            if (list[i].name == name) return static_cast<int>(i);
        return -1;
    };
    if (const int same = find(before, now[at].name); same >= 0) return same;
    const bool renamed = before.size() == now.size() && find(now, before[at].name) < 0;
    return renamed ? static_cast<int>(at) : -1;
}

/// The picture that stands for one that the group gave: what that exit is now, or the same.
ImageId now_given(const Group& before, const Group& now, ImageId image) {
    for (std::size_t i = 0; i < now.exits.size(); ++i)
        if (const int was = position_before(before.exits, now.exits, i);
            was >= 0 && before.exits[static_cast<std::size_t>(was)].image == image)
            return now.exits[i].image;
    return image;
}

/// Puts dots back that wires into the group and out of it had, where those are there again.
void restore_dots(Document& document, const Document& before, int group) {
    const Selection inside = expanded(before, {{ItemKind::kGroup, group}});
    for (const auto& [id, dot] : before.dots) {
        const ItemId mark{ItemKind::kDot, id};
        const ImageId read = read_by(document, dot.to, dot.input);
        const bool is_there = read != kUnconnected && (!inside.contains(dot.to) ||
                                                       read == read_by(before, dot.to, dot.input));
        const auto now = document.dots.find(id);
        if (!is_there || inside.contains(mark) ||
            (now != document.dots.end() && now->second == dot))
            continue;
        const ItemId back = now == document.dots.end() ? mark : free_mark(document, ItemKind::kDot);
        document.dots[back.value] = dot;
        document.places[back] = before.places.at(mark);
        if (const int around = group_of(before, mark); around != kTop)
            document.members[back] = around;
    }
}

/// What the group's input number `at` of those that it has now read; kUnconnected where it is new.
ImageId read_before(const Group& before, const Group& now, const std::vector<GroupInput>& inputs,
                    std::size_t at) {
    const int was = position_before(before.entries, now.entries, at);
    return was < 0 ? kUnconnected : inputs[static_cast<std::size_t>(was)].from;
}

}  // namespace

Result<Document> follow_effect(const Document& document, const Library& library, int group,
                               const EffectContents& effect) {
    const ItemId box{ItemKind::kGroup, group};
    const Group old = document.groups.at(group);
    const std::vector<GroupInput> inputs = ports_of(document, group).inputs;
    const std::vector<Wire> leaving = wires_from(document, group);
    const std::map<NodeId, NodeId> kept = kept_ids(document, old, effect);

    Document after = emptied(document, group);
    for (const Wire& wire : leaving) after = disconnect(after, wire.to, wire.input);
    std::set<NodeId> gone = nodes_in(document, group);
    for (const auto& [original, node] : kept) gone.erase(node);
    forget(after.draft.graph, gone);
    Result<Document> full = filled(after, library, group, effect, kept);
    if (!full) return full.error();
    after = *std::move(full);

    for (const Wire& wire : leaving) {
        const ImageId image = now_given(old, after.groups.at(group), wire.from);
        if (!gone.contains(image.node))
            if (Result<Document> next = connect(after, {image, wire.to, wire.input}))
                after = *std::move(next);
    }
    for (std::size_t i = 0; i < after.groups.at(group).entries.size(); ++i) {
        const ImageId from = read_before(old, after.groups.at(group), inputs, i);
        if (from == kUnconnected) continue;
        Result<Document> next = connect(after, {from, box, static_cast<int>(i)});
        if (!next) return next.error();
        after = *std::move(next);
    }
    restore(after, library, group, settings_of(document.draft.graph, library, old));
    if (!old.disables.empty())
        if (Result<Document> passed = toggle_disabled(after, library, {box}))
            after = *std::move(passed);
    restore_dots(after, document, group);
    drop_loose_marks(after);
    if (Status s = validate(after.draft, library); !s) return s.error();
    return after;
}

}  // namespace weft::editor
