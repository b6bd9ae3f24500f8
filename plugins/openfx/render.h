// Rendering a window of a frame into the host's image.
#pragma once

#include "openfx/instance.h"

namespace weft::openfx {

/// The action of that name, `in` its arguments. The window counts rows as the output's image does:
/// a field's where it is one, else a frame's, of which only the field's are written. Pixels of the
/// window outside the result are transparent black. What goes wrong is reported to the user. Where
/// the host aborts, kOk and pixels of any kind.
Reply render(Instance& instance, const Properties& in);

}  // namespace weft::openfx
