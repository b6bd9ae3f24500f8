// The edits one by one, and the undo stack.
#include "commands/edits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "commands/history.h"
#include "documents.h"
#include "model/tidy.h"

namespace weft::editor {
namespace {

using testing::HasSubstr;

TEST(Edits, NodesHaveTheBordersOfTheirFunctors) {
    const Document document = add_node(empty_document(), library(), "CornerPin", {})->document;
    EXPECT_EQ(document.draft.graph.nodes[0].borders[0].mode, eConstant);
}

TEST(Edits, ANodeGoesBehindWhatIsSelected) {
    const Document document = chain();
    EXPECT_EQ(spine(document), "input > exposure1 > invert1 > output");
    const Edited edited =
        *add_node(document, library(), "BoxBlur", {}, {named(document, "exposure1")});
    EXPECT_EQ(spine(edited.document), "input > exposure1 > boxblur1 > invert1 > output");
    EXPECT_EQ(edited.made, Selection{named(edited.document, "boxblur1")});
    for (const auto& [a, at] : edited.document.places)
        for (const auto& [b, other] : edited.document.places)
            EXPECT_TRUE(a == b || at != other) << name_of(edited.document, a);
    EXPECT_THAT(add_node(document, library(), "Exposur", {}).error().message,
                HasSubstr("Exposure"));
}

TEST(Edits, DeletingHealsWires) {
    const Document document = chain();
    EXPECT_EQ(spine(*remove(document, library(), {named(document, "exposure1")})),
              "input > invert1 > output");
    EXPECT_EQ(spine(*remove(document, library(),
                            {named(document, "exposure1"), named(document, "invert1")})),
              "input > output");
    EXPECT_THAT(remove(document, library(), {{ItemKind::kOutput, 0}}).error().message,
                HasSubstr("an effect needs an output"));
}

TEST(Edits, DeletingForgetsControls) {
    const Document document = document_of(find_effect("degrain")->build());
    Selection all;
    for (const ItemId id : items(document)) all.insert(id);
    const Document after = *remove(document, library(), all);
    EXPECT_TRUE(after.draft.graph.nodes.empty());
    EXPECT_TRUE(after.draft.graph.controls.empty());
    EXPECT_TRUE(validate(after.draft, library()));
}

TEST(Edits, WiresAreConnectedAndInsertedInto) {
    Document document = chain();
    const ItemId invert = named(document, "invert1"), exposure = named(document, "exposure1");
    document = disconnect(document, invert, 0);
    EXPECT_EQ(spine(document), "- > invert1 > output");
    document = *connect(document, {{NodeId{}, 0}, invert, 0});
    EXPECT_EQ(spine(document), "input > invert1 > output");
    document = *insert(document, library(), exposure, {{NodeId{}, 0}, invert, 0});
    EXPECT_EQ(spine(document), "input > exposure1 > invert1 > output");
    EXPECT_FALSE(connect(document, {shown_by(document, invert), exposure, 0}));
    document = *extract(document, library(), {exposure});
    EXPECT_EQ(spine(document), "input > invert1 > output");
    EXPECT_EQ(read_by(document, exposure, 0), kUnconnected);
    const Document generator = add_node(document, library(), "Noise", {300, 0})->document;
    EXPECT_FALSE(
        insert(generator, library(), named(generator, "noise1"), {{NodeId{}, 0}, invert, 0}));
}

TEST(Edits, WhatIsPastedIsANewOne) {
    Document document = chain();
    const std::string text =
        copy(document, library(), {named(document, "exposure1"), named(document, "invert1")});
    const Place place{100, 200};
    const Edited edited = *paste(document, library(), text, &place);
    EXPECT_EQ(edited.made.size(), 2u);
    EXPECT_EQ(spine(edited.document), spine(document));
    const ItemId invert = named(edited.document, "invert2");
    EXPECT_EQ(source(read_by(edited.document, invert, 0)), named(edited.document, "exposure2"));
    EXPECT_EQ(read_by(edited.document, named(edited.document, "exposure2"), 0), kUnconnected);
    EXPECT_EQ(copy(document, library(), {{ItemKind::kInput, 0}}), "");
    EXPECT_FALSE(paste(document, library(), "no document"));
}

TEST(Edits, WhatIsPastedCoversNothing) {
    const Document document = chain();
    const ItemId exposure = named(document, "exposure1");
    const std::string text = copy(document, library(), {exposure});
    const Place there = document.places.at(exposure), beside{there.x + kColumnPitch, there.y};
    const Document once = paste(document, library(), text, &there)->document;
    EXPECT_EQ(once.places.at(named(once, "exposure2")), beside);
    EXPECT_EQ(once.places.at(exposure), there);
    const Document twice = paste(once, library(), text)->document;  // as Duplicate does
    EXPECT_EQ(twice.places.at(named(twice, "exposure3")),
              (Place{beside.x + kColumnPitch, there.y}));
    const Document cloned = clone(once, library(), {exposure})->document;
    EXPECT_EQ(cloned.places.at(named(cloned, "exposure3")),
              (Place{beside.x + kColumnPitch, there.y}));
    // What lies in another group covers nothing.
    const Document inside = paste(document, library(), text, &there, 7)->document;
    EXPECT_EQ(inside.places.at(named(inside, "exposure2")), there);
}

TEST(Edits, NamesAndValuesAreChecked) {
    const Document document = chain();
    const ItemId exposure = named(document, "exposure1");
    EXPECT_EQ(spine(*rename(document, library(), exposure, "brighter")),
              "input > brighter > invert1 > output");
    EXPECT_THAT(rename(document, library(), exposure, "invert1").error().message,
                HasSubstr("rename one of them"));
    EXPECT_FALSE(rename(document, library(), exposure, "a.b"));
    const Document shown = set_picture(document, "input", "plate.exr");
    EXPECT_EQ(read_of(*rename(shown, library(), {ItemKind::kInput, 0}, "plate"), "plate")->path,
              "plate.exr");
    EXPECT_THAT(set(document, library(), "exposure1.stops", "much").error().message,
                HasSubstr("exposure1.stops must be"));
}

TEST(Edits, DisablingNeedsSomethingToPassOn) {
    Document document = chain();
    const Selection both{named(document, "exposure1"), named(document, "invert1")};
    document = *toggle_disabled(document, library(), {named(document, "invert1")});
    document = *toggle_disabled(document, library(), both);
    EXPECT_EQ(document.draft.disabled.size(), 2u);
    EXPECT_TRUE(toggle_disabled(document, library(), both)->draft.disabled.empty());
    document = add_node(document, library(), "Noise", {300, 0})->document;
    EXPECT_THAT(toggle_disabled(document, library(), {named(document, "noise1")}).error().message,
                HasSubstr("reads nothing that could stand in"));
}

TEST(History, ADragIsOneEdit) {
    History history(chain());
    const Document first = history.document();
    for (const char* value : {"0.5", "1.0", "1.5"})
        history.push("Set stops", *set(history.document(), library(), "exposure1.stops", value),
                     "exposure1.stops");
    EXPECT_EQ(history.size(), 1u);
    history.end_merge();
    history.push("Set stops", *set(history.document(), library(), "exposure1.stops", "2"),
                 "exposure1.stops");
    EXPECT_EQ(history.size(), 2u);
    history.undo();
    history.undo();
    EXPECT_EQ(history.document(), first);
    EXPECT_EQ(history.redo_name(), "Set stops");
}

TEST(History, ADragBackIsNone) {
    History history(chain());
    const Document first = history.document();
    history.push("Move", move(first, {{ItemKind::kNode, 0}}, {8, 0}), "move");
    history.push("Move", first, "move");
    EXPECT_EQ(history.size(), 0u);
    EXPECT_FALSE(history.can_undo());
    EXPECT_EQ(history.document(), first);
}

TEST(History, KnowsWhatIsSaved) {
    History history(chain());
    EXPECT_TRUE(history.is_saved());
    const Document moved = move(history.document(), {{ItemKind::kNode, 0}}, {8, 0});
    history.push("Move", moved);
    EXPECT_FALSE(history.is_saved());
    history.mark_saved();
    history.undo();
    EXPECT_FALSE(history.is_saved());
    history.redo();
    EXPECT_TRUE(history.is_saved());
    history.undo();
    history.push("Move", move(history.document(), {{ItemKind::kNode, 1}}, {8, 0}));
    EXPECT_FALSE(history.is_saved());  // what was saved can no longer be reached
    history.undo();
    EXPECT_FALSE(history.is_saved());
}

}  // namespace
}  // namespace weft::editor
