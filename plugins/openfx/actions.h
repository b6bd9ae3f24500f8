// One plug-in of the bundle, as the host sees it: a host, its suites, and actions.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "openfx/instance.h"

namespace weft::openfx {

class Plugin {
  public:
    Plugin(const PluginDescription& description, Shared& shared)
        : description_(description), shared_(shared) {}

    void set_host(const Host* host) { host_ = host; }

    /// Any action, known or not. Nothing is thrown.
    Reply act(const char* action, const void* handle, PropertySetHandle in,
              PropertySetHandle out) noexcept;

  private:
    Reply dispatch(const std::string& action, const void* handle, PropertySetHandle in,
                   PropertySetHandle out);
    Reply load();
    Reply unload();
    Reply create(const void* handle);
    Reply destroy(const void* handle);
    std::shared_ptr<Instance> find(const void* handle);

    const PluginDescription& description_;
    Shared& shared_;
    const Host* host_ = nullptr;
    std::optional<Suites> suites_;
    std::mutex mutex_;
    /// By the host's handle. Kept here and not with the host: what fails there leaks nothing.
    std::map<const void*, std::shared_ptr<Instance>> instances_;
};

}  // namespace weft::openfx
