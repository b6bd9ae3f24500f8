#include "commands/optional_edits.h"

#include <algorithm>

#include <fmt/format.h>

#include "commands/checked.h"
#include "commands/interface_edits.h"
#include "graph/descriptor.h"
#include "support/refusal.h"

namespace weft::editor {
namespace {

auto find_optional(Graph& graph, const std::string& name) {
    return std::find_if(graph.optional_inputs.begin(), graph.optional_inputs.end(),
                        [&](const OptionalInput& o) { return o.name == name; });
}

void drop_unread(Graph& graph) {
    std::erase_if(graph.optional_inputs, [](const OptionalInput& o) { return o.readers.empty(); });
}

Error no_such(const std::string& name) {
    return usage_error(fmt::format("there is no optional input \"{}\"", name));
}

}  // namespace

Result<Document> offer_input(const Document& document, const Library& library,
                             const std::string& name, NodeId node, const std::string& input) {
    Document after = document;
    Graph& graph = after.draft.graph;
    for (OptionalInput& optional : graph.optional_inputs)
        std::erase(optional.readers, std::pair(node, input));
    const auto there = find_optional(graph, name);
    if (there != graph.optional_inputs.end())
        there->readers.emplace_back(node, input);
    else
        graph.optional_inputs.push_back({name, {}, {{node, input}}});
    drop_unread(graph);
    return checked(std::move(after), library);
}

Document withhold_input(const Document& document, NodeId node, const std::string& input) {
    Document after = document;
    for (OptionalInput& optional : after.draft.graph.optional_inputs)
        std::erase(optional.readers, std::pair(node, input));
    drop_unread(after.draft.graph);
    return after;
}

Result<Document> tell(const Document& document, const Library& library, const std::string& name,
                      NodeId node, const std::string& parameter) {
    Document after = document;
    const auto optional = find_optional(after.draft.graph, name);
    if (optional == after.draft.graph.optional_inputs.end()) return no_such(name);
    const std::pair told(node, parameter);
    if (std::find(optional->told.begin(), optional->told.end(), told) == optional->told.end())
        optional->told.push_back(told);
    return checked(std::move(after), library);
}

Document tell_no_more(const Document& document, const std::string& name, NodeId node,
                      const std::string& parameter) {
    Document after = document;
    const auto optional = find_optional(after.draft.graph, name);
    if (optional != after.draft.graph.optional_inputs.end())
        std::erase(optional->told, std::pair(node, parameter));
    return after;
}

Document remove_optional(const Document& document, const std::string& name) {
    Document after = document;
    std::erase_if(after.draft.graph.optional_inputs,
                  [&](const OptionalInput& o) { return o.name == name; });
    return after;
}

Document move_optional(const Document& document, const std::string& name, int by) {
    Document after = document;
    std::vector<OptionalInput>& all = after.draft.graph.optional_inputs;
    const auto from = find_optional(after.draft.graph, name);
    if (from == all.end()) return after;
    const auto at = from - all.begin();
    const auto to = std::clamp<std::ptrdiff_t>(at + by, 0, std::ssize(all) - 1);
    OptionalInput moved = std::move(*from);
    all.erase(from);
    all.insert(all.begin() + to, std::move(moved));
    return after;
}

Result<Document> describe_optional(const Document& document, const Library& library,
                                   const std::string& name, const std::string& new_name,
                                   const std::string& help) {
    Document after = document;
    const auto optional = find_optional(after.draft.graph, name);
    if (optional == after.draft.graph.optional_inputs.end()) return no_such(name);
    optional->name = new_name;
    optional->help = help;
    return checked(std::move(after), library);
}

Result<Edited> give_optional(const Document& document, const Library& library,
                             const std::string& name, Place place) {
    Document without = remove_optional(document, name);
    Document before = document;
    const auto found = find_optional(before.draft.graph, name);
    if (found == before.draft.graph.optional_inputs.end()) return no_such(name);
    Edited edited = add_input(without, place);
    Graph& graph = edited.document.draft.graph;
    graph.inputs.back().name = name;
    const ImageId image{NodeId{}, static_cast<int>(graph.inputs.size()) - 1};
    for (const auto& [id, input] : found->readers) {
        const Node& node = *graph.find(id);
        const int at = weft::describe(*library.find(node.functor)).find_input(input);
        Result<Document> connected = connect(edited.document, {image, item(id), at});
        if (!connected) return connected.error();
        edited.document = *std::move(connected);
    }
    for (const auto& [id, parameter] : found->told) {
        Result<Document> told =
            set(edited.document, library,
                edited.document.draft.graph.find(id)->name + "." + parameter, "true");
        if (!told) return told.error();
        edited.document = *std::move(told);
    }
    return edited;
}

std::string free_input_name(const Graph& graph, const std::string& base) {
    const auto taken = [&](const std::string& name) {
        const auto is = [&](const auto& input) { return input.name == name; };
        return std::any_of(graph.inputs.begin(), graph.inputs.end(), is) ||
               std::any_of(graph.optional_inputs.begin(), graph.optional_inputs.end(), is);
    };
    std::string name = base;
    for (int i = 2; taken(name); ++i) name = fmt::format("{}{}", base, i);
    return name;
}

}  // namespace weft::editor
