// The library: a sorted list of functors.
#include "graph/library.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>

#include "support/nearest.h"

namespace weft {

namespace {
bool comes_before(const LibraryEntry& a, const LibraryEntry& b) {
    return std::strcmp(a.type->name, b.type->name) < 0;
}

bool same_name(const LibraryEntry& a, const LibraryEntry& b) {
    return std::strcmp(a.type->name, b.type->name) == 0;
}

/// Whether `newer` is the same C++ type as `known`, translated since.
bool upgrades(const LibraryEntry& newer, const LibraryEntry& known) {
    return newer.type == known.type && known.translated == nullptr;
}

const LibraryEntry* lookup(const std::vector<LibraryEntry>& entries, const std::string& name) {
    const auto at = std::lower_bound(
        entries.begin(), entries.end(), name,
        [](const LibraryEntry& entry, const std::string& n) { return entry.type->name < n; });
    return at != entries.end() && at->type->name == name ? &*at : nullptr;
}

std::vector<LibraryEntry> entries_of(const FunctorModule& module) {
    std::vector<LibraryEntry> entries;
    for (const TranslatedFunctor* f = module.functors; f < module.functors + module.count; ++f)
        entries.push_back({f->type, f});
    std::stable_sort(entries.begin(), entries.end(), comes_before);
    return entries;
}
}  // namespace

Status Library::add(const FunctorModule& module, std::shared_ptr<void> keep_alive) {
    if (module.version != kModuleVersion)
        return Error{ErrorKind::kFunctor,
                     fmt::format("the functor module is of version {}, but this program reads "
                                 "version {}: translate the functors again",
                                 module.version, kModuleVersion)};
    // A refused module leaves no trace: all is put together beside what is there.
    const std::vector<LibraryEntry> added = entries_of(module);
    std::vector<LibraryEntry> all;
    all.reserve(entries_.size() + added.size());
    std::merge(entries_.begin(), entries_.end(), added.begin(), added.end(),
               std::back_inserter(all), comes_before);
    // Of equal names the one that was there comes first.
    for (std::size_t i = 1; i < all.size(); ++i)
        if (same_name(all[i - 1], all[i]) && !upgrades(all[i], all[i - 1]))
            return Error{ErrorKind::kFunctor,
                         fmt::format("a functor named \"{}\" is there already: rename the class in "
                                     "{}",
                                     all[i].type->name, all[i].translated->header)};
    // Keeps the last of each name, which is the translated one.
    all.erase(all.begin(), std::unique(all.rbegin(), all.rend(), same_name).base());
    entries_ = std::move(all);
    if (keep_alive)
        for (int i = 0; i < module.count; ++i) brought_.insert(module.functors[i].type->name);
    if (keep_alive) alive_.push_back(std::move(keep_alive));
    return {};
}

void Library::add(const FunctorType& type) {
    const LibraryEntry entry{&type, nullptr};
    const auto at = std::lower_bound(entries_.begin(), entries_.end(), entry, comes_before);
    if (at == entries_.end() || !same_name(*at, entry)) entries_.insert(at, entry);
}

const FunctorType* Library::find(const std::string& name) const {
    const LibraryEntry* entry = lookup(entries_, name);
    return entry ? entry->type : nullptr;
}

const TranslatedFunctor* Library::find_translated(const std::string& name) const {
    const LibraryEntry* entry = lookup(entries_, name);
    return entry ? entry->translated : nullptr;
}

bool Library::is_linked_in(const std::string& name) const {
    return find(name) != nullptr && !brought_.contains(name);
}

std::vector<std::string> Library::names() const {
    std::vector<std::string> names;
    for (const LibraryEntry& entry : entries_) names.emplace_back(entry.type->name);
    return names;
}

std::string Library::nearest(const std::string& name) const { return nearest_name(name, names()); }

}  // namespace weft
