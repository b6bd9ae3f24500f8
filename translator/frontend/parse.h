// From a header to Clang's tree, with the parser's own complaints as diagnostics.
#pragma once

#include <memory>

#include "frontend/diagnostic_text.h"
#include "frontend/translate.h"
#include "support/result.h"

namespace clang {
class ASTUnit;
}

namespace weft {

struct ParsedHeader {
    std::shared_ptr<clang::ASTUnit> unit;  ///< never null
    std::vector<Diagnostic> errors;        ///< in the header itself
    std::vector<Diagnostic> elsewhere;     ///< in what it includes
    std::vector<Diagnostic> warnings;      ///< in the header itself
};

/// Parses `text` as C++20, with arithmetic as the reference is compiled.
Result<ParsedHeader> parse_header(const std::string& text, const std::string& display_name,
                                  const TranslateOptions& options);

}  // namespace weft
