// Controls of graphs as parameters of plug-ins.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "graph/graph.h"
#include "openfx/description.h"

namespace weft::openfx {

/// One for every control that sets something, in order.
std::vector<ParameterDescription> parameters_of_graph(const Graph& graph, const Library& library);

/// A value as a host gives it: of numbers, switches and choices, or of lists.
using HostValue = std::variant<double, std::string>;

/// The value that the parameter has unless it is set.
HostValue default_value(const ParameterDescription& parameter);

/// The text that set_parameter() takes for `value`. What a host gives beyond the range becomes its
/// end.
std::string text_of(const ParameterDescription& parameter, const HostValue& value);

}  // namespace weft::openfx
