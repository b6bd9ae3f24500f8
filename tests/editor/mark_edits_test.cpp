// Marks: backdrops, dots and notes. What is rendered never knows of them.
#include "commands/mark_edits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "commands/interface_edits.h"
#include "documents.h"
#include "model/marks.h"

namespace weft::editor {
namespace {

using testing::HasSubstr;

Wire into_invert() {
    return {shown_by(chain(), named(chain(), "exposure1")), named(chain(), "invert1"), 0};
}

TEST(MarkEdits, BackdropsCarryWhatLiesOnThem) {
    const ItemId exposure = named(chain(), "exposure1"), invert = named(chain(), "invert1");
    const Edited edited = add_backdrop(chain(), {exposure}, {});
    const ItemId mark = *edited.made.begin();
    EXPECT_EQ(lying_on(edited.document, mark.value), Selection{exposure});
    const Document moved = move(edited.document, {mark}, {40, 8});
    EXPECT_EQ(moved.places.at(exposure).x, chain().places.at(exposure).x + 40);
    EXPECT_EQ(moved.places.at(invert), chain().places.at(invert));
    EXPECT_EQ(remove(moved, library(), {mark})->draft, chain().draft);
    EXPECT_EQ(rename(moved, library(), mark, "Key")->backdrops.at(0).title, "Key");
    EXPECT_EQ(resize_backdrop(moved, 0, {}, 2, 500)->backdrops.at(0).width, kSmallestBackdrop);
    EXPECT_FALSE(colour_backdrop(moved, 0, kHues));
    // Tidied, it surrounds what lay on it.
    EXPECT_EQ(lying_on(lay_out(moved), mark.value), Selection{exposure});
}

TEST(MarkEdits, DotsBelongToTheirWires) {
    const Edited edited = *add_dot(chain(), into_invert(), {60, 70});
    EXPECT_EQ(edited.document.dots.at(0), (Dot{into_invert().to, 0}));
    EXPECT_EQ(edited.document.places.at(*edited.made.begin()), Place(60, 72));
    EXPECT_EQ(shown_by(edited.document, *edited.made.begin()), into_invert().from);
    EXPECT_FALSE(add_dot(chain(), {{NodeId{}, 0}, named(chain(), "invert1"), 0}, {}));
    // It stays while the wire comes from elsewhere, and goes with it.
    Document after = *connect(edited.document, {{NodeId{}, 0}, named(chain(), "invert1"), 0});
    EXPECT_EQ(after.dots.size(), 1u);
    after = disconnect(after, named(chain(), "invert1"), 0);
    EXPECT_TRUE(after.dots.empty());
    EXPECT_FALSE(after.places.contains({ItemKind::kDot, 0}));
    EXPECT_TRUE(remove(edited.document, library(), {named(chain(), "invert1")})->dots.empty());
}

TEST(MarkEdits, MarksAreSavedAndCopied) {
    const ItemId exposure = named(chain(), "exposure1"), invert = named(chain(), "invert1");
    Document document = add_dot(chain(), into_invert(), {60, 72})->document;
    document = add_dot(document, {shown_by(document, invert), {ItemKind::kOutput, 0}, 0}, {0, 140})
                   ->document;
    document = *set_note(document, invert, "why");
    document = *set_note(document, {ItemKind::kInput, 0}, "the plate");
    document = *colour_backdrop(add_backdrop(document, {exposure, invert}, {}).document, 0, 3);
    const std::string text = to_text(document, library());
    EXPECT_EQ(*document_from_text(text, library()), document);
    EXPECT_THAT(text, HasSubstr(R"({"dot": 0, "at": [60, 72], "node": 1, "input": 0})"));
    const std::string part =
        copy(document, library(), {exposure, invert, {ItemKind::kBackdrop, 0}});
    const Document pasted = paste(document, library(), part)->document;
    EXPECT_EQ(pasted.backdrops.size(), 2u);
    EXPECT_EQ(pasted.dots.size(), 3u);  // the one between the two
    EXPECT_EQ(pasted.notes.at(named(pasted, "invert2")), "why");
    // Notes follow an input to its new position.
    const Document two = add_input(document, {}).document;
    EXPECT_EQ(move_end(two, {ItemKind::kInput, 0}, 1).document.notes.at({ItemKind::kInput, 1}),
              "the plate");
    EXPECT_THAT(
        document_from_text(
            std::string(text).replace(text.find(R"("input": 0})"), 10, R"("input": 7)"), library())
            .error()
            .message,
        HasSubstr("input 7 of \"invert1\" has no wire"));
}

}  // namespace
}  // namespace weft::editor
