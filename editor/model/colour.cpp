#include "model/colour.h"

#include <algorithm>
#include <cmath>

#include "graph/descriptor.h"
#include "graph/parameter_types.h"
#include "model/grouped_parameters.h"

namespace weft::editor {

ScreenColour to_screen(const Colour& light) {
    ScreenColour screen;
    screen.intensity = std::max(1.0, *std::max_element(light.begin(), light.end()));
    for (std::size_t i = 0; i < light.size(); ++i) {
        const double v = std::max(0.0, light[i] / screen.intensity);
        screen.shown[i] = v <= 0.0031308 ? 12.92 * v : 1.055 * std::pow(v, 1.0 / 2.4) - 0.055;
    }
    return screen;
}

Colour to_light(const ScreenColour& screen) {
    Colour light;
    for (std::size_t i = 0; i < light.size(); ++i) {
        const double v = screen.shown[i];
        const double linear = v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
        light[i] = std::round(linear * screen.intensity * 1e4) / 1e4;
    }
    return light;
}

std::optional<ColourGroup> colour_at(const Graph& graph, const Library& library,
                                     const ParameterId& first, int frame) {
    const Node& node = *graph.find(first.node);
    const FunctorDescriptor d = weft::describe(*library.find(node.functor));
    const int index = d.find_parameter(first.parameter);
    const ParameterRef& ref = d.parameters[static_cast<std::size_t>(index)].ref;
    if (ref.group != ParameterGroup::eColour) return std::nullopt;
    if (!group_at(d, index)) return std::nullopt;
    const bool list = form_of(ref.type) == ValueForm::kNumberList;
    ColourGroup colour{{}, {}, ref.minimum, ref.maximum};
    std::vector<double> numbers;
    for (int i = index; i < index + (list ? 1 : 3); ++i) {
        const ParameterDescriptor& p = d.parameters[static_cast<std::size_t>(i)];
        colour.parameters.push_back({node.id, p.name});
        for (const double v : numbers_of(value_at(node, p.ref, i, frame))) numbers.push_back(v);
    }
    // The last number of a list is the colours' that have none.
    if (!numbers.empty())
        for (std::size_t i = 0; i < colour.light.size(); ++i)
            colour.light[i] = numbers[std::min(i, numbers.size() - 1)];
    return colour;
}

}  // namespace weft::editor
