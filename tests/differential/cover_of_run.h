// Which cover of a device's cases a run goes through.
#pragma once

#include "engine/differential_cases.h"
#include "full_run.h"

namespace weft::test {

/// Pairs in usual runs; in a full one as much of all combinations as hours allow.
inline CaseCover cover_of_run() { return full_run() ? CaseCover::kFull : CaseCover::kPairs; }

}  // namespace weft::test
