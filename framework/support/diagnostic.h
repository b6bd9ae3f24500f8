// What there is to say about a functor's source, with its place and a remedy.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace weft {

/// A refusal, or a warning. `line` and `column` count from 1, columns in bytes; 0 where there is no
/// place.
struct Diagnostic {
    std::string file;
    int line = 0;
    int column = 0;
    std::string message;      ///< what was seen, and of a refusal why, one line
    std::string source_line;  ///< the line of the file, without its line end
    std::string remedy;       ///< what to write instead, one line; may be empty
    bool warning = false;     ///< it runs all the same

    friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

/// Whether some of them is more than a warning.
inline bool refuses(const std::vector<Diagnostic>& diagnostics) {
    return std::any_of(diagnostics.begin(), diagnostics.end(),
                       [](const Diagnostic& d) { return !d.warning; });
}

}  // namespace weft
