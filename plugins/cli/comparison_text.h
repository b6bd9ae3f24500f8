// Ways of fusing as an aligned table, for `weft explain --compare`.
#pragma once

#include <string>

#include "engine/compare.h"

namespace weft {

/// A heading, a line for each plan with the fastest marked, and what the columns mean. `pictures`
/// says what is planned for: "1920x1080, 3 channels".
std::string to_text(const Comparison& comparison, const std::string& pictures);

}  // namespace weft
