// The one place where a file's colour space is decided, on its way in and out, for the command and
// the editor alike.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pictures/file_colour.h"
#include "pictures/file_kind.h"
#include "pictures/ocio/colour_conversion.h"
#include "support/result.h"

namespace weft {

/// What a file's header says of its colours.
struct SaidColour {
    std::string name;                   ///< of a space of the configuration, or of ours
    const KnownSpace* known = nullptr;  ///< instead: one of ours
    std::string because;                ///< for people: "its header says Logarithmic"
};

struct ColourQuestion {
    const std::string& path;    ///< as the configuration's file rules see it
    const std::string& choice;  ///< PictureChoice::colour
    const std::string& file_kind;
    SampleFormat samples;
    const std::vector<std::string>& channels;
    std::optional<SaidColour> said = {};
    ColourWay way = ColourWay::kToWorking;
};

/// The first of these that says something: the choice, the header, the file rules of $OCIO, the
/// kind. kInput: $OCIO cannot be read. kUsage: no space has the name that was chosen; then those
/// that are near are said. What a header or a rule names and nobody knows is passed over.
Result<FileColour> decide_colour(const ColourQuestion& question);

/// PictureIO::colour_spaces().
Result<std::vector<std::string>> chosen_colour_spaces();

}  // namespace weft
