#include "openfx/host_values.h"

#include <array>
#include <string>

#include "openfx/names.h"

namespace weft::openfx {
namespace {

/// Asks for a value; the host's answer.
Reply get_value(const Suites& suites, const ParameterDescription& parameter, ParamHandle handle,
                Time time, HostValue& to) {
    const auto get = suites.parameters->get_value_at_time;
    if (parameter.is_text()) {
        char* value = nullptr;
        const Reply s = get(handle, time, &value);
        if (s == kOk && value == nullptr) return kFailed;
        if (s == kOk) to = std::string(value);
        return s;
    }
    if (parameter.form == ValueForm::kNumber) {
        double value = 0;
        const Reply s = get(handle, time, &value);
        if (s == kOk) to = value;
        return s;
    }
    int value = 0;
    const Reply s = get(handle, time, &value);
    if (s == kOk) to = static_cast<double>(value);
    return s;
}

struct Values {
    std::vector<HostValue> all;       ///< one for each parameter
    std::vector<std::string> untold;  ///< labels of those that the host cannot tell: the defaults
};

/// Nothing where the host refuses a value for another reason than that it cannot tell it.
std::optional<Values> ask(const Instance& instance, Time time) {
    Values values;
    for (std::size_t i = 0; i < instance.parameters.size(); ++i) {
        const ParameterDescription& p = instance.plugin.parameters[i];
        const ParamHandle handle = instance.parameters[i];
        values.all.push_back(default_value(p));
        const Reply s = handle != nullptr
                            ? get_value(instance.suites, p, handle, time, values.all.back())
                            : kMissingHostFeature;
        if (s == kMissingHostFeature)
            values.untold.push_back(p.label);
        else if (s != kOk)
            return std::nullopt;
    }
    return values;
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
    return text;
}

void tell_of(const std::vector<std::string>& untold, const Instance& instance) {
    if (untold.empty()) return;
    instance.messages.warn_once(
        instance.plugin.label + ": this application has no way to set " + joined(untold) +
        (untold.size() > 1 ? "; they keep their defaults" : "; it keeps its default"));
}

/// Whether somebody animates the parameter, so that a default is one value of many.
bool has_keys(const Suites& suites, ParamHandle handle) {
    const auto count_keys = suites.parameters->get_num_keys;
    unsigned count = 0;
    return handle != nullptr && count_keys != nullptr && count_keys(handle, &count) == kOk &&
           count > 0;
}

/// Gives a generator that nobody gave a size the project's.
void fill_project(const Instance& instance, std::vector<HostValue>& values) {
    const auto project = project_of(instance);
    const PluginDescription& plugin = instance.plugin;
    const auto follow = [&](int place, double pixels) {
        if (place < 0 || !(pixels >= 1)) return;
        const auto i = static_cast<std::size_t>(place);
        const bool is_set = values[i] != default_value(plugin.parameters[i]) ||
                            has_keys(instance.suites, instance.parameters[i]);
        if (!is_set) values[i] = pixels;
    };
    if (!project) return;
    follow(plugin.width, project->x2 - project->x1);
    follow(plugin.height, project->y2 - project->y1);
}

}  // namespace

std::optional<std::vector<HostValue>> values_at(const Instance& instance, Time time) {
    std::optional<Values> values = ask(instance, time);
    if (!values) return std::nullopt;
    tell_of(values->untold, instance);
    fill_project(instance, values->all);
    return std::move(values->all);
}

std::optional<CanonicalRect> project_of(const Instance& instance) {
    PropertySetHandle handle = nullptr;
    if (instance.suites.effects->get_property_set(instance.effect, &handle) != kOk)
        return std::nullopt;
    const Properties effect(instance.suites, handle);
    const auto size = effect.pair(prop::kProjectSize);
    const auto extent = size ? size : effect.pair(prop::kProjectExtent);
    if (!extent || !((*extent)[0] > 0) || !((*extent)[1] > 0)) return std::nullopt;
    constexpr std::array kOrigin{0.0, 0.0};
    const auto offset = size ? effect.pair(prop::kProjectOffset).value_or(kOrigin) : kOrigin;
    const CanonicalRect project{offset[0], offset[1], offset[0] + (*extent)[0],
                                offset[1] + (*extent)[1]};
    return is_finite(project) ? std::optional(project) : std::nullopt;
}

}  // namespace weft::openfx
