// The library: every functor a program knows, by name.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/module.h"
#include "support/result.h"

namespace weft {

/// A functor in a library, by the name of its type.
struct LibraryEntry {
    const FunctorType* type;
    const TranslatedFunctor* translated;  ///< null: known only as C++
};

/// The functors a graph may use. Holds translated functors, and functors known only as C++ (which
/// run on the reference alone). Cheap to copy.
class Library {
  public:
    /// Adds all functors of a module. `keep_alive`, the handle of the shared object they live in,
    /// is held as long as any copy of the library. Functors known only as C++ are replaced.
    /// kFunctor errors: another kModuleVersion, a name that is taken; the library is then
    /// unchanged.
    Status add(const FunctorModule& module, std::shared_ptr<void> keep_alive = nullptr);

    /// Adds a functor that has not been translated; does nothing when the name is known.
    void add(const FunctorType& type);

    /// Null when there is none of that name.
    const FunctorType* find(const std::string& name) const;
    /// Null when there is none, or when it has not been translated.
    const TranslatedFunctor* find_translated(const std::string& name) const;

    /// Whether the functor is part of this program; else a shared object brought it, and what it
    /// says of itself has not been compared with what it does.
    bool is_linked_in(const std::string& name) const;

    /// All names, sorted.
    std::vector<std::string> names() const;
    /// The name most like `name`, for "did you mean"; empty when nothing is near.
    std::string nearest(const std::string& name) const;

  private:
    std::vector<LibraryEntry> entries_;  // sorted by name, each once
    std::vector<std::shared_ptr<void>> alive_;
    std::set<std::string> brought_;  // names of functors from shared objects
};

}  // namespace weft
