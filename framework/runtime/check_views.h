// Whether the pictures given to run() are those that were prepared for.
#pragma once

#include <string>
#include <vector>

#include "graph/regions.h"
#include "runtime/picture.h"
#include "support/result.h"

namespace weft {

/// One view per name and shape, with pixels, of that shape. `what` is "input" or "output".
Status check_views(const char* what, const std::vector<std::string>& names,
                   const std::vector<ImageShape>& shapes, const std::vector<PictureView>& views);

}  // namespace weft
