// Edits of functors that documents bring, without a compiler: a changed functor is another built-in
// one under the header's name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "commands/document_difference.h"
#include "commands/functor_edits.h"
#include "documents.h"
#include "graph/descriptor.h"

namespace weft::editor {
namespace {

using testing::HasSubstr;

/// A library whose module `halo.h` has the functors of that names, each as a built-in one is.
Library library_with(const std::vector<std::pair<const char*, const char*>>& functors) {
    struct Module {
        std::vector<FunctorType> types;
        std::vector<TranslatedFunctor> translated;
        FunctorModule module;
    };
    const auto made = std::make_shared<Module>();
    made->types.reserve(functors.size());
    for (const auto& [name, like] : functors) {
        made->types.push_back(*library().find(like));
        made->types.back().name = name;
        TranslatedFunctor f = *library().find_translated(like);
        f.type = &made->types.back();
        f.header = "halo.h";
        made->translated.push_back(f);
    }
    made->module = {kModuleVersion, static_cast<int>(made->translated.size()),
                    made->translated.data()};
    Library all = library();
    EXPECT_TRUE(all.add(made->module, made));
    return all;
}

/// input > halo1 > output, with halo.h.
Document with_halo(const Library& all) {
    Document document = empty_document();
    document.draft.functors["halo.h"] = "old\n";
    return add_node(document, all, "Halo", {}, {{ItemKind::kInput, 0}})->document;
}

TEST(FunctorEdits, WhatIsWrittenIsKeptApartFromWhatRuns) {
    const Library all = library_with({{"Halo", "Exposure"}});
    const Document document = with_halo(all);
    const Document after = write_functor(document, "halo.h", "new");
    EXPECT_EQ(after.draft, document.draft);
    EXPECT_EQ(functor_text(after, "halo.h"), "new\n");
    EXPECT_EQ(write_functor(after, "halo.h", "old\n"), document);
    const Result<Document> read = document_from_text(to_text(after, all), all);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, after);
    Document back = after;
    apply(back, inverted(difference(document, after)));
    EXPECT_EQ(back, document);
}

TEST(FunctorEdits, NodesKeepWhatFits) {
    const Library before = library_with({{"Halo", "Exposure"}}),
                  after = library_with({{"Halo", "Gain"}});
    Document document = with_halo(before);
    const Result<Document> run = run_functor(document, before, after, "halo.h", "new\n");
    ASSERT_TRUE(run) << run.error().message;
    EXPECT_EQ(run->draft.functors.at("halo.h"), "new\n");
    EXPECT_EQ(spine(*run, after), "input > halo1 > output");
    const std::size_t parameters = weft::describe(*after.find("Halo")).parameters.size();
    EXPECT_EQ(run->draft.graph.nodes.front().parameters.size(), parameters);
}

TEST(FunctorEdits, ValuesKeyframesAndControlsGoWithTheirParameters) {
    const Library before = library_with({{"Halo", "Exposure"}}),
                  same = library_with({{"Halo", "Exposure"}}),
                  other = library_with({{"Halo", "Invert"}});
    Document document = with_halo(before);
    const std::string parameter = weft::describe(*before.find("Halo")).parameters.front().name;
    document = *set(document, before, "halo1." + parameter, "1:0.5,9:1");
    document.draft.graph.controls = {{"c", "C", "", {{NodeId{0}, parameter}}}};
    const Result<Document> kept = run_functor(document, before, same, "halo.h", "new\n");
    ASSERT_TRUE(kept) << kept.error().message;
    EXPECT_EQ(kept->draft.graph, document.draft.graph);
    ASSERT_LT(weft::describe(*other.find("Halo")).find_parameter(parameter), 0);
    const Result<Document> gone = run_functor(document, before, other, "halo.h", "new\n");
    ASSERT_TRUE(gone) << gone.error().message;
    EXPECT_TRUE(gone->draft.graph.controls.empty());
    EXPECT_TRUE(gone->draft.graph.nodes.front().curves.empty());
}

TEST(FunctorEdits, AnotherNameKeepsTheNodes) {
    const Library before = library_with({{"Halo", "Exposure"}});
    const Document document = with_halo(before);
    const Library renamed = library_with({{"Glow", "Exposure"}}),
                  unclear = library_with({{"Glow", "Exposure"}, {"Gleam", "Exposure"}});
    const Result<Document> run = run_functor(document, before, renamed, "halo.h", "new\n");
    ASSERT_TRUE(run) << run.error().message;
    EXPECT_EQ(run->draft.graph.nodes.front().functor, "Glow");
    const Result<Document> refused = run_functor(document, before, unclear, "halo.h", "new\n");
    ASSERT_FALSE(refused);
    EXPECT_EQ(
        refused.error().message,
        "Halo is not in halo.h any more, but the node \"halo1\" needs it: delete the node, or "
        "keep the functor");
}

TEST(FunctorEdits, InputsThatAreNewAreUnconnected) {
    const Library before = library_with({{"Halo", "Exposure"}}),
                  after = library_with({{"Halo", "KeyMix"}});
    const Result<Document> run = run_functor(with_halo(before), before, after, "halo.h", "new\n");
    ASSERT_TRUE(run) << run.error().message;
    const Node& node = run->draft.graph.nodes.front();
    ASSERT_EQ(node.inputs.size(), 3u);
    EXPECT_EQ(node.inputs.back(), kUnconnected);
}

TEST(FunctorEdits, TheInputThatStandsForADisabledNodeGoesWithItsName) {
    const Library before = library_with({{"Halo", "Merge"}}),
                  same = library_with({{"Halo", "KeyMix"}}),
                  gone = library_with({{"Halo", "Exposure"}});
    Document document = with_halo(before);
    const ItemId halo = named(document, "halo1");
    document = *toggle_disabled(document, before, {halo});
    EXPECT_EQ(document.draft.disabled.at({halo.value}), 1);
    EXPECT_EQ(run_functor(document, before, same, "halo.h", "new\n")->draft.disabled,
              document.draft.disabled);
    const Result<Document> first = run_functor(document, before, gone, "halo.h", "new\n");
    ASSERT_TRUE(first) << first.error().message;
    EXPECT_EQ(first->draft.disabled.at({halo.value}), 0);
}

/// A document of two functors that nobody knows, each an Exposure by another name.
struct Strange {
    Document known;  ///< input > exposure1 > exposure2 > output, the last with keyframes, a control
    std::string text;
    Library library;  ///< with what stands in for them
    Document document;
};

Strange strange() {
    Document known =
        add_node(empty_document(), library(), "Exposure", {}, {{ItemKind::kInput, 0}})->document;
    known = add_node(known, library(), "Exposure", {}, {named(known, "exposure1")})->document;
    known = *set(known, library(), "exposure2.stops", "1:0.5,9:1");
    known.draft.graph.controls = {
        {"look", "Look", "", {{{named(known, "exposure2").value}, "stops"}}}};
    std::string text = to_text(known, library());
    const std::string functor = "\"functor\": \"Exposure\"";
    text.replace(text.find(functor), functor.size(), "\"functor\": \"Other\"");
    text.replace(text.find(functor), functor.size(), "\"functor\": \"ShowsOwn\"");
    Library stood_in = library();
    for (const FunctorType* type : stand_ins_for(text, library())) stood_in.add(*type);
    Document document = *document_from_text(text, stood_in);
    return {known, text, stood_in, document};
}

Library with_stand_ins(Library all, const Strange& of) {
    for (const FunctorType* type : stand_ins_for(of.text, library())) all.add(*type);
    return all;
}

TEST(FunctorEdits, NodesThatWaitedForAFunctorHaveWhatTheDocumentSaysOfThem) {
    const Strange s = strange();
    const ItemId node = named(s.document, "exposure2");
    EXPECT_EQ(waiting_for(s.document, s.library, "ShowsOwn"), Selection{node});
    EXPECT_TRUE(check_functor_name(s.document, s.library, "ShowsOwn"));
    EXPECT_FALSE(check_functor_name(s.document, s.library, "Gain"));
    const Library after = with_stand_ins(library_with({{"ShowsOwn", "Exposure"}}), s);
    const Result<Document> run = run_functor(s.document, s.library, after, "halo.h", "new\n");
    ASSERT_TRUE(run) << run.error().message;
    const Node& now = *run->draft.graph.find(NodeId{node.value});
    EXPECT_EQ(now.functor, "ShowsOwn");
    const Node& was = *s.known.draft.graph.find(NodeId{node.value});
    EXPECT_EQ(now.parameters, was.parameters);
    EXPECT_EQ(now.curves, was.curves);
    EXPECT_EQ(now.inputs, was.inputs);
    EXPECT_EQ(run->draft.graph.controls, s.known.draft.graph.controls);
    // The other waits on, and is saved as it was.
    EXPECT_TRUE(waiting_for(*run, after, "ShowsOwn").empty());
    EXPECT_EQ(waiting_for(*run, after, "Other"), Selection{named(*run, "exposure1")});
    EXPECT_THAT(to_text(*run, after), HasSubstr("\"functor\": \"Other\""));
    Document back = *run;
    apply(back, inverted(difference(s.document, *run)));
    EXPECT_EQ(back, s.document);
}

TEST(FunctorEdits, WhatIsKeptComesBackWithItsParameter) {
    const Strange s = strange();
    const NodeId node{named(s.document, "exposure2").value};
    const Library none = with_stand_ins(library_with({{"ShowsOwn", "Invert"}}), s),
                  stops = with_stand_ins(library_with({{"ShowsOwn", "Exposure"}}), s);
    const Result<Document> first = run_functor(s.document, s.library, none, "halo.h", "one\n");
    ASSERT_TRUE(first) << first.error().message;
    EXPECT_TRUE(first->draft.graph.find(node)->curves.empty());
    EXPECT_TRUE(first->draft.graph.controls.empty());
    const Result<Document> then = run_functor(*first, none, stops, "halo.h", "two\n");
    ASSERT_TRUE(then) << then.error().message;
    EXPECT_EQ(then->draft.graph.find(node)->curves, s.known.draft.graph.find(node)->curves);
    EXPECT_EQ(then->draft.graph.controls, s.known.draft.graph.controls);
}

/// Of another name first: those that wait are not its nodes.
TEST(FunctorEdits, ARenamedFunctorTakesTheNodesThatWaitForItsName) {
    const Strange s = strange();
    const Library glow = with_stand_ins(library_with({{"Glow", "Exposure"}}), s),
                  named_so = with_stand_ins(library_with({{"ShowsOwn", "Exposure"}}), s);
    Document document = s.document;
    document.draft.functors["halo.h"] = "old\n";
    document = add_node(document, glow, "Glow", {}, {named(document, "exposure2")})->document;
    const Result<Document> run = run_functor(document, glow, named_so, "halo.h", "new\n");
    ASSERT_TRUE(run) << run.error().message;
    for (const char* name : {"glow1", "exposure2"})
        EXPECT_EQ(run->draft.graph.find(std::string(name))->functor, "ShowsOwn") << name;
}

TEST(FunctorEdits, CopiesBringTheirFunctors) {
    const Library all = library_with({{"Halo", "Exposure"}});
    const Document document = with_halo(all);
    const std::string text = copy(document, all, {named(document, "halo1")});
    EXPECT_EQ(functors_of_document(text)->at("halo.h"), "old\n");
    const Result<Edited> pasted = paste(empty_document(), all, text);
    ASSERT_TRUE(pasted) << pasted.error().message;
    EXPECT_EQ(pasted->document.draft.functors, document.draft.functors);
}

TEST(FunctorEdits, AFunctorIsRemovedOnceNoNodeIsOfIt) {
    const Library all = library_with({{"Halo", "Exposure"}});
    const Document document = with_halo(all);
    EXPECT_THAT(remove_functor(document, all, "halo.h").error().message, HasSubstr("halo1"));
    const Document without = *remove(document, all, {named(document, "halo1")});
    EXPECT_TRUE(remove_functor(without, all, "halo.h")->draft.functors.empty());
}

TEST(FunctorEdits, NamesAreThoseOfClasses) {
    const Document document;
    EXPECT_TRUE(check_functor_name(document, library(), "SoftGlow"));
    EXPECT_FALSE(check_functor_name(document, library(), "soft glow"));
    EXPECT_FALSE(check_functor_name(document, library(), "2D"));
    EXPECT_FALSE(check_functor_name(document, library(), ""));
    EXPECT_FALSE(check_functor_name(document, library(), "Exposure"));
    EXPECT_EQ(header_for("SoftGlow"), "softglow.h");
}

}  // namespace
}  // namespace weft::editor
