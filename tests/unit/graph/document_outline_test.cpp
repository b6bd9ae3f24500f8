// What can be told of a document whose functors nobody has.
#include "graph/document_outline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(DocumentOutline, TellsNamesAndTheCode) {
    const Result<DocumentOutline> outline = outline_of_document(R"({
        "weft": 1, "name": "glows", "summary": "Shines.", "inputs": ["a", "b"],
        "optional inputs": [{"name": "mask", "help": "", "readers": []}],
        "nodes": [{"id": 0, "name": "glow1", "functor": "Unheard"},
                  {"id": 4, "name": "invert1", "functor": "Invert"}],
        "outputs": [{"name": "out", "node": 0, "output": "Output"}],
        "controls": [{"name": "amount", "sets": []}],
        "functors": [{"file": "glow.h", "source": ["one", "two"]}]})");
    ASSERT_TRUE(outline) << outline.error().message;
    EXPECT_EQ(outline->name, "glows");
    EXPECT_EQ(outline->summary, "Shines.");
    EXPECT_THAT(outline->inputs, ElementsAre("a", "b", "mask"));
    ASSERT_EQ(outline->nodes.size(), 2u);
    EXPECT_EQ(outline->nodes[0].functor, "Unheard");
    EXPECT_EQ(outline->nodes[1].name, "invert1");
    EXPECT_THAT(outline->outputs, ElementsAre("out"));
    EXPECT_THAT(outline->controls, ElementsAre("amount"));
    EXPECT_EQ(outline->functors, (FunctorTexts{{"glow.h", "one\ntwo\n"}}));
}

TEST(DocumentOutline, SaysWhatIsWrong) {
    const auto refused = [](const char* text) {
        const Result<DocumentOutline> outline = outline_of_document(text);
        EXPECT_FALSE(outline);
        return outline ? std::string() : outline.error().message;
    };
    EXPECT_THAT(refused("[1"), HasSubstr("line 1"));
    EXPECT_THAT(refused("[]"), HasSubstr("not a list"));
    EXPECT_THAT(refused(R"({"inputs": [1]})"), HasSubstr("\"inputs\""));
    EXPECT_THAT(refused(R"({"nodes": [1]})"), HasSubstr("\"nodes\""));
    EXPECT_THAT(refused(R"({"functors": [{"file": "../a.h", "source": []}]})"),
                HasSubstr("../a.h"));
}

}  // namespace
}  // namespace weft
