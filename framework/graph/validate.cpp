// Checks a whole graph; the first thing found wrong is reported, with the node's name.
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "graph/border_modes.h"
#include "graph/check_known.h"
#include "graph/descriptor.h"
#include "graph/graph.h"
#include "graph/parameter_types.h"
#include "support/nearest.h"
#include "support/refusal.h"

namespace weft {

namespace {

/// Names stand before a '.' or '=' on the command line, and before a '*' in effects.
Status check_name(const std::string& name, const char* what) {
    if (name.empty()) return document_error(fmt::format("{} has an empty name: give it one", what));
    for (const char c : name) {
        if (static_cast<unsigned char>(c) < 0x20)
            return document_error(
                fmt::format("{} has a control character in its name: take it out", what));
        if (c == '.' || c == '=' || c == '*' || c == '"')
            return document_error(fmt::format(
                "{} is named \"{:.80}\": a name has none of the characters . = * \"", what, name));
    }
    return {};
}

template <class List>
Status check_names(const List& list, const char* what) {
    std::set<std::string> seen;
    for (const auto& item : list) {
        if (const Status status = check_name(item.name, what); !status) return status;
        if (!seen.insert(item.name).second)
            return document_error(fmt::format(
                "{} is named \"{}\" as another one is: rename one of them", what, item.name));
    }
    return {};
}

/// Checks one graph; holds what the checks of single nodes look up.
class Checker {
  public:
    Checker(const Graph& graph, const Library& library) : graph_(graph), library_(library) {}

    Status check() {
        if (Status s = check_names(graph_.inputs, "a graph input"); !s) return s;
        if (Status s = check_names(graph_.optional_inputs, "an optional input"); !s) return s;
        if (Status s = check_names(graph_.nodes, "a node"); !s) return s;
        if (Status s = check_names(graph_.outputs, "a graph output"); !s) return s;
        if (Status s = check_names(graph_.controls, "a control"); !s) return s;
        if (graph_.outputs.empty())
            return document_error(
                fmt::format("the effect \"{}\" has no output: name one", graph_.name));
        for (const Node& node : graph_.nodes)
            if (Status s = check_identity(node); !s) return s;
        for (const Node& node : graph_.nodes)
            if (Status s = check_connections(node); !s) return s;
        if (Status s = check_order(); !s) return s;
        for (const Node& node : graph_.nodes) {
            if (Status s = validate(node, library_); !s) return s;
            if (Status s = check_bounds(node); !s) return s;
        }
        for (const GraphOutput& output : graph_.outputs)
            if (Status s = check_image(output.image, fmt::format("output \"{}\"", output.name)); !s)
                return s;
        for (const OptionalInput& input : graph_.optional_inputs)
            if (Status s = check_optional_input(input); !s) return s;
        for (const Control& control : graph_.controls)
            if (Status s = check_control(control); !s) return s;
        return {};
    }

  private:
    const FunctorDescriptor& descriptor(const Node& node) const {
        return descriptors_.at(node.functor);
    }

    Status check_identity(const Node& node) {
        if (node.id.value < 0)
            return document_error(fmt::format("node \"{}\" has the id {}: ids are 0 or more",
                                              node.name, node.id.value));
        if (const auto [at, fresh] = by_id_.emplace(node.id, &node); !fresh)
            return document_error(
                fmt::format("nodes \"{}\" and \"{}\" have the same id {}: ids are unique",
                            at->second->name, node.name, node.id.value));
        if (descriptors_.contains(node.functor)) return {};
        if (Status s = check_known(node, library_); !s) return s;
        descriptors_.emplace(node.functor, describe(*library_.find(node.functor)));
        return {};
    }

    Status check_image(ImageId id, const std::string& reader) const {
        if (id.is_graph_input()) {
            if (id.output >= 0 && static_cast<std::size_t>(id.output) < graph_.inputs.size())
                return {};
            return document_error(
                fmt::format("{} reads graph input {}, but the effect has {} inputs", reader,
                            id.output, graph_.inputs.size()));
        }
        const auto producer = by_id_.find(id.node);
        if (producer == by_id_.end())
            return document_error(fmt::format(
                "{} is connected to node {}, which is missing: connect it", reader, id.node.value));
        const std::size_t count = descriptor(*producer->second).outputs.size();
        if (id.output >= 0 && static_cast<std::size_t>(id.output) < count) return {};
        return document_error(fmt::format("{} reads output {} of node \"{}\", which has {}", reader,
                                          id.output, producer->second->name, count));
    }

