// The planner of the application: the engine's plans, for this machine and for GPUs that need not
// be in it.
#pragma once

#include <memory>

#include "fusion/planner.h"
#include "graph/library.h"

namespace weft::editor {

/// Targets are this machine's processors and all of gpu_targets(), the newest first.
std::unique_ptr<Planner> make_engine_planner(Library library);

}  // namespace weft::editor
