#include "commands/time_edits.h"

#include <algorithm>
#include <functional>
#include <iterator>

#include <fmt/format.h>

#include "commands/edits.h"
#include "graph/descriptor.h"

namespace weft::editor {
namespace {

Error refused(std::string why) { return {ErrorKind::kUsage, std::move(why)}; }

/// A parameter of a node, with its place among them.
struct Declared {
    ParameterRef ref;
    int index = 0;
};

Result<Declared> find(const Graph& graph, const Library& library, const ParameterId& id) {
    const Node* node = graph.find(id.node);
    const FunctorType* type = node ? library.find(node->functor) : nullptr;
    if (!type) return refused("there is no such node");
    const FunctorDescriptor d = weft::describe(*type);
    const int index = d.find_parameter(id.parameter);
    if (index < 0)
        return refused(
            fmt::format("node \"{}\" has no parameter \"{}\"", node->name, id.parameter));
    return Declared{d.parameters[static_cast<std::size_t>(index)].ref, index};
}

/// Changes the keys of one parameter. Those of a parameter without are none, to begin with; where
/// none are left, `still` is its value.
using ChangeKeys = std::function<Result<std::vector<Keyframe>>(
    const Declared& declared, std::vector<Keyframe> keys, ParameterValue& still)>;

Status change_keys(Graph& graph, const Library& library, const ParameterId& id,
                   const ChangeKeys& change) {
    const Result<Declared> declared = find(graph, library, id);
    if (!declared) return declared.error();
    Node& node = *std::find_if(graph.nodes.begin(), graph.nodes.end(),
                               [&](const Node& n) { return n.id == id.node; });
    const bool follows = node.restart_period == default_restart_period(*instantiate(node, library));
    ParameterValue& value = node.parameters[static_cast<std::size_t>(declared->index)];
    const Curve* curve = curve_of(graph, id);
    Result<std::vector<Keyframe>> keys =
        change(*declared, curve ? curve->keys : std::vector<Keyframe>(), value);
    if (!keys) return keys.error();
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
    return {};
}

Result<Document> change_all(const Document& document, const Library& library,
                            const std::string& path, const ChangeKeys& change) {
    Document after = document;
    const std::vector<ParameterId> targets = targets_of(after.draft.graph, path);
    if (targets.empty()) return refused(fmt::format("there is no parameter \"{}\"", path));
    for (const ParameterId& id : targets)
        if (Status s = change_keys(after.draft.graph, library, id, change); !s) return s.error();
    return after;
}

/// The keys with one at `frame`.
std::vector<Keyframe> with_key(std::vector<Keyframe> keys, int frame, const ParameterValue& value) {
    const auto next =
        std::lower_bound(keys.begin(), keys.end(), frame,
                         [](const Keyframe& key, int wanted) { return key.frame < wanted; });
    if (next != keys.end() && next->frame == frame)
        next->value = value;
    else
        keys.insert(
            next, {frame, value,
                   next == keys.begin() ? Interpolation::kLinear : std::prev(next)->interpolation});
    return keys;
}

/// The value of a parameter at `frame`, whose keys are `keys`.
ParameterValue value_of(const std::vector<Keyframe>& keys, const ParameterValue& still, int frame) {
    return keys.empty() ? still : weft::value_at(Curve{{}, keys}, frame);
}

}  // namespace

Result<Document> set_timeline(const Document& document, const Timeline& timeline) {
    if (Status s = check(timeline); !s) return s.error();
    Document after = document;
    after.timeline = timeline;
    return after;
}

Result<Document> set_key(const Document& document, const Library& library, const std::string& path,
                         int frame) {
    return change_all(document, library, path,
                      [frame](const Declared&, std::vector<Keyframe> keys, ParameterValue& still) {
                          const ParameterValue value = value_of(keys, still, frame);
                          return Result(with_key(std::move(keys), frame, value));
                      });
}

Result<Document> remove_key(const Document& document, const Library& library,
                            const std::string& path, int frame) {
    return change_all(document, library, path,
                      [frame](const Declared&, std::vector<Keyframe> keys, ParameterValue& still) {
                          still = value_of(keys, still, frame);
                          std::erase_if(
                              keys, [frame](const Keyframe& key) { return key.frame == frame; });
                          return Result(std::move(keys));
                      });
}

Result<Document> remove_keys(const Document& document, const Library& library,
                             const std::string& path, int frame) {
    return change_all(
        document, library, path,
        [frame](const Declared&, const std::vector<Keyframe>& keys, ParameterValue& still) {
            still = value_of(keys, still, frame);
            return Result(std::vector<Keyframe>());
        });
}

Result<Document> set_at(const Document& document, const Library& library, const std::string& path,
                        int frame, const std::string& text) {
    const std::vector<ParameterId> targets = targets_of(document.draft.graph, path);
    const bool animated = std::any_of(targets.begin(), targets.end(), [&](const ParameterId& id) {
        return curve_of(document.draft.graph, id);
    });
    const Result<Declared> first = targets.empty()
                                       ? Result<Declared>(refused({}))
                                       : find(document.draft.graph, library, targets[0]);
    if (!animated || !first || is_curve(first->ref, text))
        return set(document, library, path, text);
    return change_all(document, library, path,
                      [&](const Declared& declared, std::vector<Keyframe> keys,
                          ParameterValue&) -> Result<std::vector<Keyframe>> {
                          const Result<ParameterValue> value = parse_value(declared.ref, text);
                          if (!value)
                              return refused(fmt::format("{} {}", path, value.error().message));
                          return with_key(std::move(keys), frame, *value);
                      });
}

}  // namespace weft::editor
