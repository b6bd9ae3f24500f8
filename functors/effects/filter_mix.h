// What every filter for artists ends with: a mix with its original, under a mask.
#pragma once

#include "graph/image.h"
#include "pixel/filter_mix.h"

namespace weft::effects {

/// Records the last stage of a filter, "filtermix", and offers its output as the graph's.
inline void record_filter_mix(GraphBuilder& build, const Image& original, const Image& filtered) {
    Image output;
    build.name_next("filtermix");
    functors::FilterMix()(original, filtered, output);
    build.output("output", output);
}

/// Offers the controls of that stage, after the filter's own.
inline void add_filter_mix_controls(GraphBuilder& build) {
    build.control("mix", "Mix", "Fades from the original, 0, to the filtered picture, 1.",
                  {"filtermix.mix"});
    build.control("mask", "Mask", "The channel of the original in which the filter works.",
                  {"filtermix.mask"});
}

}  // namespace weft::effects
