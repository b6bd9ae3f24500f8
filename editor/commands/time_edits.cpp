#include "commands/time_edits.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "commands/change_keys.h"
#include "commands/edits.h"
#include "graph/tangents.h"
#include "graph/value_at.h"
#include "support/refusal.h"

namespace weft::editor {
namespace {

Result<Document> change_all(const Document& document, const Library& library,
                            const std::string& path, const ChangeKeys& change) {
    Document after = document;
    const std::vector<ParameterId> targets = targets_of(after.draft.graph, path);
    if (targets.empty()) return usage_error(fmt::format("there is no parameter \"{}\"", path));
    for (const ParameterId& id : targets)
        if (Status s = change_keys(after.draft, library, id, change); !s) return s.error();
    return after;
}

/// The value of a parameter at `frame`, whose keys are `keys`.
ParameterValue value_of(const Declared& declared, const std::vector<Keyframe>& keys,
                        const ParameterValue& still, int frame) {
    return keys.empty() ? still : weft::value_at(declared.ref, Curve{{}, keys}, frame);
}

/// `value` with another number, as near to it as the parameter takes.
ParameterValue with_number(const ParameterRef& ref, ParameterValue value, int part, double number) {
    auto* const list = std::get_if<std::vector<float>>(&value);
    if (!list) return from_number(ref, number).value_or(value);
    (*list)[static_cast<std::size_t>(part)] =
        static_cast<float>(std::clamp(number, ref.minimum, ref.maximum));
    return value;
}

}  // namespace

Result<Document> set_timeline(const Document& document, const Timeline& timeline) {
    if (Status s = check(timeline); !s) return s.error();
    Document after = document;
    after.timeline = timeline;
    return after;
}

Result<Document> set_key(const Document& document, const Library& library, const std::string& path,
                         int frame) {
    return change_all(
        document, library, path,
        [frame](const Declared& declared, std::vector<Keyframe> keys, ParameterValue& still) {
            const ParameterValue value = value_of(declared, keys, still, frame);
            return Result(with_key(declared.ref, std::move(keys), frame, value));
        });
}

Result<Document> remove_key(const Document& document, const Library& library,
                            const std::string& path, int frame) {
    return change_all(
        document, library, path,
        [frame](const Declared& declared, std::vector<Keyframe> keys, ParameterValue& still) {
            still = value_of(declared, keys, still, frame);
            std::erase_if(keys, [frame](const Keyframe& key) { return key.frame == frame; });
            return Result(std::move(keys));
        });
}

Result<Document> remove_keys(const Document& document, const Library& library,
                             const std::string& path, int frame) {
    return change_all(document, library, path,
                      [frame](const Declared& declared, const std::vector<Keyframe>& keys,
                              ParameterValue& still) {
                          still = value_of(declared, keys, still, frame);
                          return Result(std::vector<Keyframe>());
                      });
}

Result<Document> set_at(const Document& document, const Library& library, const std::string& path,
                        int frame, const std::string& text) {
    const std::vector<ParameterId> targets = targets_of(document.draft.graph, path);
    const bool animated = std::any_of(targets.begin(), targets.end(), [&](const ParameterId& id) {
        return curve_of(document.draft.graph, id);
    });
    const Result<Declared> first = targets.empty()
                                       ? Result<Declared>(usage_error({}))
                                       : find_declared(document.draft.graph, library, targets[0]);
    if (!animated || !first || is_curve(first->ref, text))
        return set(document, library, path, text);
    return change_all(document, library, path,
                      [&](const Declared& declared, std::vector<Keyframe> keys,
                          ParameterValue&) -> Result<std::vector<Keyframe>> {
                          const Result<ParameterValue> value = parse_value(declared.ref, text);
                          if (!value)
                              return usage_error(fmt::format("{} {}", path, value.error().message));
                          return with_key(declared.ref, std::move(keys), frame, *value);
                      });
}

Result<Document> set_all_at(const Document& document, const Library& library,
                            const std::vector<std::pair<std::string, std::string>>& values,
                            int frame) {
    Document after = document;
    for (const auto& [path, text] : values) {
        Result<Document> next = set_at(after, library, path, frame, text);
        if (!next) return next;
        after = *std::move(next);
    }
    return after;
}

Result<Document> add_key(const Document& document, const Library& library, const TrackId& track,
                         int frame, std::optional<double> number) {
    Document after = document;
    for (const ParameterId& id : linked_with(document.draft.graph, {track.node, track.parameter})) {
        const Status s = change_keys(
            after.draft, library, id,
            [&](const Declared& declared, std::vector<Keyframe> keys, ParameterValue& still) {
                ParameterValue value = value_of(declared, keys, still, frame);
                if (number)
                    value = with_number(declared.ref, std::move(value), track.part, *number);
                return Result(with_key(declared.ref, std::move(keys), frame, value));
            });
        if (!s) return s.error();
    }
    return after;
}

Result<Document> move_keys(const Document& document, const Library& library, const TrackKeys& keys,
                           int frames, double by) {
    return change_some(
        document, library, keys,
        [&](const ParameterRef& ref, std::vector<Keyframe>& all, const auto& chosen) {
            std::map<int, Keyframe> after;
            for (const Keyframe& key : all)
                if (!chosen.contains(key.frame)) after[key.frame] = key;
            for (Keyframe key : all) {
                const auto at = chosen.find(key.frame);
                if (at == chosen.end()) continue;
                for (const int part : at->second)
                    if (by != 0.0)
                        key.value =
                            with_number(ref, key.value, part, number_in(key.value, part) + by);
                key.frame += frames;
                after[key.frame] = key;
            }
            all.clear();
            for (auto& [frame, key] : after) all.push_back(std::move(key));
        });
}

Result<Document> set_numbers(const Document& document, const Library& library,
                             const TrackKeys& keys, double number) {
    return change_some(
        document, library, keys,
        [&](const ParameterRef& ref, std::vector<Keyframe>& all, const auto& chosen) {
            for (Keyframe& key : all)
                if (const auto at = chosen.find(key.frame); at != chosen.end())
                    for (const int part : at->second)
                        key.value = with_number(ref, key.value, part, number);
        });
}

Result<Document> delete_keys(const Document& document, const Library& library,
                             const TrackKeys& keys) {
    return change_some(
        document, library, keys,
        [](const ParameterRef&, std::vector<Keyframe>& all, const auto& chosen) {
            std::erase_if(all, [&](const Keyframe& key) { return chosen.contains(key.frame); });
        });
}

Result<Document> set_interpolation(const Document& document, const Library& library,
                                   const TrackKeys& keys, Interpolation interpolation) {
    return change_some(
        document, library, keys,
        [&](const ParameterRef&, std::vector<Keyframe>& all, const auto& chosen) {
            const Curve before{{}, all};
            for (std::size_t i = 0; i < all.size(); ++i) {
                if (!chosen.contains(all[i].frame) || all[i].interpolation == interpolation)
                    continue;
                all[i].interpolation = interpolation;
                if (interpolation != Interpolation::kBezier || i + 1 == all.size()) continue;
                Ends ends = ends_after(before, i);
                all[i].out = std::move(ends.out);
                all[i + 1].in = std::move(ends.in);
            }
        });
}

}  // namespace weft::editor
