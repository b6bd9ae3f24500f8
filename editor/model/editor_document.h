// What the editor edits, as a value: a draft of an effect, where its items lie, and the pictures
// shown through it.
//
// It is saved as an effect document (graph/document.h), which `weft render` reads: the draft in the
// ordinary members, and in the member "editor" the rest:
//
//   "editor": {
//     "inputs": [{"input": "input", "at": [0, 0]}],
//     "nodes": [{"node": 0, "at": [0, 64]}],
//     "outputs": [{"output": "output", "at": [0, 128]}],
//     "dots": [{"dot": 0, "at": [40, 96], "node": 0, "input": 0}],
//     "backdrops": [{"backdrop": 0, "at": [0, 64], "size": [200, 160], "hue": 1, "title": "Key"}],
//     "groups": [{"group": 0, "at": [0, 64], "name": "Key", "nodes": [0, 2]}],
//     "timeline": {"frames": [1, 100], "play": [1, 100], "rate": 24},
//     "functors": [{"file": "halo.h", "source": ["#pragma once", "..."]}]
//   }
//
// The last five are left out where there is none, and where time is as it usually is; "viewer"
// may follow (model/views.h); "note" may
// stand beside the "at" of boxes and groups; a dot in the wire of an output names that, "output":
// "output". A place is the centre of an item in pixels at a zoom of 1, y down. Which
// files inputs and outputs read and write, the ordinary members say (graph/document_files.h); older
// documents have "picture": "plate.exr" beside the "at" of an input.
//
// A group lists what lies in it: "nodes", "dots", "backdrops" and "groups", those that are not
// empty; then may follow "disables", nodes that are disabled as long as it is, and what it offers
// (model/group_offer.h). The graph itself stays flat: who renders a document need not know of
// groups, and names of nodes, by which --set finds them, are the same within a group and without.
//
// Functors that come with a document (graph/document_functors.h) stand there as they run. What has
// been written since, and does not compile yet, is in the list of the same form here.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "graph/draft.h"
#include "model/timeline.h"

namespace weft::editor {

struct Place {
    int x = 0, y = 0;
    friend bool operator==(const Place&, const Place&) = default;
};

/// Places are multiples of this.
inline constexpr int kGrid = 4;
Place snapped(Place place);

enum class ItemKind { kInput, kNode, kOutput, kDot, kBackdrop, kGroup };

/// What lies on the canvas: an input of the effect, a node, an output of the effect; the marks that
/// are there for people, dots and backdrops; and groups (model/groups.h).
struct ItemId {
    ItemKind kind = ItemKind::kNode;
    int value = -1;  ///< of inputs and outputs the position among them, of others the id
    friend auto operator<=>(const ItemId&, const ItemId&) = default;
};

inline ItemId item(NodeId node) { return {ItemKind::kNode, node.value}; }

using Selection = std::set<ItemId>;

/// A connection: into input `input` of `to`, which is a node or, with input 0, an output.
struct Wire {
    ImageId from;
    ItemId to;
    int input = 0;
    friend auto operator<=>(const Wire&, const Wire&) = default;
};

/// A bend in the wire into an input. A wire goes through its dots from the top down.
struct Dot {
    ItemId to;
    int input = 0;
    friend bool operator==(const Dot&, const Dot&) = default;
};

/// Hues that backdrops are told apart by; 0 is grey.
inline constexpr int kHues = 7;

/// A titled area behind items.
struct Backdrop {
    std::string title;
    int width = 0, height = 0;  ///< in pixels, at least kSmallestBackdrop
    int hue = 0;                ///< 0 <= hue < kHues
    friend bool operator==(const Backdrop&, const Backdrop&) = default;
};
inline constexpr int kSmallestBackdrop = 80;

/// The canvas that is in no group.
inline constexpr int kTop = -1;

/// An input that a group has by name, whoever in it reads it.
struct GroupEntry {
    std::string name;
    std::vector<Dot> readers;  ///< inputs of nodes in the group

