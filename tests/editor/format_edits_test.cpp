// The project's format, and pictures of different sizes, as edits.
#include "commands/format_edits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "commands/changes.h"
#include "commands/document_difference.h"
#include "commands/interface_edits.h"
#include "documents.h"
#include "graph/descriptor.h"
#include "graph/regions.h"
#include "model/groups.h"

namespace weft::editor {
namespace {

using testing::HasSubstr;

const Format kSmall{"", 40, 30};

/// Two inputs, the second, A, over the first, B.
Document merged_inputs() {
    Document document = add_input(empty_document(), {100, 0}).document;
    document = add_node(document, library(), "Merge", {}, {{ItemKind::kInput, 0}})->document;
    const FunctorDescriptor merge = weft::describe(*library().find("Merge"));
    for (const auto& [input, port] : {std::pair(0, "B"), std::pair(1, "A")})
        document = *connect(document,
                            {{NodeId{}, input}, named(document, "merge1"), merge.find_input(port)});
    return document;
}

ImageShape sized(int width, int height) { return {{0, 0, width, height}, 4}; }

std::vector<FrameMismatch> mismatches(const Document& document,
                                      const std::vector<ImageShape>& inputs) {
    return frame_mismatches(document, library(), document.draft.graph.outputs[0].image, 1, inputs);
}

TEST(FormatEdits, GeneratorsFollowTheFormat) {
    Document document = set_format(empty_document(), kSmall);
    document = add_node(document, library(), "Constant", {})->document;
    const ImageId grey{document.draft.graph.nodes[0].id, 0};
    const auto frame = [&](const Document& of) {
        const Result<Graph> graph = viewed(of, library(), grey);
        return infer_shapes(*graph, library(), {sized(5, 5)})->at(grey).frame;
    };
    EXPECT_EQ(frame(document), (Rect{0, 0, 40, 30}));
    EXPECT_EQ(frame(set_format(document, Format{"", 7, 9})), (Rect{0, 0, 7, 9}));
    EXPECT_EQ(frame(set_format(document, {})), (Rect{0, 0, 1920, 1080}));
    // One that was added without a format has a size of its own.
    Document own = add_node(empty_document(), library(), "Constant", {})->document;
    EXPECT_EQ(frame(set_format(own, kSmall)), (Rect{0, 0, 1920, 1080}));
}

TEST(FormatEdits, AreSavedUndoneAndTold) {
    const Document before = chain(), after = set_format(before, kSmall);
    EXPECT_EQ(*document_from_text(to_text(after, library()), library()), after);
    EXPECT_TRUE(changes_between(before, after).graph);
    const Difference made = difference(before, after);
    Document document = before;
    apply(document, made);
    EXPECT_EQ(document, after);
    apply(document, inverted(made));
    EXPECT_EQ(document, before);
}

TEST(FrameSizes, OfAMergeAreToldWhereTheyDiffer) {
    const Document document = merged_inputs();
    EXPECT_TRUE(mismatches(document, {sized(40, 30), sized(40, 30)}).empty());
    const auto found = mismatches(document, {sized(3840, 2160), sized(1920, 1080)});
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].node, document.draft.graph.find("merge1")->id);
    EXPECT_EQ(found[0].frame, (Rect{0, 0, 3840, 2160}));
    ASSERT_EQ(found[0].inputs.size(), 1u);
    EXPECT_THAT(found[0].words, HasSubstr("A is HD 1080 (1920 x 1080)"));
    EXPECT_THAT(found[0].words, HasSubstr("B is UHD 4K (3840 x 2160)"));
    EXPECT_THAT(found[0].words, HasSubstr("The result has the frame of B"));
    EXPECT_TRUE(mismatches(document, {}).empty()) << "sizes are not known";
    EXPECT_EQ(frame_text({10, 20, 30, 30}), "20 x 10 at 10, 20");
}

TEST(FrameSizes, AreMadeAlikeByReformat) {
    const std::vector<ImageShape> inputs = {sized(40, 30), sized(16, 16)};
    const auto reformat = read_effect(effect_of_weft(find_effect("reformat")->build()), library());
    ASSERT_TRUE(reformat) << reformat.error().message;
    for (const bool in_format : {false, true}) {
        Document document = merged_inputs();
        if (in_format) document = set_format(document, kSmall);
        const auto found = mismatches(document, inputs);
        ASSERT_EQ(found.size(), 1u);
        const Result<Edited> edited =
            reformat_inputs(document, library(), *reformat, found.front());
        ASSERT_TRUE(edited) << edited.error().message;
        ASSERT_EQ(edited->made.size(), 1u);
        EXPECT_EQ(name_of(edited->document, *edited->made.begin()), "reformat1");
        EXPECT_TRUE(mismatches(edited->document, inputs).empty());
        // It comes to lie below what it reads.
        const auto place = [&](ItemId id) { return edited->document.places.at(id); };
        const Place box = place(*edited->made.begin()), read = place({ItemKind::kInput, 1});
        EXPECT_EQ(box.x, read.x);
        EXPECT_GT(box.y, read.y);
        EXPECT_GT(place(named(edited->document, "merge1")).y, box.y);
        EXPECT_TRUE(check_instances(document, edited->document, library()));
        const Node* made = edited->document.draft.graph.find("reformat1/sums-down");
        ASSERT_NE(made, nullptr);
        EXPECT_EQ(follows_format(*made, library()), in_format);
    }
}

}  // namespace
}  // namespace weft::editor
