// Which pictures and plans a device is compared on.
#pragma once

#include "engine/differential.h"

namespace weft {

/// The cases every effect must pass on the CPU: each border, odd and tiny sizes, widths about the
/// vector's, regions that start anywhere, 1, 3, 4 and 5 planes, several threads, strips and blocks,
/// passes turned off. `lanes` is the vector width of the machine.
std::vector<DifferentialCase> standard_cases(int lanes);

/// standard_cases() in strict mode, and every seventh of them again in fast mode with ordinary
/// values: a tolerance means little beside an infinity.
std::vector<DifferentialCase> strict_and_fast_cases(int lanes);

/// The cases every effect must pass under the SIMT checker, in strict mode: borders × sizes and
/// regions × planes × targets × passes turned off × layouts at the edges. A pairwise cover of them,
/// or with `all` every combination.
std::vector<DifferentialCase> simt_cases(bool all);

/// Cases with unbounded intermediates, in strict mode, that every effect of several nodes must pass
/// on the CPU and under the SIMT checker. Few and small: such effects compute far around a picture.
std::vector<DifferentialCase> unbounded_cases(int lanes);

}  // namespace weft
