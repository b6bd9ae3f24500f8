// Scattered letters, and which name they are most likely of.
#include "model/fuzzy.h"

#include <gtest/gtest.h>

namespace weft::editor {
namespace {

TEST(Fuzzy, LettersMustBeInOrder) {
    EXPECT_LT(fuzzy_score("rulb", "Blur"), 0);
    EXPECT_GE(fuzzy_score("br", "Blur"), 0);
    EXPECT_GT(fuzzy_score("blur", "Blur"), fuzzy_score("blur", "BoxBlur"));
    EXPECT_GT(fuzzy_score("box", "BoxBlur"), fuzzy_score("box", "SubOxide"));
    EXPECT_LT(fuzzy_score("a", ""), 0);
}

}  // namespace
}  // namespace weft::editor
