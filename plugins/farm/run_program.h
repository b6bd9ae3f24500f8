// Running another program to its end, and what it said.
#pragma once

#include <string>
#include <vector>

#include "support/result.h"

namespace weft {

struct ProgramOutcome {
    int code = -1;                   ///< exit code; -1: a signal ended it
    int signal = 0;                  ///< that signal; 0: none
    std::string out = {}, err = {};  ///< what it said
};

/// Runs words[0], found in $PATH where its name holds no '/', without standard input. No shell
/// reads the words. kDevice: it cannot be started, which the message says without its name.
Result<ProgramOutcome> run_program(const std::vector<std::string>& words);

}  // namespace weft
