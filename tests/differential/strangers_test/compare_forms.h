// Runs every form of a module's functors over test pictures and compares bits with the reference.
#pragma once

#include "core/module.h"

namespace weft::test {

/// Translated functors are expected to have a simd form; both forms, with `width` lanes and with
/// one, are expected to give the bits of the functors' own C++ on random samples, steps, NaN,
/// infinities, denormals and huge values, with every border. Differences are test failures.
void expect_same_bits_in_every_form(const FunctorModule& module, int width);

/// The scalar forms are expected to do nothing that C++ leaves undefined, on the same samples: what
/// compilers without -fwrapv make of them is the same.
void expect_defined_scalar_forms(const FunctorModule& module);

}  // namespace weft::test
