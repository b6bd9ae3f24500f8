// Random tests that can be run again: the seed is in every failure.
#pragma once

#include <cstdlib>
#include <random>

#include <gtest/gtest.h>

namespace weft::test {

/// $WEFT_SEED, else another each time.
inline unsigned any_seed() {
    if (const char* fixed = std::getenv("WEFT_SEED")) return std::strtoul(fixed, nullptr, 10);
    return std::random_device()();
}

}  // namespace weft::test

/// Declares `random` and says its seed in every failure of the scope.
#define WEFT_SEEDED_RANDOM(random)                                                            \
    const unsigned random##_seed = weft::test::any_seed();                                    \
    SCOPED_TRACE(testing::Message() << "seed " << random##_seed << "; again with WEFT_SEED"); \
    std::mt19937 random(random##_seed)
