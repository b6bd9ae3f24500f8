// What there is to say about a functor's source, with its place and a remedy.
#pragma once

#include <string>

namespace weft {

/// A refusal. `line` and `column` count from 1, columns in bytes; 0 where there is no place.
struct Diagnostic {
    std::string file;
    int line = 0;
    int column = 0;
    std::string message;      ///< what was seen and why it is refused, one line
    std::string source_line;  ///< the line of the file, without its line end
    std::string remedy;       ///< what to write instead, one line; may be empty

    friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

}  // namespace weft
