// Between a render's flags and the arguments that a task of a farm is given.
#pragma once

#include <string>
#include <vector>

#include "cli/render_flags.h"

namespace weft {

/// The arguments of weft render for what was parsed by `command`, the effect first: every option
/// that was given, but for those of the group "Farm".
std::vector<std::string> render_arguments(const CLI::App& command);

/// Reads such arguments back. kUsage: they are of another version.
Result<RenderFlags> parse_render_arguments(const std::vector<std::string>& arguments);

}  // namespace weft
