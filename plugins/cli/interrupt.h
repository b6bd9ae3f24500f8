// Ctrl-C and termination, as a flag that work polls.
#pragma once

#include <atomic>

namespace weft {

/// SIGINT, SIGTERM and SIGHUP set the flag the first time and end the process the second. Signals
/// that were ignored at the start (nohup) stay so. A file that grows past its limit fails its write
/// instead of killing the process.
void install_signal_handlers();

/// Set once the user asked to stop.
const std::atomic<bool>& interrupt_flag();

}  // namespace weft
