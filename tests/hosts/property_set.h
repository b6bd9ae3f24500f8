// The host's side of property sets: every name, type and dimension is checked.
#pragma once

#include <map>
#include <string>
#include <variant>
#include <vector>

#include "openfx/abi.h"

namespace weft::openfx::test {

enum class PropertyKind { kString, kInt, kDouble, kPointer };

/// A property that a set has, and how many values: 0 for any number.
struct PropertyRule {
    const char* name;
    PropertyKind kind;
    int dimension = 1;
};

using PropertyValue = std::variant<std::string, int, double, void*>;

class PropertySet {
  public:
    PropertySet() = default;
    PropertySet(std::string owner, const std::vector<PropertyRule>& rules);

    /// Another property, or another value of one; what the host itself does.
    void put(const char* name, std::vector<PropertyValue> values);
    void forget(const char* name) { entries_.erase(name); }
    bool has(const std::string& name) const { return entries_.count(name) > 0; }
    const std::vector<PropertyValue>& values(const std::string& name) const;
    std::string text(const std::string& name) const;

    // What plug-ins do. What is no such property is refused, and a mistake where it was written.
    Reply set(const char* name, int index, PropertyValue value);
    Reply get(const char* name, int index, PropertyKind kind, PropertyValue& value) const;
    Reply dimension(const char* name, int& count) const;

    PropertySetHandle handle() { return reinterpret_cast<PropertySetHandle>(this); }
    static PropertySet* of(PropertySetHandle handle) {
        return reinterpret_cast<PropertySet*>(handle);
    }

  private:
    struct Entry {
        PropertyKind kind;
        int dimension;
        std::vector<PropertyValue> values;
    };
    std::string owner_;
    std::map<std::string, Entry> entries_;
};

/// What plug-ins wrote that no set has, in words. Cleared by whoever reads it.
std::vector<std::string>& mistakes();

}  // namespace weft::openfx::test
