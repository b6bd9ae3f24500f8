// What headers say of colours: read, and made true of what is written.
#pragma once

#include <optional>
#include <string>

#include <OpenImageIO/imageio.h>

#include "pictures/ocio/decide_colour.h"

namespace weft {

/// Of a part as OpenImageIO has read its header. What OpenImageIO supposes of a format, as sRGB of
/// every PNG, is nothing that the file says. `remark`, for people: what is said and not understood.
std::optional<SaidColour> said_colour(const std::string& path, const std::string& file_kind,
                                      const OIIO::ImageSpec& spec, std::string& remark);

/// Has `spec` say that its colours are in one of ours (FileColour::known; "": in none of them),
/// instead of whatever it says.
void say_colour(const std::string& known, const std::string& file_kind, OIIO::ImageSpec& spec);

}  // namespace weft
