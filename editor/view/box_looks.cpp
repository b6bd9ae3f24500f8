// How boxes look: what the document and the session say of a node, an end of the effect, a group.
#include <algorithm>

#include "graph/descriptor.h"
#include "model/groups.h"
#include "view/graph_scene.h"

namespace weft::editor {
namespace {

/// Of a Read or a Write the name of its file, without the folder.
QString file_name(const Document& document, ItemId id) {
    const std::string name = name_of(document, id);
    const ReadFile* const read = id.kind == ItemKind::kInput ? read_of(document, name) : nullptr;
    const std::string path = read                           ? read->path
                             : id.kind == ItemKind::kOutput ? write_of(document, name)
                                                            : std::string();
    return QString::fromStdString(path.substr(path.rfind('/') + 1));  // npos + 1 is 0
}

}  // namespace

/// `node` is that of the id; null for an end of the effect, and a group.
NodeLook GraphScene::look_of(ItemId id, const Node* node) {
    const Document& document = session_.document();
    NodeLook look;
    if (node) {
        const auto [common, is_new] = functors_.try_emplace(node->functor);
        if (is_new) {
            common->second.inputs = input_ports(document, session_.library(), id);
            common->second.outputs = output_ports(document, session_.library(), id);
            common->second.category =
                category(weft::describe(*session_.library().find(node->functor)));
        }
        look = common->second;
        mark_optional(document.draft.graph, node->id, look.inputs);
    } else {
        look.inputs = input_ports(document, session_.library(), id);
        look.outputs = output_ports(document, session_.library(), id);
        look.shape = id.kind == ItemKind::kGroup ? BoxShape::kGroup : BoxShape::kEnd;
        look.category = Category::kInOut;
    }
    look.name = QString::fromStdString(name_of(document, id));
    if (node && !canvas_.outside.contains(id) && node->name.starts_with(prefix_))
        look.name = QString::fromStdString(node->name.substr(prefix_.size()));
    // Of what lies outside, only the side is shown that is turned here.
    look.outside = canvas_.outside.contains(id);
    if (look.outside) {
        const auto starts = [&](const auto& wire) { return wire.second.item == id; };
        if (std::any_of(canvas_.wires.begin(), canvas_.wires.end(), starts))
            look.inputs.clear();
        else
            look.outputs.clear();
    }
    look.selected = session_.selection().contains(id);
    look_at_states(look, id);
    if (id.kind == ItemKind::kGroup) look_at_group(look, id.value);
    return look;
}

/// What is the same for all boxes.
void GraphScene::look_at_states(NodeLook& look, ItemId id) const {
    const Document& document = session_.document();
    const NodeId node{id.kind == ItemKind::kNode ? id.value : -1};
    look.disabled = document.draft.disabled.contains(node);
    look.cloned = clones_.contains(node);
    if (const auto at = session_.kernels().find(node); at != session_.kernels().end())
        look.kernels = {at->second};
    if (session_.costs() && id.kind == ItemKind::kNode) {
        const auto at = shares_.find(node);
        look.share = at == shares_.end() ? 0.0 : at->second;
    }
    for (const auto& [slot, item] : session_.slots())
        if (item == id) look.slots += QString::number(slot);
    look.viewed = session_.viewed() == id || session_.compared() == id;
    if (const auto at = document.notes.find(id); at != document.notes.end())
        look.note = QString::fromStdString(at->second);
    else
        look.note = file_name(document, id);
    if (const auto at = session_.problems().find(id); at != session_.problems().end())
        look.problem = at->second;
    const Node* const itself = document.draft.graph.find(node);
    look.unknown = itself && is_stand_in(*itself, session_.library());
    if (look.unknown)
        look.problem = QString::fromStdString(unknown_functor(*itself, session_.library()).message);
    if (const auto at = session_.warnings().find(id); at != session_.warnings().end())
        look.warning = at->second;
    look.heat = largest_share_ > 0.0 ? look.share / largest_share_ : 0.0;
}

/// With what is the matter with what lies in it.
void GraphScene::look_at_group(NodeLook& look, int group) const {
    const Document& document = session_.document();
    look.disabled = !document.groups.at(group).disables.empty();
    const Selection within = expanded(document, {{ItemKind::kGroup, group}});
    std::set<int> kernels;
    if (session_.costs()) look.share = 0.0;
    for (const ItemId id : within) {
        if (id == ItemId{ItemKind::kGroup, group}) continue;
        look.selected |= session_.selection().contains(id);
        NodeLook inner;
        look_at_states(inner, id);
        const auto take = [&](QString NodeLook::* of) {
            if ((look.*of).isEmpty() && !(inner.*of).isEmpty())
                look.*of = QString::fromStdString(name_of(document, id)) + QStringLiteral(": ") +
                           inner.*of;
        };
        take(&NodeLook::problem);
        take(&NodeLook::warning);
        look.slots += inner.slots;
        look.viewed |= inner.viewed;
        kernels.insert(inner.kernels.begin(), inner.kernels.end());
        if (session_.costs() && inner.share > 0.0) look.share += inner.share;
    }
    look.kernels.assign(kernels.begin(), kernels.end());
    look.heat = largest_share_ > 0.0 ? std::min(look.share / largest_share_, 1.0) : 0.0;
}

}  // namespace weft::editor
