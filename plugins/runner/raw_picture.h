// Pictures as bare samples: float32, little endian, plane after plane, row after row.
#pragma once

#include <string>

#include "graph/regions.h"
#include "runtime/picture.h"
#include "support/result.h"

namespace weft {

/// kInput errors: not there, or not of the size that the shape asks for.
Result<Picture> read_raw(const std::string& path, const ImageShape& shape);

/// Written beside its place, then put there whole. kOutput errors.
Status write_raw(const std::string& path, const Picture& picture);

}  // namespace weft
