// The keyframes of a node, as documents have them: "radius": [[1, 4], [100, 20, "smooth"]].
#include <fmt/format.h>

#include "graph/document_fields.h"
#include "support/nearest.h"

namespace weft::document {
namespace {

Result<Keyframe> read_key(const JsonValue& json, const Where& where, const ParameterRef& p) {
    const auto* list = json.get<Array>();
    const auto* frame = list && !list->empty() ? list->front().get<JsonValue::Number>() : nullptr;
    Keyframe key;
    if (!list || list->size() < 2 || list->size() > 3 || !frame || !read_number(*frame, key.frame))
        return bad(
            fmt::format("{} must have keyframes as [frame, value] or [frame, value, \"hold\"], "
                        "with whole numbers of frames",
                        where));
    const std::optional<ParameterValue> value = read_value(p, (*list)[1]);
    if (!value)
        return bad(fmt::format("{} must be {}, but is {} at frame {}", where, describe_range(p),
                               show((*list)[1]), key.frame));
    key.value = *value;
    if (list->size() == 2) return key;
    const auto* word = (*list)[2].get<std::string>();
    for (const Interpolation i : kInterpolations)
        if (word && *word == interpolation_name(i)) {
            key.interpolation = i;
            return key;
        }
    return bad(
        fmt::format("{} goes from frame {} by \"hold\", \"linear\", \"smooth\" or "
                    "\"cubic\", not {}",
                    where, key.frame, show((*list)[2])));
}

}  // namespace

Result<std::vector<Curve>> read_curves(const Object& node, const Where& where,
                                       const FunctorDescriptor& functor) {
    Result<const Object*> given = get<Object>(node, where, "keyframes");
    if (!given) return given.error();
    std::vector<Curve> curves;
    if (!*given) return curves;
    for (const auto& [name, json] : **given) {
        const int index = functor.find_parameter(name);
        if (index < 0)
            return bad(fmt::format("{}: {} has no parameter \"{:.80}\"{}; it has: {}", where,
                                   functor.name, name,
                                   did_you_mean(name, functor.parameter_names()),
                                   fmt::join(functor.parameter_names(), ", ")));
        const Where place = fmt::format("{}: parameter \"{}\"", where, name);
        const auto* keys = json.get<Array>();
        if (!keys)
            return bad(
                fmt::format("{} must have a list of keyframes, but has {}", place, json.kind()));
        Curve curve;
        curve.parameter = name;
        for (const JsonValue& key : *keys) {
            Result<Keyframe> read =
                read_key(key, place, functor.parameters[static_cast<std::size_t>(index)].ref);
            if (!read) return read.error();
            curve.keys.push_back(*std::move(read));
        }
        curves.push_back(std::move(curve));
    }
    return curves;
}

}  // namespace weft::document
