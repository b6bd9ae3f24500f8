// The colour that an eyedropper takes from the layers of a picture that is shown.
#pragma once

#include <optional>
#include <vector>

#include "model/colour.h"
#include "viewer/layer.h"

namespace weft::editor {

/// The mean of the pixels that are there of `region`, in pixels of the picture in full: red, green
/// and blue of the picture's values, whatever the display makes of them; of one plane, or two,
/// grey. Of the first layer that has any. Values that are not finite do not count; nothing where no
/// pixel does.
std::optional<Colour> picked_colour(const std::vector<Layer>& layers, const Rect& region);

}  // namespace weft::editor
