// The displays, views and colour spaces of a configuration, for menus.
#pragma once

#include <string>

#include "pictures/colour_menu.h"
#include "support/result.h"

namespace weft {

/// Of the file `config`; empty: of $OCIO. kInput: it cannot be read. No exception leaves this.
Result<ColourMenu> config_menu(const std::string& config);

}  // namespace weft
