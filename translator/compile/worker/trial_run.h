// What a functor is tried on.
#pragma once

#include <functional>

#include "core/module.h"
#include "support/result.h"

namespace weft::worker {

/// Runs one functor's reference over and over, the likeliest cases first, until all are done or
/// `enough`. The error is what the functor itself gets wrong: defaults out of range, a Shape() that
/// breaks its rules.
Status try_functor(const FunctorType& type, const FunctorModule& module,
                   const std::function<bool()>& enough);

}  // namespace weft::worker
