// Makes errors about what a user gave: one line each, whatever names and values they quote.
#pragma once

#include <string>
#include <utility>

#include "support/one_line.h"

namespace weft {

/// A kUsage error: a flag, a name or a value that was given is wrong.
inline Error usage_error(std::string message) {
    return {ErrorKind::kUsage, one_line(std::move(message))};
}

/// A kDocument error: a document or a graph is wrong.
inline Error document_error(std::string message) {
    return {ErrorKind::kDocument, one_line(std::move(message))};
}

}  // namespace weft
