// What changed between documents, in the terms of those who show them.
#include "commands/changes.h"

#include <gtest/gtest.h>

#include <functional>

#include "commands/functor_edits.h"
#include "random_artist.h"

namespace weft::editor {
namespace {

std::string words(const Changes& changes) {
    std::string text;
    const auto add = [&](bool is_there, const std::string& word) {
        if (is_there) text += (text.empty() ? "" : " ") + word;
    };
    add(changes.graph, "graph");
    for (const NodeId node : changes.parameters)
        add(true, "parameters:" + std::to_string(node.value));
    add(changes.canvas, "canvas");
    add(changes.code, "code");
    add(changes.timeline, "timeline");
    return text;
}

/// A chain with a backdrop around its nodes, a dot, and a control.
Document furnished() {
    Document document = chain();
    const ItemId exposure = named(document, "exposure1");
    document = add_backdrop(document, {exposure}, {}).document;
    document = add_dot(document, wires(document).front(), {8, 8})->document;
    return *expose(document, library(), NodeId{exposure.value}, "stops");
}

TEST(Changes, SayWhichPartIsAnother) {
    const Document before = furnished();
    const ItemId exposure = named(before, "exposure1"), invert = named(before, "invert1");
    const struct {
        const char* edit;
        Document after;
        const char* changes;
    } cases[] = {
        {"none", before, ""},
        {"set", *set(before, library(), "exposure1.stops", "1"), "parameters:0"},
        {"key", *set_key(before, library(), "exposure1.stops", 3), "parameters:0"},
        {"a restart period",
         [&] {
             Document after = before;
             after.draft.graph.nodes[1].restart_period = 64;
             return after;
         }(),
         "parameters:1"},
        {"move", move(before, {exposure}, {40, 0}), "canvas"},
        {"note", *set_note(before, exposure, "why"), "canvas"},
        {"hue", *colour_backdrop(before, 0, 2), "canvas"},
        {"remove the dot", *remove(before, library(), {{ItemKind::kDot, 0}}), "canvas"},
        {"rename", *rename(before, library(), exposure, "light"), "graph canvas"},
        {"disable", *toggle_disabled(before, library(), {invert}), "graph canvas"},
        {"disconnect", disconnect(before, invert, 0), "graph canvas"},
        {"a border",
         [&] {
             Document after = before;
             after.draft.graph.nodes[1].borders[0].mode = eMirror;
             return after;
         }(),
         "graph canvas"},
        {"delete", *remove(before, library(), {invert}), "graph canvas"},
        {"add", add_node(before, library(), "Sum", {})->document, "graph canvas"},
        {"clone", clone(before, library(), {exposure})->document, "graph canvas"},
        {"group", group(before, {exposure, invert})->document, "graph canvas"},
        {"control", remove_control(before, "stops"), "graph canvas"},
        {"describe", *describe_effect(before, library(), "name", "summary"), "graph canvas"},
        {"picture", set_picture(before, "input", "plate.exr"), "graph canvas"},
        {"frames", *set_timeline(before, with_ends(before.timeline, 5, 9)), "timeline"},
        {"functors",
         [&] {
             Document after = before;
             after.draft.functors["glow.h"] = "class Glow";
             return after;
         }(),
         "graph canvas code"},
        {"what is written",
         [&] {
             Document after = before;
             after.unfinished["glow.h"] = "class Glow";
             return after;
         }(),
         "code"},
    };
    for (const auto& one : cases) {
        EXPECT_EQ(words(changes_between(before, one.after)), one.changes) << one.edit;
        EXPECT_EQ(words(changes_between(one.after, before)), one.changes) << one.edit << ", undone";
    }
    EXPECT_EQ(words(all_changed()), "graph canvas code timeline");
}

/// Nothing that an edit does goes unsaid: what is not said is the same.
TEST(Changes, WhatIsNotSaidIsTheSame) {
    const unsigned seed = random_seed();
    SCOPED_TRACE("WEFT_TEST_SEED=" + std::to_string(seed));
    RandomArtist artist(seed);
    History history(chain());
    int values_alone = 0;
    for (int i = 0; i < 600; ++i) {
        const Document before = history.document();
        // Of values that the artist sets at random few can be set.
        const Node* exposure = nullptr;
        for (const Node& node : before.draft.graph.nodes)
            if (node.functor == "Exposure") exposure = &node;
        if (exposure && artist.number(0, 3) == 0)
            history.push("Set", *set(before, library(), exposure->name + ".stops",
                                     std::to_string(artist.number(0, 9))));
        else
            artist.edit(history);
        if (artist.number(0, 5) == 0) history.undo();
        Document after = history.document();
        const Changes changes = changes_between(before, after);
        ASSERT_EQ(changes == Changes{}, before == after) << "at " << i;
        values_alone += changes.graph ? 0 : static_cast<int>(changes.parameters.size());
        // With all of which it is said put back, it is what it was.
        if (changes.graph) {
            ASSERT_TRUE(changes.canvas && changes.parameters.empty()) << "at " << i;
            after.draft = before.draft;
            std::tie(after.groups, after.members) = std::tie(before.groups, before.members);
        }
        for (std::size_t n = 0; n < after.draft.graph.nodes.size(); ++n) {
            Node &node = after.draft.graph.nodes[n], was = before.draft.graph.nodes.at(n);
            if (changes.parameters.contains(node.id)) node = was;
        }
        if (changes.canvas)
            std::tie(after.places, after.dots, after.backdrops, after.notes) =
                std::tie(before.places, before.dots, before.backdrops, before.notes);
        if (changes.timeline) after.timeline = before.timeline;
        ASSERT_EQ(after, before) << "at " << i;
    }
    EXPECT_GT(values_alone, 5);
}

}  // namespace
}  // namespace weft::editor
