// How sliders and sideways drags go over the values of a parameter.
#pragma once

#include <optional>
#include <string>

#include "core/parameter.h"

namespace weft::editor {

/// The values from one end of a slider to the other. A value beyond them can be typed.
struct SlidRange {
    double low = 0.0, high = 1.0;
    bool squared = false;  ///< finer near `low`
    bool whole = false;    ///< whole numbers alone
};

/// The whole range of a parameter; none where a slider over it would jump.
std::optional<SlidRange> slid_range(const ParameterRef& parameter);

/// For the numbers of a colour (ParameterGroup::eColour), within the parameter's range. A list
/// grades: around nothing from -1 to 1, where it usually multiplies from 0 to 4, with 1 in the
/// middle. Anything else is light from 0 to 1.
SlidRange colour_range(const ParameterRef& parameter, double usual);

/// The value at `place`, 0 to 1 of the way; and the place of a value, 0 or 1 beyond the ends.
double value_at_place(const SlidRange& range, double place);
double place_of_value(const SlidRange& range, double value);

/// A value as a slider sets it, in figures that people can read: as fine as the slider goes, and
/// with `fine` ten times finer.
std::string slid_text(const SlidRange& range, double value, bool fine);

/// How much a number changes for a pixel that it is dragged sideways: a power of ten, a hundredth
/// of the slider's way or less; without a slider 1 of what is in pixels, else 0.01.
double step_per_pixel(const ParameterRef& parameter, const std::optional<SlidRange>& range);

/// A number that was dragged by so many steps, within the parameter's range: to a step, with `fine`
/// to a tenth of it.
std::string dragged_text(const ParameterRef& parameter, double value, double step, bool fine);

}  // namespace weft::editor
