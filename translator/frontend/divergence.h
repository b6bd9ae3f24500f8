// Which values differ between the lanes of a vector, and which statements only some lanes reach.
//
// A variable is varying when a varying value is assigned to it, or when it is assigned while lanes
// that will read it later wait elsewhere: behind a varying if, or after a break or continue. Lanes
// that have returned wait for nothing, so code after an early return stays as it is.
#pragma once

#include "frontend/model.h"

namespace weft {

struct LoopDivergence {
    bool condition = false;  ///< some lanes leave before others by the condition
    bool breaks = false;     ///< by break
    bool returns = false;    ///< by return
    bool continues = false;  ///< some lanes skip the rest of the body

    bool needs_mask() const { return condition || breaks || returns; }
};

struct Divergence {
    std::set<const clang::VarDecl*> varying;                 ///< locals and parameters
    std::set<const clang::FunctionDecl*> varying_functions;  ///< helpers with anything varying
    std::set<const clang::Stmt*> masked;   ///< assignments and jumps that only some lanes make
    std::set<const clang::Stmt*> partial;  ///< statements at which lanes may be missing
    std::map<const clang::Stmt*, LoopDivergence> loops;
    std::set<const clang::FunctionDecl*> masked_returns;  ///< functions left by some lanes early
    bool divergent = false;  ///< any control flow depends on varying values

    bool is_varying(const clang::Expr* e, const FunctorModel& model) const;
};

/// Analyses all functions of `model` together, to a fixed point.
Divergence analyse_divergence(const FunctorModel& model);

}  // namespace weft
