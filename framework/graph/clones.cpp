#include "graph/clones.h"

#include <algorithm>

#include <fmt/format.h>

#include "support/refusal.h"

namespace weft {
namespace {

bool have_same_values(const Node& a, const Node& b) {
    return a.parameters == b.parameters && a.curves == b.curves &&
           a.restart_period == b.restart_period;
}

}  // namespace

NodeId original_of(const Draft& draft, NodeId node) {
    const auto at = draft.clones.find(node);
    return at == draft.clones.end() ? node : at->second;
}

std::vector<NodeId> family_of(const Draft& draft, NodeId node) {
    std::vector<NodeId> family{original_of(draft, node)};
    for (const auto& [clone, original] : draft.clones)
        if (original == family.front()) family.push_back(clone);
    return family;
}

void share_values(Draft& draft, NodeId from) {
    const Node* model = draft.graph.find(from);
    if (!model) return;
    const Node values = *model;
    const std::vector<NodeId> family = family_of(draft, from);
    for (Node& node : draft.graph.nodes) {
        if (std::find(family.begin(), family.end(), node.id) == family.end()) continue;
        node.parameters = values.parameters;
        node.curves = values.curves;
        node.restart_period = values.restart_period;
    }
}

void leave_families(Draft& draft, const std::set<NodeId>& nodes) {
    for (const NodeId node : nodes) {
        draft.clones.erase(node);
        const std::vector<NodeId> family = family_of(draft, node);
        if (family.size() < 2) continue;
        draft.clones.erase(family[1]);
        for (std::size_t i = 2; i < family.size(); ++i) draft.clones[family[i]] = family[1];
        for (Control& control : draft.graph.controls)
            for (auto& [target, parameter] : control.targets)
                if (target == node) target = family[1];
    }
}

Status check_clones(const Draft& draft) {
    for (const auto& [clone, original] : draft.clones) {
        const Node *one = draft.graph.find(clone), *other = draft.graph.find(original);
        if (!one)
            return document_error(
                fmt::format("node {} is a clone, but there is none", clone.value));
        if (!other || draft.clones.contains(original))
            return document_error(fmt::format(
                "node \"{}\" is a clone of node {}, which is {}", one->name, original.value,
                other ? "a clone itself: name its original" : "missing"));
        if (one->functor != other->functor)
            return document_error(
                fmt::format("node \"{}\" is a {}, but its original \"{}\" is a {}: a clone "
                            "is the same",
                            one->name, one->functor, other->name, other->functor));
        if (!have_same_values(*one, *other))
            return document_error(fmt::format(
                "node \"{}\" has other values than its original \"{}\"", one->name, other->name));
    }
    return {};
}

std::vector<Control> controls_of_families(const Draft& draft) {
    std::vector<Control> controls = draft.graph.controls;
    if (draft.clones.empty()) return controls;
    for (Control& control : controls) {
        const auto targets = control.targets;
        for (const auto& [node, parameter] : targets)
            for (const NodeId member : family_of(draft, node))
                if (const auto target = std::pair(member, parameter);
                    std::find(control.targets.begin(), control.targets.end(), target) ==
                    control.targets.end())
                    control.targets.push_back(target);
    }
    return controls;
}

}  // namespace weft
