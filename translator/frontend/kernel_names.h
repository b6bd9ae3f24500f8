// What declarations are called in a kernel text: the functor's names, unless they would clash.
#pragma once

#include "frontend/model.h"

namespace weft {

/// Names for one functor's text; the same in both forms.
class Names {
  public:
    explicit Names(const FunctorModel& model);

    /// Locals, parameters, constants and indexers.
    const std::string& of(const clang::ValueDecl* declaration) const;
    const std::string& of(const HelperModel& helper) const;
    /// A name that nothing else has: m1, m2, ... for the prefix "m".
    std::string fresh(const char* prefix);

  private:
    const std::string& choose(const clang::NamedDecl* declaration, std::set<std::string>& taken);

    std::map<const clang::NamedDecl*, std::string> names_;
    std::set<std::string> used_;
    std::map<std::string, int> counters_;
};

/// A member's name inside the structs that hold members, where S, State and Members are taken.
std::string field_name(const std::string& member);
/// The name there of an indexer's domain.
std::string domain_name(const std::string& indexer);

}  // namespace weft
