// Executes the kernel texts of functors that nobody has translated before, scalar and with lanes,
// and compares every bit with the functors' own C++.
#include <gtest/gtest.h>

#include "strangers_test/compare_forms.h"

namespace weft::functors {
const FunctorModule* strangers_module();
}

namespace weft::test {
namespace {

class StrangersTest : public ::testing::TestWithParam<int> {};

TEST_P(StrangersTest, EveryFormGivesTheReferencesBits) {
    const FunctorModule& module = *functors::strangers_module();
    ASSERT_GE(module.count, 40);
    expect_same_bits_in_every_form(module, GetParam());
}

TEST(StrangersScalarTest, NothingIsUndefined) {
    expect_defined_scalar_forms(*functors::strangers_module());
}

INSTANTIATE_TEST_SUITE_P(Widths, StrangersTest, ::testing::Values(4, 8, 16));

}  // namespace
}  // namespace weft::test
