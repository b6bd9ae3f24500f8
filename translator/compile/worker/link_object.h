// An object file to a shared object, by the lld inside this process.
#pragma once

#include <string>

namespace weft::worker {

struct LinkOutcome {
    bool ok = false;
    std::string shared_object;
    std::string diagnostics;
    bool reusable = true;  ///< false: lld crashed, and the process must end
};

/// Takes over file descriptor 1: lld writes its result to standard output when asked not to write a
/// file, so the descriptor is pointed at memory. To be called once, before link_object().
/// False when the machine offers no such memory.
bool capture_standard_output();

/// Touches no folder: input and output are in memory.
LinkOutcome link_object(const std::string& object);

}  // namespace weft::worker
