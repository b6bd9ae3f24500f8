// Runs every form of a module's functors over test pictures and compares bits with the reference.
#pragma once

#include "core/module.h"

namespace weft::testing {

/// Translated functors are expected to have a simd form; both forms, with `width` lanes and with
/// one, are expected to give the bits of the functors' own C++ on random samples, steps, NaN,
/// infinities, denormals and huge values, with every border. Differences are test failures.
void expect_same_bits_in_every_form(const FunctorModule& module, int width);

}  // namespace weft::testing
