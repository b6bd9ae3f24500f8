#include "openfx/describe.h"

#include <vector>

#include "openfx/names.h"
#include "openfx/parameter_groups.h"

namespace weft::openfx {
namespace {

constexpr const char* kGroup = "Weft";
constexpr const char* kPage = "Controls";

const char* type_of(ValueForm form) {
    switch (form) {
        case ValueForm::kNumber: return param_type::kDouble;
        case ValueForm::kWhole: return param_type::kInteger;
        case ValueForm::kFlag: return param_type::kBoolean;
        case ValueForm::kNamed: return param_type::kChoice;
        case ValueForm::kNumberList:
        case ValueForm::kText: break;
    }
    return param_type::kString;
}

/// Components that an input may have: those whose planes the effect takes, or, of a mask, any.
std::vector<const char*> components_of(const PluginDescription& plugin,
                                       const ClipDescription& clip) {
    if (clip.one_plane) return {component::kAlpha, component::kRgba};
    std::vector<const char*> list;
    if (clip.optional || plugin.planes.of_rgba > 0) list.push_back(component::kRgba);
    if (clip.optional || plugin.planes.of_rgb > 0) list.push_back(component::kRgb);
    if (clip.optional || plugin.planes.of_alpha > 0) list.push_back(component::kAlpha);
    return list;
}

std::vector<const char*> output_components(const PluginDescription& plugin) {
    const OutputPlanes& p = plugin.planes;
    const auto makes = [&](int planes) {
        return p.of_rgba == planes || p.of_rgb == planes || p.of_alpha == planes;
    };
    std::vector<const char*> list;
    if (makes(4)) list.push_back(component::kRgba);
    if (makes(3)) list.push_back(component::kRgb);
    if (makes(1)) list.push_back(component::kAlpha);
    return list;
}

Reply define_clip(const Suites& suites, EffectHandle effect, const char* name, bool optional,
                  bool mask, bool tiles, const std::vector<const char*>& components) {
    PropertySetHandle handle = nullptr;
    if (const Reply s = suites.effects->clip_define(effect, name, &handle); s != kOk) return s;
    Properties clip(suites, handle);
    for (std::size_t i = 0; i < components.size(); ++i)
        clip.set(prop::kSupportedComponents, components[i], static_cast<int>(i));
    clip.set(prop::kOptional, optional ? 1 : 0);
    clip.set(prop::kTemporalClipAccess, 0);
    clip.offer(prop::kSupportsTiles, tiles ? 1 : 0);
    clip.offer(prop::kIsMask, mask ? 1 : 0);
    clip.offer(prop::kFieldExtraction, std::string(prop::kFieldSingle));
    return clip.status();
}

/// `defined`: the names of the parameters on it.
Reply define_page(const Suites& suites, ParamSetHandle set,
                  const std::vector<std::string>& defined) {
    PropertySetHandle handle = nullptr;
    if (const Reply s = suites.parameters->define(set, param_type::kPage, kPage, &handle); s != kOk)
        return is_lack(s) ? kOk : s;
    Properties page(suites, handle);
    page.set(prop::kLabel, kPage);
    for (std::size_t i = 0; i < defined.size(); ++i)
        page.set(prop::kPageChild, defined[i], static_cast<int>(i));
    return page.status();
}

/// Some hosts clamp to nothing unless the range that is shown is given as well.
template <class Number>
void set_range(Properties& to, const ParameterDescription& p) {
    to.set(prop::kMin, static_cast<Number>(p.minimum));
    to.set(prop::kMax, static_cast<Number>(p.maximum));
    to.set(prop::kDisplayMin, static_cast<Number>(p.display_minimum));
    to.set(prop::kDisplayMax, static_cast<Number>(p.display_maximum));
}

Reply define_group(const Suites& suites, ParamSetHandle set,
                   const ParameterGroupDescription& group) {
    PropertySetHandle handle = nullptr;
    if (const Reply s =
            suites.parameters->define(set, param_type::kGroup, group.name.c_str(), &handle);
        s != kOk)
        return s;
    Properties to(suites, handle);
    to.set(prop::kLabel, group.label);
    return to.status();
}

/// The clips that the plug-in has under a context.
std::vector<std::size_t> clips_in(const PluginDescription& plugin, const std::string& context) {
    std::vector<std::size_t> clips;
    for (std::size_t i = 0; i < plugin.clips.size(); ++i)
        if (!plugin.clips[i].optional || context == context::kGeneral) clips.push_back(i);
    return clips;
}

/// What is said of the plug-in as a whole, under that context.
Reply describe_effect(const PluginDescription& plugin, const Suites& suites, EffectHandle effect,
                      const std::string& context) {
    PropertySetHandle handle = nullptr;
    if (const Reply s = suites.effects->get_property_set(effect, &handle); s != kOk) return s;
    Properties to(suites, handle);
    to.set(prop::kLabel, plugin.label);
    to.offer(prop::kPluginDescription, plugin.summary);
    to.set(prop::kGrouping, kGroup);
    for (std::size_t i = 0; i < plugin.contexts.size(); ++i)
        to.set(prop::kSupportedContexts, plugin.contexts[i], static_cast<int>(i));
    int depth = 0;
    for (const char* name : {depth::kFloat, depth::kShort, depth::kByte})
        to.set(prop::kSupportedDepths, name, depth++);
    to.offer(prop::kSupportedDepths, depth::kHalf, depth);  // unknown to hosts before 1.4
    to.set(prop::kThreadSafety, prop::kFullySafe);
    to.set(prop::kHostFrameThreading, 0);
    to.set(prop::kSupportsTiles, plugin.tiles ? 1 : 0);
    to.set(prop::kSupportsMultiResolution, 1);
    to.set(prop::kTemporalClipAccess, 0);
    to.set(prop::kMultipleClipDepths, 0);
    to.offer(prop::kFieldRenderTwice, 1);
    // Hosts make tables of colours of such effects, in which a second picture has no place.
    const bool unaware = plugin.pointwise && clips_in(plugin, context).size() == 1;
    const std::string cuda = plugin.cuda ? "true" : "false";  // unknown to hosts before 1.5
    to.offer(prop::kNoSpatialAwareness, std::string(unaware ? "true" : "false"));
    to.offer(prop::kCudaRenderSupported, cuda);
    to.offer(prop::kCudaStreamSupported, cuda);
    return to.status();
}

/// `group`: the name of the one it is in; empty: of none.
Reply print_parameter(const Suites& suites, PropertySetHandle handle, const ParameterDescription& p,
                      const std::string& group) {
    Properties to(suites, handle);
    to.set(prop::kLabel, p.label);
    to.offer(prop::kHint, p.hint);
    if (!group.empty()) to.set(prop::kParent, group);
    to.set(prop::kAnimates, p.is_number() ? 1 : 0);
    for (std::size_t i = 0; i < p.choices.size(); ++i)
        to.set(prop::kChoiceOption, p.choices[i], static_cast<int>(i));
    if (p.is_text())
        to.set(prop::kDefault, p.text);
    else if (p.form == ValueForm::kNumber)
        to.set(prop::kDefault, p.value);
    else
        to.set(prop::kDefault, static_cast<int>(p.value));
    if (p.form == ValueForm::kNumber) set_range<double>(to, p);
    if (p.form == ValueForm::kWhole) set_range<int>(to, p);
    return to.status();
}

}  // namespace

Reply describe_plugin(const PluginDescription& plugin, const Suites& suites, EffectHandle effect) {
    return describe_effect(plugin, suites, effect, plugin.contexts.front());  // its simplest
}

Reply describe_in_context(const PluginDescription& plugin, const Suites& suites,
                          EffectHandle effect, const std::string& context) {
    if (!plugin.has_context(context)) return kUnsupported;
    if (const Reply s = describe_effect(plugin, suites, effect, context); s != kOk)
        return s;  // again: some hosts lose flags between the two actions
    if (const Reply s = define_clip(suites, effect, clip_name::kOutput, false, false, plugin.tiles,
                                    output_components(plugin));
        s != kOk)
        return s;
    for (const std::size_t i : clips_in(plugin, context)) {
        const ClipDescription& clip = plugin.clips[i];
        if (const Reply s =
                define_clip(suites, effect, plugin.clip_name(i, context).c_str(), clip.optional,
                            clip.optional, plugin.tiles, components_of(plugin, clip));
            s != kOk)
            return s;
    }
    ParamSetHandle set = nullptr;
    if (const Reply s = suites.effects->get_param_set(effect, &set); s != kOk) return s;
    const std::vector<ParameterGroupDescription> groups = groups_of(plugin.parameters);
    auto group = groups.begin();  // of this parameter, or the next
    bool is_grouped = false;      // the host has the group
    std::vector<std::string> defined;
    for (std::size_t i = 0; i < plugin.parameters.size(); ++i) {
        if (group != groups.end() && i == group->first + group->count) ++group;
        const bool inside = group != groups.end() && i >= group->first;
        // Where it is defined is where hosts show it.
        if (inside && i == group->first) {
            const Reply s = define_group(suites, set, *group);
            if (s != kOk && !is_lack(s)) return s;
            is_grouped = s == kOk;
        }
        const ParameterDescription& p = plugin.parameters[i];
        const std::string name = plugin.parameter_name(i, context);
        PropertySetHandle handle = nullptr;
        const Reply s = suites.parameters->define(set, type_of(p.form), name.c_str(), &handle);
        if (is_lack(s)) continue;  // it keeps its default
        if (s != kOk) return s;
        const std::string parent = inside && is_grouped ? group->name : std::string();
        if (const Reply printed = print_parameter(suites, handle, p, parent); printed != kOk)
            return printed;
        defined.push_back(name);
    }
    return defined.empty() ? kOk : define_page(suites, set, defined);
}

}  // namespace weft::openfx
