// Clones: nodes that have the same values.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "commands/group_edits.h"
#include "commands/interface_edits.h"
#include "commands/time_edits.h"
#include "documents.h"
#include "graph/clones.h"
#include "graph/document.h"
#include "model/spoken.h"

namespace weft::editor {
namespace {

using testing::HasSubstr;

/// input > exposure1 > boxblur1 > invert1 > output, and boxblur2, a clone.
Document cloned() {
    Document d = chain();
    d = add_node(d, library(), "BoxBlur", {}, {named(d, "exposure1")})->document;
    return clone(d, library(), {named(d, "boxblur1")})->document;
}

const Node& node(const Document& document, const std::string& name) {
    return *document.draft.graph.find(name);
}

bool are_one(const Document& document) {
    const Node &a = node(document, "boxblur1"), &b = node(document, "boxblur2");
    return a.parameters == b.parameters && a.curves == b.curves &&
           a.restart_period == b.restart_period && validate(document.draft, library());
}

TEST(CloneEdits, ShareEveryValue) {
    Document d = cloned();
    EXPECT_EQ(original_of(d.draft, node(d, "boxblur2").id), node(d, "boxblur1").id);
    EXPECT_EQ(read_by(d, named(d, "boxblur2"), 0), kUnconnected);
    EXPECT_THAT(spoken(d, named(d, "boxblur2")), HasSubstr("a clone of boxblur1"));
    for (const char* name : {"boxblur1.radius", "boxblur2.radius"}) {
        const Document set_one = *set(d, library(), name, "40");
        EXPECT_TRUE(are_one(set_one)) << name;
        EXPECT_NE(node(set_one, "boxblur1").restart_period, node(d, "boxblur1").restart_period);
        EXPECT_TRUE(are_one(*set(d, library(), name, "1:2,9:4")));
        EXPECT_TRUE(are_one(*set_key(d, library(), name, 7)));
        const Document keyed = *set_at(*set_key(d, library(), name, 7), library(), name, 3, "9");
        EXPECT_TRUE(are_one(keyed));
        EXPECT_EQ(node(keyed, "boxblur1").curves.at(0).keys.size(), 2u);
        const TrackKey key{
            {node(d, name == std::string("boxblur1.radius") ? "boxblur2" : "boxblur1").id, "radius",
             0},
            3};
        EXPECT_TRUE(are_one(*move_keys(keyed, library(), {key}, 2, 3.0)));
        EXPECT_TRUE(are_one(*remove_keys(keyed, library(), name, 5)));
    }
}

TEST(CloneEdits, ControlsAndLinksAreTheirOriginals) {
    Document d = cloned();
    d = add_node(d, library(), "BoxBlur", {})->document;  // boxblur3
    const NodeId clone = node(d, "boxblur2").id, other = node(d, "boxblur3").id;
    d = *expose(d, library(), clone, "radius");
    EXPECT_EQ(d.draft.graph.controls.at(0).targets.at(0).first, node(d, "boxblur1").id);
    EXPECT_FALSE(expose(d, library(), node(d, "boxblur1").id, "radius"));
    d = *set(d, library(), "radius", "11");
    EXPECT_TRUE(are_one(d));
    d = *set(d, library(), "boxblur3.radius", "5");
    d = *link(d, library(), {clone, "radius"}, {other, "radius"});
    EXPECT_TRUE(are_one(d));
    EXPECT_EQ(node(d, "boxblur1").parameters, node(d, "boxblur3").parameters);
    EXPECT_FALSE(link(d, library(), {clone, "radius"}, {other, "radius"}));
    // What renders sets all three by the control.
    d = *connect(d, {shown_by(d, named(d, "boxblur1")), named(d, "boxblur2"), 0});
    d = *connect(d, {shown_by(d, named(d, "boxblur2")), named(d, "boxblur3"), 0});
    d = *connect(d, {shown_by(d, named(d, "boxblur3")), named(d, "invert1"), 0});
    Graph graph = *from_document(to_text(d, library()), library());
    ASSERT_TRUE(set_parameter(graph, library(), graph.controls.at(0).name, "3"));
    for (const char* name : {"boxblur2", "boxblur3"})
        EXPECT_EQ(graph.find(name)->parameters, graph.find("boxblur1")->parameters) << name;
    d = detach(d, clone, "radius");
    EXPECT_EQ(control_of(d.draft.graph, node(d, "boxblur1").id, "radius"), nullptr);
}

TEST(CloneEdits, AreCopiedAndLeave) {
    Document d = cloned();
    EXPECT_EQ(*document_from_text(to_text(d, library()), library()), d);
    // A clone of a clone is one of the original.
    const Edited again = *clone(d, library(), {named(d, "boxblur2")});
    EXPECT_EQ(family_of(again.document.draft, {again.made.begin()->value}).size(), 3u);
    // Both copied, they are clones of each other; one alone is a node of its own.
    const std::string both = copy(d, library(), {named(d, "boxblur1"), named(d, "boxblur2")});
    const Document pasted = paste(d, library(), both)->document;
    EXPECT_EQ(original_of(pasted.draft, node(pasted, "boxblur4").id), node(pasted, "boxblur3").id);
    const Document alone =
        paste(d, library(), copy(d, library(), {named(d, "boxblur2")}))->document;
    EXPECT_EQ(alone.draft.clones.size(), 1u);
    EXPECT_EQ(node(alone, "boxblur3").parameters, node(alone, "boxblur1").parameters);
    // Declone, of either; delete the original.
    for (const char* name : {"boxblur1", "boxblur2"}) {
        const Document apart =
            *set(*declone(d, {named(d, name)}), library(), std::string(name) + ".radius", "9");
        EXPECT_TRUE(apart.draft.clones.empty());
        EXPECT_NE(node(apart, "boxblur1").parameters, node(apart, "boxblur2").parameters);
    }
    EXPECT_TRUE(remove(d, library(), {named(d, "boxblur1")})->draft.clones.empty());
    EXPECT_FALSE(declone(d, {named(d, "invert1")}));
    EXPECT_FALSE(clone(d, library(), {}));
    // A group of clones.
    const Edited box = *group(d, {named(d, "boxblur1"), named(d, "invert1")});
    const Edited more = *clone(box.document, library(), box.made);
    EXPECT_EQ(more.document.groups.size(), 2u);
    EXPECT_EQ(more.document.draft.clones.size(), 3u);
}

}  // namespace
}  // namespace weft::editor
