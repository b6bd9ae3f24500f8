#include "commands/change_keys.h"

#include <algorithm>

#include <fmt/format.h>

#include "graph/clones.h"
#include "graph/descriptor.h"
#include "graph/tangents.h"
#include "support/refusal.h"

namespace weft::editor {

Result<Declared> find_declared(const Graph& graph, const Library& library, const ParameterId& id) {
    const Node* node = graph.find(id.node);
    const FunctorType* type = node ? library.find(node->functor) : nullptr;
    if (!type) return usage_error("there is no such node");
    const FunctorDescriptor d = weft::describe(*type);
    const int index = d.find_parameter(id.parameter);
    if (index < 0)
        return usage_error(
            fmt::format("node \"{}\" has no parameter \"{}\"", node->name, id.parameter));
    return Declared{d.parameters[static_cast<std::size_t>(index)].ref, index};
}

Status change_keys(Draft& draft, const Library& library, const ParameterId& id,
                   const ChangeKeys& change) {
    Graph& graph = draft.graph;
    const Result<Declared> declared = find_declared(graph, library, id);
    if (!declared) return declared.error();
    Node& node = *find_node(draft, id.node);
    const bool follows = node.restart_period == default_restart_period(*instantiate(node, library));
    ParameterValue& value = node.parameters[static_cast<std::size_t>(declared->index)];
    const Curve* curve = curve_of(graph, id);
    Result<std::vector<Keyframe>> keys =
        change(*declared, curve ? curve->keys : std::vector<Keyframe>(), value);
    if (!keys) return keys.error();
    drop_idle_tangents(declared->ref, *keys);
    if (keys->empty()) {
        std::erase_if(node.curves, [&](const Curve& c) { return c.parameter == id.parameter; });
    } else {
        value = keys->front().value;  // as set_parameter() has it
        if (!curve) node.curves.push_back({id.parameter, {}});
        std::find_if(node.curves.begin(), node.curves.end(), [&](const Curve& c) {
            return c.parameter == id.parameter;
        })->keys = *std::move(keys);
    }
    if (Status s = validate(node, library); !s) return s;
    if (follows) node.restart_period = default_restart_period(*instantiate(node, library));
    share_values(draft, id.node);
    return {};
}

Result<Document> change_some(const Document& document, const Library& library,
                             const TrackKeys& keys, const ChangeSome& change) {
    if (still_there(document.draft.graph, keys) != keys)
        return usage_error("these keyframes are not there any more");
    std::map<std::pair<NodeId, std::string>, std::map<int, std::set<int>>> chosen;
    for (const TrackKey& key : keys)
        for (const ParameterId& id :
             linked_with(document.draft.graph, {key.track.node, key.track.parameter}))
            if (const TrackId track{id.node, id.parameter, key.track.part};
                find_key(document.draft.graph, {track, key.frame}))
                chosen[{id.node, id.parameter}][key.frame].insert(key.track.part);
    Document after = document;
    for (const auto& [id, frames] : chosen) {
        const Status s =
            change_keys(after.draft, library, {id.first, id.second},
                        [&change, &in = frames](const Declared& declared, std::vector<Keyframe> all,
                                                ParameterValue& still) {
                            if (!all.empty()) still = all.back().value;
                            change(declared.ref, all, in);
                            return Result(std::move(all));
                        });
        if (!s) return s.error();
    }
    return after;
}

}  // namespace weft::editor
