// Diagnostics of a functor's source: what is wrong, where, and what to write instead.
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
    std::string message;      ///< one line: what was seen and, of a refusal, why it is refused
    std::string source_line;  ///< the line of the file, without its line end
    std::string remedy;       ///< what to write instead, one line; may be empty
    bool warning = false;     ///< false: a refusal, the functor cannot be used

    friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

/// Whether any of them is a refusal.
inline bool refuses(const std::vector<Diagnostic>& diagnostics) {
    return std::any_of(diagnostics.begin(), diagnostics.end(),
                       [](const Diagnostic& d) { return !d.warning; });
}

}  // namespace weft
