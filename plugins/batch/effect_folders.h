// Folders of effects that people saved: documents that are known by a name, in versions.
//
// "warm-glow.weft" and "warm-glow.v2.weft" are versions 1 and 2 of the effect warm-glow. Versions
// are never written over: who saves an effect adds one, and whoever used it gets the newest.
#pragma once

#include <string>
#include <vector>

#include "support/result.h"

namespace weft {

struct SavedEffect {
    std::string name;  ///< "warm-glow"
    int version = 1;
    std::string path;  ///< of its document
    friend bool operator==(const SavedEffect&, const SavedEffect&) = default;
};

/// Those of the show, the folders of $WEFT_EFFECTS (separated by ':'), then the user's own:
/// $XDG_DATA_HOME/weft/effects, else ~/.local/share/weft/effects. They need not be there.
std::vector<std::string> effect_folders();

/// The newest version of each effect, by name. Of two folders with the same name the first counts.
/// What cannot be read, or is no document by its name, is left out.
std::vector<SavedEffect> saved_effects(const std::vector<std::string>& folders);

/// Where the next version of an effect of that name is to be written in `folder`. kUsage error: a
/// name that is none: it has 1 to 80 small letters, digits and '-', and begins with a letter.
Result<SavedEffect> next_version(const std::string& folder, const std::string& name);

}  // namespace weft
