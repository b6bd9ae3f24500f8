// What dependences and accesses are called in facts, and where plans are printed.
#pragma once

#include "core/types.h"
#include "support/choices.h"

namespace weft {

template <>
struct ChoicesOf<Dependence> {
    static constexpr Choice<Dependence> kAll[] = {
        {eParallel, "parallel", "every element by itself"},
        {eMovingAverage, "moving-average", "a windowed scan, restarted at fixed places"},
        {eRecurrence, "recurrence", "a directed scan of whole lines"},
        {eReduction, "reduction", "a result of the whole picture"},
        {eAccumulation, "accumulation", "every element by itself, from terms that loops add"},
    };
};

template <>
struct ChoicesOf<Direction> {
    static constexpr Choice<Direction> kAll[] = {{eInput, "input"}, {eOutput, "output"}};
};

template <>
struct ChoicesOf<Granularity> {
    static constexpr Choice<Granularity> kAll[] = {{eComponent, "component"}, {ePixel, "pixel"}};
};

template <>
struct ChoicesOf<Freedom> {
    static constexpr Choice<Freedom> kAll[] = {
        {e0D, "0d"}, {e1D, "1d"}, {e2D, "2d"}, {eSparse, "sparse"}, {eRandom, "random"}};
};

}  // namespace weft
