// Effects as nodes: instances that are the effect's own graph, follow it, and are detached from it.
#include "commands/effect_edits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "commands/group_edits.h"
#include "commands/time_edits.h"
#include "documents.h"
#include "effects/builtin.h"
#include "effects/with_mix.h"
#include "model/groups.h"
#include "model/ports.h"

namespace weft::editor {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

EffectContents effect(const std::string& name) {
    return *read_effect(effect_of_weft(*with_mix(weft::find_effect(name)->build(), library())),
                        library());
}

/// input > exposure1 > degrain1 > invert1 > output
struct Placed {
    Document document;
    ItemId box;
};

Placed placed(const std::string& name = "degrain") {
    const Document d = chain();
    const Edited edited = *add_effect(d, library(), effect(name), {}, {named(d, "exposure1")});
    return {edited.document, *edited.made.begin()};
}

/// The functors of a graph in an order that ids do not decide, with what they are set to.
std::multiset<std::string> contents(const Graph& graph) {
    std::multiset<std::string> all;
    for (const Node& node : graph.nodes) {
        Node plain = node;
        plain.id = {0};
        plain.name = "n";
        plain.inputs.assign(node.inputs.size(), ImageId{NodeId{}, 0});
        Graph one;
        one.inputs = {{"input"}};
        one.nodes = {plain};
        all.insert(to_string(one));
    }
    return all;
}

TEST(EffectEdits, AnInstanceHasTheEffectsNodesAndPorts) {
    const Placed p = placed();
    EXPECT_EQ(name_of(p.document, p.box), "degrain1");
    const GroupPorts ports = ports_of(p.document, p.box.value);
    ASSERT_EQ(ports.inputs.size(), 2u);
    EXPECT_EQ(input_ports(p.document, library(), p.box)[0].name, "input");
    EXPECT_EQ(input_ports(p.document, library(), p.box)[1].name, "mask");
    EXPECT_EQ(output_ports(p.document, library(), p.box)[0].name, "output");
    EXPECT_EQ(ports.inputs[0].from, (ImageId{{named(p.document, "exposure1").value}, 0}));
    EXPECT_EQ(ports.inputs[1].from, kUnconnected);
    EXPECT_EQ(read_by(p.document, named(p.document, "invert1"), 0), ports.outputs.at(0));
    const Graph flat = *finish(p.document.draft, library());
    Document alone = empty_document();
    alone = add_effect(alone, library(), effect("degrain"), {}, {{ItemKind::kInput, 0}})->document;
    EXPECT_EQ(contents(*finish(alone.draft, library())),
              contents(*with_mix(weft::find_effect("degrain")->build(), library())));
    EXPECT_EQ(flat.nodes.size(), finish(alone.draft, library())->nodes.size() + 2);
    EXPECT_EQ(*document_from_text(to_text(p.document, library()), library()), p.document);
}

TEST(EffectEdits, EveryEffectOfWeftIsANode) {
    for (const Effect& known : builtin_effects()) {
        SCOPED_TRACE(known.name);
        Result<Graph> mixed = with_mix(known.build(), library());
        const Graph graph = mixed ? *mixed : known.build();
        const auto contents_of_it = read_effect(effect_of_weft(graph), library());
        ASSERT_TRUE(contents_of_it) << contents_of_it.error().message;
        const Result<Edited> edited = add_effect(empty_document(), library(), *contents_of_it, {});
        ASSERT_TRUE(edited) << edited.error().message;
        const int box = edited->made.begin()->value;
        const GroupPorts ports = ports_of(edited->document, box);
        EXPECT_EQ(ports.inputs.size(), graph.inputs.size() + graph.optional_inputs.size());
        EXPECT_EQ(ports.outputs.size(), graph.outputs.size());
        EXPECT_EQ(edited->document.groups.at(box).controls.size(), graph.controls.size());
        const std::string text = to_text(edited->document, library());
        const Result<Document> read = document_from_text(text, library());
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(to_text(*read, library()), text);
        EXPECT_EQ(*read, edited->document);
    }
}

TEST(EffectEdits, ControlsSetAllTheirParameters) {
    const Placed p = placed();
    const Group& group = p.document.groups.at(p.box.value);
    const std::vector<ParameterId> set = targets_of(group, "threshold");
    ASSERT_EQ(set.size(), 12u);
    std::vector<std::string> paths;
    for (const ParameterId& id : set)
        paths.push_back(name_of(p.document, item(id.node)) + "." + id.parameter);
    const Document d =
        *at_each(p.document, paths, [](const Document& one, const std::string& path) {
            return weft::editor::set(one, library(), path, "0.5");
        });
    EXPECT_TRUE(check_instances(p.document, d, library()));
    EXPECT_NE(d, p.document);
}

TEST(EffectEdits, NothingElseInItChanges) {
    const Placed p = placed();
    const auto refused = [&](const Result<Document>& after) {
        ASSERT_TRUE(after) << after.error().message;
        const Status s = check_instances(p.document, *after, library());
        ASSERT_FALSE(s);
        EXPECT_THAT(s.error().message, HasSubstr("\"degrain1\" is the effect degrain"));
    };
    const auto allowed = [&](const Result<Document>& after) {
        ASSERT_TRUE(after) << after.error().message;
        const Status s = check_instances(p.document, *after, library());
        EXPECT_TRUE(s) << s.error().message;
    };
    const ItemId inner = named(p.document, "degrain1/level1/dwt1d1");
    const ItemId sum = named(p.document, "degrain1/level1/sum1");
    refused(remove(p.document, library(), {inner}));
    refused(weft::editor::set(p.document, library(), "degrain1/level1/dwt1d1.radius", "3"));
    refused(connect(p.document, {{NodeId{}, 0}, sum, 0}));
    refused(toggle_disabled(p.document, library(), {sum}));
    refused(add_node(p.document, library(), "Invert", {}, {inner}, p.box.value)->document);
    allowed(toggle_disabled(p.document, library(), {p.box}));
    allowed(rename(p.document, library(), p.box, "clean"));
    allowed(connect(p.document, {{NodeId{}, 0}, p.box, 0}));
    allowed(connect(p.document, {{NodeId{}, 0}, p.box, 1}));
    allowed(remove(p.document, library(), {p.box}));
    allowed(remove(p.document, library(), {named(p.document, "exposure1")}));
    allowed(ungroup(p.document, {p.box})->document);
    // Once it is detached all may change.
    const Document d = *detach_effects(p.document, {p.box});
    EXPECT_TRUE(check_instances(p.document, d, library()));
    EXPECT_TRUE(check_instances(d, *remove(d, library(), {inner}), library()));
    EXPECT_FALSE(detach_effects(d, {p.box}));
}

TEST(EffectEdits, AMaskMayBeConnected) {
    const Placed p = placed();
    const ItemId mix = named(p.document, "degrain1/filtermix");
    const auto mask = [&](const Document& d) { return read_by(d, p.box, 1); };
    const ImageId plate{NodeId{}, 0};
    const Document masked = *connect(p.document, {plate, p.box, 1});
    EXPECT_EQ(mask(masked), plate);
    EXPECT_NE(masked.draft.graph.find(NodeId{mix.value})->parameters,
              p.document.draft.graph.find(NodeId{mix.value})->parameters);
    EXPECT_EQ(disconnect(masked, p.box, 1), p.document);
    EXPECT_EQ(*document_from_text(to_text(masked, library()), library()), masked);
    // What is connected to the input goes to the mask's reader as long as that has none.
    const Document rewired = *connect(p.document, {plate, p.box, 0});
    EXPECT_EQ(ports_of(rewired, p.box.value).inputs[0].from, plate);
    EXPECT_EQ(disconnect(*connect(masked, {plate, p.box, 0}), p.box, 1), rewired);
    // A mask that is deleted is a mask no more.
    Document d = add_node(p.document, library(), "Ramp", {})->document;
    d = *connect(d, {shown_by(d, named(d, "ramp1")), p.box, 1});
    EXPECT_NE(mask(d), kUnconnected);
    d = *remove(d, library(), {named(d, "ramp1")});
    EXPECT_EQ(mask(d), kUnconnected);
    EXPECT_EQ(d.draft, p.document.draft);
}

/// A group of a blur and a grade with a control, saved as an effect "warm".
struct Saved {
    Document document;
    ItemId box;
    EffectContents effect;
};

Saved saved() {
    Document d = chain();
    d = add_node(d, library(), "BoxBlur", {}, {named(d, "exposure1")})->document;
    const Edited edited = *group(d, {named(d, "exposure1"), named(d, "boxblur1")});
    const ItemId box = *edited.made.begin();
    d = *show_in_panel(edited.document, box.value,
                       control_of({{named(d, "boxblur1").value}, "radius"}));
    d = *name_ports(d, library(), box.value);
    const Document effect = *effect_of(d, library(), box.value, "warm", "Warms");
    const EffectContents contents = *read_effect(
        {"warm", "Warms", 1, "warm.weft", [&] { return to_text(effect, library()); }}, library());
    return {as_instance(d, box.value, contents.origin), box, contents};
}

TEST(EffectEdits, AGroupBecomesAnEffect) {
    const Saved s = saved();
    const Graph& graph = s.effect.document.draft.graph;
    EXPECT_EQ(graph.name, "warm");
    ASSERT_EQ(graph.inputs.size(), 1u);
    EXPECT_EQ(graph.inputs[0].name, "input");
    ASSERT_EQ(graph.outputs.size(), 1u);
    EXPECT_EQ(graph.controls.at(0).name, "radius");
    EXPECT_FALSE(graph.controls.at(0).label.empty());
    // Putting the effect in anew changes nothing but how controls are described.
    const Document again = *follow_effect(s.document, library(), s.box.value, s.effect);
    EXPECT_EQ(finish(again.draft, library())->nodes.size(),
              finish(s.document.draft, library())->nodes.size());
    EXPECT_EQ(wires(again), wires(s.document));
    const Edited second = *add_effect(s.document, library(), s.effect, {}, {s.box});
    EXPECT_EQ(name_of(second.document, *second.made.begin()), "warm1");
}

TEST(EffectEdits, AnInstanceFollowsItsEffect) {
    const Saved s = saved();
    Document d = *weft::editor::set(s.document, library(), "boxblur1.radius", "9");
    d = *set_key(d, library(), "boxblur1.radius", 5);
    // The next version: another node behind, the control under its name.
    Document next = s.effect.document;
    next = add_node(next, library(), "Invert", {}, {named(next, "boxblur1")})->document;
    const EffectContents newer = *read_effect(
        {"warm", "Warms", 2, "warm.v2.weft", [&] { return to_text(next, library()); }}, library());
    const Result<Document> followed = follow_effect(d, library(), s.box.value, newer);
    ASSERT_TRUE(followed) << followed.error().message;
    const Document& after = *followed;
    EXPECT_EQ(after.groups.at(s.box.value).origin->version, 2);
    EXPECT_EQ(nodes_in(after, s.box.value).size(), 3u);
    const Node& blur = *after.draft.graph.find(NodeId{named(s.document, "boxblur1").value});
    EXPECT_EQ(blur.functor, "BoxBlur");
    EXPECT_EQ(blur.parameters, d.draft.graph.find(blur.id)->parameters);
    EXPECT_EQ(blur.curves, d.draft.graph.find(blur.id)->curves);
    EXPECT_EQ(blur.restart_period, d.draft.graph.find(blur.id)->restart_period);
    const ItemId last = named(after, "group1/invert1");
    EXPECT_EQ(read_by(after, named(after, "invert1"), 0), shown_by(after, last));
    EXPECT_EQ(after.places.at(s.box), d.places.at(s.box));
    EXPECT_EQ(*document_from_text(to_text(after, library()), library()), after);
    // And back: what was taken out is gone, with the wire healed.
    const Result<Document> returned = follow_effect(after, library(), s.box.value, s.effect);
    ASSERT_TRUE(returned) << returned.error().message;
    const Document& back = *returned;
    EXPECT_EQ(nodes_in(back, s.box.value).size(), 2u);
    EXPECT_EQ(wires(back), wires(d));
}

TEST(EffectEdits, CopiesAreInstancesToo) {
    const Saved s = saved();
    const Edited pasted =
        *paste(s.document, library(), copy(s.document, library(), {s.box}), nullptr);
    const int box = pasted.made.begin()->value;
    const Group& group = pasted.document.groups.at(box);
    ASSERT_TRUE(group.origin);
    EXPECT_EQ(group.origin->nodes.size(), 2u);
    for (const auto& [node, original] : group.origin->nodes)
        EXPECT_TRUE(nodes_in(pasted.document, box).contains(node));
    EXPECT_TRUE(follow_effect(pasted.document, library(), box, s.effect));
}

TEST(EffectEdits, WhatIsWrongIsSaid) {
    const auto read = [](const std::string& text) {
        const auto effect =
            read_effect({"warm", "", 1, "fx/warm.weft", [&] { return text; }}, library());
        return effect ? std::string() : effect.error().message;
    };
    EXPECT_THAT(read("{"), StartsWith("the effect warm (fx/warm.weft): "));
    EXPECT_THAT(read(to_text(empty_document(), library())),
                HasSubstr("its output \"output\" is one of its inputs as it is"));
    EXPECT_FALSE(name_ports(chain(), library(), 3));
    EXPECT_FALSE(effect_of(chain(), library(), 3, "x", ""));
}

}  // namespace
}  // namespace weft::editor
