// Groups: boxes that stand for others. The graph stays as it is.
#include "commands/group_edits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "commands/history.h"
#include "commands/interface_edits.h"
#include "commands/mark_edits.h"
#include "documents.h"
#include "graph/document.h"
#include "model/canvas.h"
#include "model/groups.h"
#include "model/marks.h"
#include "model/ports.h"
#include "model/snap.h"
#include "model/spoken.h"
#include "model/tidy.h"

namespace weft::editor {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr ImageId kPlate{NodeId{}, 0};
constexpr ItemId kInput{ItemKind::kInput, 0}, kOutput{ItemKind::kOutput, 0};

/// input > exposure1 > [ boxblur1 > invert1 ] > output; a merge in the group reads the plate too.
struct Grouped {
    Document document;
    ItemId box, blur, invert, merge, exposure;
};

Grouped grouped() {
    Document d = chain();
    d = add_node(d, library(), "BoxBlur", {}, {named(d, "exposure1")})->document;
    d = add_node(d, library(), "KeyMix", {}, {named(d, "boxblur1")})->document;
    for (const int input : {0, 2}) d = *connect(d, {kPlate, named(d, "keymix1"), input});
    const Edited edited =
        *group(d, {named(d, "boxblur1"), named(d, "invert1"), named(d, "keymix1")});
    return {edited.document,     *edited.made.begin(), named(d, "boxblur1"),
            named(d, "invert1"), named(d, "keymix1"),  named(d, "exposure1")};
}

TEST(GroupEdits, ShowAsOneBox) {
    const Grouped g = grouped();
    EXPECT_EQ(name_of(g.document, g.box), "group1");
    EXPECT_EQ(find_item(g.document, "group1"), g.box);
    const GroupPorts ports = ports_of(g.document, g.box.value);
    const ImageId exposed{{g.exposure.value}, 0};
    // First where the main stream comes from; the plate once, whoever reads it.
    ASSERT_EQ(ports.inputs.size(), 2u);
    EXPECT_EQ(ports.inputs[0], (GroupInput{exposed, {{g.blur, 0}}}));
    EXPECT_EQ(ports.inputs[1], (GroupInput{kPlate, {{g.merge, 0}, {g.merge, 2}}}));
    EXPECT_THAT(ports.outputs, ElementsAre(ImageId{{g.invert.value}, 0}));
    EXPECT_EQ(input_ports(g.document, library(), g.box)[1].name, "A of keymix1 and 1 more");
    EXPECT_TRUE(input_ports(g.document, library(), g.box)[0].main);
    EXPECT_EQ(shown_by(g.document, g.box), ports.outputs[0]);
    EXPECT_THAT(spoken(g.document, g.box), HasSubstr("group group1 of 3 nodes"));

    const Canvas top = canvas_of(g.document, kTop);
    EXPECT_EQ(top.places.size(), 4u);
    EXPECT_TRUE(top.outside.empty());
    EXPECT_EQ(top.wires.size(), 4u);
    EXPECT_EQ(top.wires.at({kPlate, g.box, 1}), (WireStart{kInput, 0}));
    EXPECT_EQ(top.wires.at({ports.outputs[0], kOutput, 0}), (WireStart{g.box, 0}));
    EXPECT_EQ(stream_of(top, g.box, true), (std::set{g.box, g.exposure, kInput}));

    const Canvas inside = canvas_of(g.document, g.box.value);
    EXPECT_EQ(inside.outside, (std::set{kInput, g.exposure, kOutput}));
    EXPECT_EQ(inside.wires.size(), 6u);
    EXPECT_LT(inside.places.at(kInput).y, inside.places.at(g.blur).y);
    EXPECT_GT(inside.places.at(kOutput).y, inside.places.at(g.invert).y);
    EXPECT_EQ(lying_in(inside, {kInput, g.blur, kOutput}), Selection{g.blur});
}

TEST(GroupEdits, LeaveTheGraphAsItIs) {
    const Grouped g = grouped();
    EXPECT_EQ(
        to_document(*finish(g.document.draft, library()), library()),
        to_document(*finish(ungroup(g.document, {g.box})->document.draft, library()), library()));
    const Edited back = *ungroup(g.document, {g.box});
    EXPECT_EQ(back.made, (Selection{g.blur, g.invert, g.merge}));
    EXPECT_TRUE(back.document.groups.empty() && back.document.members.empty());
    EXPECT_EQ(back.document.places.at(g.blur), g.document.places.at(g.blur));
    // Around where the group was moved.
    const Document moved = move(g.document, {g.box}, {40, 80});
    EXPECT_EQ(moved.places.at(g.blur), g.document.places.at(g.blur));
    const Place at = ungroup(moved, {g.box})->document.places.at(g.blur);
    EXPECT_EQ(at,
              (Place{g.document.places.at(g.blur).x + 40, g.document.places.at(g.blur).y + 80}));
    EXPECT_THAT(group(g.document, {kInput}).error().message, HasSubstr("select the nodes"));
    EXPECT_THAT(ungroup(g.document, {g.blur}).error().message, HasSubstr("select a group"));
}

TEST(GroupEdits, WiresIntoAGroupGoToWhatReadsThem) {
    const Grouped g = grouped();
    const ImageId exposed{{g.exposure.value}, 0};
    EXPECT_EQ(read_by(g.document, g.box, 1), kPlate);
    Document d = *connect(g.document, {exposed, g.box, 1});
    EXPECT_EQ(read_by(d, g.merge, 0), exposed);
    EXPECT_EQ(read_by(d, g.merge, 2), exposed);
    EXPECT_EQ(ports_of(d, g.box.value).inputs.size(), 1u);  // one picture, one input
    // What is taken off leaves what is missing to be connected.
    d = disconnect(d, g.box, 0);
    ASSERT_EQ(ports_of(d, g.box.value).inputs.size(), 3u);
    EXPECT_EQ(read_by(d, g.box, 0), kUnconnected);
    d = *connect(d, {kPlate, g.box, 0});
    EXPECT_EQ(read_by(d, g.blur, 0), kPlate);
    EXPECT_FALSE(check_wire(g.document, library(), {}, {shown_by(g.document, g.box), g.box, 0}));
    EXPECT_FALSE(connect(g.document, {shown_by(g.document, g.box), g.box, 0}));
    EXPECT_FALSE(check_wire(g.document, library(), {}, {kPlate, g.box, 7}));
    EXPECT_TRUE(check_wire(g.document, library(), {}, {exposed, g.box, 1}));
    // Into a wire that stands for two.
    d = add_node(g.document, library(), "Gain", {})->document;
    d = *insert(d, library(), named(d, "gain1"), {kPlate, g.box, 1});
    EXPECT_EQ(source(read_by(d, g.merge, 0)), named(d, "gain1"));
    EXPECT_EQ(source(read_by(d, g.merge, 2)), named(d, "gain1"));
    // Behind a group, and within one.
    d = add_node(g.document, library(), "Gain", {}, {g.box})->document;
    EXPECT_EQ(spine(d), "input > exposure1 > boxblur1 > keymix1 > invert1 > gain1 > output");
    EXPECT_EQ(group_of(d, named(d, "gain1")), kTop);
    d = add_node(g.document, library(), "Gain", {}, {g.blur}, g.box.value)->document;
    EXPECT_EQ(spine(d), "input > exposure1 > boxblur1 > gain1 > keymix1 > invert1 > output");
    EXPECT_EQ(group_of(d, named(d, "gain1")), g.box.value);
    EXPECT_EQ(d.places.at(g.exposure), g.document.places.at(g.exposure));
}

TEST(GroupEdits, AreDisabledAsTheirNodesAre) {
    const Grouped g = grouped();
    Document d = *toggle_disabled(g.document, library(), {g.invert});
    d = *toggle_disabled(d, library(), {g.box});
    EXPECT_EQ(d.draft.disabled.size(), 3u);
    EXPECT_EQ(passed_by(d.draft, shown_by(d, g.box)), read_by(d, g.box, 0));
    const Graph rendered = *finish(d.draft, library());
    EXPECT_EQ(rendered.nodes.size(), 1u);
    EXPECT_EQ(*document_from_text(to_text(d, library()), library()), d);
    // What was disabled before stays so.
    d = *toggle_disabled(d, library(), {g.box});
    EXPECT_EQ(d.draft.disabled, (std::map<NodeId, int>{{{g.invert.value}, 0}}));
    EXPECT_TRUE(d.groups.at(g.box.value).disables.empty());
    // A generator gives what nothing can stand in for.
    d = add_node(d, library(), "Noise", {})->document;
    d = group(d, {named(d, "noise1")})->document;
    EXPECT_THAT(toggle_disabled(d, library(), {named(d, "group2")}).error().message,
                HasSubstr("\"noise1\" reads nothing that could stand in"));
}

TEST(GroupEdits, LieInGroups) {
    Grouped g = grouped();
    const Edited inner = *group(g.document, {g.blur, g.merge});
    const ItemId box = *inner.made.begin();
    EXPECT_EQ(name_of(inner.document, box), "group2");
    EXPECT_THAT(path_to(inner.document, box.value), ElementsAre(g.box.value, box.value));
    EXPECT_EQ(seen_as(inner.document, g.blur, kTop), g.box);
    EXPECT_EQ(seen_as(inner.document, g.blur, g.box.value), box);
    EXPECT_EQ(seen_as(inner.document, g.exposure, box.value), std::nullopt);
    const Canvas middle = canvas_of(inner.document, g.box.value);
    EXPECT_EQ(lying_in(middle, expanded(inner.document, {g.box})), (Selection{box, g.invert}));
    EXPECT_TRUE(middle.wires.contains({kPlate, box, 1}));
    EXPECT_EQ(ports_of(inner.document, g.box.value).inputs.size(), 2u);
    EXPECT_EQ(*document_from_text(to_text(inner.document, library()), library()), inner.document);
    // The outer one goes, the inner one comes to the top; all go with the outer one.
    EXPECT_EQ(group_of(ungroup(inner.document, {g.box})->document, box), kTop);
    const Document gone = *remove(inner.document, library(), {g.box});
    EXPECT_EQ(spine(gone), "input > exposure1 > output");
    EXPECT_TRUE(gone.groups.empty() && gone.members.empty());
    EXPECT_EQ(gone.places.size(), 3u);
    // Tidied, each canvas by itself.
    const Document tidied = lay_out(inner.document, g.box.value);
    EXPECT_EQ(tidied.places.at(g.exposure), inner.document.places.at(g.exposure));
    EXPECT_EQ(tidied.places.at(g.blur), inner.document.places.at(g.blur));
    EXPECT_EQ(tidied.places.at(g.invert).y - tidied.places.at(box).y, kRowPitch);
}

TEST(GroupEdits, AreCopiedWhole) {
    Grouped g = grouped();
    Document d = group(g.document, {g.blur})->document;
    d = *show_in_panel(d, g.box.value, control_of({{g.blur.value}, "radius"}));
    d = *set_note(d, g.box, "softens");
    d = *toggle_disabled(d, library(), {g.box});
    const Place place{400, 400};
    const Edited pasted = *paste(d, library(), copy(d, library(), {g.box}), &place);
    const ItemId copied = named(pasted.document, "group3");
    EXPECT_EQ(pasted.made, Selection{copied});
    EXPECT_EQ(pasted.document.places.at(copied), place);
    EXPECT_EQ(nodes_in(pasted.document, copied.value).size(), 3u);
    EXPECT_EQ(pasted.document.notes.at(copied), "softens");
    const Group& group = pasted.document.groups.at(copied.value);
    EXPECT_EQ(group.disables.size(), 3u);
    EXPECT_EQ(name_of(pasted.document, item(group.controls.at(0).targets.at(0).first)), "boxblur2");
    EXPECT_EQ(group_of(pasted.document, named(pasted.document, "group4")), copied.value);
    // Where a group is open, what is made lies in it.
    const Edited within = in_group(pasted, g.box.value);
    EXPECT_EQ(group_of(within.document, copied), g.box.value);
    EXPECT_EQ(group_of(within.document, named(within.document, "boxblur2")),
              named(within.document, "group4").value);
}

TEST(GroupEdits, WiresIntoAGroupAreBent) {
    const Grouped g = grouped();
    for (const Wire& into : {Wire{{{g.exposure.value}, 0}, g.box, 0}, Wire{kPlate, g.box, 1}}) {
        const Edited bent = *add_dot(g.document, into, {50, 80});
        EXPECT_EQ(canvas_of(bent.document, kTop).dots, (std::map<int, Wire>{{0, into}}));
        // The dot is there again when the file is opened.
        const Result<Document> again =
            document_from_text(to_text(bent.document, library()), library());
        ASSERT_TRUE(again) << again.error().message;
        EXPECT_EQ(*again, bent.document);
    }
}

TEST(GroupEdits, MarksLieWhereTheyAreSeen) {
    Grouped g = grouped();
    const Document back = ungroup(g.document, {g.box})->document;
    // Of two dots the one between two nodes goes into their group.
    Document d = add_dot(back, {read_by(back, g.invert, 0), g.invert, 0}, {9, 90})->document;
    d = add_dot(d, {read_by(back, g.blur, 0), g.blur, 0}, {50, 80})->document;
    d = add_backdrop(d, {g.blur, g.merge}, {}).document;
    d = group(d, {g.blur, g.invert, g.merge, {ItemKind::kBackdrop, 0}})->document;
    EXPECT_EQ(group_of(d, {ItemKind::kDot, 0}), g.box.value);
    EXPECT_EQ(group_of(d, {ItemKind::kDot, 1}), kTop);
    EXPECT_EQ(canvas_of(d, kTop).dots.at(1), (Wire{read_by(d, g.blur, 0), g.box, 0}));
    EXPECT_EQ(lying_on(d, 0), (Selection{g.blur, g.merge, {ItemKind::kDot, 0}}));
    EXPECT_EQ(*document_from_text(to_text(d, library()), library()), d);
    // A dot goes where its wire is not seen any more.
    d = *connect(d, {shown_by(d, named(d, "keymix1")), g.invert, 0});
    EXPECT_EQ(d.dots.size(), 2u);
    d = *remove(d, library(), {g.exposure});
    EXPECT_EQ(d.dots.size(), 2u);
    d = disconnect(d, g.box, 0);
    EXPECT_EQ(d.dots.size(), 1u);
}

TEST(GroupEdits, PanelsForgetWhatIsGone) {
    Grouped g = grouped();
    EXPECT_FALSE(show_in_panel(g.document, g.box.value, control_of({{g.exposure.value}, "stops"})));
    Document d = *show_in_panel(g.document, g.box.value, control_of({{g.blur.value}, "radius"}));
    EXPECT_EQ(*document_from_text(to_text(d, library()), library()), d);
    EXPECT_TRUE(remove(d, library(), {g.blur})->groups.at(g.box.value).controls.empty());
    EXPECT_EQ(hide_in_panel(d, g.box.value, control_of({{g.blur.value}, "radius"})), g.document);
}

TEST(GroupEdits, DocumentsSayWhatIsWrong) {
    const Grouped g = grouped();
    const std::string text = to_text(g.document, library());
    const std::string line =
        R"({"group": 0, "at": [0, 168], "name": "group1", "nodes": [1, 2, 3]})";
    EXPECT_THAT(text, HasSubstr(line));
    const auto error = [&](const std::string& other) {
        return document_from_text(std::string(text).replace(text.find(line), line.size(), other),
                                  library())
            .error()
            .message;
    };
    EXPECT_THAT(error(R"({"group": 0, "at": [0, 0], "name": "g", "nodes": [9]})"),
                HasSubstr("the group \"g\" in \"editor\": 9 of \"nodes\" is not there"));
    EXPECT_THAT(error(R"({"group": 0, "at": [0, 0], "name": "g", "groups": [0]})"),
                HasSubstr("0 of \"groups\""));
    EXPECT_THAT(error(R"({"group": 0, "at": [0, 0], "name": "g", "nodes": [1]},
                         {"group": 1, "at": [0, 0], "name": "h", "nodes": [1]})"),
                HasSubstr("lies in a group already"));
    EXPECT_THAT(error(R"({"group": 0, "at": [0, 0], "name": "g", "groups": [1]},
                         {"group": 1, "at": [0, 0], "name": "h", "groups": [0]})"),
                HasSubstr("the group \"h\""));
    EXPECT_THAT(error(R"({"group": 0, "at": [0, 0], "name": ""})"), HasSubstr("must not be empty"));
    EXPECT_THAT(error(R"({"group": 0, "at": [0, 0], "name": "g", "nodes": ["1"]})"),
                HasSubstr("must be whole numbers"));
}

TEST(Snapping, FallsInWithColumnsAndRows) {
    const Document d = chain();
    const ItemId exposure = named(d, "exposure1"), invert = named(d, "invert1");
    const Canvas canvas = canvas_of(d, kTop);
    const Place at = canvas.places.at(exposure);
    // Everything lies in one column, rows are 56 apart.
    EXPECT_EQ(snap(canvas, {exposure}, {5, 20}, 7), (Snap{{0, 20}, at.x, {}}));
    EXPECT_EQ(snap(canvas, {exposure}, {200, 60}, 7),
              (Snap{{200, 56}, {}, canvas.places.at(invert).y}));
    EXPECT_EQ(snap(canvas, {exposure}, {8, 20}, 7), (Snap{{8, 20}, {}, {}}));
    // Not with those that move too, nor with what is far along the line.
    EXPECT_EQ(snap(canvas, {exposure, invert, kInput, kOutput}, {5, 3}, 7), (Snap{{5, 3}, {}, {}}));
    EXPECT_EQ(snap(canvas, {exposure}, {5, 2000}, 7), (Snap{{5, 2000}, {}, {}}));
}

}  // namespace
}  // namespace weft::editor
