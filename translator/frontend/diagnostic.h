// What the translator has to say about a functor's source, with its place and a remedy.
#pragma once

#include <string>
#include <vector>

namespace weft {

/// A refusal. `line` and `column` count from 1; 0 where there is no place.
struct Diagnostic {
    std::string file;
    int line = 0;
    int column = 0;
    std::string message;      ///< what was seen and why it is refused, one line
    std::string source_line;  ///< the line of the file, without its line end
    std::string remedy;       ///< what to write instead, one line; may be empty

    friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

/// For people, ending in a line end:
///   blur.h:14:9: error: a pointer inside a kernel
///       float* p = values;
///           ^
///     instead: use an array and weft::at(array, index)
std::string format_diagnostic(const Diagnostic& diagnostic);

/// All of them, one after the other.
std::string format_diagnostics(const std::vector<Diagnostic>& diagnostics);

}  // namespace weft
