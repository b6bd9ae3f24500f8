// The search by words: what artists type finds what they mean.
#include "model/search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft::editor {
namespace {

std::vector<SearchEntry> entries() {
    const auto entry = [](const char* name, const char* title, const char* category,
                          std::vector<std::string> words, bool rare = false) {
        return SearchEntry{EntryKind::kFunctor, name, title, category, "Of a picture.",
                           std::move(words),    rare};
    };
    return {entry("Grade", "Grade", "Colour", {"cc", "colour correct", "gain"}),
            entry("Gain", "Gain", "Colour", {"multiply"}),
            entry("BoxBlur", "Box blur", "Filter", {"soften"}),
            entry("Defocus", "Defocus", "Filter", {"blur", "bokeh"}),
            entry("Merge", "Merge", "Merge", {"over", "multiply"}),
            entry("KeyMix", "Key mix", "Merge", {"mask"}),
            entry("ConvolutionLayer", "Convolution layer", "Building blocks", {"blur"}, true)};
}

std::vector<std::string> found(const std::string& query,
                               const std::vector<std::string>& recent = {}) {
    std::vector<std::string> names;
    const std::vector<SearchEntry> all = entries();
    for (const std::size_t at : search(query, all, recent)) names.push_back(all[at].name);
    return names;
}

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Search, FindsWordsBeforeLetters) {
    EXPECT_THAT(found("over"), ElementsAre("Merge"));  // and not convOlution layER
    EXPECT_THAT(found("cc"), ElementsAre("Grade"));
    EXPECT_THAT(found("Color Correct"), ElementsAre("Grade"));
    EXPECT_THAT(found("correct colour"), ElementsAre("Grade"));
    EXPECT_THAT(found("bl"), ElementsAre("BoxBlur", "Defocus", "ConvolutionLayer"));
    EXPECT_THAT(found("gain"), ElementsAre("Gain", "Grade"));
    EXPECT_THAT(found("bb"), ElementsAre("BoxBlur"));
    EXPECT_THAT(found("km"), ElementsAre("KeyMix"));
    EXPECT_THAT(found("MERGE"), ElementsAre("Merge", "KeyMix"));
    EXPECT_THAT(found("filter"), ElementsAre("BoxBlur", "Defocus"));
    EXPECT_THAT(found("degrain"), IsEmpty());
    EXPECT_THAT(found("read"), IsEmpty());
    EXPECT_THAT(found("qqqq"), IsEmpty());
}

TEST(Search, WhatWasUsedLatelyComesFirstAmongItsEquals) {
    EXPECT_THAT(found("multiply"), ElementsAre("Gain", "Merge"));
    EXPECT_THAT(found("multiply", {"KeyMix", "Merge"}), ElementsAre("Merge", "Gain"));
    EXPECT_EQ(found("", {"KeyMix", "Merge"})[1], "Merge");
    EXPECT_EQ(found("", {"KeyMix", "Merge"})[2], "Grade");
    // Not before what fits better.
    EXPECT_EQ(found("gain", {"Grade"}).front(), "Gain");
}

TEST(Search, ScatteredLettersFindItemsAlone) {
    EXPECT_LT(search_score("l4d2", {EntryKind::kFunctor, "level4/dwt2", "level4/dwt2", {}, {}}), 0);
    EXPECT_GE(search_score("l4d2", {EntryKind::kItem, "level4/dwt2", "level4/dwt2", {}, {}}), 0);
}

}  // namespace
}  // namespace weft::editor
