// Rendering in as little memory as a frame can be rendered in.
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "run_weft.h"

namespace weft::test {

/// Asks in vain for a megabyte, which tells how much is needed, and then for that. `command` is
/// one for frames.
inline Outcome render_in_smallest_bands(std::vector<std::string> command) {
    command.insert(command.end(), {"--memory", "1M"});
    const Outcome refused = run_weft(command);
    const std::string before = "give at least --memory ";
    const std::size_t at = refused.err.find(before);
    if (at == std::string::npos) return refused;
    const std::size_t begin = at + before.size();
    command.back() = refused.err.substr(begin, refused.err.find('M', begin) + 1 - begin);
    // What the program takes by itself differs a little from run to run.
    command.back() = std::to_string(std::stoi(command.back()) + 3) + "M";
    return run_weft(command);
}

}  // namespace weft::test
