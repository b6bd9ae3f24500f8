// Parameters that mean something together (ParameterGroup), and what people call them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "graph/descriptor.h"

namespace weft::editor {

/// A group of parameters that is as ParameterGroup says, with widgets of its own.
struct WholeGroup {
    ParameterGroup group = ParameterGroup::eNone;
    int size = 1;  ///< how many parameters, without an alpha
    /// A colour of three numbers is followed by its alpha: one that is called as they are,
    /// "start-alpha" behind "start-red", "start-green" and "start-blue".
    bool alpha = false;
};
/// The group that begins with a parameter: a point, a shift or a colour; none where none does, or
/// what was declared is something else.
std::optional<WholeGroup> group_at(const FunctorDescriptor& functor, int parameter);

/// Labels by the words that they begin with together, and what is left of each: "Pivot", "X", "Y".
/// All of a label is left where nothing else would be.
struct SharedLabel {
    std::string shared;
    std::vector<std::string> rest;
};
SharedLabel shared_label(const std::vector<std::string>& labels);

}  // namespace weft::editor
