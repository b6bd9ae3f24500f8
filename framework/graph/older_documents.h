// What documents of older versions mean where the format has changed.
#pragma once

#include <string>

#include "graph/descriptor.h"
#include "graph/parameter_value.h"

namespace weft::document {

/// The border of a connection that names none, in a document of format version `version`: that of
/// the functor's input, and in version 1 the nearest pixel (clamp).
Border unnamed_border(int version, const IndexerDescriptor& input);

/// The value of a parameter that a node does not name. Version 1 knew no frame beside a picture's
/// pixels: a Crop made what it left the whole picture, which is its "reformat" now.
ParameterValue unnamed_value(int version, const std::string& functor,
                             const ParameterRef& parameter);

}  // namespace weft::document
