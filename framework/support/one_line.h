// Keeps messages on one line, whatever names and values they quote.
#pragma once

#include <string>
#include <utility>

#include "support/result.h"

namespace weft {

/// `text` with each control character, line breaks among them, replaced by '?'.
inline std::string one_line(std::string text) {
    for (char& c : text)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
    return text;
}

/// `error` with its message in one line.
inline Error one_line(Error error) {
    error.message = one_line(std::move(error.message));
    return error;
}

}  // namespace weft
