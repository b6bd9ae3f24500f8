// What every filter for artists ends with: a mix with its original, under a mask.
#pragma once

#include "graph/image.h"
#include "pixel/filter_mix.h"

namespace weft::effects {

/// Records the last stage of a filter, "filtermix", and offers its output as the graph's. The mask
/// is an optional input; the original stands in for it.
inline void record_filter_mix(GraphBuilder& build, const Image& original, const Image& filtered) {
    Image output;
    build.name_next("filtermix");
    functors::FilterMix()(original, filtered, original, output);
    build.output("output", output);
    build.optional_input("mask", "A picture in which the filter works, where it is 1.",
                         {"filtermix.Mask"}, {"filtermix.masked"});
}

/// Offers the controls of that stage, after the filter's own.
inline void add_filter_mix_controls(GraphBuilder& build) {
    build.control("mix", "Mix", "Fades from the original, 0, to the filtered picture, 1.",
                  {"filtermix.mix"});
    build.control("mask", "Mask",
                  "The channel in which the filter works: of the mask, or of the original where no "
                  "mask is given. Automatic: the mask's alpha, or its luminance where it has none.",
                  {"filtermix.mask"});
    build.control("invert", "Invert", "Filters where the mask is 0 instead.", {"filtermix.invert"});
}

}  // namespace weft::effects
