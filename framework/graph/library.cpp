// The library: a sorted list of functors.
#include "graph/library.h"

#include <fmt/format.h>

#include <algorithm>

#include "support/nearest.h"

namespace weft {

namespace {
/// The first entry whose name is not less than `name`.
template <class Entries>
auto position(Entries& entries, const std::string& name) {
    return std::lower_bound(
        entries.begin(), entries.end(), name,
        [](const auto& entry, const std::string& n) { return entry.first < n; });
}

template <class Entries>
auto* lookup(Entries& entries, const std::string& name) {
    const auto at = position(entries, name);
    return at != entries.end() && at->first == name ? &at->second : nullptr;
}
}  // namespace

Status Library::add(const FunctorModule& module, std::shared_ptr<void> keep_alive) {
    if (module.version != kModuleVersion)
        return Error{ErrorKind::kFunctor,
                     fmt::format("the functor module is of version {}, but this program reads "
                                 "version {}: translate the functors again",
                                 module.version, kModuleVersion)};
    // Checked before anything is added, so that a refused module leaves no trace.
    std::vector<std::string> seen;
    for (int i = 0; i < module.count; ++i) {
        const TranslatedFunctor& f = module.functors[i];
        const Entry* known = lookup(entries_, f.type->name);
        const bool upgrade = known && !known->translated && known->type == f.type;
        const bool twice = std::find(seen.begin(), seen.end(), f.type->name) != seen.end();
        if (twice || (known && !upgrade))
            return Error{ErrorKind::kFunctor,
                         fmt::format("a functor named \"{}\" is there already: rename the class in "
                                     "{}",
                                     f.type->name, f.header)};
        seen.push_back(f.type->name);
    }
    for (int i = 0; i < module.count; ++i) {
        const TranslatedFunctor& f = module.functors[i];
        if (Entry* known = lookup(entries_, f.type->name)) {
            known->translated = &f;
        } else {
            entries_.insert(position(entries_, f.type->name), {f.type->name, Entry{f.type, &f}});
        }
    }
    if (keep_alive) alive_.push_back(std::move(keep_alive));
    return {};
}

void Library::add(const FunctorType& type) {
    if (!lookup(entries_, type.name))
        entries_.insert(position(entries_, type.name), {type.name, Entry{&type, nullptr}});
}

const FunctorType* Library::find(const std::string& name) const {
    const Entry* entry = lookup(entries_, name);
    return entry ? entry->type : nullptr;
}

const TranslatedFunctor* Library::find_translated(const std::string& name) const {
    const Entry* entry = lookup(entries_, name);
    return entry ? entry->translated : nullptr;
}

std::vector<std::string> Library::names() const {
    std::vector<std::string> names;
    for (const auto& entry : entries_) names.push_back(entry.first);
    return names;
}

std::string Library::nearest(const std::string& name) const { return nearest_name(name, names()); }

}  // namespace weft
