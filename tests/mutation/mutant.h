// A mutant: a kernel with one thing wrong, and the check that is meant for it.
#pragma once

#include <gtest/gtest.h>

#include <ostream>
#include <vector>

#include "subject.h"

namespace weft::test {

/// Caught by comparison with the reference: a fault of values, which no access shows.
inline constexpr const char* kDifference = "difference";

struct Mutant {
    const char* name;
    Subject (*subject)();
    const char* kernel;  ///< part of the name
    Mutation mutation;
    const char* caught_by;
};

inline std::ostream& operator<<(std::ostream& out, const Mutant& m) { return out << m.name; }

inline void expect_caught(const Mutant& mutant) {
    const auto verdict = run(mutant.subject(), mutant.kernel, mutant.mutation);
    ASSERT_TRUE(verdict) << verdict.error().message;
    if (std::string(mutant.caught_by) == kDifference) {
        EXPECT_TRUE(verdict->status) << verdict->status.error().message;
        EXPECT_FALSE(verdict->agrees) << "nobody sees this mutant";
    } else {
        ASSERT_FALSE(verdict->status)
            << "nobody sees this mutant" << (verdict->agrees ? "" : ", but its result is wrong");
        EXPECT_EQ(verdict->check, mutant.caught_by) << verdict->status.error().message;
    }
}

/// What is mutated is right, or the mutants would show nothing.
inline void expect_clean(const std::vector<Subject (*)()>& subjects) {
    for (Subject (*subject)() : subjects) {
        const GpuPlan plan = plan_of(subject());
        ASSERT_FALSE(plan.kernels.empty());
        const auto verdict = run(subject(), plan.kernels.front().name, {});
        ASSERT_TRUE(verdict) << verdict.error().message;
        EXPECT_TRUE(verdict->status) << verdict->status.error().message;
        EXPECT_TRUE(verdict->agrees) << plan.kernels.front().name;
    }
}

}  // namespace weft::test
