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

}  // namespace weft
