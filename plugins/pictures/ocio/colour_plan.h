// What OpenColorIO makes of a transform's name: the transform itself, and how to bake it.
#pragma once

#include <string>

#include "pictures/colour_path.h"
#include "pictures/ocio/baked_lut.h"
#include "support/result.h"

namespace weft {

/// A transform, split into a matrix in front and the rest.
struct ColourPlan {
    ApplyColours whole, rest;
    ColourMatrix3 matrix;
    Shaper shaper;
    int edge = 0;
};

/// `path` is for messages. kInput: a table or a configuration cannot be read, or has no such name;
/// then those that are near are said.
Result<ColourPlan> plan_colour(const ColourTransform& transform, const std::string& path);

/// Whether OpenColorIO reads files of `path`'s extension.
bool is_colour_file(const std::string& path);

}  // namespace weft
