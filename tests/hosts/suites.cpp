// The suites that the mini-host offers, as the C functions that plug-ins call.
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "hosts/mini_host.h"
#include "openfx/names.h"

namespace weft::openfx::test {
namespace {

/// Every call may fail, where the host was made so.
#define OFX_MAY_FAIL                                     \
    do {                                                 \
        if (MiniHost::current().trips()) return kFailed; \
    } while (false)

template <class T>
Reply set_one(PropertySetHandle set, const char* name, int index, T value) {
    OFX_MAY_FAIL;
    if (set == nullptr || name == nullptr) return kBadHandle;
    if (MiniHost::current().manners().unknown.contains(name)) return kUnknown;
    return PropertySet::of(set)->set(name, index, PropertyValue(value));
}

template <class T>
Reply set_many(PropertySetHandle set, const char* name, int count, const T* values) {
    OFX_MAY_FAIL;
    if (set == nullptr || name == nullptr || values == nullptr) return kBadHandle;
    for (int i = 0; i < count; ++i)
        if (const Reply s = PropertySet::of(set)->set(name, i, PropertyValue(values[i])); s != kOk)
            return s;
    return kOk;
}

template <class T>
Reply get_one(PropertySetHandle set, const char* name, int index, T* to) {
    OFX_MAY_FAIL;
    if (set == nullptr || name == nullptr || to == nullptr) return kBadHandle;
    PropertyValue value;
    const auto kind = static_cast<PropertyKind>(PropertyValue(T{}).index());
    const Reply s = PropertySet::of(set)->get(name, index, kind, value);
    if (s == kOk) *to = std::get<T>(value);
    return s;
}

template <class T>
Reply get_many(PropertySetHandle set, const char* name, int count, T* to) {
    for (int i = 0; i < count; ++i)
        if (const Reply s = get_one(set, name, i, to + i); s != kOk) return s;
    return kOk;
}

Reply set_pointer(PropertySetHandle s, const char* n, int i, void* v) {
    return set_one(s, n, i, v);
}
Reply set_string(PropertySetHandle s, const char* n, int i, const char* v) {
    if (v == nullptr || MiniHost::current().manners().unknown.contains(v)) return kValue;
    return set_one(s, n, i, std::string(v));
}
Reply set_double(PropertySetHandle s, const char* n, int i, double v) {
    return set_one(s, n, i, v);
}
Reply set_int(PropertySetHandle s, const char* n, int i, int v) { return set_one(s, n, i, v); }
Reply set_pointers(PropertySetHandle s, const char* n, int c, void* const* v) {
    return set_many(s, n, c, v);
}
Reply set_strings(PropertySetHandle s, const char* n, int c, const char* const* v) {
    for (int i = 0; i < c; ++i)
        if (const Reply r = set_string(s, n, i, v[i]); r != kOk) return r;
    return kOk;
}
Reply set_doubles(PropertySetHandle s, const char* n, int c, const double* v) {
    return set_many(s, n, c, v);
}
Reply set_ints(PropertySetHandle s, const char* n, int c, const int* v) {
    return set_many(s, n, c, v);
}
/// Strings stay the host's: they live as long as the set.
Reply get_string(PropertySetHandle set, const char* name, int index, char** to) {
    OFX_MAY_FAIL;
    if (set == nullptr || name == nullptr || to == nullptr) return kBadHandle;
    PropertyValue value;
    const Reply s = PropertySet::of(set)->get(name, index, PropertyKind::kString, value);
    if (s == kOk)
        *to = const_cast<char*>(std::get<std::string>(PropertySet::of(set)->values(
                                                          name)[static_cast<std::size_t>(index)])
                                    .c_str());
    return s;
}
Reply get_strings(PropertySetHandle s, const char* n, int c, char** to) {
    for (int i = 0; i < c; ++i)
        if (const Reply r = get_string(s, n, i, to + i); r != kOk) return r;
    return kOk;
}
Reply reset(PropertySetHandle, const char*) { return kUnsupported; }
Reply get_dimension(PropertySetHandle set, const char* name, int* count) {
    OFX_MAY_FAIL;
    if (set == nullptr || name == nullptr || count == nullptr) return kBadHandle;
    return PropertySet::of(set)->dimension(name, *count);
}

HostEffect* effect_of(EffectHandle handle) { return reinterpret_cast<HostEffect*>(handle); }
HostClip* clip_of(ClipHandle handle) { return reinterpret_cast<HostClip*>(handle); }
HostParam* param_of(ParamHandle handle) { return reinterpret_cast<HostParam*>(handle); }

Reply effect_properties(EffectHandle effect, PropertySetHandle* to) {
    OFX_MAY_FAIL;
    if (effect == nullptr || to == nullptr) return kBadHandle;
    *to = effect_of(effect)->properties.handle();
    return kOk;
}
Reply effect_params(EffectHandle effect, ParamSetHandle* to) {
    OFX_MAY_FAIL;
    if (effect == nullptr || to == nullptr) return kBadHandle;
    *to = reinterpret_cast<ParamSetHandle>(effect);
    return kOk;
}
Reply clip_define(EffectHandle effect, const char* name, PropertySetHandle* to) {
    OFX_MAY_FAIL;
    if (effect == nullptr || name == nullptr || to == nullptr) return kBadHandle;
    if (effect_of(effect)->clip(name) != nullptr) return kExists;
    auto clip = std::make_unique<HostClip>();
    clip->name = name;
    clip->properties = clip_properties(name);
    *to = clip->properties.handle();
    effect_of(effect)->clips.push_back(std::move(clip));
    return kOk;
}
Reply clip_handle(EffectHandle effect, const char* name, ClipHandle* to, PropertySetHandle* set) {
    OFX_MAY_FAIL;
    if (effect == nullptr || name == nullptr || to == nullptr) return kBadHandle;
    HostClip* const clip = effect_of(effect)->clip(name);
    if (clip == nullptr) return kUnknown;
    *to = reinterpret_cast<ClipHandle>(clip);
    if (set != nullptr) *set = clip->properties.handle();
    return kOk;
}
Reply clip_property_set(ClipHandle clip, PropertySetHandle* to) {
    OFX_MAY_FAIL;
    if (clip == nullptr || to == nullptr) return kBadHandle;
    *to = clip_of(clip)->properties.handle();
    return kOk;
}
Reply clip_image(ClipHandle clip, Time, const CanonicalRect*, PropertySetHandle* to) {
    OFX_MAY_FAIL;
    if (clip == nullptr || to == nullptr) return kBadHandle;
    if (clip_of(clip)->picture == nullptr || clip_of(clip)->null_images) return kFailed;
    *to = MiniHost::current().lend_image(*clip_of(clip), 1.0)->handle();
    return kOk;
}
/// Never fails: else nobody could give images back.
Reply release_image(PropertySetHandle image) {
    return MiniHost::current().take_image(PropertySet::of(image));
}
Reply clip_region(ClipHandle clip, Time, CanonicalRect* to) {
    OFX_MAY_FAIL;
    if (clip == nullptr || to == nullptr) return kBadHandle;
    if (clip_of(clip)->picture == nullptr) return kFailed;
    const PixelRect& d = clip_of(clip)->picture->domain();
    const double aspect =
        std::get<double>(clip_of(clip)->properties.values(prop::kImagePixelAspectRatio).at(0));
    *to = {d.x1 * aspect, static_cast<double>(d.y1), d.x2 * aspect, static_cast<double>(d.y2)};
    return kOk;
}
int abort(EffectHandle effect) {
    if (effect == nullptr) return 0;
    HostEffect& asked = *effect_of(effect);
    const int poll = ++asked.polls;
    if (asked.slowness.count() > 0) std::this_thread::sleep_for(asked.slowness);
    if (asked.caller != std::this_thread::get_id()) ++asked.polls_of_others;
    return asked.abort_at > 0 && poll >= asked.abort_at ? 1 : 0;
}
Reply memory_alloc(EffectHandle, std::size_t, MemoryHandle*) { return kMemory; }
Reply memory_free(MemoryHandle) { return kBadHandle; }
Reply memory_lock(MemoryHandle, void**) { return kBadHandle; }
Reply memory_unlock(MemoryHandle) { return kBadHandle; }

Reply param_define(ParamSetHandle set, const char* type, const char* name, PropertySetHandle* to) {
    OFX_MAY_FAIL;
    if (set == nullptr || type == nullptr || name == nullptr || to == nullptr) return kBadHandle;
    auto* const effect = reinterpret_cast<HostEffect*>(set);
    if (effect->param(name) != nullptr) return kExists;
    const Manners& host = MiniHost::current().manners();
    if (host.undefined.contains(type)) return host.lack;
    auto param = std::make_unique<HostParam>();
    param->name = name;
    param->type = type;
    param->properties = param_properties(name, type);
    *to = param->properties.handle();
    effect->params.push_back(std::move(param));
    return kOk;
}
Reply param_handle(ParamSetHandle set, const char* name, ParamHandle* to, PropertySetHandle* p) {
    OFX_MAY_FAIL;
    if (set == nullptr || name == nullptr || to == nullptr) return kBadHandle;
    HostParam* const param = reinterpret_cast<HostEffect*>(set)->param(name);
    if (param == nullptr) return kUnknown;
    *to = reinterpret_cast<ParamHandle>(param);
    if (p != nullptr) *p = param->properties.handle();
    return kOk;
}
Reply param_value(ParamHandle handle, va_list arguments) {
    if (handle == nullptr) return kBadHandle;
    HostParam& param = *param_of(handle);
    const auto& untold = MiniHost::current().manners().untold;
    if (const auto found = untold.find(param.type); found != untold.end()) return found->second;
    void* const to = va_arg(arguments, void*);
    if (to == nullptr) return kValue;
    if (auto* v = std::get_if<double>(&param.value)) *static_cast<double*>(to) = *v;
    if (auto* v = std::get_if<int>(&param.value)) *static_cast<int*>(to) = *v;
    if (auto* v = std::get_if<std::string>(&param.value)) *static_cast<char**>(to) = v->data();
    return kOk;
}
/// Some hosts answer with the first key: nobody should ask.
Reply param_get(ParamHandle, ...) {
    mistakes().push_back("a parameter was asked for its value at no time");
    return kFailed;
}
Reply param_get_at(ParamHandle param, Time time, ...) {
    OFX_MAY_FAIL;
    va_list arguments;
    va_start(arguments, time);
    const Reply s = param_value(param, arguments);
    va_end(arguments);
    return s;
}

Reply param_num_keys(ParamHandle param, unsigned* to) {
    OFX_MAY_FAIL;
    if (param == nullptr || to == nullptr) return kBadHandle;
    *to = param_of(param)->keys;
    return kOk;
}

Reply message(void*, const char*, const char*, const char* format, ...) {
    OFX_MAY_FAIL;
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    MiniHost::current().messages.push_back(text);
    return kOk;
}

Reply set_persistent(void* effect, const char* type, const char*, const char* format, ...) {
    OFX_MAY_FAIL;
    if (effect == nullptr || type == nullptr) return kBadHandle;
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    auto& shown = *static_cast<HostEffect*>(effect);
    shown.message = std::string(type) + ": " + text;
    ++shown.messages_ever;
    return kOk;
}
Reply clear_persistent(void* effect) {
    OFX_MAY_FAIL;
    if (effect == nullptr) return kBadHandle;
    static_cast<HostEffect*>(effect)->message.clear();
    return kOk;
}

Reply num_cpus(unsigned* to) {
    OFX_MAY_FAIL;
    if (to == nullptr) return kBadHandle;
    *to = MiniHost::current().manners().cpus;
    return kOk;
}

Reply progress_start(void* effect, const char* label) {
    OFX_MAY_FAIL;
    if (effect == nullptr || label == nullptr) return kBadHandle;
    auto& shown = *static_cast<HostEffect*>(effect);
    ++shown.bars_ever;
    return ++shown.bars == 1 ? kOk : kFailed;
}
Reply progress_update(void* effect, double progress) {
    if (effect == nullptr || static_cast<HostEffect*>(effect)->bars != 1) return kBadHandle;
    auto& shown = *static_cast<HostEffect*>(effect);
    shown.progress.push_back(progress);
    return progress >= shown.stop_at_progress ? kReplyNo : kReplyYes;
}
Reply progress_end(void* effect) {
    if (effect == nullptr || static_cast<HostEffect*>(effect)->bars != 1) return kBadHandle;
    --static_cast<HostEffect*>(effect)->bars;
    return kOk;
}

const PropertySuite kProperties{
    set_pointer,     set_string,  set_double,       set_int,       set_pointers,    set_strings,
    set_doubles,     set_ints,    get_one<void*>,   get_string,    get_one<double>, get_one<int>,
    get_many<void*>, get_strings, get_many<double>, get_many<int>, reset,           get_dimension};
const ImageEffectSuite kEffects{
    effect_properties, effect_params, clip_define,  clip_handle, clip_property_set,
    clip_image,        release_image, clip_region,  abort,       memory_alloc,
    memory_free,       memory_lock,   memory_unlock};
const ParameterSuite kParameters{param_define,   param_handle, nullptr, nullptr, param_get,
                                 param_get_at,   nullptr,      nullptr, nullptr, nullptr,
                                 param_num_keys, nullptr,      nullptr, nullptr, nullptr,
                                 nullptr,        nullptr,      nullptr};
const MessageSuite kMessages{message};
const PersistentMessageSuite kPersistentMessageSuite{message, set_persistent, clear_persistent};
const MultiThreadSuite kThreads{nullptr, num_cpus, nullptr, nullptr, nullptr,
                                nullptr, nullptr,  nullptr, nullptr};
const ProgressSuite kProgress{progress_start, progress_update, progress_end};
const PropertySuite kNoProperties{};
const ImageEffectSuite kNoEffects{};
const ParameterSuite kNoParameters{};
const MessageSuite kNoMessages{};
const PersistentMessageSuite kNoPersistentMessageSuite{};
const MultiThreadSuite kNoThreads{};
const ProgressSuite kNoProgress{};

}  // namespace

const void* suite(const std::string& name, int version, const Manners& host) {
    if (host.missing_suites.contains(name)) return nullptr;
    const bool null = host.null_functions || host.null_suites.contains(name);
    if (version == kPersistentMessages && name == kMessageSuite && host.keeps_messages)
        return null ? &kNoPersistentMessageSuite : &kPersistentMessageSuite;
    if (version != 1) return nullptr;
    if (name == kPropertySuite) return null ? &kNoProperties : &kProperties;
    if (name == kEffectSuite) return null ? &kNoEffects : &kEffects;
    if (name == kParameterSuite) return null ? &kNoParameters : &kParameters;
    if (name == kMessageSuite) return null ? &kNoMessages : &kMessages;
    if (name == kProgressSuite) return null ? &kNoProgress : &kProgress;
    if (name == kThreadSuite) return null ? &kNoThreads : &kThreads;
    return nullptr;
}

}  // namespace weft::openfx::test
