// Effects and functors as tables: what they take, and what can be set.
#pragma once

#include "cli/table.h"
#include "graph/graph.h"

namespace weft {

/// The effect's own controls: name, default, range, help.
Table control_table(const Graph& graph, const Library& library);

/// Every parameter of every node: NODE.PARAMETER, type, value, range, help.
Table parameter_table(const Graph& graph, const Library& library);

/// The first sentence of a functor's documentation; "" where it has none.
std::string functor_summary(const Library& library, const std::string& name);

/// "float", "int", "bool", "axis", "choice", "float list", "offset list".
const char* type_word(ParameterType type);

}  // namespace weft
