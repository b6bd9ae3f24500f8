// The evaluator of the application: files by the pictures module, graphs by the engine.
#pragma once

#include <memory>

#include "graph/library.h"
#include "viewer/evaluator.h"

namespace weft::editor {

/// Computes on the CPU what `weft render` computes, bit for bit. Files are read once, and again
/// when they change.
std::unique_ptr<Evaluator> make_engine_evaluator(Library library);

}  // namespace weft::editor
