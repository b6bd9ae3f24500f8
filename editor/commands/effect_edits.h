// Edits of nodes that are effects: instances, which follow the effect that they are of. An instance
// is a group (Group::origin): the graph has the effect's nodes, and what renders sees no
// difference.
#pragma once

#include <string>

#include "commands/edits.h"
#include "model/effects.h"

namespace weft::editor {

/// Adds a node of an effect: where, behind what and in what group as add_node() does.
Result<Edited> add_effect(const Document& document, const Library& library,
                          const EffectContents& effect, Place place,
                          const std::vector<ItemId>& after = {}, int group = kTop);

/// Puts what the effect is now into an instance of it. Values of controls and connections stay
/// where the effect still has them, and so do the ids of nodes.
Result<Document> follow_effect(const Document& document, const Library& library, int group,
                               const EffectContents& effect);

/// Lets instances among `items` follow their effects no more: they are groups like others.
Result<Document> detach_effects(const Document& document, const Selection& items);

/// Gives names to what a group reads and gives that has none (Group::entries, exits), after the
/// inputs and outputs of its nodes.
Result<Document> name_ports(const Document& document, const Library& library, int group);
/// Gives input or output number `port` of a group that follows no effect another name; ports that
/// have none get one first, as name_ports() gives it.
Result<Document> rename_port(const Document& document, const Library& library, int group,
                             bool is_input, int port, const std::string& name);
/// The document of an effect that does what a group does, whose ports have names: it has the
/// group's inputs, outputs and controls, and its nodes under their ids.
Result<Document> effect_of(const Document& document, const Library& library, int group,
                           const std::string& name, const std::string& summary);
/// A name that an effect may have (batch/effect_folders.h), after that of a group: "warm-glow" of
/// "Warm glow1".
std::string effect_name(const std::string& group);
/// The group that an effect was made of by effect_of(), as an instance of it.
Document as_instance(const Document& document, int group, const Origin& origin);

/// An error where `after` has changed what lies in an instance that follows the same effect in
/// both: it says how to detach it. Values that its controls set may change, and what is connected
/// to it. The library is that of `after`.
Status check_instances(const Document& before, const Document& after, const Library& library);

}  // namespace weft::editor
