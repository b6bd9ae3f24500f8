// The displays of the application: configurations of OpenColorIO, by the pictures module.
#pragma once

#include <memory>

#include "viewer/displays.h"

namespace weft::editor {

/// Built in are sRGB, raw values, and the output transform of ACES for a screen.
std::unique_ptr<Displays> make_picture_displays();

}  // namespace weft::editor
