// Variables of the process's environment.
#pragma once

#include <cstdlib>
#include <string>

namespace weft {

/// The value of the variable `name`; empty where there is none.
inline std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

}  // namespace weft
