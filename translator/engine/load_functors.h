// Loads functors from headers into libraries: files on the command line, and those in documents.
#pragma once

#include "compile/host_compiler.h"
#include "engine/trust.h"
#include "graph/library.h"

namespace weft {

/// Translates, compiles and loads the functors of a header into `library`. Errors: those of
/// compile_functors() and Library::add(); `library` is then unchanged.
Status load_functors(const FunctorSource& source, HostCompiler& compiler, Library& library,
                     const std::atomic<bool>* cancel = nullptr);

/// The same for all functors of a document.
Status load_all_functors(const TrustedFunctors& functors, HostCompiler& compiler, Library& library);

}  // namespace weft
