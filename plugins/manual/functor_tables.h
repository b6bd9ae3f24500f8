// Effects and functors as tables: what they take, and what can be set.
#pragma once

#include <string>
#include <vector>

#include "graph/graph.h"
#include "graph/parameter_types.h"
#include "manual/table.h"

namespace weft {

/// Something that can be set, in words.
struct Setting {
    std::string name;   ///< as --set takes it
    std::string label;  ///< for people
    std::string type;   ///< its name, "float list"
    std::string value;  ///< what it is unless it is set
    std::string takes;  ///< "a number from 0 to 1"
    std::string help;
    ValueForm form = ValueForm::kText;
};

/// The effect's own controls; a control without targets has a name and help alone.
std::vector<Setting> control_settings(const Graph& graph, const Library& library);

/// Every parameter of every node: NODE.PARAMETER.
std::vector<Setting> parameter_settings(const Graph& graph, const Library& library);

/// The effect's own controls: name, default, range, help.
TextTable control_table(const Graph& graph, const Library& library);

/// Every parameter of every node: NODE.PARAMETER, type, value, range, help.
TextTable parameter_table(const Graph& graph, const Library& library);

/// Whether some node reads anywhere in a picture.
bool reads_anywhere(const Graph& graph, const Library& library);

/// The first sentence of a functor's documentation; "" where it has none.
std::string functor_summary(const Library& library, const std::string& name);

}  // namespace weft
