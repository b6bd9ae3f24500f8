// Points that a node's parameters name, as places on the picture.
#pragma once

#include <vector>

#include "core/image_shape.h"
#include "model/editor_document.h"

namespace weft::editor {

/// A group of two parameters as a place, in pixels: the first one of a picture covers 0 to 1, y
/// grows downwards.
struct Handle {
    ParameterId x, y;
    ParameterGroup group = ParameterGroup::ePoint;  ///< ePoint or eShift
    Rect frame;                                     ///< what fractions are of
    double at_x = 0.0, at_y = 0.0;
};

/// The handles of a node at `frame`, in the order of its parameters. A shift lies that far from the
/// middle of the node's frame. None where shapes do not follow from those of the effect's inputs,
/// or the node is not finished.
std::vector<Handle> handles_of(const Document& document, const Library& library, NodeId node,
                               int frame, const std::vector<ImageShape>& inputs);

/// Whether handles are corners of a figure: of a node that has three points or more.
bool are_corners(const std::vector<Handle>& handles);

/// The values that bring a handle to a place, in its parameters' ranges not yet: fractions to a
/// hundred-thousandth, ways to a tenth of a pixel.
struct PointValue {
    double x = 0.0, y = 0.0;
};
PointValue value_of(const Handle& handle, double x, double y);

}  // namespace weft::editor
