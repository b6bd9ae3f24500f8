// Interlaced pictures: a field is every other row of a frame, and a picture of half the height.
//
// OpenFX counts rows upwards: the lower field has the even ones. Row k of a field is row 2k, or
// 2k + 1, of the frame.
#pragma once

#include <vector>

#include "openfx/host_image.h"
#include "openfx/instance.h"

namespace weft::openfx {

/// What a render with these arguments goes through, one after another: the whole frame, a field,
/// or, where the host wants both at once of pictures that have fields, each by itself. Hosts want
/// both of pictures without fields, too.
std::vector<Field> fields_to_render(const Instance& instance, const Properties& arguments);

/// Whether the output clip says that its pictures have fields.
bool has_fields(const Instance& instance);

/// Those rows of a frame. May be empty.
PixelRect rows_of(const PixelRect& frame, Field field);
/// The same in memory: of a frame of both fields. An image of one field, as of the whole frame, is
/// left as it is.
ImageLayout rows_of(const ImageLayout& image, Field field);

}  // namespace weft::openfx
