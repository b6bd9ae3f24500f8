// Whether a run is a full one, which takes hours.
#pragma once

#include <cstdlib>
#include <string>

namespace weft::test {

/// Whether lists are gone through whole, whatever it takes: WEFT_TEST_FULL=1, as tests with the
/// label `full` have it.
inline bool full_run() {
    const char* const asked = std::getenv("WEFT_TEST_FULL");
    return asked != nullptr && std::string(asked) == "1";
}

}  // namespace weft::test
