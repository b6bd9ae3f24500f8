// Running a stranger's functors for a while, where it cannot do harm.
#pragma once

#include <optional>
#include <string>

#include "support/diagnostic.h"

namespace weft::worker {

/// Runs the reference of all functors of a module of checked text (frontend/checked_text.h) on
/// small pictures, ordinary and hostile, with parameters at their defaults and at the ends of their
/// ranges, in a process that is killed after some seconds. The first thing that is wrong, if
/// something is; where it has a place, that is in `file`.
std::optional<Diagnostic> run_trial(const std::string& module_object, const std::string& file);

}  // namespace weft::worker
