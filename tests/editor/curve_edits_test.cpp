// Keyframes as the curve editor edits them, and the tracks that it shows.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "curve_documents.h"
#include "graph/descriptor.h"

namespace weft::editor {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// stops 0, 4, 2 at frames 1, 11, 21.
Document animated() { return *set(chain(), library(), kStops, "1:0,11:4:smooth,21:2"); }

/// What a track is at `frame`.
double value_of_track(const Document& document, const TrackId& track, double frame) {
    const Graph& graph = document.draft.graph;
    return editor::track_at(parameter_of(graph, library(), track), *curve_of(graph, track),
                            track.part, frame);
}

TEST(CurveEdits, MoveInTimeAndValue) {
    const Document d = animated();
    const TrackId track = stops(d);
    EXPECT_EQ(keys_of(*move_keys(d, library(), {{track, 11}}, 3, -1.5)),
              "1:0.0:linear 14:2.5:smooth 21:2.0:linear ");
    // Past others, in order; onto others, instead of them; all at once, none instead of another.
    EXPECT_EQ(keys_of(*move_keys(d, library(), {{track, 1}}, 14, 0.0)),
              "11:4.0:smooth 15:0.0:linear 21:2.0:linear ");
    EXPECT_EQ(keys_of(*move_keys(d, library(), {{track, 1}}, 10, 0.0)),
              "11:0.0:linear 21:2.0:linear ");
    EXPECT_EQ(keys_of(*move_keys(d, library(), {{track, 1}, {track, 11}}, 10, 1.0)),
              "11:1.0:linear 21:5.0:smooth ");
    // Values stay in their range, which ends at 20.
    EXPECT_EQ(keys_of(*move_keys(d, library(), {{track, 21}}, 0, 1000.0)),
              "1:0.0:linear 11:4.0:smooth 21:20.0:linear ");
    EXPECT_EQ(*move_keys(d, library(), {{track, 11}}, 0, 0.0), d);
    EXPECT_THAT(move_keys(d, library(), {{track, 12}}, 0, 1.0).error().message,
                HasSubstr("not there any more"));
    EXPECT_THAT(move_keys(d, library(), {{track, 1}}, 1'999'999'999, 0.0).error().message,
                HasSubstr("frames are from"));
}

TEST(CurveEdits, AddSetAndDelete) {
    const Document d = animated();
    const TrackId track = stops(d);
    const Document added = *add_key(d, library(), track, 6);
    EXPECT_EQ(keys_of(added), "1:0.0:linear 6:2.0:linear 11:4.0:smooth 21:2.0:linear ");
    EXPECT_EQ(keys_of(*add_key(d, library(), track, 16, 7.5)),
              "1:0.0:linear 11:4.0:smooth 16:7.5:smooth 21:2.0:linear ");
    EXPECT_EQ(*delete_keys(added, library(), {{track, 6}}), d);
    EXPECT_EQ(keys_of(*set_numbers(d, library(), {{track, 1}, {track, 21}}, 3.0)),
              "1:3.0:linear 11:4.0:smooth 21:3.0:linear ");
    EXPECT_EQ(
        keys_of(*set_interpolation(d, library(), {{track, 1}, {track, 11}}, Interpolation::kCubic)),
        "1:0.0:cubic 11:4.0:cubic 21:2.0:linear ");
    const Document still = *delete_keys(d, library(), {{track, 1}, {track, 11}, {track, 21}});
    EXPECT_FALSE(is_animated(still.draft.graph));
    EXPECT_EQ(still, *set(chain(), library(), kStops, "2"));
    // What a document says of it renders the same without an editor.
    const Document cubic = *set_interpolation(d, library(), {{track, 1}}, Interpolation::kCubic);
    EXPECT_EQ(*document_from_text(to_text(cubic, library()), library()), cubic);
}

TEST(CurveEdits, ListsHaveATrackForEachNumber) {
    Document d = *set(chain(), library(), kStops, "1:0,1,2;5:4,5,6");
    const std::vector<TrackId> tracks = tracks_of(d.draft.graph, library(), {});
    ASSERT_THAT(tracks, ElementsAre(stops(d, 0), stops(d, 1), stops(d, 2)));
    EXPECT_EQ(name_of(d.draft.graph, library(), tracks[1]), "exposure1.stops 2");
    EXPECT_EQ(value_of_track(d, tracks[1], 2.5), 2.5);
    d = *move_keys(d, library(), {{tracks[1], 5}}, 1, 10.0);
    EXPECT_EQ(keys_of(d), "1:0.0,1.0,2.0:linear 6:4.0,15.0,6.0:linear ");
    // As many as all keyframes have.
    d = *set(chain(), library(), kStops, "1:0,1,2;5:4");
    EXPECT_THAT(tracks_of(d.draft.graph, library(), {}), ElementsAre(stops(d, 0)));
    EXPECT_EQ(value_of_track(d, stops(d), 4.0), 0.0);
    EXPECT_TRUE(tracks_of(d.draft.graph, library(), {named(d, "invert1")}).empty());
    // Of a colour their names, in whichever way it has its numbers.
    d = add_node(add_node(d, library(), "Grade", {})->document, library(), "Constant", {})
            ->document;
    d = *set(*set(d, library(), "grade1.gain", "2"), library(), "constant1.blue", "1:1");
    const auto track = [&](const char* node, const char* parameter, int part) {
        return TrackId{d.draft.graph.find(std::string(node))->id, parameter, part};
    };
    EXPECT_EQ(colour_of(d.draft.graph, library(), track("constant1", "blue", 0)), 2);
    EXPECT_EQ(name_of(d.draft.graph, library(), track("constant1", "blue", 0)), "constant1.blue");
    EXPECT_EQ(colour_of(d.draft.graph, library(), track("exposure1", "stops", 0)), -1);
    d = *set(d, library(), "grade1.gain", "1:1,2,3;5:3,2,1");
    EXPECT_EQ(colour_of(d.draft.graph, library(), track("grade1", "gain", 1)), 1);
    EXPECT_EQ(name_of(d.draft.graph, library(), track("grade1", "gain", 1)), "grade1.gain green");
}

TEST(CurveEdits, WholeNumbersAndChoices) {
    Document d = add_node(chain(), library(), "BoxBlur", {})->document;
    d = *set(d, library(), "boxblur1.radius", "1:3,5:9");
    const TrackId radius{d.draft.graph.find("boxblur1")->id, "radius", 0};
    EXPECT_EQ(keys_of(*move_keys(d, library(), {{radius, 5}}, 0, 0.6), "boxblur1"),
              "1:3:linear 5:10:linear ");
    // Restarts follow.
    EXPECT_EQ(*move_keys(d, library(), {{radius, 1}}, 0, 37.0),
              *set(d, library(), "boxblur1.radius", "1:40,5:9"));
    // A choice has no values between, whoever says that it had.
    d = add_node(chain(), library(), "Transform", {})->document;
    d = *set(d, library(), "transform1.filter", "1:nearest:linear,5:cubic");
    const auto filter = [](const Document& document) {
        const Graph graph = *at_frame(document.draft.graph, library(), 3);
        const Node& node = *graph.find("transform1");
        const int at = weft::describe(*library().find("Transform")).find_parameter("filter");
        return node.parameters[static_cast<std::size_t>(at)];
    };
    EXPECT_EQ(filter(d), ParameterValue(0));
    EXPECT_EQ(*set_key(d, library(), "transform1.filter", 4),
              *set(d, library(), "transform1.filter", "1:nearest,4:nearest,5:cubic"));
}

TEST(CurveEdits, LinkedParametersChangeTogether) {
    Document d = add_node(animated(), library(), "Exposure", {})->document;
    const ParameterId first{d.draft.graph.find("exposure1")->id, "stops"},
        second{d.draft.graph.find("exposure2")->id, "stops"};
    d = *link(d, library(), second, first);
    EXPECT_EQ(keys_of(d, "exposure2"), keys_of(d));
    EXPECT_THAT(linked_with(d.draft.graph, second), ElementsAre(first, second));
    EXPECT_EQ(edit_path(d.draft.graph, second), "stops");
    EXPECT_THAT(link(d, library(), second, first).error().message, HasSubstr("already"));
    d = *move_keys(d, library(), {{{second.node, "stops", 0}, 11}}, 1, 1.0);
    EXPECT_EQ(keys_of(d), "1:0.0:linear 12:5.0:smooth 21:2.0:linear ");
    EXPECT_EQ(keys_of(d, "exposure2"), keys_of(d));
    // A third comes to the same control; who leaves keeps what it had.
    d = add_node(d, library(), "Exposure", {})->document;
    const ParameterId third{d.draft.graph.find("exposure3")->id, "stops"};
    d = *link(d, library(), third, second);
    EXPECT_EQ(d.draft.graph.controls.size(), 1u);
    d = detach(d, second.node, "stops");
    EXPECT_EQ(edit_path(d.draft.graph, second), "exposure2.stops");
    d = *set_at(d, library(), edit_path(d.draft.graph, third), 1, "9");
    EXPECT_EQ(keys_of(d), keys_of(d, "exposure3"));
    EXPECT_NE(keys_of(d), keys_of(d, "exposure2"));
    // Values of another type cannot be.
    d = add_node(d, library(), "BoxBlur", {})->document;
    EXPECT_FALSE(link(d, library(), {d.draft.graph.find("boxblur1")->id, "radius"}, first));
}

}  // namespace
}  // namespace weft::editor
