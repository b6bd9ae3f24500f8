// The axes, as one table: parameters, documents, messages and tests take their names from here.
#pragma once

#include "core/types.h"
#include "support/choices.h"

namespace weft {

template <>
struct ChoicesOf<Axis> {
    static constexpr Choice<Axis> kAll[] = {
        {eHorizontal, "horizontal"},
        {eVertical, "vertical"},
    };
};

}  // namespace weft
