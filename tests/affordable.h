// How many of a list of cases a build can afford.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace weft::test {

/// All of `cases`; under a sanitizer, where each takes ten times as long, one in WEFT_TEST_EVERY,
/// and at least one.
/// Every `name` begins at another place, so that several names together still go through the list.
template <class Case>
std::vector<Case> affordable(const std::vector<Case>& cases, const std::string& name) {
    std::vector<Case> kept;
    if (cases.empty()) return kept;
    const std::size_t beginnings = std::min<std::size_t>(WEFT_TEST_EVERY, cases.size());
    for (std::size_t i = std::hash<std::string>{}(name) % beginnings; i < cases.size();
         i += WEFT_TEST_EVERY)
        kept.push_back(cases[i]);
    return kept;
}

/// The same for cases of a graph that takes as much as so many nodes: one in so many of a long one,
/// whose cases take as long each as all of a short one's.
template <class Case>
std::vector<Case> affordable(const std::vector<Case>& cases, const std::string& name,
                             std::size_t nodes) {
    const std::vector<Case> some = affordable(cases, name);
    const std::size_t every = nodes > 24 ? 1 + nodes / 16 : 1;
    std::vector<Case> kept;
    for (std::size_t i = std::hash<std::string>{}(name) % std::min(every, some.size());
         i < some.size(); i += every)
        kept.push_back(some[i]);
    return kept;
}

}  // namespace weft::test
