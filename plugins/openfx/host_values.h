// What a host says of an instance's parameters and of the project that it is in.
#pragma once

#include <optional>
#include <vector>

#include "openfx/instance.h"
#include "openfx/parameters.h"

namespace weft::openfx {

/// The value of each parameter. Those that the host does not have, or says it does not tell, are
/// the defaults, of which the user is told once; the sides of a generator to which nobody gave
/// others are the project's. Nothing where the host refuses a value for another reason.
std::optional<std::vector<HostValue>> values_at(const Instance& instance, Time time);

/// The rectangle that the project's pictures fill: its size and offset, else its extent, which
/// begins at the origin. The standard (1.5.1) has no format of a clip. Nothing where the host does
/// not say, or means no picture.
std::optional<CanonicalRect> project_of(const Instance& instance);

}  // namespace weft::openfx
