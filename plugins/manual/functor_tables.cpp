// Rows from descriptors.
#include "manual/functor_tables.h"

#include <algorithm>

#include "graph/descriptor.h"
#include "graph/parameter_types.h"
#include "plan/functor_text.h"

namespace weft {
namespace {

/// A parameter of a node, and the value it has there. Null `ref` when there is none of that name.
struct Found {
    ParameterRef ref;
    const ParameterValue* value = nullptr;
};

Found find_parameter(const Graph& graph, const Library& library, NodeId id,
                     const std::string& name) {
    const Node* node = graph.find(id);
    const FunctorType* type = node != nullptr ? library.find(node->functor) : nullptr;
    if (type == nullptr) return {};
    const FunctorDescriptor functor = describe(*type);
    const int i = functor.find_parameter(name);
    if (i < 0 || i >= static_cast<int>(node->parameters.size())) return {};
    return {functor.parameters[static_cast<std::size_t>(i)].ref,
            &node->parameters[static_cast<std::size_t>(i)]};
}

TextTable table_of(const char* first_column, const std::vector<Setting>& settings) {
    TextTable table{{first_column, "type", "default", "takes", "meaning"}, {}};
    for (const Setting& s : settings)
        table.rows.push_back({s.name, s.type, s.value, s.takes, s.help.empty() ? s.label : s.help});
    return table;
}

}  // namespace

std::vector<Setting> control_settings(const Graph& graph, const Library& library) {
    std::vector<Setting> settings;
    for (const Control& control : graph.controls) {
        Setting setting{control.name, control.label, "", "", "", control.help};
        if (!control.targets.empty()) {
            const auto& [node, parameter] = control.targets.front();
            const Found found = find_parameter(graph, library, node, parameter);
            if (found.value != nullptr) {
                setting.type = name_of(found.ref.type);
                setting.value = format_value(found.ref, *found.value);
                setting.takes = describe_range(found.ref);
                setting.form = form_of(found.ref.type);
            }
        }
        settings.push_back(std::move(setting));
    }
    return settings;
}

std::vector<Setting> parameter_settings(const Graph& graph, const Library& library) {
    std::vector<Setting> settings;
    for (const Node& node : graph.nodes) {
        const FunctorType* type = library.find(node.functor);
        if (type == nullptr) continue;
        const FunctorDescriptor functor = describe(*type);
        for (std::size_t i = 0; i < functor.parameters.size() && i < node.parameters.size(); ++i) {
            const ParameterRef& ref = functor.parameters[i].ref;
            settings.push_back({node.name + "." + functor.parameters[i].name, ref.label,
                                name_of(ref.type), format_value(ref, node.parameters[i]),
                                describe_range(ref), ref.help, form_of(ref.type)});
        }
    }
    return settings;
}

TextTable control_table(const Graph& graph, const Library& library) {
    return table_of("control", control_settings(graph, library));
}

TextTable parameter_table(const Graph& graph, const Library& library) {
    return table_of("parameter", parameter_settings(graph, library));
}

std::string functor_summary(const Library& library, const std::string& name) {
    const std::string text = functor_text(library, name);
    return text.substr(0, text.find(". ")) + (text.find(". ") == std::string::npos ? "" : ".");
}

bool reads_anywhere(const Graph& graph, const Library& library) {
    return std::any_of(graph.nodes.begin(), graph.nodes.end(), [&](const Node& node) {
        const FunctorDescriptor d = describe(*library.find(node.functor));
        return std::any_of(d.inputs.begin(), d.inputs.end(),
                           [](const IndexerDescriptor& i) { return i.freedom == eRandom; });
    });
}

}  // namespace weft
