// Events as JSON, one object a line, for programs. docs/render-events.schema.json is their schema.
#pragma once

#include <string>

#include "batch/events.h"

namespace weft {

/// The version of the schema, in every event.
inline constexpr int kEventVersion = 1;

/// One line without its end; "" for events that have no such form (StageSpan). Text that is not
/// UTF-8 is replaced.
std::string to_json(const BatchEvent& event);

/// "usage", "input", "memory"...: the names of docs/exit-codes.md.
const char* error_name(ErrorKind kind);

}  // namespace weft
