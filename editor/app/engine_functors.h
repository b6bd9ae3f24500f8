// Functors compiled by the engine's compiler, and tried by it.
#pragma once

#include <memory>

#include "code/functor_compiler.h"

namespace weft::editor {

/// Libraries have `library`'s functors besides.
std::unique_ptr<FunctorCompiler> make_engine_functors(Library library);

}  // namespace weft::editor
