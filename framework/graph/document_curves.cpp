// The keyframes of a node, as documents have them: "radius": [[1, 4], [100, 20, "smooth"]].
#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "graph/document_fields.h"
#include "graph/parameter_types.h"
#include "support/nearest.h"
#include "support/refusal.h"

namespace weft::document {
namespace {

/// A slope, or [slope, weight].
std::optional<Tangent> read_tangent(const JsonValue& json) {
    const auto* pair = json.get<Array>();
    if (pair && pair->size() != 2) return std::nullopt;
    const auto* slope = (pair ? pair->front() : json).get<JsonValue::Number>();
    const auto* weight = pair ? pair->back().get<JsonValue::Number>() : nullptr;
    Tangent t;
    if (!slope || !read_number(*slope, t.slope) || (pair && !weight) ||
        (weight && !read_number(*weight, t.weight)))
        return std::nullopt;
    return t;
}

/// Of a list one for each number, of another value one.
Status read_tangents(const Object& object, const std::string& side, const Where& where,
                     const ParameterRef& p, std::vector<Tangent>& tangents) {
    const JsonValue* json = member(object, side);
    if (!json) return {};
    const bool list = form_of(p.type) == ValueForm::kNumberList;
    const auto* items = json->get<Array>();
    std::vector<const JsonValue*> all;
    if (!list) all.push_back(json);
    if (list && items)
        for (const JsonValue& item : *items) all.push_back(&item);
    for (const JsonValue* item : all) {
        const std::optional<Tangent> t = read_tangent(*item);
        if (!t)
            return document_error(
                fmt::format("{}: \"{}\" must be a slope or [slope, weight], but has {}", where,
                            side, show(*item)));
        tangents.push_back(*t);
    }
    if (tangents.empty())
        return document_error(
            fmt::format("{}: \"{}\" must be a list of slopes or of [slope, weight], one for "
                        "each number, but is {}",
                        where, side, items ? "empty" : show(*json)));
    return {};
}

Status read_way(const Array& list, const Where& where, const ParameterRef& p, Keyframe& key) {
    const auto* word = list[2].get<std::string>();
    const auto* const known =
        std::find_if(std::begin(kInterpolations), std::end(kInterpolations),
                     [&](Interpolation i) { return word && *word == interpolation_name(i); });
    if (known == std::end(kInterpolations))
        return document_error(
            fmt::format("{} goes from frame {} by \"hold\", \"linear\", \"smooth\", \"cubic\" or "
                        "\"bezier\", not {}",
                        where, key.frame, show(list[2])));
    key.interpolation = *known;
    if (list.size() == 3) return {};
    const Where place = fmt::format("{} at frame {}", where, key.frame);
    const auto* tangents = list[3].get<Object>();
    if (!tangents)
        return document_error(
            fmt::format("{} must have tangents as {{\"in\": slope, \"out\": slope}}, but has {}",
                        place, show(list[3])));
    if (Status s = check_members(*tangents, place, {"in", "out"}, 0); !s) return s;
    if (Status s = read_tangents(*tangents, "in", place, p, key.in); !s) return s;
    return read_tangents(*tangents, "out", place, p, key.out);
}

Result<Keyframe> read_key(const JsonValue& json, const Where& where, const ParameterRef& p) {
    const auto* list = json.get<Array>();
    const auto* frame = list && !list->empty() ? list->front().get<JsonValue::Number>() : nullptr;
    Keyframe key;
    if (!list || list->size() < 2 || list->size() > 4 || !frame || !read_number(*frame, key.frame))
        return document_error(
            fmt::format("{} must have keyframes as [frame, value] or [frame, value, \"hold\"], "
                        "with whole numbers of frames",
                        where));
    const std::optional<ParameterValue> value = read_value(p, (*list)[1]);
    if (!value)
        return document_error(fmt::format("{} must be {}, but is {} at frame {}", where,
                                          describe_range(p), show((*list)[1]), key.frame));
    key.value = *value;
    if (list->size() > 2)
        if (Status s = read_way(*list, where, p, key); !s) return s.error();
    return key;
}

std::string tangent_text(const Tangent& t) {
    return t.weight == 1.0f
               ? format_float(t.slope)
               : fmt::format("[{}, {}]", format_float(t.slope), format_float(t.weight));
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
            return document_error(fmt::format("{}: {} has no parameter \"{:.80}\"{}; it has: {}",
                                              where, functor.name, name,
                                              did_you_mean(name, functor.parameter_names()),
                                              fmt::join(functor.parameter_names(), ", ")));
        const Where place = fmt::format("{}: parameter \"{}\"", where, name);
        const auto* keys = json.get<Array>();
        if (!keys)
            return document_error(
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

std::string tangents_text(const ParameterRef& p, const Keyframe& key) {
    std::vector<std::string> sides;
    for (const auto& [side, tangents] : {std::pair("in", &key.in), std::pair("out", &key.out)}) {
        if (tangents->empty()) continue;
        std::vector<std::string> each;
        for (const Tangent& t : *tangents) each.push_back(tangent_text(t));
        const bool list = form_of(p.type) == ValueForm::kNumberList;
        sides.push_back(list ? fmt::format("\"{}\": [{}]", side, fmt::join(each, ", "))
                             : fmt::format("\"{}\": {}", side, each.front()));
    }
    return sides.empty() ? std::string() : fmt::format(", {{{}}}", fmt::join(sides, ", "));
}

}  // namespace weft::document
