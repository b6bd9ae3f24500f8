#include "model/readable.h"

#include <algorithm>
#include <cmath>

namespace weft::editor {
namespace {

float rounded_float(float value) {
    if (!std::isfinite(value) || value == 0.0f) return value;
    const double exact = static_cast<double>(value);
    const double decimals = 4.0 - std::floor(std::log10(std::abs(exact)));
    if (decimals <= 0.0) return std::round(value);
    const double grain = std::pow(10.0, decimals);
    return static_cast<float>(std::round(exact * grain) / grain);
}

}  // namespace

ParameterValue readable(ParameterValue value) {
    if (float* number = std::get_if<float>(&value)) *number = rounded_float(*number);
    if (auto* list = std::get_if<std::vector<float>>(&value))
        std::transform(list->begin(), list->end(), list->begin(), rounded_float);
    return value;
}

}  // namespace weft::editor
