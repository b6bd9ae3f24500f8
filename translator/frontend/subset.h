// The subset of C++ that a kernel may use: everything else is refused with a remedy.
//
// What is undefined or unportable in C++ is outside, so that a functor is either refused or gives
// the same bits on every back end (docs/functor-contract.md).
#pragma once

#include "frontend/model.h"
#include "frontend/reporter.h"

namespace weft {

/// Entries of a local array or of a member array, all dimensions together.
inline constexpr int kMaxArrayEntries = 4096;

/// Checks Kernel(), Initialise() and every function they reach, completes `model` with the members,
/// helpers and constants they use, and leaves of its inputs those that they use. False where
/// something was refused.
bool check_subset(FunctorModel& model, Reporter& reporter);

}  // namespace weft
