// Loops whose few iterations are known beforehand, so that they can be counted at once.
#pragma once

#include "frontend/clang_ast.h"

namespace weft {

/// How often a loop goes round at most, where constants tell, nothing else writes its variable, it
/// holds no other loop, and that is not often.
std::optional<int> few_iterations(const clang::ForStmt* loop, const clang::ASTContext& context);

}  // namespace weft
