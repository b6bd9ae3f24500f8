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

/// How many pixels a length of 1 is, along each axis: less in proxies, across wide pixels,
/// and down the rows of a field.
struct RenderScale {
    double x = 1, y = 1;
    friend bool operator==(const RenderScale&, const RenderScale&) = default;
};

/// The text that set_parameter() takes for `value` at full size. What a host gives beyond the range
/// becomes its end.
std::string text_of(const ParameterDescription& parameter, const HostValue& value);

/// What set_parameter() takes: a control or "node.parameter", and its value.
struct Setting {
    std::string path, text;
    friend bool operator==(const Setting&, const Setting&) = default;
};

/// What sets the parameter to `value` at `scale`: lengths multiplied by it, whole ones rounded, all
/// of them kept in range. A length along x or y, as its unit or the axes of nodes tell, follows
/// that axis, any other the geometric mean of both; so that where scales differ each node that the
/// control sets has a setting of its own.
std::vector<Setting> settings_of(const ParameterDescription& parameter, const HostValue& value,
                                 const RenderScale& scale, const Graph& graph);

}  // namespace weft::openfx
