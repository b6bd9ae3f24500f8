// Colours that parameters name, which are linear light, and how a screen shows them.
#pragma once

#include <array>
#include <optional>

#include "model/editor_document.h"

namespace weft::editor {

/// Red, green and blue.
using Colour = std::array<double, 3>;

/// sRGB from 0 to 1, and how much brighter than the screen's white it is meant, at least 1.
struct ScreenColour {
    Colour shown{};
    double intensity = 1.0;
};

/// Negative light is shown as none.
ScreenColour to_screen(const Colour& light);
/// To four figures after the point, which is finer than screens are.
Colour to_light(const ScreenColour& screen);

/// A group of parameters as a colour: three numbers, or one list of one number or three.
struct ColourGroup {
    std::vector<ParameterId> parameters;
    Colour light{};
    double low = 0.0, high = 1.0;  ///< what the parameters take
};
/// The colour at `frame` that begins with a parameter; none where no colour does.
std::optional<ColourGroup> colour_at(const Graph& graph, const Library& library,
                                     const ParameterId& first, int frame);

}  // namespace weft::editor
