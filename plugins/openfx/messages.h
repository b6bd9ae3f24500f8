// What the user is told of an instance: by messages that stay on the effect where the host keeps
// such, else by those that are shown once.
#pragma once

#include <mutex>
#include <string>

#include "openfx/host.h"

namespace weft::openfx {

/// Of one instance, and used by all threads that render it. Texts begin with the plug-in's name.
class Messages {
  public:
    Messages(const Suites& suites, EffectHandle effect) : suites_(suites), effect_(effect) {}

    /// An error, until clear_error(): told again where another one takes its place.
    void show_error(const std::string& text);
    /// A render has succeeded.
    void clear_error();
    /// Something that goes on and is no error: once.
    void warn_once(const std::string& text);
    /// Into the host's log.
    void log(const std::string& text);

  private:
    void send(const std::string& text, const char* type);
    void keep(const std::string& text, const char* type);

    const Suites& suites_;
    const EffectHandle effect_;
    // Held while nothing is called: a host that shows a dialogue may render meanwhile.
    std::mutex mutex_;
    std::string error_, warning_;  ///< the last; empty where there is none
};

}  // namespace weft::openfx
