// Time: frames, and keyframes as edits set them.
#include "commands/time_edits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "commands/history.h"
#include "curve_documents.h"

namespace weft::editor {
namespace {

using testing::HasSubstr;

float stops_at(const Document& document, int frame) {
    const Graph graph = *at_frame(document.draft.graph, library(), frame);
    return std::get<std::vector<float>>(graph.find("exposure1")->parameters[0]).front();
}

/// 2 stops at frame 10, 4 at frame 20.
Document with_two_keys() {
    Document document = *set(chain(), library(), kStops, "2");
    document = *set_key(document, library(), kStops, 10);
    return *set_at(document, library(), kStops, 20, "4");
}

TEST(TimeEdits, KeysAreSetWhereTheyChangeNothing) {
    EXPECT_EQ(stops_at(with_two_keys(), 1), 2.0f);
    EXPECT_EQ(stops_at(with_two_keys(), 15), 3.0f);
    EXPECT_EQ(stops_at(with_two_keys(), 99), 4.0f);
    const Document middle = *set_key(with_two_keys(), library(), kStops, 15);
    for (int frame = 9; frame <= 21; ++frame)
        EXPECT_EQ(stops_at(middle, frame), stops_at(with_two_keys(), frame)) << frame;
    EXPECT_EQ(middle.draft.graph.find("exposure1")->curves[0].keys.size(), 3u);
    EXPECT_EQ(*remove_key(middle, library(), kStops, 15), with_two_keys());
    // What a document says of it renders the same without an editor.
    EXPECT_EQ(*set(chain(), library(), kStops, "10:2,20:4"), with_two_keys());
    EXPECT_EQ(*document_from_text(to_text(middle, library()), library()), middle);
}

TEST(TimeEdits, AValueIsAKeyOfWhatHasKeys) {
    EXPECT_EQ(stops_at(*set_at(with_two_keys(), library(), kStops, 20, "6"), 15), 4.0f);
    EXPECT_EQ(stops_at(*set_at(with_two_keys(), library(), kStops, 15, "6"), 15), 6.0f);
    EXPECT_EQ(stops_at(*set_at(chain(), library(), kStops, 15, "6"), 1), 6.0f);
    EXPECT_EQ(stops_at(*set_at(with_two_keys(), library(), kStops, 15, "1:0,3:2"), 2), 1.0f);
    EXPECT_THAT(set_at(with_two_keys(), library(), kStops, 15, "wide").error().message,
                HasSubstr("exposure1.stops"));
    EXPECT_FALSE(set_key(with_two_keys(), library(), "exposure1.none", 1));
    EXPECT_FALSE(set_key(with_two_keys(), library(), "none.stops", 1));
}

TEST(TimeEdits, WithoutKeysAValueStays) {
    Document document = *remove_key(with_two_keys(), library(), kStops, 10);
    document = *remove_key(document, library(), kStops, 20);
    EXPECT_FALSE(is_animated(document.draft.graph));
    EXPECT_EQ(stops_at(document, 1), 4.0f);
    EXPECT_EQ(stops_at(*remove_keys(with_two_keys(), library(), kStops, 15), 1), 3.0f);
}

TEST(TimeEdits, AMovingAverageRestartsAsItsRadiusAsks) {
    Document document = add_node(chain(), library(), "BoxBlur", {})->document;
    document = *set(document, library(), "boxblur1.radius", "3");
    document = *set_key(document, library(), "boxblur1.radius", 1);
    document = *set_at(document, library(), "boxblur1.radius", 0, "40");
    EXPECT_EQ(document, *set(document, library(), "boxblur1.radius", "0:40,1:3"));
}

TEST(TimeEdits, AControlSetsKeysOfAllItSets) {
    Document document = add_node(chain(), library(), "Exposure", {})->document;
    document = *expose(document, library(), document.draft.graph.find("exposure1")->id, "stops");
    const std::string control = document.draft.graph.controls.front().name;
    document =
        *attach(document, library(), control, document.draft.graph.find("exposure2")->id, "stops");
    document = *set_key(document, library(), control, 5);
    for (const ParameterId& id : targets_of(document.draft.graph, control))
        EXPECT_NE(curve_of(document.draft.graph, id), nullptr);
    EXPECT_EQ(targets_of(document.draft.graph, control).size(), 2u);
}

TEST(Timeline, IsSavedUndoneAndChecked) {
    History history(chain());
    history.push("Frames", *set_timeline(chain(), {-5, 20, 0, 10, 25}));
    const Document& now = history.document();
    EXPECT_EQ(*document_from_text(to_text(now, library()), library()), now);
    history.undo();
    EXPECT_EQ(history.document(), chain());
    history.redo();
    EXPECT_EQ(history.document().timeline, (Timeline{-5, 20, 0, 10, 25}));
    EXPECT_FALSE(set_timeline(chain(), {5, 4, 5, 4, 24}));
    EXPECT_FALSE(set_timeline(chain(), {1, 9, 0, 9, 24}));
    EXPECT_FALSE(set_timeline(chain(), {1, 9, 6, 5, 24}));
    EXPECT_FALSE(set_timeline(chain(), {1, 9, 1, 9, 0}));
    std::string text = to_text(now, library());
    text.replace(text.find("\"rate\": 25"), 10, "\"rate\": -1");
    EXPECT_THAT(document_from_text(text, library()).error().message, HasSubstr("\"timeline\""));
}

TEST(Timeline, PlaysRoundFromInToOut) {
    const Timeline t{1, 100, 10, 12, 24};
    EXPECT_EQ(frame_after(t, 10, 1), 11);
    EXPECT_EQ(frame_after(t, 12, 1), 10);
    EXPECT_EQ(frame_after(t, 10, -1), 12);
    EXPECT_EQ(frame_after(t, 50, 1), 10);
    EXPECT_EQ(frames_until(t, 11, 10, 1), 2);
    EXPECT_EQ(frames_until(t, 11, 10, -1), 1);
    EXPECT_EQ(frames_until(t, 11, 50, 1), kNeverPlays);
    // All of it plays as long as nobody has said otherwise.
    EXPECT_EQ(with_ends({}, 5, 9), (Timeline{5, 9, 5, 9, 24}));
    EXPECT_EQ(with_ends(t, 11, 50), (Timeline{11, 50, 11, 12, 24}));
}

}  // namespace
}  // namespace weft::editor
