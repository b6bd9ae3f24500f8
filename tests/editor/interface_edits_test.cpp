// What an effect offers: its inputs, outputs and controls.
#include "commands/interface_edits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "documents.h"

namespace weft::editor {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> controls(const Document& document) {
    std::vector<std::string> names;
    for (const Control& control : document.draft.graph.controls) names.push_back(control.name);
    return names;
}

/// Two boxes, one behind the other.
Document boxes() {
    Document document =
        add_node(empty_document(), library(), "BoxBlur", {}, {{ItemKind::kInput, 0}})->document;
    return add_node(document, library(), "BoxBlur", {}, {named(document, "boxblur1")})->document;
}

TEST(InterfaceEdits, InputsComeAndGo) {
    const Document two = add_input(chain(), {200, 0}).document;
    EXPECT_EQ(name_of(two, {ItemKind::kInput, 1}), "input2");
    EXPECT_EQ(two.places.at({ItemKind::kInput, 1}), (Place{200, 0}));
    Document wired = *connect(two, {{NodeId{}, 1}, named(two, "exposure1"), 0});
    wired = set_picture(wired, "input", "plate.exr");
    wired = set_picture(wired, "input2", "other.exr");
    // The first goes: the second keeps its reader, its picture and its place.
    const Document one = *remove(wired, library(), {{ItemKind::kInput, 0}});
    EXPECT_EQ(spine(one), "input2 > exposure1 > invert1 > output");
    EXPECT_EQ(one.draft.files.reads, (std::map<std::string, ReadFile>{{"input2", {"other.exr"}}}));
    EXPECT_EQ(one.places.at({ItemKind::kInput, 0}), (Place{200, 0}));
    EXPECT_TRUE(validate(one.draft, library()));
    // So does the other: its reader is unconnected.
    EXPECT_EQ(spine(*remove(one, library(), {{ItemKind::kInput, 0}})),
              "- > exposure1 > invert1 > output");
    // Nodes beside them keep ends.
    EXPECT_EQ(spine(*remove(wired, library(), {{ItemKind::kInput, 1}, named(wired, "invert1")})),
              "input2 > exposure1 > output");
}

TEST(InterfaceEdits, EndsAreReordered) {
    Document document = add_input(add_input(chain(), {200, 0}).document, {400, 0}).document;
    const Edited edited = move_end(document, {ItemKind::kInput, 0}, 2);
    EXPECT_EQ(edited.made, (Selection{{ItemKind::kInput, 2}}));
    EXPECT_EQ(name_of(edited.document, {ItemKind::kInput, 0}), "input2");
    EXPECT_EQ(name_of(edited.document, {ItemKind::kInput, 2}), "input");
    EXPECT_EQ(spine(edited.document), spine(document));
    EXPECT_EQ(edited.document.places.at({ItemKind::kInput, 2}),
              document.places.at({ItemKind::kInput, 0}));
    EXPECT_EQ(move_end(edited.document, {ItemKind::kInput, 2}, -9).document, document);
}

TEST(InterfaceEdits, OutputsShowWhatTheyAreGiven) {
    const Document document = chain();
    const Document two =
        add_output(document, {200, 200}, shown_by(document, named(document, "exposure1"))).document;
    EXPECT_EQ(two.draft.graph.outputs.size(), 2u);
    EXPECT_EQ(name_of(two, source(two.draft.graph.outputs[1].image)), "exposure1");
    EXPECT_EQ(*remove_ends(two, {{ItemKind::kOutput, 1}}), document);
    EXPECT_THAT(remove_ends(two, {{ItemKind::kOutput, 0}, {ItemKind::kOutput, 1}}).error().message,
                HasSubstr("add another"));
}

TEST(InterfaceEdits, ParametersAreExposed) {
    const Document document = boxes();
    const NodeId first{named(document, "boxblur1").value},
        second{named(document, "boxblur2").value};
    Document after = *expose(document, library(), first, "radius");
    EXPECT_THAT(controls(after), ElementsAre("radius"));
    EXPECT_FALSE(after.draft.graph.controls[0].label.empty());
    EXPECT_THAT(expose(after, library(), first, "radius").error().message,
                HasSubstr("sets \"radius\" already"));
    after = *set(after, library(), "radius", "7");
    // A second one takes the control's value, and follows it.
    after = *attach(after, library(), "radius", second, "radius");
    EXPECT_EQ(std::get<int>(after.draft.graph.find(second)->parameters[1]), 7);
    after = *set(after, library(), "radius", "3");
    EXPECT_EQ(std::get<int>(after.draft.graph.find(second)->parameters[1]), 3);
    EXPECT_EQ(after.draft.graph.controls[0].targets.size(), 2u);
    EXPECT_TRUE(controls(detach(detach(after, first, "radius"), second, "radius")).empty());
    EXPECT_TRUE(controls(remove_control(after, "radius")).empty());
    // A link of two goes whole, by either; of three, two stay linked.
    for (const NodeId id : {first, second})
        EXPECT_TRUE(controls(unlink(after, id, "radius")).empty());
    Document three =
        add_node(after, library(), "BoxBlur", {}, {named(after, "boxblur2")})->document;
    const NodeId third{named(three, "boxblur3").value};
    three = *link(three, library(), {third, "radius"}, {first, "radius"});
    EXPECT_EQ(unlink(three, first, "radius").draft.graph.controls.at(0).targets.size(), 2u);
    EXPECT_EQ(unlink(document, first, "radius"), document);
}

TEST(InterfaceEdits, ControlsAreOrderedAndDescribed) {
    Document document = boxes();
    for (const char* name : {"boxblur1", "boxblur2"})
        document = *expose(document, library(), {named(document, name).value}, "radius");
    EXPECT_THAT(controls(document), ElementsAre("radius", "radius2"));
    EXPECT_THAT(controls(move_control(document, "radius2", -5)), ElementsAre("radius2", "radius"));
    document = *describe_control(document, library(), "radius2", {"size", "Size", "How far"});
    EXPECT_EQ(document.draft.graph.controls[1].help, "How far");
    EXPECT_THAT(describe_control(document, library(), "size", {"radius", "", ""}).error().message,
                HasSubstr("rename one of them"));
    EXPECT_EQ(describe_effect(document, library(), "glow", "Glows")->draft.graph.summary, "Glows");
}

TEST(InterfaceEdits, TypesOfOneControlAgree) {
    const Document document =
        *expose(chain(), library(), {named(chain(), "exposure1").value}, "stops");
    const Document more =
        add_node(document, library(), "BoxBlur", {}, {named(document, "invert1")})->document;
    EXPECT_THAT(
        attach(more, library(), "stops", {named(more, "boxblur1").value}, "radius").error().message,
        HasSubstr("another type"));
}

}  // namespace
}  // namespace weft::editor
