// What #line directives of kernel texts call the files that a functor is written in.
#pragma once

#include <string>

#include "frontend/clang_ast.h"

namespace weft {

/// The header goes by its display name, and files beside it by the same folder: where
/// /src/functors/blur.h is called functors/blur.h, /src/functors/taps.h is called functors/taps.h.
/// So texts say nothing of where a checkout lies, and machines share the kernels compiled of them.
/// Files elsewhere go by their paths.
class SourceNames {
  public:
    SourceNames(const std::string& header_path, const std::string& display_name);
    const std::string& header() const { return header_; }
    /// The file that `place` was expanded in.
    std::string of(const clang::SourceManager& sources, clang::SourceLocation place) const;

  private:
    std::string header_;
    std::string folder_;  ///< with a slash at its end; empty where names are paths already
};

}  // namespace weft
