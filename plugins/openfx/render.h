// Rendering a window of a frame into the host's image.
#pragma once

#include "openfx/instance.h"

namespace weft::openfx {

/// The action of that name, `in` its arguments. Pixels of the window outside the result are
/// transparent black. What goes wrong is reported to the user. Where the host aborts, kOk and
/// pixels of any kind.
Reply render(Instance& instance, const Properties& in);

}  // namespace weft::openfx
