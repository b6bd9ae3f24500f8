// The edits: functions from a document to a document. Errors say why one cannot be made, and what
// to do; what they return is valid (graph/draft.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/editor_document.h"

namespace weft::editor {

/// A document, and what an edit made, to be selected.
struct Edited {
    Document document;
    Selection made;
};

/// A node of `functor` with default parameters. Behind `after`, items in the order in which they
/// were selected: its main input (model/ports.h) reads the picture of the first, its other inputs
/// in their order those of the next, and who read the first reads it instead; where another of
/// `after` needs the first, who read that one. `place` is then below them. It lies in `group`.
Result<Edited> add_node(const Document& document, const Library& library,
                        const std::string& functor, Place place,
                        const std::vector<ItemId>& after = {}, int group = kTop);

/// Connects an item that was added to `before`, and makes `document` of it, behind `after` as
/// add_node() does; says where it then lies. Nothing where none of `after` gives a picture.
/// Requires that the item has an input and an output, and the library its functors.
std::optional<Place> put_behind(const Document& before, Document& document, const Library& library,
                                const std::vector<ItemId>& after, ItemId added, int group);
/// A place near `place` where nothing lies in that group.
Place free_place(const Document& document, Place place, int group);

/// Takes marks, nodes, and groups with all in them out. Who read one reads what its main input
/// read. Inputs and outputs of the effect stay where others are named beside them; alone they are
/// taken out as by remove_ends().
Result<Document> remove(const Document& document, const Library& library, const Selection& items);

/// Connects, in place of what was connected. What may be is check_wire()'s to say (model/ports.h);
/// here cycles alone are an error. A wire into a group goes to all that read its input.
Result<Document> connect(const Document& document, const Wire& wire);
Document disconnect(const Document& document, ItemId to, int input);

/// Puts a node or a group that has an input into a wire, by its main input, and between what that
/// joins (commands/room.h).
Result<Document> insert(const Document& document, const Library& library, ItemId box,
                        const Wire& wire);
/// Takes nodes out of their wires, healing those, and leaves them beside, unconnected.
Result<Document> extract(const Document& document, const Library& library, const Selection& items);

/// What lies on a backdrop goes with it.
Document move(const Document& document, const Selection& items, Place by);
/// Tidies what lies in a group, or at the top. Backdrops then lie around what lay on them; wires go
/// without dots.
Document lay_out(const Document& document, int group = kTop);
Result<Document> rename(const Document& document, const Library& library, ItemId item,
                        const std::string& name);
/// As set_parameter() of the graph: "node.parameter" or a control.
Result<Document> set(const Document& document, const Library& library, const std::string& path,
                     const std::string& text);
/// Disables the nodes and groups among `items`; where all are, enables them. Main inputs stand for
/// those that are disabled. A group is disabled by
/// its nodes being so, and is passed by as they are; those that were disabled before stay it.
Result<Document> toggle_disabled(const Document& document, const Library& library,
                                 const Selection& items);
/// The file that an input of the effect reads, which makes it a Read; empty: none. What else is
/// chosen of the file stays.
Document set_picture(const Document& document, const std::string& input, const std::string& path);
/// The colour space of the file that an input or an output of the effect is of
/// (GraphInput::colour).
Document set_colour(const Document& document, ItemId end, const std::string& space);

/// The nodes among `items`, the connections and dots among them, backdrops, and groups with what is
/// in them, as a document.
/// Empty where there is no node.
std::string copy(const Document& document, const Library& library, const Selection& items);
/// Adds the nodes of a document, under names and ids of their own, with the middle of them at
/// `place`; without one they lie beside where they were copied. Where they would cover what lies in
/// `group`, which is where they go by in_group(), they lie further to the right. Clones are clones
/// of what was copied with them, and else nodes of their own.
Result<Edited> paste(const Document& document, const Library& library, const std::string& text,
                     const Place* place = nullptr, int group = kTop);

/// Adds clones (graph/clones.h) of the nodes among `items`, connected among themselves as those
/// are, with copies of the marks and groups; they lie beside.
Result<Edited> clone(const Document& document, const Library& library, const Selection& items);
/// Lets the nodes among `items` have values of their own, which are what they were.
Result<Document> declone(const Document& document, const Selection& items);

/// Makes an edit at each of several paths, one after the other.
template <class Edit>
Result<Document> at_each(const Document& document, const std::vector<std::string>& paths,
                         const Edit& edit) {
    Result<Document> after = document;
    for (const std::string& path : paths)
        if (after) after = edit(*after, path);
    return after;
}

/// The first of name1, name2, ... that no node has.
std::string free_name(const Graph& graph, const std::string& base);

/// Gives the inputs of these nodes the borders that new nodes have.
Result<Document> with_usual_borders(const Document& document, const Library& library,
                                    const std::vector<std::string>& nodes);

}  // namespace weft::editor
