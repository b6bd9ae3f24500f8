// The host's suites, fetched once, and its properties read and written with every answer checked.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "openfx/abi.h"

namespace weft::openfx {

/// Suites whose functions that we call were all there. The pointers are the host's.
struct Suites {
    const PropertySuite* properties = nullptr;
    const ImageEffectSuite* effects = nullptr;
    const ParameterSuite* parameters = nullptr;
    const MessageSuite* messages = nullptr;  ///< null where the host has none
    /// Null where the host has none that is whole.
    const PersistentMessageSuite* persistent_messages = nullptr;
    const MultiThreadSuite* threads = nullptr;  ///< likewise
    const ProgressSuite* progress = nullptr;    ///< null where the host has none that is whole
};

/// Whether the host refused a parameter because it has none of that type, or does not tell it.
bool is_lack(Reply reply);

/// Nothing where `host` is null, or lacks a suite or a function that Weft cannot do without.
std::optional<Suites> fetch_suites(const Host* host);

/// How many threads the host would have plug-ins use; 0 where it does not say.
int wanted_threads(const Suites& suites);

/// One of the host's property sets. After the first refusal setters do nothing more, so that a
/// description is written as one list and judged at its end. Getters give nothing where the host
/// has no such property, or none of that type.
class Properties {
  public:
    Properties(const Suites& suites, PropertySetHandle handle)
        : suite_(*suites.properties), handle_(handle) {}

    void set(const char* name, const char* value, int index = 0);
    void set(const char* name, const std::string& value, int index = 0);
    void set(const char* name, int value, int index = 0);
    void set(const char* name, double value, int index = 0);
    void set(const char* name, const CanonicalRect& value);
    /// For what a host may not know: a refusal is no failure.
    void offer(const char* name, const std::string& value, int index = 0);
    void offer(const char* name, int value, int index = 0);

    /// The first refusal, or kOk.
    Reply status() const { return status_; }

    std::optional<std::string> text(const char* name) const;
    std::optional<double> number(const char* name, int index = 0) const;
    std::optional<int> whole(const char* name, int index = 0) const;
    std::optional<void*> pointer(const char* name) const;
    std::optional<PixelRect> pixels(const char* name) const;
    std::optional<CanonicalRect> canonical(const char* name) const;
    std::optional<std::array<double, 2>> pair(const char* name) const;

  private:
    const PropertySuite& suite_;
    PropertySetHandle handle_;
    Reply status_ = kOk;
};

}  // namespace weft::openfx
