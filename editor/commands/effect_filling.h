// An effect put into a group: what adding an instance and following an effect share.
#pragma once

#include <map>

#include "model/effects.h"

namespace weft::editor {

/// `document` with the effect in `group`, which is there and has nothing in it, as an instance
/// (Group::origin) that is connected to nothing. `ids` has, for nodes of the effect, those that
/// they get; others get new ones. Nodes are called "box/name" after the group's name.
Result<Document> filled(const Document& document, const Library& library, int group,
                        const EffectContents& effect, const std::map<NodeId, NodeId>& ids = {});

}  // namespace weft::editor
