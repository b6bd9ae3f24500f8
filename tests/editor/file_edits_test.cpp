// Reads and Writes: inputs and outputs with files.
#include "commands/file_edits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "commands/history.h"
#include "commands/interface_edits.h"
#include "documents.h"

namespace weft::editor {
namespace {

using testing::HasSubstr;

TEST(EditorFileEdits, TheFirstReadIsTheInputOfAnEmptyDocument) {
    const Edited edited = add_read(empty_document(), {"shots/plate.####.exr"}, {40, 40});
    ASSERT_EQ(edited.document.draft.graph.inputs.size(), 1u);
    EXPECT_EQ(read_of(edited.document, "input")->path, "shots/plate.####.exr");
    const Edited more = add_read(edited.document, {"shots/plate.####.exr"}, {40, 40});
    ASSERT_EQ(more.document.draft.graph.inputs.size(), 2u);
    EXPECT_EQ(more.document.draft.graph.inputs[1].name, "plate");
    EXPECT_EQ(more.made, (Selection{{ItemKind::kInput, 1}}));
    EXPECT_EQ(more.document.places.at({ItemKind::kInput, 1}), (Place{40, 40}));
    EXPECT_EQ(add_read(more.document, {"plate.png"}, {}).document.draft.graph.inputs[2].name,
              "plate2");
}

TEST(EditorFileEdits, AWriteIsTheOutputThatShowsThePictureOrANewOne) {
    const Document before = chain();
    const ImageId last = before.draft.graph.outputs[0].image;
    const Edited first = add_write(before, last, "final.####.exr", {});
    ASSERT_EQ(first.document.draft.graph.outputs.size(), 1u);
    EXPECT_EQ(write_of(first.document, "output"), "final.####.exr");
    const Edited second = add_write(first.document, last, "proxy.jpg", {0, 400});
    ASSERT_EQ(second.document.draft.graph.outputs.size(), 2u);
    EXPECT_EQ(second.document.draft.graph.outputs[1].name, "proxy");
    EXPECT_EQ(second.document.draft.graph.outputs[1].image, last);
}

TEST(EditorFileEdits, FilesAreSavedRenamedRemovedAndUndone) {
    Document document = set_read(chain(), "input", {"a.####.exr", "", "diffuse"});
    document = set_write(document, "output", "b.png");
    const Result<Document> read = document_from_text(to_text(document, library()), library());
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, document);
    const Document renamed = *rename(*rename(document, library(), {ItemKind::kInput, 0}, "plate"),
                                     library(), {ItemKind::kOutput, 0}, "final");
    EXPECT_EQ(read_of(renamed, "plate")->layer, "diffuse");
    EXPECT_EQ(read_of(renamed, "input"), nullptr);
    EXPECT_EQ(write_of(renamed, "final"), "b.png");
    EXPECT_TRUE(remove_ends(renamed, {{ItemKind::kInput, 0}})->draft.files.reads.empty());
    History history(chain());
    history.push("files", document);
    history.undo();
    EXPECT_EQ(history.document(), chain());
    history.redo();
    EXPECT_EQ(history.document(), document);
}

TEST(EditorFileEdits, OlderDocumentsNameThePictureBesideThePlace) {
    std::string text = to_text(chain(), library());
    const std::string place = "{\"input\": \"input\", \"at\": [";
    const std::size_t at = text.find(']', text.find(place));
    ASSERT_NE(at, std::string::npos);
    text.insert(at + 1, ", \"picture\": \"old.exr\"");
    const Result<Document> read = document_from_text(text, library());
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read_of(*read, "input")->path, "old.exr");
    EXPECT_THAT(to_text(*read, library()),
                HasSubstr("{\"name\": \"input\", \"file\": \"old.exr\"}"));
}

TEST(EditorFileEdits, NamesFollowFiles) {
    EXPECT_EQ(name_after("/shots/plate.####.exr"), "plate");
    EXPECT_EQ(name_after("sh010_bg_v02.1001.exr"), "sh010_bg_v02");
    EXPECT_EQ(name_after("img_####.png"), "img");
    EXPECT_EQ(name_after("img%04d.png"), "img");
    EXPECT_EQ(name_after("a=b*.tif"), "a_b_");
    EXPECT_EQ(name_after("####.png"), "picture");
    EXPECT_EQ(name_after(".hidden"), "_hidden");
}

}  // namespace
}  // namespace weft::editor
