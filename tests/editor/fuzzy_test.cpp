// The search for functors: what a few letters find, and in which order.
#include "model/fuzzy.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "documents.h"

namespace weft::editor {
namespace {

std::string first(const std::string& query) {
    const std::vector<std::string> found = fuzzy_search(query, library().names());
    return found.empty() ? "" : found.front();
}

TEST(Fuzzy, FindsByBeginningsAndByInitials) {
    EXPECT_EQ(first("exp"), "Exposure");
    EXPECT_EQ(first("bb"), "BoxBlur");
    EXPECT_EQ(first("MERGE"), "Merge");
    EXPECT_EQ(first("km"), "KeyMix");
    EXPECT_EQ(first("invert"), "Invert");
    EXPECT_EQ(first("qqqq"), "");
}

TEST(Fuzzy, LettersMustBeInOrder) {
    EXPECT_LT(fuzzy_score("rulb", "Blur"), 0);
    EXPECT_GE(fuzzy_score("br", "Blur"), 0);
    EXPECT_GT(fuzzy_score("blur", "Blur"), fuzzy_score("blur", "BoxBlur"));
    EXPECT_GT(fuzzy_score("box", "BoxBlur"), fuzzy_score("box", "SubOxide"));
    EXPECT_LT(fuzzy_score("a", ""), 0);
}

TEST(Fuzzy, TheLastChoiceComesFirstUntilSomethingIsTyped) {
    const std::vector<std::string> names = {"A", "B", "C"};
    EXPECT_EQ(fuzzy_search("", names, "C").front(), "C");
    EXPECT_EQ(fuzzy_search("", names).front(), "A");
    EXPECT_EQ(fuzzy_search("b", names, "C"), std::vector<std::string>{"B"});
}

}  // namespace
}  // namespace weft::editor
