// Built-in effects, each under some combinations of choices.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "affordable.h"
#include "effects/builtin.h"
#include "engine/pairwise.h"
#include "full_run.h"
#include "random_run.h"

namespace weft::test {

/// For each factor the index of one of its values.
using Choice = std::vector<std::size_t>;

/// Calls `test` for built-in effects and choices among factors of so many values each. In a full
/// run that is every effect with every choice. Otherwise any two values, or an effect and a value,
/// meet in some call, and each run draws others; under a sanitizer every effect has one of its
/// choices at least.
inline void for_effects(const std::vector<std::size_t>& factors,
                        const std::function<void(const Effect&, const Choice&)>& test) {
    const std::vector<Effect>& effects = builtin_effects();
    std::vector<int> sizes{static_cast<int>(effects.size())};
    for (const std::size_t values : factors) sizes.push_back(static_cast<int>(values));
    std::vector<std::vector<Choice>> choices(effects.size());
    for (const std::vector<int>& c :
         full_run() ? full_product(sizes) : pairwise_cover(sizes, run_seed()))
        choices[static_cast<std::size_t>(c[0])].emplace_back(c.begin() + 1, c.end());
    for (std::size_t e = 0; e < effects.size(); ++e)
        for (const Choice& choice : affordable(choices[e], effects[e].name))
            test(effects[e], choice);
}

}  // namespace weft::test
