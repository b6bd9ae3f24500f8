// Counted loops and variables that keep their first value: what ranges, taps and counts build on.
#pragma once

#include "frontend/clang_ast.h"

namespace weft {

/// for (int i = first; i < bound; i += step), where nothing else writes i.
struct CountedLoop {
    const clang::ForStmt* loop = nullptr;
    const clang::VarDecl* variable = nullptr;
    const clang::Expr* first = nullptr;
    const clang::Expr* bound = nullptr;
    bool inclusive = false;  ///< <= or >=
    int step = 1;            ///< never 0; negative where it counts down
};

/// What is known about the variables of one function.
struct Dataflow {
    std::map<const clang::VarDecl*, CountedLoop> counted;  ///< loop variables
    std::set<const clang::VarDecl*> assigned;              ///< written after their declaration

    /// The initialiser of a variable that keeps its first value, or null.
    const clang::Expr* only_value(const clang::VarDecl* variable) const;
};

Dataflow analyse_dataflow(const clang::FunctionDecl* function);

}  // namespace weft
