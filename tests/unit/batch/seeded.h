// Random tests that can be run again: the seed is in every failure.
#pragma once

#include <gtest/gtest.h>

#include "random_run.h"

/// Declares `random` and says its seed in every failure of the scope.
#define WEFT_SEEDED_RANDOM(random)                                            \
    const auto random##_seed = static_cast<unsigned>(weft::test::run_seed()); \
    SCOPED_TRACE(testing::Message() << "WEFT_TEST_SEED=" << random##_seed);   \
    std::mt19937 random(random##_seed)
