// Runs the weft command, as long as it gets on, and keeps what it said.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "scratch_folder.h"

namespace weft::test {

struct Outcome {
    int code = -1;            ///< exit code, -1 when a signal ended it
    int signal = 0;           ///< the signal that ended it, 0: none
    std::string out;          ///< standard output
    std::string err;          ///< standard error
    long peak_kilobytes = 0;  ///< most memory that was resident
};

struct RunOptions {
    std::vector<std::pair<std::string, std::string>> environment = {};  ///< added to this process's
    long file_size_limit = 0;                                           ///< in bytes, 0: none
    /// When to send SIGINT, counted from when the program handles it; -1: never.
    int interrupt_after_ms = -1;
    int interrupt_with = 2;    ///< which signal instead: SIGINT
    std::string program = {};  ///< empty: weft as it was built; weft_path(): the same, started anew
};

/// Where weft was built.
const char* weft_path();

/// Runs main() of the command in a process of its own. Where neither a program nor an environment
/// is asked for it is forked from one that has loaded most of the libraries (weft_server.h), which
/// takes half the time; otherwise it is started as a shell does. One that does nothing any more
/// (patience.h) is killed: signal 9.
Outcome run_weft(const std::vector<std::string>& arguments, const RunOptions& options = {});

}  // namespace weft::test
