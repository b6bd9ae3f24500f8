// Random tests: the seed of a run, and how long it goes on.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "full_run.h"

namespace weft::test {

/// The number of an environment variable; `otherwise` where it is not set.
inline std::uint64_t environment(const char* name, std::uint64_t otherwise) {
    const char* const text = std::getenv(name);
    return text != nullptr ? std::strtoull(text, nullptr, 10) : otherwise;
}

/// The seed of this run: WEFT_TEST_SEED, or a new one; printed.
inline std::uint64_t run_seed() {
    const std::uint64_t seed = environment("WEFT_TEST_SEED", std::random_device{}());
    std::printf("seed %llu (WEFT_TEST_SEED repeats it)\n", static_cast<unsigned long long>(seed));
    return seed;
}

/// How many graphs a run draws: WEFT_TEST_GRAPHS, or `usual`, and twenty times as many in a full
/// run.
inline int graphs_of_run(int usual) {
    return static_cast<int>(environment(
        "WEFT_TEST_GRAPHS", static_cast<std::uint64_t>(full_run() ? 20 * usual : usual)));
}

}  // namespace weft::test
