// Parameters that a host shows together: those that say by their labels that they are parts of one
// thing.
#pragma once

#include <string>
#include <vector>

#include "openfx/description.h"

namespace weft::openfx {

/// Neighbours whose labels differ in the last word alone, as "Left top X" and "Left top Y".
struct ParameterGroupDescription {
    std::string
        name;  ///< to the host: "group_left_top", that of no parameter and of no other group
    std::string label;         ///< "Left top"
    std::size_t first, count;  ///< places in the list of parameters
};

std::vector<ParameterGroupDescription> groups_of(
    const std::vector<ParameterDescription>& parameters);

}  // namespace weft::openfx
