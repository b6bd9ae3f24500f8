#include "commands/interface_edits.h"

#include <algorithm>

#include <fmt/format.h>

#include "commands/checked.h"
#include "commands/free_name_in.h"
#include "commands/optional_edits.h"
#include "graph/clones.h"
#include "graph/descriptor.h"
#include "model/marks.h"
#include "support/refusal.h"

namespace weft::editor {
namespace {

template <class T>
std::vector<T> renumbered(std::vector<T> list, const std::vector<int>& to, std::size_t count) {
    std::vector<T> after(count);
    for (std::size_t i = 0; i < list.size(); ++i)
        if (to[i] >= 0) after[static_cast<std::size_t>(to[i])] = std::move(list[i]);
    return after;
}

/// Gives inputs or outputs other positions: the i-th comes to to[i], or goes where that is -1.
void renumber(Document& document, ItemKind kind, const std::vector<int>& to) {
    Graph& graph = document.draft.graph;
    const auto count = to.size() - static_cast<std::size_t>(std::count(to.begin(), to.end(), -1));
    if (kind == ItemKind::kInput) {
        for (std::size_t i = 0; i < to.size(); ++i)
            if (to[i] < 0) document.draft.files.reads.erase(graph.inputs[i].name);
        graph.inputs = renumbered(std::move(graph.inputs), to, count);
        const auto follow = [&](ImageId& image) {
            if (image == kUnconnected || !image.is_graph_input()) return;
            image.output = to[static_cast<std::size_t>(image.output)];
            if (image.output < 0) image = kUnconnected;
        };
        for (Node& node : graph.nodes)
            std::for_each(node.inputs.begin(), node.inputs.end(), follow);
        for (GraphOutput& output : graph.outputs) follow(output.image);
    } else {
        for (std::size_t i = 0; i < to.size(); ++i)
            if (to[i] < 0) document.draft.files.writes.erase(graph.outputs[i].name);
        graph.outputs = renumbered(std::move(graph.outputs), to, count);
    }
    const auto moved = [&](ItemId id) {
        return id.kind == kind ? ItemId{kind, to[static_cast<std::size_t>(id.value)]} : id;
    };
    const auto move_keys = [&](auto& map) {
        std::remove_reference_t<decltype(map)> after;
        for (const auto& [id, value] : map)
            if (moved(id).value >= 0) after[moved(id)] = value;
        map = std::move(after);
    };
    move_keys(document.places);
    move_keys(document.notes);
    for (auto& [id, dot] : document.dots) dot.to = moved(dot.to);
    drop_loose_marks(document);
}

std::size_t count_of(const Document& document, ItemKind kind) {
    return kind == ItemKind::kInput ? document.draft.graph.inputs.size()
                                    : document.draft.graph.outputs.size();
}

std::vector<int> in_order(std::size_t count) {
    std::vector<int> to(count);
    for (std::size_t i = 0; i < count; ++i) to[i] = static_cast<int>(i);
    return to;
}

auto find_control(Graph& graph, const std::string& name) {
    return std::find_if(graph.controls.begin(), graph.controls.end(),
                        [&](const Control& control) { return control.name == name; });
}

/// The descriptor of a node's parameter; none where there is no such node or parameter.
std::optional<ParameterRef> find_parameter(const Graph& graph, const Library& library, NodeId id,
                                           const std::string& parameter) {
    const Node* node = graph.find(id);
    if (!node) return std::nullopt;
    const FunctorDescriptor d = weft::describe(*library.find(node->functor));
    const int at = d.find_parameter(parameter);
    if (at < 0) return std::nullopt;
    return d.parameters[static_cast<std::size_t>(at)].ref;
}

}  // namespace

Edited add_input(const Document& document, Place place) {
    Edited edited{document, {}};
    Graph& graph = edited.document.draft.graph;
    const ItemId id{ItemKind::kInput, static_cast<int>(graph.inputs.size())};
    graph.inputs.push_back({free_input_name(graph, "input")});
    edited.document.places[id] = snapped(place);
    edited.made = {id};
    return edited;
}

Edited add_output(const Document& document, Place place, ImageId from) {
    Edited edited{document, {}};
    Graph& graph = edited.document.draft.graph;
    const ItemId id{ItemKind::kOutput, static_cast<int>(graph.outputs.size())};
    graph.outputs.push_back({free_name_in(graph.outputs, "output"), from});
    edited.document.places[id] = snapped(place);
    edited.made = {id};
    return edited;
}

Result<Document> remove_ends(const Document& document, const Selection& ends) {
    Document after = document;
    for (const ItemKind kind : {ItemKind::kInput, ItemKind::kOutput}) {
        std::vector<int> to;
        int kept = 0;
        for (int i = 0; i < static_cast<int>(count_of(document, kind)); ++i)
            to.push_back(ends.contains({kind, i}) ? -1 : kept++);
        if (kind == ItemKind::kOutput && kept == 0)
            return usage_error("an effect needs an output: add another before this one is deleted");
        renumber(after, kind, to);
    }
    return after;
}

Edited move_end(const Document& document, ItemId end, int by) {
    Edited edited{document, {end}};
    const int last = static_cast<int>(count_of(document, end.kind)) - 1;
    const int target = std::clamp(end.value + by, 0, last);
    std::vector<int> to = in_order(static_cast<std::size_t>(last + 1));
    to.erase(to.begin() + end.value);
    to.insert(to.begin() + target, end.value);  // who stands at each position
    std::vector<int> position(to.size());
    for (std::size_t i = 0; i < to.size(); ++i)
        position[static_cast<std::size_t>(to[i])] = static_cast<int>(i);
    renumber(edited.document, end.kind, position);
    edited.made = {{end.kind, target}};
    return edited;
}

const Control* control_of(const Graph& graph, NodeId node, const std::string& parameter) {
    for (const Control& control : graph.controls)
        for (const auto& [id, name] : control.targets)
            if (id == node && name == parameter) return &control;
    return nullptr;
}

Result<Document> expose(const Document& document, const Library& library, NodeId which,
                        const std::string& parameter) {
    const NodeId node = original_of(document.draft, which);
    const auto ref = find_parameter(document.draft.graph, library, node, parameter);
    if (!ref) return usage_error(fmt::format("there is no parameter \"{}\" to expose", parameter));
    if (const Control* control = control_of(document.draft.graph, node, parameter))
        return usage_error(
            fmt::format("the control \"{}\" sets \"{}\" already", control->name, parameter));
    Document after = document;
    Graph& graph = after.draft.graph;
    graph.controls.push_back(
        {free_name_in(graph.controls, parameter), ref->label, ref->help, {{node, parameter}}});
    return checked(std::move(after), library);
}

Result<Document> expose_together(const Document& document, const Library& library,
                                 const std::vector<ParameterId>& parameters) {
    const ParameterId& first = parameters.front();
    Result<Document> after = expose(document, library, first.node, first.parameter);
    if (!after) return after;
    const std::string control = after->draft.graph.controls.back().name;
    for (std::size_t i = 1; i < parameters.size() && after; ++i)
        after = attach(*after, library, control, parameters[i].node, parameters[i].parameter);
    return after;
}

Result<Document> attach(const Document& document, const Library& library,
                        const std::string& control, NodeId which, const std::string& parameter) {
    const NodeId node = original_of(document.draft, which);
    Document after = detach(document, node, parameter);
    Graph& graph = after.draft.graph;
    const auto at = find_control(graph, control);
    const auto ref = find_parameter(graph, library, node, parameter);
    if (at == graph.controls.end() || !ref)
        return usage_error(
            fmt::format("there is no control \"{}\", or no parameter \"{}\"", control, parameter));
    const auto [first, set] = at->targets.front();
    const auto own = find_parameter(graph, library, first, set);
    if (own->type != ref->type)
        return usage_error(
            fmt::format("\"{}\" sets values of another type than \"{}\" has", control, parameter));
    at->targets.emplace_back(node, parameter);
    const Node& model = *graph.find(first);
    const auto index =
        static_cast<std::size_t>(weft::describe(*library.find(model.functor)).find_parameter(set));
    if (Status s = set_parameter(graph, library, graph.find(node)->name + "." + parameter,
                                 format_value(*own, model.parameters[index]));
        !s)
        return s.error();
    if (const Curve* curve = curve_of(graph, ParameterId{first, set}))
        for (Node& other : graph.nodes)
            if (other.id == node) other.curves.push_back({parameter, curve->keys});
    share_values(after.draft, node);
    return checked(std::move(after), library);
}

Result<Document> link(const Document& document, const Library& library, const ParameterId& which,
                      const ParameterId& other) {
    const ParameterId to{original_of(document.draft, other.node), other.parameter};
    Document after = document;
    if (!control_of(document.draft.graph, to.node, to.parameter)) {
        Result<Document> exposed = expose(document, library, to.node, to.parameter);
        if (!exposed) return exposed;
        after = *std::move(exposed);
    }
    const Graph& graph = after.draft.graph;
    const Control* control = control_of(graph, to.node, to.parameter);
    if (control == control_of(graph, original_of(document.draft, which.node), which.parameter))
        return usage_error(fmt::format("\"{}\" is linked with it already", which.parameter));
    return attach(after, library, std::string(control->name), which.node, which.parameter);
}

Document detach(const Document& document, NodeId which, const std::string& parameter) {
    const NodeId node = original_of(document.draft, which);
    Document after = document;
    std::vector<Control>& controls = after.draft.graph.controls;
    for (Control& control : controls) std::erase(control.targets, std::pair(node, parameter));
    std::erase_if(controls, [](const Control& control) { return control.targets.empty(); });
    return after;
}

Document unlink(const Document& document, NodeId node, const std::string& parameter) {
    const Control* control =
        control_of(document.draft.graph, original_of(document.draft, node), parameter);
    if (!control) return document;
    return control->targets.size() > 2 ? detach(document, node, parameter)
                                       : remove_control(document, control->name);
}

Document remove_control(const Document& document, const std::string& control) {
    Document after = document;
    std::erase_if(after.draft.graph.controls,
                  [&](const Control& entry) { return entry.name == control; });
    return after;
}

Document move_control(const Document& document, const std::string& control, int by) {
    Document after = document;
    std::vector<Control>& controls = after.draft.graph.controls;
    const auto from = find_control(after.draft.graph, control);
    if (from == controls.end()) return after;
    const auto position = from - controls.begin();
    const auto target = std::clamp<std::ptrdiff_t>(
        position + by, 0, static_cast<std::ptrdiff_t>(controls.size()) - 1);
    const Control moved = std::move(*from);
    controls.erase(from);
    controls.insert(controls.begin() + target, moved);
    return after;
}

Result<Document> describe_control(const Document& document, const Library& library,
                                  const std::string& control, const ControlText& text) {
    Document after = document;
    const auto at = find_control(after.draft.graph, control);
    if (at == after.draft.graph.controls.end())
        return usage_error(fmt::format("there is no control \"{}\"", control));
    at->name = text.name;
    at->label = text.label;
    at->help = text.help;
    return checked(std::move(after), library);
}

Result<Document> describe_effect(const Document& document, const Library& library,
                                 const std::string& name, const std::string& summary) {
    Document after = document;
    after.draft.graph.name = name;
    after.draft.graph.summary = summary;
    return checked(std::move(after), library);
}

std::string edit_path(const Graph& graph, const ParameterId& id) {
    const Control* control = control_of(graph, id.node, id.parameter);
    if (control && control->targets.size() > 1) return control->name;
    return fmt::format("{}.{}", graph.find(id.node)->name, id.parameter);
}

}  // namespace weft::editor
