// Lists of DifferentialCase for every effect.
#pragma once

#include "engine/differential.h"

namespace weft {

/// How many combinations of factors a list covers.
enum class CaseCover {
    kPairs,  ///< every pair of values of two factors occurs in some case
    kFull,   ///< many more, for runs of hours
};

/// One border of each mode; the constant is 0.25.
std::vector<Border> case_borders();

/// The cases every effect must pass on the CPU, in strict mode: borders × widths about the
/// vector's, odd and tiny sizes × regions that start anywhere × 1, 3, 4 and 5 planes × threads,
/// strips and blocks × rows in a batch × layouts at the edges × kernels for a range of radii ×
/// passes turned off. `lanes` >= 3 is the vector width of the machine. kPairs: about forty, whose
/// kernels are fewer. kFull: all combinations of what decides a kernel's text but the borders, with
/// each pass turned off by itself, each with every value of everything else: about a thousand.
std::vector<DifferentialCase> standard_cases(int lanes, CaseCover cover = CaseCover::kPairs);

/// standard_cases(), and every seventh of them again in fast mode with ordinary values: a tolerance
/// means little beside an infinity.
std::vector<DifferentialCase> strict_and_fast_cases(int lanes, CaseCover cover = CaseCover::kPairs);

/// The cases every effect must pass under the SIMT checker, in strict mode: borders × sizes and
/// regions × planes × targets × passes turned off × layouts at the edges × ways of fusing × tiles ×
/// schemes of borders. kPairs: about a hundred, with passes turned off together that have nothing
/// to do with one another; kFull: about three hundred, with each pass turned off by itself.
std::vector<DifferentialCase> simt_cases(CaseCover cover = CaseCover::kPairs);

/// Cases with unbounded intermediates, in strict mode, that every effect of several nodes must pass
/// on the CPU and under the SIMT checker. Few and small: such effects compute far around a picture.
std::vector<DifferentialCase> unbounded_cases(int lanes);

}  // namespace weft
