// Bounds of integer expressions, as far as they can be shown.
#pragma once

#include "frontend/loops.h"
#include "frontend/model.h"

namespace weft {

/// A closed range. Unknown ends are the ends of the type.
struct Range {
    long long low = 0, high = 0;

    bool within(long long lo, long long hi) const { return low >= lo && high <= hi; }
};

/// The values `e` can take inside its function. Loop variables stay within the loop's bounds;
/// conditions of if statements are not used.
Range range_of(const clang::Expr* e, const FunctorModel& model, const Dataflow& flow,
               const clang::ASTContext& context);

/// True where `e` is an operation of int, assignments included, whose exact result cannot be shown
/// to be an int: + - * and unary -, ++, --, += -= *=. (Shifts are defined by the language; division
/// and modulo by what the subset admits.)
bool may_wrap(const clang::Expr* e, const FunctorModel& model, const Dataflow& flow,
              const clang::ASTContext& context);

}  // namespace weft
