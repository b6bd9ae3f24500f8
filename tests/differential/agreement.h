// Devices agree on a graph.
#pragma once

#include <gtest/gtest.h>

#include "differential/compiler_fixture.h"
#include "engine/differential.h"

namespace weft::test {

/// Expects the device of the case to give the bits of the reference. A graph that wants a single
/// plane beside a picture is given a single plane.
inline void expect_agreement(const Graph& graph, const Library& library, DifferentialCase c) {
    auto outcome = compare_devices(graph, library, c, {}, shared_compiler());
    if (!outcome && outcome.error().kind == ErrorKind::kDocument) {
        c.planes = 1;
        outcome = compare_devices(graph, library, c, {}, shared_compiler());
    }
    ASSERT_TRUE(outcome) << to_string(c) << ": " << outcome.error().message;
    EXPECT_TRUE(outcome->agrees) << to_string(c) << ": " << outcome->difference;
}

}  // namespace weft::test
