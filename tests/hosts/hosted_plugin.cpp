#include "hosts/hosted_plugin.h"

#include <dlfcn.h>

#include <stdexcept>

namespace weft::openfx::test {
namespace {

template <class Function>
Function symbol(void* library, const char* name) {
    void* const found = dlsym(library, name);
    if (found == nullptr) throw std::runtime_error(std::string("no ") + name);
    return reinterpret_cast<Function>(found);
}

std::variant<double, int, std::string> default_of(const HostParam& param) {
    if (param.type == param_type::kPage || param.type == param_type::kGroup) return 0;
    const PropertyValue& value = param.properties.values(prop::kDefault).at(0);
    if (const auto* v = std::get_if<double>(&value)) return *v;
    if (const auto* v = std::get_if<int>(&value)) return *v;
    return std::get<std::string>(value);
}

}  // namespace

std::string bundle_path() { return WEFT_TEST_BUNDLE; }

LoadedBundle::LoadedBundle(const std::string& path)
    : library_(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (library_ == nullptr) throw std::runtime_error(dlerror());
    count_ = symbol<int (*)()>(library_, "OfxGetNumberOfPlugins");
    get_ = symbol<PluginRecord* (*)(int)>(library_, "OfxGetPlugin");
    set_host_ = symbol<Reply (*)(const Host*)>(library_, "OfxSetHost");
}

LoadedBundle::~LoadedBundle() {
    for (PluginRecord* plugin : plugins())
        plugin->main_entry(action::kUnload, nullptr, nullptr, nullptr);
    dlclose(library_);
}

std::vector<PluginRecord*> LoadedBundle::plugins() const {
    std::vector<PluginRecord*> all;
    for (int i = 0; i < count_(); ++i) all.push_back(get_(i));
    return all;
}

PluginRecord* LoadedBundle::plugin(const std::string& identifier) const {
    for (PluginRecord* plugin : plugins())
        if (plugin->identifier == identifier) return plugin;
    return nullptr;
}

HostedPlugin::HostedPlugin(PluginRecord& r, MiniHost& host) : record(r), host_(host) {
    record.set_host(host_.host());
}

Reply HostedPlugin::act(const char* action, HostEffect* effect, PropertySet* in, PropertySet* out) {
    return record.main_entry(action, effect, in != nullptr ? in->handle() : nullptr,
                             out != nullptr ? out->handle() : nullptr);
}

Reply HostedPlugin::describe(HostEffect& descriptor) { return act(action::kDescribe, &descriptor); }

Reply HostedPlugin::describe(HostEffect& descriptor, const std::string& context) {
    PropertySet in("arguments", {});
    in.put(prop::kContext, {context});
    return act(action::kDescribeInContext, &descriptor, &in);
}

std::unique_ptr<HostEffect> HostedPlugin::descriptor() {
    auto made = std::make_unique<HostEffect>();
    made->properties = descriptor_properties();
    return made;
}

std::unique_ptr<HostEffect> HostedPlugin::instance_of(const HostEffect& descriptor,
                                                      const std::string& context, double width,
                                                      double height) {
    auto made = std::make_unique<HostEffect>();
    made->properties = PropertySet("an instance", {});
    made->properties.put(prop::kContext, {context});
    made->properties.put(prop::kProjectSize, {width, height});
    made->properties.put(prop::kProjectOffset, {0.0, 0.0});
    made->properties.put(prop::kPixelAspectRatio, {1.0});
    for (const auto& described : descriptor.clips) {
        auto clip = std::make_unique<HostClip>();
        clip->name = described->name;
        clip->properties = described->properties;
        clip->properties.put(prop::kConnected, {0});
        clip->properties.put(prop::kImagePixelAspectRatio, {1.0});
        clip->properties.put(prop::kComponents, {std::string(component::kNone)});
        made->clips.push_back(std::move(clip));
    }
    for (const auto& described : descriptor.params) {
        auto param = std::make_unique<HostParam>();
        param->name = described->name;
        param->type = described->type;
        param->properties = described->properties;
        param->value = default_of(*described);
        made->params.push_back(std::move(param));
    }
    return made;
}

std::unique_ptr<HostEffect> HostedPlugin::create(const std::string& context, double width,
                                                 double height) {
    const auto described = descriptor(), in_context = descriptor();
    if (describe(*described) != kOk || describe(*in_context, context) != kOk) return nullptr;
    auto instance = instance_of(*in_context, context, width, height);
    return act(action::kCreateInstance, instance.get()) == kOk ? std::move(instance) : nullptr;
}

PropertySet arguments(double scale) {
    PropertySet in("arguments", {});
    in.put(prop::kTime, {0.0});
    in.put(prop::kRenderScale, {scale, scale});
    in.put(prop::kFieldToRender, {std::string(prop::kFieldNone)});
    return in;
}

Reply HostedPlugin::render(HostEffect& instance, const PixelRect& window) {
    PropertySet in = arguments(instance.scale);
    in.put(prop::kFieldToRender, {instance.field});
    in.put(prop::kRenderWindow, {window.x1, window.y1, window.x2, window.y2});
    if (instance.on_cuda) in.put(prop::kCudaEnabled, {1});
    if (instance.stream) in.put(prop::kCudaStream, {*instance.stream});
    return act(action::kRender, &instance, &in);
}

}  // namespace weft::openfx::test
