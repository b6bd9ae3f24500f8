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
