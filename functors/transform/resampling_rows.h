// How a picture of weights says what a resampled picture is made of.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// The rows of a picture of weights, from its domain's top; column i is of what is made at i along
/// the axis. ResampleSums and FitFrameSums have sums of weights where WeightsOfSums has weights,
/// and WeighAcross and WeighDown apply those.
enum ResamplingRow : int {
    ePlaceRow,   ///< the first element that weighs, counted from the domain's first
    eStartRow,   ///< what is added to: -0, which adds nothing to any number; 0 for nothing
    eWeightRows  ///< from here on: the weights of that element and of those after it
};

/// A picture of that many weights for what lies along an axis from `first` to before `last`.
/// `shown` is the part of that in the frame; pixels of a picture so made are `aspect` times as
/// wide as before.
inline ImageShape weights_shape(int first, int last, int shown_first, int shown_last, int taps,
                                float aspect) {
    const int rows = eWeightRows + taps;
    ImageShape shape{{first, 0, last, rows}, 1};
    shape.frame = {shown_first, 0, shown_last, rows};
    shape.pixel_aspect = aspect;
    return shape;
}

}  // namespace weft::functors
