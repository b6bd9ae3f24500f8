#include "hosts/property_set.h"

#include <stdexcept>

namespace weft::openfx::test {
namespace {

PropertyValue empty_value(PropertyKind kind) {
    switch (kind) {
        case PropertyKind::kString: return std::string();
        case PropertyKind::kInt: return 0;
        case PropertyKind::kDouble: return 0.0;
        case PropertyKind::kPointer: break;
    }
    return static_cast<void*>(nullptr);
}

}  // namespace

std::vector<std::string>& mistakes() {
    static std::vector<std::string> list;
    return list;
}

PropertySet::PropertySet(std::string owner, const std::vector<PropertyRule>& rules)
    : owner_(std::move(owner)) {
    for (const PropertyRule& rule : rules)
        entries_[rule.name] = {rule.kind, rule.dimension,
                               std::vector<PropertyValue>(static_cast<std::size_t>(rule.dimension),
                                                          empty_value(rule.kind))};
}

void PropertySet::put(const char* name, std::vector<PropertyValue> values) {
    const auto kind = static_cast<PropertyKind>(values.at(0).index());
    const int count = static_cast<int>(values.size());
    entries_[name] = {kind, count, std::move(values)};
}

const std::vector<PropertyValue>& PropertySet::values(const std::string& name) const {
    const auto found = entries_.find(name);
    if (found == entries_.end()) throw std::out_of_range(owner_ + " has no " + name);
    return found->second.values;
}

std::string PropertySet::text(const std::string& name) const {
    return std::get<std::string>(values(name).at(0));
}

Reply PropertySet::set(const char* name, int index, PropertyValue value) {
    const auto found = entries_.find(name);
    if (found == entries_.end()) {
        mistakes().push_back(owner_ + " has no property " + name);
        return kUnknown;
    }
    Entry& entry = found->second;
    if (static_cast<PropertyKind>(value.index()) != entry.kind) {
        mistakes().push_back(owner_ + ": " + name + " is of another type");
        return kValue;
    }
    const auto at = static_cast<std::size_t>(index);
    if (index < 0 || (entry.dimension > 0 ? index >= entry.dimension : at > entry.values.size())) {
        mistakes().push_back(owner_ + ": " + name + " has no value " + std::to_string(index));
        return kBadIndex;
    }
    if (at == entry.values.size()) entry.values.push_back(value);
    entry.values[at] = std::move(value);
    return kOk;
}

Reply PropertySet::get(const char* name, int index, PropertyKind kind, PropertyValue& value) const {
    const auto found = entries_.find(name);
    if (found == entries_.end()) return kUnknown;
    if (found->second.kind != kind) return kValue;
    if (index < 0 || static_cast<std::size_t>(index) >= found->second.values.size())
        return kBadIndex;
    value = found->second.values[static_cast<std::size_t>(index)];
    return kOk;
}

Reply PropertySet::dimension(const char* name, int& count) const {
    const auto found = entries_.find(name);
    if (found == entries_.end()) return kUnknown;
    count = static_cast<int>(found->second.values.size());
    return kOk;
}

}  // namespace weft::openfx::test
