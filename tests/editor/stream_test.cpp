// The stream goes through the main inputs of nodes: B of Merge, whatever is done to it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "commands/edits.h"
#include "commands/effect_edits.h"
#include "commands/group_edits.h"
#include "commands/interface_edits.h"
#include "documents.h"
#include "effects/with_mix.h"
#include "graph/document.h"
#include "model/groups.h"

namespace weft::editor {
namespace {

using testing::HasSubstr;

constexpr int kA = 0, kB = 1;
constexpr ItemId kStreamPlate{ItemKind::kInput, 0}, kStreamTitle{ItemKind::kInput, 1};

/// input > exposure1 > invert1 > output, and an input that is not connected.
Document with_title() {
    Document d = add_input(chain(), {400, 0}).document;
    return *rename(d, library(), kStreamTitle, "title");
}

/// The item that an input of a node or a group reads; none where it reads nothing.
std::string name_read(const Document& d, const std::string& name, int input) {
    const ImageId image = read_by(d, named(d, name), input);
    return image == kUnconnected ? "-" : name_of(d, source(image));
}

Document with_merge() {
    const Document d = with_title();
    return add_node(d, library(), "Merge", {}, {named(d, "exposure1"), kStreamTitle})->document;
}

TEST(Stream, TheFirstThatWasSelectedComesIntoBTheNextIntoA) {
    Document d = with_title();
    d = add_node(d, library(), "Merge", {}, {named(d, "exposure1")})->document;
    EXPECT_EQ(name_read(d, "merge1", kB), "exposure1");
    EXPECT_EQ(name_read(d, "merge1", kA), "-");
    EXPECT_EQ(spine(d), "input > exposure1 > merge1 > invert1 > output");
    d = with_merge();
    EXPECT_EQ(name_read(d, "merge1", kB), "exposure1");
    EXPECT_EQ(name_read(d, "merge1", kA), "title");
    EXPECT_EQ(spine(d), "input > exposure1 > merge1 > invert1 > output");
    const Place place = d.places.at(named(d, "merge1"));
    EXPECT_EQ(place.x, d.places.at(named(d, "exposure1")).x);
    EXPECT_GT(place.y, d.places.at(named(d, "exposure1")).y);
    EXPECT_GT(place.y, d.places.at(kStreamTitle).y);
    // The mask of a key mix is the third. What has one input takes the first.
    d = add_input(d, {800, 0}).document;
    d = add_node(d, library(), "KeyMix", {}, {kStreamTitle, kStreamPlate, {ItemKind::kInput, 2}})
            ->document;
    EXPECT_EQ(name_read(d, "keymix1", kB), "title");
    EXPECT_EQ(name_read(d, "keymix1", kA), "input");
    EXPECT_EQ(read_by(d, named(d, "keymix1"), 2), (ImageId{NodeId{}, 2}));
    d = add_node(with_title(), library(), "Gain", {}, {kStreamTitle, kStreamPlate})->document;
    EXPECT_EQ(name_read(d, "gain1", 0), "title");
    EXPECT_EQ(spine(d), "input > exposure1 > invert1 > output");
}

TEST(Stream, ASelectionAlongAStreamGoesOnBehindItsEnd) {
    Document d = chain();
    d = add_node(d, library(), "Merge", {}, {kStreamPlate, named(d, "exposure1")})->document;
    EXPECT_EQ(name_read(d, "merge1", kB), "input");
    EXPECT_EQ(name_read(d, "merge1", kA), "exposure1");
    EXPECT_EQ(name_read(d, "exposure1", 0), "input");
    EXPECT_EQ(name_read(d, "invert1", 0), "merge1");
    // Marks give no pictures.
    d = add_node(chain(), library(), "Gain", {}, {{ItemKind::kOutput, 0}})->document;
    EXPECT_EQ(name_read(d, "gain1", 0), "-");
}

TEST(Stream, AnInsertedNodeIsInItAndADeletedOneLeavesItWhole) {
    Document d = with_title();
    d = add_node(d, library(), "Merge", {600, 0})->document;
    const ItemId merge = named(d, "merge1");
    d = *connect(d, {{NodeId{}, 1}, merge, kA});
    d = *insert(d, library(), merge, {shown_by(d, kStreamPlate), named(d, "exposure1"), 0});
    EXPECT_EQ(spine(d), "input > merge1 > exposure1 > invert1 > output");
    EXPECT_EQ(name_read(d, "merge1", kA), "title");
    EXPECT_EQ(spine(*remove(d, library(), {merge})), "input > exposure1 > invert1 > output");
    const Document out = *extract(d, library(), {merge});
    EXPECT_EQ(spine(out), "input > exposure1 > invert1 > output");
    EXPECT_EQ(name_read(out, "merge1", kA), "-");
    EXPECT_EQ(name_read(out, "merge1", kB), "-");
}

TEST(Stream, GoesOnWhereAMergeIsDisabled) {
    Document d = with_merge();
    const ItemId merge = named(d, "merge1");
    d = *toggle_disabled(d, library(), {merge});
    EXPECT_EQ(name_of(d, source(passed_by(d.draft, shown_by(d, merge)))), "exposure1");
    const std::string text = to_text(d, library());
    EXPECT_THAT(text, HasSubstr("\"disabled\": \"B\""));
    EXPECT_EQ(*document_from_text(text, library()), d);
    // weft render sees what the editor shows.
    const Graph rendered = *from_document(text, library());
    EXPECT_EQ(rendered, *finish(d.draft, library()));
    EXPECT_EQ(rendered.nodes.size(), 2u);
    // Of a copy likewise, and of what an older document says the first.
    const Document copied = paste(d, library(), copy(d, library(), {merge}))->document;
    EXPECT_EQ(copied.draft.disabled.at({named(copied, "merge2").value}), kB);
    std::string older = text;
    older.replace(older.find("\"disabled\": \"B\""), 15, "\"disabled\": true");
    Document kept = *document_from_text(older, library());
    EXPECT_EQ(name_of(kept, source(passed_by(kept.draft, shown_by(kept, merge)))), "title");
    EXPECT_EQ(to_text(kept, library()), older);
    for (int i = 0; i < 2; ++i) kept = *toggle_disabled(kept, library(), {merge});
    EXPECT_EQ(kept, d);
}

TEST(Stream, GoesThroughGroupsAsThroughTheirNodes) {
    Document d = with_merge();
    const ItemId merge = named(d, "merge1");
    const Edited grouped = *group(d, {merge});
    const ItemId box = *grouped.made.begin();
    d = grouped.document;
    const int main = main_port(d, library(), box);
    EXPECT_EQ(name_of(d, source(read_by(d, box, main))), "exposure1");
    EXPECT_TRUE(input_ports(d, library(), box)[static_cast<std::size_t>(main)].main);
    EXPECT_FALSE(input_ports(d, library(), box)[static_cast<std::size_t>(1 - main)].main);
    const Document disabled = *toggle_disabled(d, library(), {box});
    EXPECT_EQ(passed_by(disabled.draft, shown_by(disabled, box)), read_by(d, box, main));
    const Document gone = *remove(d, library(), {box});
    EXPECT_EQ(spine(gone), "input > exposure1 > invert1 > output");
    // Out of its wires, and into another.
    Document moved = *extract(d, library(), {box});
    moved =
        *insert(moved, library(), box, {shown_by(moved, kStreamPlate), named(d, "exposure1"), 0});
    EXPECT_EQ(spine(moved), "input > merge1 > exposure1 > invert1 > output");
    EXPECT_EQ(read_by(moved, merge, kA), kUnconnected);
}

TEST(Stream, AnEffectSaysByItsNodesWhereItGoes) {
    // Of inputs "title" and "plate" the second is behind the first.
    Document over = *rename(with_title(), library(), kStreamPlate, "plate");
    over.draft.graph.name = "over-plate";
    over = *remove(over, library(), {named(over, "exposure1"), named(over, "invert1")});
    over = add_node(over, library(), "Merge", {}, {kStreamPlate, kStreamTitle})->document;
    over = move_end(over, kStreamTitle, -1).document;
    const EffectContents contents = *read_effect(
        {"over-plate", "", 1, "", [&] { return to_text(over, library()); }}, library());
    const Document d = with_title();
    const Edited edited =
        *add_effect(d, library(), contents, {}, {named(d, "exposure1"), kStreamTitle});
    const ItemId box = *edited.made.begin();
    EXPECT_EQ(input_ports(edited.document, library(), box)[0].name, "title");
    EXPECT_EQ(main_port(edited.document, library(), box), 1);
    EXPECT_EQ(name_of(edited.document, source(read_by(edited.document, box, 1))), "exposure1");
    EXPECT_EQ(name_of(edited.document, source(read_by(edited.document, box, 0))), "title");
    // A mask is connected by whoever wants one.
    const Graph glow = weft::find_effect("glow")->build();
    const Edited glowing = *add_effect(
        d, library(), *read_effect(effect_of_weft(*with_mix(glow, library())), library()), {},
        {named(d, "exposure1"), kStreamTitle});
    EXPECT_EQ(read_by(glowing.document, *glowing.made.begin(), 1), kUnconnected);
}

}  // namespace
}  // namespace weft::editor
