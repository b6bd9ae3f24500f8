// An effect's example for its page in the manual: a plate before, and beside it after.
#pragma once

#include <string>

#include "engine/engine.h"
#include "graph/graph.h"
#include "runtime/picture.h"

namespace weft {

/// At most this many pixels of the middle of a plate, so that single pixels can be seen.
inline constexpr int kExampleWidth = 320, kExampleHeight = 180;

/// The middle of a picture file, its first three channels; a grey one's three times. Errors: those
/// of reading it.
Result<Picture> read_plate(const std::string& path);

struct Example {
    Picture picture;
    std::string setting;  ///< "stops=1": what was set for there to be something to see; "": nothing
};

/// The effect over the plate, as its parameters are set; where that leaves the plate as it is, with
/// the first parameter that changes it for the eye, and does not destroy it. A second input has the
/// plate seen in a mirror; an input of one plane, and any further one, a soft light disc. What an
/// output has beyond three planes is not looked at.
Result<Example> example_of(const Graph& graph, const Library& library, Engine& engine,
                           const Picture& plate);

/// Both side by side, encoded for screens (sRGB), 0 to 1. A result of fewer than three planes is
/// shown in grey, by its first.
Picture side_by_side(const Picture& plate, const Picture& result);

/// To an 8-bit file that appears whole or not at all.
Status write_sheet(const Picture& sheet, const std::string& path);

}  // namespace weft
