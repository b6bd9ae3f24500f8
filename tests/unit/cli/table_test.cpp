// Aligned and Markdown tables.
#include "manual/table.h"

#include <gtest/gtest.h>

namespace weft {
namespace {

const TextTable kTable{{"name", "meaning"}, {{"a", "first | best"}, {"long", ""}}};

TEST(Table, Text) { EXPECT_EQ(to_text(kTable, 1), " a     first | best\n long\n"); }

TEST(Table, Markdown) {
    EXPECT_EQ(to_markdown(kTable),
              "| name | meaning |\n|---|---|\n| a | first \\| best |\n| long |  |\n");
}

}  // namespace
}  // namespace weft
