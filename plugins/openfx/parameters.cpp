// Types, ranges and units read off descriptors.
#include "openfx/parameters.h"

#include <algorithm>
#include <cmath>

#include "graph/descriptor.h"

namespace weft::openfx {
namespace {

/// Sliders do not reach further than this, unless the default does.
constexpr double kUsualDisplay = 100.0;
constexpr double kDisplayBeyondDefault = 4.0;

/// Names in hosts are identifiers of their script languages too.
std::string host_name(std::string name) {
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

void set_display(ParameterDescription& p) {
    const double reach = std::max(kUsualDisplay, kDisplayBeyondDefault * std::abs(p.value));
    p.display_minimum = std::max(p.minimum, -reach);
    p.display_maximum = std::min(p.maximum, reach);
}

ParameterDescription described(const Control& control, const ParameterRef& ref,
                               const ParameterValue& value) {
    ParameterDescription p;
    p.name = host_name(control.name);
    p.control = control.name;
    p.label = control.label;
    p.hint = control.help;
    p.form = form_of(ref.type);
    p.minimum = ref.minimum;
    p.maximum = ref.maximum;
    p.value = to_number(value).value_or(0);
    set_display(p);
    p.choices = names_of(ref);
    if (p.is_text()) p.text = format_value(ref, value);
    p.unit = ref.unit;
    return p;
}

}  // namespace

std::vector<ParameterDescription> parameters_of_graph(const Graph& graph, const Library& library) {
    std::vector<ParameterDescription> list;
    for (const Control& control : graph.controls) {
        if (control.targets.empty()) continue;
        const auto& [id, parameter] = control.targets.front();
        const Node* node = graph.find(id);
        const FunctorType* type = node != nullptr ? library.find(node->functor) : nullptr;
        if (type == nullptr) continue;
        const FunctorDescriptor functor = describe(*type);
        const int found = functor.find_parameter(parameter);
        if (found < 0) continue;
        const auto i = static_cast<std::size_t>(found);
        list.push_back(described(control, functor.parameters[i].ref, node->parameters[i]));
    }
    return list;
}

HostValue default_value(const ParameterDescription& p) {
    if (p.is_text()) return p.text;
    return p.value;
}

std::string text_of(const ParameterDescription& p, const HostValue& value) {
    if (const auto* text = std::get_if<std::string>(&value)) return *text;
    const double given = std::get<double>(value);
    const double in_range = std::isnan(given) ? p.value : std::clamp(given, p.minimum, p.maximum);
    if (p.form == ValueForm::kNumber) return format_float(static_cast<float>(in_range));
    if (p.form == ValueForm::kFlag) return in_range != 0 ? "true" : "false";
    return std::to_string(std::lround(in_range));
}

}  // namespace weft::openfx