    /// Of an optional input (OptionalInput): what happens to its readers as long as it is not
    /// connected.
    struct Optional {
        /// They read this: a picture in the group, or where `node` is invalid the group's entry
        /// number `output`.
        ImageId otherwise;
        /// Nodes and positions of boolean parameters that are true while it is connected.
        std::vector<std::pair<NodeId, int>> told = {};
        bool connected = false;
        friend bool operator==(const Optional&, const Optional&) = default;
    };
    std::optional<Optional> optional = {};
    friend bool operator==(const GroupEntry&, const GroupEntry&) = default;
};

/// A picture that a group gives by name.
struct GroupExit {
    std::string name;
    ImageId image;  ///< of a node in the group
    friend bool operator==(const GroupExit&, const GroupExit&) = default;
};

/// The effect that a group is an instance of: what lies in it is the effect's, and follows it.
struct Origin {
    std::string effect;          ///< its name among Effects (model/effects.h)
    int version = 0;             ///< of an effect that is saved in versions; 0: it comes with Weft
    std::uint64_t contents = 0;  ///< the hash of its graph as it was put into the group
    std::map<NodeId, NodeId> nodes = {};  ///< of the group, and what they are in the effect
    friend bool operator==(const Origin&, const Origin&) = default;
};

/// Items that are shown as one box, which opens. What lies in it is Document::members.
struct Group {
    std::string name;  ///< for people, not empty; others may have the same
    std::set<NodeId>
        disables;  ///< nodes in it that are disabled as long as it is; empty: it is not
    std::vector<Control> controls;         ///< edited where the group is; they set its nodes
    std::vector<GroupEntry> entries = {};  ///< inputs with names, before those that follow
    std::vector<GroupExit> exits = {};     ///< outputs with names, likewise
    std::optional<Origin> origin = {};     ///< none: the group follows no effect
    friend bool operator==(const Group&, const Group&) = default;
};

struct Document {
    Draft draft;
    std::map<ItemId, Place> places;       ///< one per item, marks among them
    std::map<int, Dot> dots;              ///< by id, each of a wire that is there
    std::map<int, Backdrop> backdrops;    ///< by id
    std::map<ItemId, std::string> notes;  ///< of boxes and groups, not empty
    std::map<int, Group> groups;          ///< by id
    /// The group that a node, a mark or a group lies in; those without an entry lie at the top.
    std::map<ItemId, int> members;
    Timeline timeline;
    FunctorTexts unfinished = {};  ///< of draft.functors, those that do not run as they are written

    friend bool operator==(const Document&, const Document&) = default;
};

/// A node to be changed; null where there is none.
Node* find_node(Draft& draft, NodeId id);
/// All that are boxes: inputs, nodes in the graph's order, outputs.
std::vector<ItemId> items(const Document& document);
bool exists(const Document& document, ItemId item);
/// The item that gives a picture. Requires that it is connected.
ItemId source(ImageId image);
/// All connections, by what they go to.
std::vector<Wire> wires(const Document& document);
/// What input `input` of a node, an output or a group reads; kUnconnected for what is not there.
ImageId read_by(const Document& document, ItemId to, int input);
/// The picture that an item shows: the first output of a node or a group, what an output reads,
/// what passes a dot.
ImageId shown_by(const Document& document, ItemId item);
/// The name of a box or a group, the title of a backdrop; empty when there is none.
std::string name_of(const Document& document, ItemId item);
/// The item of that name: a node, then an input, then an output, then a group.
std::optional<ItemId> find_item(const Document& document, const std::string& name);

/// The file that an input reads; null where it names none.
const ReadFile* read_of(const Document& document, const std::string& input);
/// The path that an output is written to; empty where it names none.
std::string write_of(const Document& document, const std::string& output);

/// The functor's header `file` as it is written; empty where there is none.
std::string functor_text(const Document& document, const std::string& file);

/// An effect with one input that is its output, to begin with.
Document empty_document();
/// The document of a graph, laid out.
Document document_of(const Graph& graph);

/// The text that is saved. document_from_text(to_text(d)) == d for every valid document.
std::string to_text(const Document& document, const Library& library);
/// Reads any effect document. Items without a place are laid out.
Result<Document> document_from_text(const std::string& text, const Library& library);

/// The graph whose only output is `image`, as it renders; with `other`, whose second output is
/// that.
Result<Graph> viewed(const Document& document, const Library& library, ImageId image,
                     std::optional<ImageId> other = {});
Result<Graph> viewed(Draft draft, const Library& library, ImageId image,
                     std::optional<ImageId> other = {});

}  // namespace weft::editor
