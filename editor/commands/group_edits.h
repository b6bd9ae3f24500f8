// Edits of groups.
#pragma once

#include "commands/edits.h"

namespace weft::editor {

/// Puts the nodes, groups and marks among `items` into a new group, which lies where they lay. Of
/// `items` those that do not lie where the first of them does stay; there must be a node or a
/// group.
Result<Edited> group(const Document& document, const Selection& items);
/// Puts what lies in the groups among `items` where those lie, and takes them away.
Result<Edited> ungroup(const Document& document, const Selection& items);
/// With what an edit made in `group`, where it lies at the top and may lie in a group.
Edited in_group(Edited edited, int group);
/// Edits parameters of its nodes where the group is, by one control, the last one; or no longer.
Result<Document> show_in_panel(const Document& document, int group, const Control& control);
Document hide_in_panel(const Document& document, int group, const Control& control);

}  // namespace weft::editor
