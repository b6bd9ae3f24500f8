// Items, ports and wires in words, for who hears the graph rather than sees it.
#pragma once

#include <string>

#include "model/ports.h"

namespace weft::editor {

/// "node blur1, BoxBlur, disabled", "input of the effect plate", "backdrop Key"; with its note.
std::string spoken(const Document& document, ItemId item);
/// "input Mask: planes, reads one element, from key1"
std::string spoken_input(const Document& document, const Library& library, ItemId item, int input);
/// "output Output: planes, to blur1 and grade1"
std::string spoken_output(const Document& document, const Library& library, ItemId item,
                          int output);
/// "wire from key1 to Mask of blur1"
std::string spoken(const Document& document, const Library& library, const Wire& wire);

}  // namespace weft::editor
