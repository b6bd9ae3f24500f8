// The effects that may be nodes here: those of Weft, and those that were saved in folders
// (batch/effect_folders.h).
#pragma once

#include <QString>

#include "model/effects.h"

namespace weft::editor {

/// All, by name. Each of Weft has a mix and a mask where it can have them. One of Weft comes before
/// one that was saved under the same name.
Effects known_effects(const Library& library);

}  // namespace weft::editor
