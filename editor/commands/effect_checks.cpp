// What may change in an instance of an effect, and what may not.
#include <fmt/format.h>

#include "commands/effect_edits.h"
#include "graph/clones.h"
#include "graph/descriptor.h"
#include "model/groups.h"
#include "support/refusal.h"

namespace weft::editor {
namespace {

/// The parameters that may change in an instance: what its controls set.
std::set<std::pair<NodeId, std::string>> free_parameters(const Document& document,
                                                         const Group& group) {
    std::set<std::pair<NodeId, std::string>> free;
    for (const Control& control : group.controls)
        for (const auto& [id, parameter] : control.targets)
            for (const NodeId node : family_of(document.draft, id)) free.emplace(node, parameter);
    return free;
}

/// Whether a node of an instance differs in more than may change.
bool differs(const Document& before, const Document& after, const Group& group, NodeId id,
             const std::set<std::pair<NodeId, std::string>>& free, const Library& library) {
    if (*before.draft.graph.find(id) == *after.draft.graph.find(id)) return false;
    Node old = *before.draft.graph.find(id), now = *after.draft.graph.find(id);
    if (old.functor != now.functor || old.parameters.size() != now.parameters.size() ||
        old.inputs.size() != now.inputs.size())
        return true;
    const auto allow = [&](int parameter) {
        if (parameter < 0) return;
        const auto at = static_cast<std::size_t>(parameter);
        now.parameters[at] = old.parameters[at];
        now.restart_period = old.restart_period;  // may follow a parameter
    };
    const FunctorDescriptor functor = weft::describe(*library.find(now.functor));
    for (const auto& [node, parameter] : free) {
        if (node != id) continue;
        allow(functor.find_parameter(parameter));
        for (Node* one : {&old, &now})
            std::erase_if(one->curves,
                          [&name = parameter](const Curve& c) { return c.parameter == name; });
    }
    for (const GroupEntry& entry : group.entries) {
        for (const Dot& reader : entry.readers)
            if (reader.to == item(id))
                now.inputs[static_cast<std::size_t>(reader.input)] =
                    old.inputs[static_cast<std::size_t>(reader.input)];
        if (entry.optional)
            for (const auto& [node, parameter] : entry.optional->told)
                if (node == id) allow(parameter);
    }
    now.name = old.name;
    return !(old == now);
}

/// Those that are disabled by themselves, and not with their group.
std::map<NodeId, int> disabled_within(const Document& document, const std::set<NodeId>& inside) {
    std::map<NodeId, int> disabled;
    for (const auto& by : document.draft.disabled)
        if (inside.contains(by.first)) disabled.insert(by);
    for (const auto& [number, group] : document.groups)
        for (const NodeId id : group.disables) disabled.erase(id);
    return disabled;
}

/// What a group offers, but for what is connected.
Group offered(Group group) {
    group.name.clear();
    group.disables.clear();
    for (GroupEntry& entry : group.entries)
        if (entry.optional) entry.optional->connected = false;
    return group;
}

}  // namespace

Status check_instances(const Document& before, const Document& after, const Library& library) {
    for (const auto& [id, group] : after.groups) {
        const auto old = before.groups.find(id);
        if (!group.origin || old == before.groups.end() || !old->second.origin ||
            old->second.origin->contents != group.origin->contents ||
            old->second.origin->effect != group.origin->effect)
            continue;
        const std::set<NodeId> inside = nodes_in(after, id);
        bool same = offered(old->second) == offered(group) && nodes_in(before, id) == inside &&
                    disabled_within(before, inside) == disabled_within(after, inside);
        const auto free = free_parameters(after, group);
        for (const NodeId node : inside)
            same = same && !differs(before, after, group, node, free, library);
        if (!same)
            return usage_error(fmt::format(
                "\"{}\" is the effect {}, whose nodes cannot be changed here: detach it "
                "from the effect first, with Ctrl+Shift+D on its box",
                group.name, group.origin->effect));
    }
    return {};
}

}  // namespace weft::editor
