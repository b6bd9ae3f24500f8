// Nodes that lack an input beside their main one: the viewer passes them by, a render refuses them.
#include "model/free_inputs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "commands/edits.h"
#include "commands/effect_edits.h"
#include "commands/group_edits.h"
#include "commands/interface_edits.h"
#include "documents.h"
#include "effects/with_mix.h"

namespace weft::editor {
namespace {

using testing::HasSubstr;

/// input > exposure1 > FUNCTOR (by its main input alone) > invert1 > output
Document half(const std::string& functor = "Merge") {
    return add_node(chain(), library(), functor, {}, {named(chain(), "exposure1")})->document;
}

Result<Graph> picture_of(const Document& d, ItemId item) {
    return seen(d, library(), shown_by(d, item));
}

constexpr ItemId kShown{ItemKind::kOutput, 0};

TEST(FreeInputs, AMergeWithBAloneShowsB) {
    const Document d = half();
    const ItemId merge = named(d, "merge1");
    const Result<Graph> here = picture_of(d, merge);
    ASSERT_TRUE(here) << here.error().message;
    EXPECT_EQ(*here, *viewed(chain(), library(), shown_by(chain(), named(chain(), "exposure1"))));
    const Result<Graph> below = picture_of(d, kShown);
    ASSERT_TRUE(below) << below.error().message;
    EXPECT_EQ(*below, *picture_of(*toggle_disabled(d, library(), {merge}), kShown));
    EXPECT_EQ(free_inputs(d, library()).at({merge.value}),
              "A is not connected: until then the viewer shows what B reads, as though this node "
              "were disabled. A render is refused: connect A, or disable the node.");
    // The document says nothing of it, and is rendered no more than before.
    EXPECT_FALSE(d.draft.disabled.contains({merge.value}));
    const Result<Graph> rendered = finish(d.draft, library());
    ASSERT_FALSE(rendered);
    EXPECT_EQ(rendered.error().message,
              "input \"A\" of node \"merge1\" is not connected: connect it");
}

TEST(FreeInputs, AreSaidTogetherAndPassedInARow) {
    Document d = half("KeyMix");
    EXPECT_THAT(free_inputs(d, library()).begin()->second,
                HasSubstr("A and Mask are not connected: until then the viewer shows what B "));
    d = add_node(d, library(), "Merge", {}, {named(d, "keymix1")})->document;
    EXPECT_EQ(free_inputs(d, library()).size(), 2u);
    EXPECT_EQ(*picture_of(d, named(d, "merge1")), *picture_of(d, named(d, "exposure1")));
}

TEST(FreeInputs, WithoutItsMainInputANodeIsAnErrorAsEver) {
    Document d = half();
    const ItemId merge = named(d, "merge1");
    d = *connect(d, {shown_by(d, named(d, "exposure1")), merge, 0});
    d = disconnect(d, merge, 1);
    EXPECT_TRUE(free_inputs(d, library()).empty());
    const Result<Graph> here = picture_of(d, kShown);
    ASSERT_FALSE(here);
    EXPECT_EQ(here.error().message, "input \"B\" of node \"merge1\" is not connected: connect it");
}

TEST(FreeInputs, WhatIsDisabledKeepsTheInputThatStandsForIt) {
    Document d = half();
    const ItemId merge = named(d, "merge1");
    d = *connect(d, {{NodeId{}, 0}, merge, 0});
    d = *toggle_disabled(d, library(), {merge});
    d.draft.disabled.at({merge.value}) = 0;
    d = disconnect(d, merge, 1);
    EXPECT_TRUE(free_inputs(d, library()).empty());
    EXPECT_EQ(*picture_of(d, merge), *picture_of(d, {ItemKind::kInput, 0}));
}

TEST(FreeInputs, AMaskThatIsFreeIsNone) {
    const EffectContents glow = *read_effect(
        effect_of_weft(*with_mix(weft::find_effect("glow")->build(), library())), library());
    const Document d =
        add_effect(chain(), library(), glow, {}, {named(chain(), "exposure1")})->document;
    EXPECT_TRUE(free_inputs(d, library()).empty());
    EXPECT_EQ(*picture_of(d, kShown), *viewed(d, library(), shown_by(d, kShown)));
    EXPECT_TRUE(finish(d.draft, library()));
}

/// As in AnEffectSaysByItsNodesWhereItGoes: of two inputs, one is connected.
TEST(FreeInputs, NoNodeOfAnInstanceIsPassed) {
    Document over =
        *rename(add_input(chain(), {400, 0}).document, library(), {ItemKind::kInput, 1}, "title");
    over.draft.graph.name = "over";
    over = *remove(over, library(), {named(over, "exposure1"), named(over, "invert1")});
    over = add_node(over, library(), "Merge", {}, {{ItemKind::kInput, 0}, {ItemKind::kInput, 1}})
               ->document;
    const EffectContents contents =
        *read_effect({"over", "", 1, "", [&] { return to_text(over, library()); }}, library());
    const Edited edited =
        *add_effect(chain(), library(), contents, {}, {named(chain(), "exposure1")});
    Document d = edited.document;
    EXPECT_TRUE(free_inputs(d, library()).empty());
    ASSERT_FALSE(picture_of(d, kShown));
    EXPECT_THAT(picture_of(d, kShown).error().message, HasSubstr("is not connected"));
    // A group of one's own is made of one's own nodes.
    d = *detach_effects(d, edited.made);
    EXPECT_EQ(free_inputs(d, library()).size(), 1u);
    EXPECT_TRUE(picture_of(d, kShown));
}

}  // namespace
}  // namespace weft::editor
