#include "graph/scaled.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "graph/descriptor.h"

namespace weft {
namespace {

double factor_of(ParameterUnit unit, const Node& node, const PixelScale& scale) {
    if (unit == ParameterUnit::ePixelsAlongX) return scale.x;
    if (unit == ParameterUnit::ePixelsAlongY) return scale.y;
    for (const ParameterValue& value : node.parameters)
        if (const auto* axis = std::get_if<Axis>(&value))
            return *axis == eHorizontal ? scale.x : scale.y;
    return std::sqrt(scale.x * scale.y);
}

ParameterValue times(const ParameterValue& value, double factor, const ParameterRef& ref) {
    const auto clamped = [&](double v) { return std::clamp(v * factor, ref.minimum, ref.maximum); };
    if (const auto* v = std::get_if<float>(&value))
        return static_cast<float>(clamped(static_cast<double>(*v)));
    if (const auto* v = std::get_if<int>(&value)) return static_cast<int>(std::lround(clamped(*v)));
    return value;
}

Keyframe times(Keyframe key, double factor, const ParameterRef& ref) {
    key.value = times(key.value, factor, ref);
    for (std::vector<Tangent>* side : {&key.in, &key.out})
        for (Tangent& t : *side)
            t.slope = static_cast<float>(
                std::clamp(static_cast<double>(t.slope) * factor, -3.0e38, 3.0e38));
    return key;
}

Node scaled(const Node& node, const Library& library, const PixelScale& scale) {
    const FunctorDescriptor functor = describe(*library.find(node.functor));
    Node made = node;
    for (std::size_t i = 0; i < functor.parameters.size(); ++i) {
        const ParameterRef& ref = functor.parameters[i].ref;
        if (ref.unit == ParameterUnit::eNone) continue;
        const double factor = factor_of(ref.unit, node, scale);
        made.parameters[i] = times(node.parameters[i], factor, ref);
        for (Curve& curve : made.curves)
            if (curve.parameter == ref.name)
                for (Keyframe& key : curve.keys) key = times(key, factor, ref);
    }
    if (node.restart_period == default_restart_period(*instantiate(node, library)))
        made.restart_period = default_restart_period(*instantiate(made, library));
    return made;
}

}  // namespace

Result<Graph> scaled(const Graph& graph, const Library& library, const PixelScale& scale) {
    Graph made = graph;
    if (scale == PixelScale{}) return made;
    for (Node& node : made.nodes) {
        node = scaled(node, library, scale);
        if (Status s = validate(node, library); !s)
            return Error{ErrorKind::kUsage, fmt::format("at {:g} by {:g} of its size: {}", scale.x,
                                                        scale.y, s.error().message)};
    }
    return made;
}

}  // namespace weft
