// How much of a list of cases a run goes through: all, or one in so many.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "full_run.h"

namespace weft::test {

/// One of `cases` in `one_in` * WEFT_TEST_EVERY, and at least one; all of them in a full run.
/// `one_in` is what a test asks for whose cases take long or are gone through by many names;
/// WEFT_TEST_EVERY is 1, or more under a sanitizer, where everything takes ten times as long. Every
/// `name` begins at another case, so that names together go through the list.
template <class Case>
std::vector<Case> affordable(const std::vector<Case>& cases, const std::string& name,
                             std::size_t one_in = 1) {
    const std::size_t every = full_run() ? 1 : one_in * WEFT_TEST_EVERY;
    std::vector<Case> kept;
    if (cases.empty()) return kept;
    for (std::size_t i = std::hash<std::string>{}(name) % std::min(every, cases.size());
         i < cases.size(); i += every)
        kept.push_back(cases[i]);
    return kept;
}

}  // namespace weft::test
