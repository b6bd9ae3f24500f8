// Affine functions: what IntExpr says of names whose values are known later.
#pragma once

#include "plan/facts.h"

namespace weft {

/// constant + the sum of factor * name.
struct Affine {
    std::int64_t constant = 0;
    std::map<std::string, std::int64_t> factors;  ///< none is 0

    bool is_constant() const { return factors.empty(); }
    friend bool operator==(const Affine&, const Affine&) = default;
};

/// The expression as an affine function of the names that `known` has no value for. Nothing where
/// it is none, is malformed, or has numbers beyond 2^40.
std::optional<Affine> affine(const IntExpr& expr, const Bindings& known);

}  // namespace weft
