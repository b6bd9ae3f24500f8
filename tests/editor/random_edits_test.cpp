// Sessions of 2,000 random edits: all undone they are the beginning, all redone the end.
#include <gtest/gtest.h>

#include "model/canvas.h"
#include "model/groups.h"
#include "random_artist.h"

namespace weft::editor {
namespace {

/// Every box is seen on one canvas, every dot on a wire there.
void expect_whole(const Document& document) {
    std::set<int> open{kTop};
    for (const auto& [id, group] : document.groups) open.insert(id);
    std::size_t seen = 0, dots = 0;
    for (const int group : open) {
        const Canvas canvas = canvas_of(document, group);
        seen += canvas.places.size() - canvas.outside.size();
        dots += canvas.dots.size();
        for (const auto& [wire, start] : canvas.wires) {
            EXPECT_EQ(output_of(document, start.item, start.output), wire.from);
            EXPECT_EQ(read_by(document, wire.to, wire.input), wire.from);
        }
        for (const auto& [id, wire] : canvas.dots) EXPECT_TRUE(canvas.wires.contains(wire));
    }
    EXPECT_EQ(seen, document.places.size());
    EXPECT_EQ(dots, document.dots.size());
}

TEST(RandomEdits, UndoneAndRedoneAreWhatTheyWere) {
    const unsigned s = random_seed();
    RecordProperty("seed", std::to_string(s));
    SCOPED_TRACE("WEFT_TEST_SEED=" + std::to_string(s));
    RandomArtist artist(s);
    History history(chain());
    const std::string first = to_text(history.document(), library());
    const std::uint64_t first_hash = hash(history.document().draft.graph);
    for (int i = 0; i < 2000; ++i) {
        artist.edit(history);
        if (artist.number(0, 9) == 0) history.undo();
        if (i % 100 == 0) {
            ASSERT_TRUE(validate(history.document().draft, library())) << "after edit " << i;
            const Result<Document> read =
                document_from_text(to_text(history.document(), library()), library());
            ASSERT_TRUE(read) << read.error().message;
            ASSERT_EQ(*read, history.document()) << "after edit " << i;
            expect_whole(history.document());
        }
    }
    while (history.can_redo()) history.redo();
    const std::string last = to_text(history.document(), library());
    const std::uint64_t last_hash = hash(history.document().draft.graph);
    EXPECT_GT(history.size(), 700u) << "most edits were refused";
    while (history.can_undo()) history.undo();
    EXPECT_EQ(hash(history.document().draft.graph), first_hash);
    EXPECT_EQ(to_text(history.document(), library()), first);
    while (history.can_redo()) history.redo();
    EXPECT_EQ(hash(history.document().draft.graph), last_hash);
    EXPECT_EQ(to_text(history.document(), library()), last);
}

}  // namespace
}  // namespace weft::editor
