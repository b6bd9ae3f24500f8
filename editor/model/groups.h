// Groups: items that are shown as one box. A group's inputs are first its entries, which have names
// (Group::entries), then the pictures that its nodes read from without, and those that they want
// and do not have; its outputs are its exits, then what else is read without, and where it has no
// exits what nobody reads.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "model/editor_document.h"

namespace weft::editor {

/// The group that an item lies in; kTop: in none.
int group_of(const Document& document, ItemId item);
/// The group itself and all around it, from the outermost; none for kTop.
std::vector<int> path_to(const Document& document, int group);
/// What stands for an item where the group `open` is seen from within: the item itself, or a group
/// with it in it; nothing where it lies without.
std::optional<ItemId> seen_as(const Document& document, ItemId item, int open);
/// `items`, and all that lies in those that are groups.
Selection expanded(const Document& document, const Selection& items);
/// The nodes in a group and in groups within it.
std::set<NodeId> nodes_in(const Document& document, int group);

/// What the names of all nodes in a group begin with, up to a '/': "degrain1/" of an effect that is
/// a node. Empty for kTop.
std::string shared_prefix(const Document& document, int group);

/// An input of a group: one picture, whoever reads it, or an input of a node that reads none.
struct GroupInput {
    ImageId from;
    std::vector<Dot> readers;  ///< within; of an entry perhaps none
    std::string name = {};     ///< of an entry
    friend bool operator==(const GroupInput&, const GroupInput&) = default;
};

struct GroupPorts {
    /// Entries, as they are numbered; then others in the order of the nodes that read them. The
    /// main one is main_port() (model/ports.h).
    std::vector<GroupInput> inputs;
    std::vector<ImageId> outputs;  ///< exits; then others in the graph's order
};
GroupPorts ports_of(const Document& document, int group);

/// The picture that an output of an item is, which may be a group or an input of the effect;
/// kUnconnected where there is none.
ImageId output_of(const Document& document, ItemId item, int output);
/// The connections of the graph that a wire on the canvas stands for: one, or into a group as many
/// as read its input. None where there is no such input.
std::vector<Wire> wires_of(const Document& document, const Wire& wire);

/// What a group's control sets; empty where it has none of that name.
std::vector<ParameterId> targets_of(const Group& group, const std::string& control);
/// The control of one parameter, called after it.
Control control_of(const ParameterId& parameter);
/// Adds a control to the end, under a name that no other of the group has.
void add_control(Group& group, Control control);
/// Notes whether an optional entry of a group is connected: its readers read what they do without
/// it where it is not, and who is told of it is told. Nothing where the entry is not optional.
void note_connected(Document& document, int group, int entry, bool connected);

/// An id for another group, and a name that none has.
int free_group(const Document& document);
std::string free_group_name(const Document& document, const std::string& base);
/// Forgets what groups have that is not there any more. An optional entry whose readers have lost
/// their picture is connected no more.
void drop_loose_members(Document& document);

}  // namespace weft::editor
