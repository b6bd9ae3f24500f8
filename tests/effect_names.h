// Effects as parameters of tests.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "effects/builtin.h"

namespace weft::test {

/// Of all built-in effects.
inline std::vector<std::string> effect_names() {
    std::vector<std::string> names;
    for (const Effect& effect : builtin_effects()) names.push_back(effect.name);
    return names;
}

/// What a test is called whose parameter is the name of an effect or a functor.
inline std::string test_name(const testing::TestParamInfo<std::string>& info) {
    std::string name = info.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

}  // namespace weft::test
