// What headers of functors may include: code that nobody has been shown must not come in by a name.
#pragma once

#include <string>
#include <vector>

#include "frontend/reporter.h"

namespace weft {

struct IncludeRules {
    std::vector<std::string> include_paths;  ///< one of them leads to core/functor.h
    /// The header is a document's: it includes Weft's headers and the system's, and no file of this
    /// machine.
    bool of_document = false;
};

/// Refuses what stands beside a header under the name of one of Weft's, and would be taken for it;
/// and what the rules leave out. A file that is included twice counts where it was read.
void check_includes(const IncludeRules& rules, Reporter& reporter);

}  // namespace weft
