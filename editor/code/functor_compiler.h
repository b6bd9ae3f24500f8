// The one interface behind which functors are compiled: C++ in, a library or what is wrong out.
#pragma once

#include <atomic>
#include <optional>
#include <vector>

#include "graph/document_functors.h"
#include "graph/library.h"
#include "support/diagnostic.h"

namespace weft::editor {

struct FunctorBuild {
    /// Of the headers, by Diagnostic::file; warnings alone where all run.
    std::vector<Diagnostic> diagnostics;
    std::optional<Library> library;  ///< what the editor has anyway, and these; where all run
};

class FunctorCompiler {
  public:
    virtual ~FunctorCompiler() = default;
    /// By one thread at a time, which may take seconds. Nothing of a header runs in this process
    /// before it has been tried in another. kCancelled soon after `cancel` has become true.
    virtual Result<FunctorBuild> build(const FunctorTexts& functors,
                                       const std::atomic<bool>& cancel) = 0;
};

}  // namespace weft::editor
