#include "model/slid_range.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "graph/parameter_types.h"

namespace weft::editor {
namespace {

constexpr double kWidestRange = 1e5;  // beyond it a slider would jump
// Large ranges of positive numbers have their use near the low end.
constexpr double kFromWhereSquared = 20.0;

std::string rounded_text(double value, double grain) {
    const double v = std::round(value / grain) * grain;
    return fmt::format("{:.6g}", v == 0.0 ? 0.0 : v);  // never "-0"
}

}  // namespace

std::optional<SlidRange> slid_range(const ParameterRef& p) {
    const double range = p.maximum - p.minimum;
    if (range > kWidestRange) return std::nullopt;
    const bool whole = form_of(p.type) == ValueForm::kWhole;
    return SlidRange{p.minimum, p.maximum, !whole && range > kFromWhereSquared && p.minimum >= 0.0,
                     whole};
}

SlidRange colour_range(const ParameterRef& p, double usual) {
    SlidRange range{0.0, 1.0};
    if (form_of(p.type) == ValueForm::kNumberList) {
        if (usual == 0.0) range.low = -1.0;
        if (usual == 1.0) range = {0.0, 4.0, true};
    }
    // Where the parameter has none of this, all of what it takes.
    if (p.minimum >= range.high || p.maximum <= range.low) return {p.minimum, p.maximum};
    range.low = std::max(range.low, p.minimum);
    range.high = std::min(range.high, p.maximum);
    return range;
}

double value_at_place(const SlidRange& range, double place) {
    return range.low + (range.squared ? place * place : place) * (range.high - range.low);
}

double place_of_value(const SlidRange& range, double value) {
    const double place = std::clamp((value - range.low) / (range.high - range.low), 0.0, 1.0);
    return range.squared ? std::sqrt(place) : place;
}

std::string slid_text(const SlidRange& range, double value, bool fine) {
    if (range.whole) return fmt::format("{:.0f}", std::round(value));
    const double figures = std::floor(std::log10(range.high - range.low)) - (fine ? 4.0 : 3.0);
    return rounded_text(value, std::pow(10.0, figures));
}

double step_per_pixel(const ParameterRef& p, const std::optional<SlidRange>& range) {
    const double wide = range ? range->high - range->low : p.maximum - p.minimum;
    if (form_of(p.type) == ValueForm::kWhole) return wide < 50.0 ? 0.1 : 1.0;
    if (!range) return p.unit == ParameterUnit::eNone ? 0.01 : 1.0;
    return std::pow(10.0, std::min(0.0, std::floor(std::log10(wide / 100.0))));
}

std::string dragged_text(const ParameterRef& p, double value, double step, bool fine) {
    const double v = std::clamp(value, p.minimum, p.maximum);
    if (form_of(p.type) == ValueForm::kWhole) return fmt::format("{:.0f}", std::round(v));
    const double grain = fine ? step / 10.0 : step;
    // At an end of the range it is there exactly.
    return v == value ? rounded_text(v, grain) : fmt::format("{:.6g}", v);
}

}  // namespace weft::editor
