// Collects refusals at places of the parsed source.
#pragma once

#include "frontend/clang_ast.h"
#include "frontend/diagnostic_text.h"

namespace weft {

/// One per translation. Reports at most one refusal per place, since one mistake often shows up in
/// several nodes of the tree.
class Reporter {
  public:
    Reporter(const clang::SourceManager& sources, std::string display_name)
        : sources_(sources), display_name_(std::move(display_name)) {}

    /// `message`: what was seen and why it is refused. `remedy`: what to write instead.
    void refuse(clang::SourceLocation place, std::string message, std::string remedy);

    const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

    const clang::SourceManager& sources() const { return sources_; }

  private:
    const clang::SourceManager& sources_;
    std::string display_name_;
    std::vector<Diagnostic> diagnostics_;
};

/// In the order of the file.
std::vector<Diagnostic> in_order(std::vector<Diagnostic> diagnostics);

/// A Diagnostic at `place`; the file is `display_name` where it is the main file.
Diagnostic diagnostic_at(const clang::SourceManager& sources, clang::SourceLocation place,
                         const std::string& display_name);

}  // namespace weft
