// Driving a bundle and its plug-ins through the actions, in the order that hosts keep to.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hosts/mini_host.h"
#include "openfx/names.h"

namespace weft::openfx::test {

/// A bundle by dlopen. When it goes its plug-ins are unloaded: it stays in the process, and so
/// would what they keep.
class LoadedBundle {
  public:
    /// Throws std::runtime_error with the loader's words.
    explicit LoadedBundle(const std::string& path);
    ~LoadedBundle();
    LoadedBundle(const LoadedBundle&) = delete;
    LoadedBundle& operator=(const LoadedBundle&) = delete;

    std::vector<PluginRecord*> plugins() const;
    /// Null where there is none.
    PluginRecord* plugin(const std::string& identifier) const;
    PluginRecord* plugin(int number) const { return get_(number); }
    int count() const { return count_(); }
    Reply set_host(const Host* host) const { return set_host_(host); }

  private:
    void* library_;
    int (*count_)();
    PluginRecord* (*get_)(int);
    Reply (*set_host_)(const Host*);
};

/// The bundle of this build.
std::string bundle_path();

/// One plug-in with its host.
class HostedPlugin {
  public:
    HostedPlugin(PluginRecord& record, MiniHost& host);

    Reply act(const char* action, HostEffect* effect, PropertySet* in = nullptr,
              PropertySet* out = nullptr);
    Reply load() { return act(action::kLoad, nullptr); }
    Reply unload() { return act(action::kUnload, nullptr); }
    Reply describe(HostEffect& descriptor);
    Reply describe(HostEffect& descriptor, const std::string& context);

    /// What describe() fills, empty.
    static std::unique_ptr<HostEffect> descriptor();
    /// With what `descriptor` has, values at their defaults, in a project of this size.
    static std::unique_ptr<HostEffect> instance_of(const HostEffect& descriptor,
                                                   const std::string& context, double width,
                                                   double height);
    /// All of it up to a created instance; null where an action failed.
    std::unique_ptr<HostEffect> create(const std::string& context, double width, double height);
    Reply destroy(HostEffect& instance) { return act(action::kDestroyInstance, &instance); }

    Reply render(HostEffect& instance, const PixelRect& window);

    PluginRecord& record;

  private:
    MiniHost& host_;
};

/// Arguments of actions at time 0.
PropertySet arguments(double scale = 1.0);

}  // namespace weft::openfx::test
