// States of reductions in memory: one for each lane of each leaf (core/reduction.h).
#pragma once

#include "core/reduction.h"
#include "pictures.h"

namespace weft {

/// The elements of one lane of a leaf: from `left` on every kLeafLanes-th column before `right`.
struct LaneElements {
    int left, right, top, bottom;
};

/// Of the lane that lies at `lane` among the states; `elements`: all that are reduced.
WEFT_INLINE LaneElements elements_of(GpuBounds elements, Element lane) {
    const int leaf_left = elements.left + lane.x / kLeafLanes * kLeafWidth;
    const int top = elements.top + lane.y * kLeafHeight;
    const int right = leaf_left + kLeafWidth, bottom = top + kLeafHeight;
    return {leaf_left + lane.x % kLeafLanes, right < elements.right ? right : elements.right, top,
            bottom < elements.bottom ? bottom : elements.bottom};
}

/// Where leaf i's first lane lies among the states.
WEFT_INLINE Element leaf_at(const GpuPicture& states, long long i, int plane) {
    const int across = states.right / kLeafLanes;
    return {static_cast<int>(i % across) * kLeafLanes, static_cast<int>(i / across), plane};
}
WEFT_INLINE long long leaves_in(const GpuPicture& states) {
    return static_cast<long long>(states.right / kLeafLanes) * states.bottom;
}

/// The first number of a state of `floats`; the next lie in the picture's next planes.
WEFT_INLINE float* state_address(const GpuPicture& states, Element lane, int floats) {
    return sample_address<false>(states, {lane.x, lane.y, lane.plane * floats});
}

// Numbers of a state as floats: the bits of ints, 0 or 1 for bools.
WEFT_INLINE void save_number(float* to, float x WEFT_PLACE) { device_store(to, x WEFT_AT); }
WEFT_INLINE void save_number(float* to, int x WEFT_PLACE) { device_store(to, as_float(x) WEFT_AT); }
WEFT_INLINE void save_number(float* to, unsigned x WEFT_PLACE) {
    device_store(to, as_float(x) WEFT_AT);
}
WEFT_INLINE void save_number(float* to, bool x WEFT_PLACE) {
    device_store(to, x ? 1.0f : 0.0f WEFT_AT);
}
WEFT_INLINE void read_number(const float* from, float& x WEFT_PLACE) {
    x = device_load_again(from WEFT_AT);
}
WEFT_INLINE void read_number(const float* from, int& x WEFT_PLACE) {
    x = as_int(device_load_again(from WEFT_AT));
}
WEFT_INLINE void read_number(const float* from, unsigned& x WEFT_PLACE) {
    x = as_uint(device_load_again(from WEFT_AT));
}
WEFT_INLINE void read_number(const float* from, bool& x WEFT_PLACE) {
    x = device_load_again(from WEFT_AT) != 0.0f;
}

}  // namespace weft
