// Effects as nodes: instances that are the effect's own graph, follow it, and are detached from it.
#include "commands/effect_edits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "commands/group_edits.h"
#include "commands/mark_edits.h"
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

/// The next version of what was saved, with another node at the end and other names of its ports.
EffectContents renamed_and_longer(const Saved& s) {
    Document next = s.effect.document;
    next = add_node(next, library(), "Invert", {}, {named(next, "boxblur1")})->document;
    next = *rename(next, library(), {ItemKind::kInput, 0}, "plate");
    next = *rename(next, library(), {ItemKind::kOutput, 0}, "graded");
    return *read_effect({"warm", "", 2, "warm.v2.weft", [&] { return to_text(next, library()); }},
                        library());
}

TEST(EffectEdits, WiresAndTheirDotsSurviveWhatFollows) {
    const Saved s = saved();
    Document d = s.document;
    const ItemId last = named(d, "invert1");
    d = add_dot(d, {shown_by(d, s.box), last, 0}, {40, 300})->document;
    const ItemId first = named(d, "exposure1");
    d = add_dot(d, {read_by(d, first, 0), first, 0}, {40, 20})->document;
    ASSERT_EQ(d.dots.size(), 2u);
    const Result<Document> followed =
        follow_effect(d, library(), s.box.value, renamed_and_longer(s));
    ASSERT_TRUE(followed) << followed.error().message;
    EXPECT_EQ(followed->dots, d.dots);
    for (const auto& [id, dot] : d.dots)
        EXPECT_EQ(followed->places.at({ItemKind::kDot, id}), d.places.at({ItemKind::kDot, id}));
    // A port that has another name is the one that it was.
    EXPECT_EQ(read_by(*followed, s.box, 0), read_by(d, s.box, 0));
    EXPECT_EQ(read_by(*followed, last, 0), shown_by(*followed, named(*followed, "group1/invert1")));
    EXPECT_EQ(*document_from_text(to_text(*followed, library()), library()), *followed);
}

TEST(EffectEdits, PortsOfAGroupAreRenamed) {
    const Saved s = saved();
    EXPECT_THAT(rename_port(s.document, library(), s.box.value, true, 0, "plate").error().message,
                HasSubstr("is the effect warm, which names its ports: detach it"));
    const Document d = *detach_effects(s.document, {s.box});
    const Document after = *rename_port(d, library(), s.box.value, true, 0, "plate");
    EXPECT_EQ(input_ports(after, library(), s.box)[0].name, "plate");
    EXPECT_EQ(after.draft, d.draft);
    EXPECT_EQ(effect_of(after, library(), s.box.value, "warm", "")->draft.graph.inputs[0].name,
              "plate");
    EXPECT_EQ(
        output_ports(*rename_port(after, library(), s.box.value, false, 0, "out"), library(), s.box)
            .front()
            .name,
        "out");
    for (const char* name : {"", "a.b", "a=b", "a*b"})
        EXPECT_FALSE(rename_port(d, library(), s.box.value, true, 0, name)) << name;
    EXPECT_FALSE(rename_port(d, library(), s.box.value, true, 7, "plate"));
    // A group whose ports have no names yet gets them.
    Document fresh = chain();
    const Edited grouped = *group(fresh, {named(fresh, "exposure1")});
    const int box = grouped.made.begin()->value;
    fresh = *rename_port(grouped.document, library(), box, false, 0, "bright");
    EXPECT_EQ(fresh.groups.at(box).entries.at(0).name, "input");
    EXPECT_EQ(fresh.groups.at(box).exits.at(0).name, "bright");
}

TEST(EffectEdits, OnlyEffectsThatAreOthersAreTold) {
    const auto known = [](const char* name, int version, const char* file, const char* text) {
        return KnownEffect{name, "", version, file, [=] { return std::string(text); }};
    };
    const Effects before{known("degrain", 0, "", "a"), known("soft", 1, "soft.weft", "a"),
                         known("warm", 1, "warm.weft", "a")};
    EXPECT_TRUE(other_effects(before, before).empty());
    const Effects after{known("degrain", 0, "", "b"), known("new", 1, "new.weft", "a"),
                        known("soft", 1, "soft.weft", "b"), known("warm", 2, "warm.v2.weft", "a")};
    EXPECT_EQ(other_effects(before, after), (std::set<std::string>{"new", "soft", "warm"}));
}

TEST(EffectEdits, ItIsSaidWhereEdgesAreOthers) {
    const EffectContents effect_with_edges = effect("nl-means");
    ASSERT_EQ(effect_with_edges.document.draft.graph.intermediates, Intermediates::kUnbounded);
    Document d = chain();
    EXPECT_THAT(differs_here(d, effect_with_edges),
                StartsWith("nl-means by itself computes on beyond the edges"));
    EXPECT_EQ(differs_here(d, effect("glow")), "");
    d.draft.graph.intermediates = Intermediates::kUnbounded;
    EXPECT_EQ(differs_here(d, effect_with_edges), "");
    EXPECT_THAT(differs_here(d, effect("glow")),
                StartsWith("Pictures between the nodes of glow end"));
}

TEST(EffectEdits, NamesInItBeginAlike) {
    const Placed p = placed();
    EXPECT_EQ(shared_prefix(p.document, p.box.value), "degrain1/");
    EXPECT_EQ(shared_prefix(p.document, kTop), "");
    const Saved s = saved();
    EXPECT_EQ(shared_prefix(s.document, s.box.value), "");
    const ItemId inner = named(p.document, "degrain1/level1/sum1");
    const Edited one = *group(p.document, {inner});
    EXPECT_EQ(shared_prefix(one.document, one.made.begin()->value), "degrain1/level1/");
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
