// Headers of functors into libraries: files that were named, and those that documents bring.
#pragma once

#include "compile/host_compiler.h"
#include "engine/trust.h"
#include "graph/library.h"

namespace weft {

/// Translates, compiles and loads a header's functors. Errors: those of compile_functors(), and
/// those of Library::add(); the library is then as it was.
Status load_functors(const FunctorSource& source, HostCompiler& compiler, Library& library,
                     const std::atomic<bool>* cancel = nullptr);

/// The same of all that a document brings.
Status load_all_functors(const TrustedFunctors& functors, HostCompiler& compiler, Library& library);

}  // namespace weft
