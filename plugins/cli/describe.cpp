// Rows from descriptors.
#include "cli/describe.h"

#include "graph/descriptor.h"
#include "graph/parameter_value.h"
#include "plan/facts.h"

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

}  // namespace

const char* type_word(ParameterType type) {
    switch (type) {
        case ParameterType::eFloat: return "float";
        case ParameterType::eInt: return "int";
        case ParameterType::eBool: return "bool";
        case ParameterType::eAxis: return "axis";
        case ParameterType::eChoice: return "choice";
        case ParameterType::eFloatList: return "float list";
        case ParameterType::eOffsetList: break;
    }
    return "offset list";
}

Table control_table(const Graph& graph, const Library& library) {
    Table table{{"control", "type", "default", "takes", "meaning"}, {}};
    for (const Control& control : graph.controls) {
        std::vector<std::string> row{control.name, "", "", "", control.help};
        if (row.back().empty()) row.back() = control.label;
        if (!control.targets.empty()) {
            const auto& [node, parameter] = control.targets.front();
            const Found found = find_parameter(graph, library, node, parameter);
            if (found.value != nullptr) {
                row[1] = type_word(found.ref.type);
                row[2] = format_value(found.ref, *found.value);
                row[3] = describe_range(found.ref);
            }
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

Table parameter_table(const Graph& graph, const Library& library) {
    Table table{{"parameter", "type", "default", "takes", "meaning"}, {}};
    for (const Node& node : graph.nodes) {
        const FunctorType* type = library.find(node.functor);
        if (type == nullptr) continue;
        const FunctorDescriptor functor = describe(*type);
        for (std::size_t i = 0; i < functor.parameters.size() && i < node.parameters.size(); ++i) {
            const ParameterRef& ref = functor.parameters[i].ref;
            table.rows.push_back({node.name + "." + functor.parameters[i].name, type_word(ref.type),
                                  format_value(ref, node.parameters[i]), describe_range(ref),
                                  ref.help});
        }
    }
    return table;
}

std::string functor_summary(const Library& library, const std::string& name) {
    const TranslatedFunctor* functor = library.find_translated(name);
    if (functor == nullptr) return {};
    const Result<FunctorFacts> facts = facts_from_json(functor->facts);
    if (!facts) return {};
    const std::size_t end = facts->summary.find(". ");
    return end == std::string::npos ? facts->summary : facts->summary.substr(0, end + 1);
}

}  // namespace weft
