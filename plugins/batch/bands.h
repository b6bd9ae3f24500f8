// A frame in bands of rows from the top: what each computes, writes and needs of the inputs. Pure.
#pragma once

#include <cstddef>
#include <vector>

#include "batch/output_plan.h"
#include "graph/regions.h"

namespace weft {

struct Band {
    std::vector<Rect> regions;      ///< computed, one per output
    std::vector<Interval> written;  ///< rows of each output's window, one after the other by band
    std::vector<Interval> held;     ///< rows of each input that are in memory meanwhile
};

/// `count` bands of nearly the same height; fewer where an output has fewer rows. Inputs are read
/// from the top, each row once: what a later band needs again is held.
Result<std::vector<Band>> split_into_bands(const Graph& still, const Library& library,
                                           const std::vector<ImageShape>& inputs,
                                           const std::vector<OutputPlan>& outputs, int count);

/// Bytes that decoding or encoding of rows of `row` bytes takes, by `threads`.
std::size_t codec_bytes(std::size_t row, int threads);

/// The most bytes of pictures, decoders and encoders that are held at a time.
std::size_t band_bytes(const std::vector<Band>& bands, const std::vector<PictureInfo>& inputs,
                       const std::vector<OutputPlan>& outputs, int threads);

}  // namespace weft