    Status check_connections(const Node& node) const {
        const FunctorDescriptor& d = descriptor(node);
        if (d.outputs.empty())
            return document_error(fmt::format(
                "node \"{}\": {} has no output: it needs at least one", node.name, d.name));
        if (d.inputs.empty() && !d.has_shape)
            return document_error(
                fmt::format("node \"{}\": {} has no input and no Shape(): one of them "
                            "tells how large its outputs are",
                            node.name, d.name));
        if (node.inputs.size() < d.inputs.size())
            return document_error(fmt::format("node \"{}\": input \"{}\" is not connected",
                                              node.name, d.inputs[node.inputs.size()].name));
        if (node.inputs.size() > d.inputs.size())
            return document_error(
                fmt::format("node \"{}\" has {} connections, but {} has {} inputs", node.name,
                            node.inputs.size(), d.name, d.inputs.size()));
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            const std::string reader =
                fmt::format("input \"{}\" of node \"{}\"", d.inputs[i].name, node.name);
            if (Status s = check_image(node.inputs[i], reader); !s) return s;
            if (d.inputs[i].freedom == eRandom && !node.inputs[i].is_graph_input() &&
                descriptor(*by_id_.at(node.inputs[i].node)).dependence != eReduction &&
                graph_.intermediates == Intermediates::kUnbounded)
                return document_error(
                    fmt::format("{} reads anywhere in a picture that has no bounds: bound "
                                "the intermediates, or give it an input of the effect",
                                reader));
        }
        if (node.borders.size() != d.inputs.size())
            return document_error(
                fmt::format("node \"{}\" has {} borders for {} inputs: give one each", node.name,
                            node.borders.size(), d.inputs.size()));
        for (const Border& border : node.borders) {
            if (!find_choice<BorderMode>(name_of(border.mode)))
                return document_error(fmt::format("node \"{}\" has the border {}: it must be {}",
                                                  node.name, static_cast<int>(border.mode),
                                                  choice_list<BorderMode>()));
            if (std::isnan(border.value))
                return document_error(
                    fmt::format("node \"{}\": the border's constant is not a number", node.name));
        }
        return {};
    }

    /// A recurrence begins at the end of its domain, and unbounded intermediates have none.
    Status check_bounds(const Node& node) const {
        if (graph_.intermediates != Intermediates::kUnbounded ||
            descriptor(node).dependence != eRecurrence)
            return {};
        return document_error(
            fmt::format("node \"{}\": {} is a recurrence, which begins at the picture's edge, "
                        "but unbounded intermediates have none: bound the intermediates",
                        node.name, node.functor));
    }

    Status check_order() const {
        std::set<NodeId> placed;
        for (const Node& node : graph_.nodes) {
            for (const ImageId& input : node.inputs) {
                if (input.is_graph_input() || placed.contains(input.node)) continue;
                Graph copy = graph_;
                if (Status s = arrange(copy); !s) return s;
                return document_error(
                    fmt::format("node \"{}\" reads \"{}\", which comes after it: put the "
                                "nodes in order with arrange()",
                                node.name, by_id_.at(input.node)->name));
            }
            placed.insert(node.id);
        }
        return {};
    }

    /// The parameter `name` of node `id`, which `who` sets.
    Result<ParameterRef> parameter_of(NodeId id, const std::string& name,
                                      const std::string& who) const {
        const auto at = by_id_.find(id);
        if (at == by_id_.end())
            return document_error(
                fmt::format("{} sets a parameter of node {}, which is missing", who, id.value));
        const FunctorDescriptor& d = descriptor(*at->second);
        const int index = d.find_parameter(name);
        if (index < 0)
            return document_error(fmt::format("{}: node \"{}\" has no parameter \"{}\"{}", who,
                                              at->second->name, name,
                                              did_you_mean(name, d.parameter_names())));
        return d.parameters[static_cast<std::size_t>(index)].ref;
    }

    Status check_optional_input(const OptionalInput& input) const {
        const std::string who = fmt::format("optional input \"{}\"", input.name);
        for (const GraphInput& other : graph_.inputs)
            if (other.name == input.name)
                return document_error(
                    fmt::format("{} has the name of an input: rename one of them", who));
        if (input.readers.empty())
            return document_error(fmt::format("{} is read by no node: give it a reader", who));
        for (const auto& [id, name] : input.readers) {
            const auto at = by_id_.find(id);
            if (at == by_id_.end())
                return document_error(
                    fmt::format("{} is read by node {}, which is missing", who, id.value));
            const FunctorDescriptor& d = descriptor(*at->second);
            if (d.find_input(name) < 0)
                return document_error(fmt::format("{}: node \"{}\" has no input \"{}\"{}", who,
                                                  at->second->name, name,
                                                  did_you_mean(name, d.input_names())));
        }
        for (const auto& [id, name] : input.told) {
            const Result<ParameterRef> ref = parameter_of(id, name, who);
            if (!ref) return ref.error();
            if (form_of(ref->type) != ValueForm::kFlag)
                return document_error(
                    fmt::format("{} sets \"{}\" of node \"{}\", which is not a boolean", who, name,
                                by_id_.at(id)->name));
        }
        return {};
    }

    Status check_control(const Control& control) const {
        const std::string who = fmt::format("control \"{}\"", control.name);
        if (control.targets.empty())
            return document_error(fmt::format("{} sets no parameter: give it one", who));
        std::optional<ParameterType> first;
        for (const auto& [id, parameter] : control.targets) {
            const Result<ParameterRef> ref = parameter_of(id, parameter, who);
            if (!ref) return ref.error();
            if (first && *first != ref->type)
                return document_error(
                    fmt::format("{} sets parameters of different types: it may set one type", who));
            first = ref->type;
        }
        return {};
    }

    const Graph& graph_;
    const Library& library_;
    std::map<NodeId, const Node*> by_id_;
    std::map<std::string, FunctorDescriptor> descriptors_;
};

}  // namespace

Status validate(const Graph& graph, const Library& library) {
    return Checker(graph, library).check();
}

}  // namespace weft
