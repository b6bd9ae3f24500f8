// Boxes: what the elements of a tile read of an input for some terms of an accumulation, in shared
// memory; and outputs that are stored as soon as a body writes them.
//
// Text for the device compilers. Metadata, besides that of gpu_accessors.h:
//   kBoxPitch, kBoxPlane   floats from one row of a box to the next, and from one plane
//   kBoxPlanes             planes at most
//   kCopyLanes             threads that copy a row together, a power of two
#pragma once

#include "gpu_places.h"

namespace weft {

/// Elements of an input from (x, y) of `plane` on, coordinates before the border is applied.
struct Box {
    int x, y, plane;
    int width, height, planes;
};

/// From the first to the last coordinate, both included.
WEFT_INLINE Box box_between(Element first, Element last) {
    return {first.x,
            first.y,
            first.plane,
            last.x - first.x + 1,
            last.y - first.y + 1,
            last.plane - first.plane + 1};
}

/// The element of a thread that is (u, v) of its own; beyond the tile's last it is the last again.
template <int kBlockU, int kBlockV>
WEFT_INLINE Element element_of_thread(Element tile, Element last, int u, int v) {
    const int x = tile.x + static_cast<int>(threadIdx.x) + u * kBlockU;
    const int y = tile.y + static_cast<int>(threadIdx.y) + v * kBlockV;
    return {x < last.x ? x : last.x, y < last.y ? y : last.y, tile.plane};
}
/// Whether it is an element of the tile.
template <int kBlockU, int kBlockV>
WEFT_INLINE bool has_element(Element tile, Element last, int u, int v) {
    return tile.x + static_cast<int>(threadIdx.x) + u * kBlockU <= last.x &&
           tile.y + static_cast<int>(threadIdx.y) + v * kBlockV <= last.y;
}

/// Copies a box, border included. Every thread of the block calls it, between two barriers.
template <class Meta, int kThreads, class Picture>
WEFT_INLINE void copy_box(float* to, const Picture& picture, const Box& box WEFT_PLACE) {
    const int thread = static_cast<int>(threadIdx.x) + static_cast<int>(threadIdx.y * blockDim.x);
    const int rows = Meta::kBoxPlanes == 1 ? box.height : box.height * box.planes;
    for (int row = thread / Meta::kCopyLanes; row < rows; row += kThreads / Meta::kCopyLanes) {
        const int plane = Meta::kBoxPlanes == 1 ? 0 : row / box.height;
        const int v = row - plane * box.height;
        for (int u = thread % Meta::kCopyLanes; u < box.width; u += Meta::kCopyLanes)
            shared_store(to + plane * Meta::kBoxPlane + v * Meta::kBoxPitch + u,
                         bordered_load<Meta::kColumns, Meta::kBorder>(
                             picture, {box.x + u, box.y + v, box.plane + plane} WEFT_AT) WEFT_AT);
    }
}

/// In a box, around the element.
template <class Meta>
struct Boxed : Meta {
    const float* to;
    const Box& box;
    Element element;
    WEFT_INLINE Boxed(const float* t, const Box& b, Element e) : to(t), box(b), element(e) {}

    WEFT_INLINE float sample(int dx, int dy, int plane WEFT_PLACE) const {
        const int p = Meta::kPixel ? plane - box.plane : 0;
        return shared_load(to + p * Meta::kBoxPlane + (element.y + dy - box.y) * Meta::kBoxPitch +
                           (element.x + dx - box.x) WEFT_AT);
    }
};

/// In a box, by the picture's coordinates.
template <class Meta>
struct BoxedAnywhere : Boxed<Meta> {
    WEFT_INLINE BoxedAnywhere(const float* t, const Box& b, Element) : Boxed<Meta>(t, b, {}) {}
    WEFT_INLINE float operator()(int x, int y WEFT_PLACE) const {
        return this->sample(x, y, 0 WEFT_AT);
    }
    WEFT_INLINE float operator()(int x, int y, int plane WEFT_PLACE) const {
        return this->sample(x, y, bounded(plane, 0, Meta::Planes - 1) WEFT_AT);
    }
};

/// An output whose values are stored at once, and a bit for each plane that has one.
template <class Meta, class Picture>
struct OutputAtOnce : Meta {
    struct Value {
        const Picture& picture;
        Element e;
        WEFT_INLINE void operator=(float value) const {
            device_store(sample_address<Meta::kColumns>(picture, e), value);
        }
    };
    const Picture& picture;
    Element e;
    unsigned long long& written;
    WEFT_INLINE OutputAtOnce(const Picture& p, Element element, unsigned long long& w)
        : picture(p), e(element), written(w) {}

    WEFT_INLINE Value operator()() const {
        written |= 1;
        return {picture, e};
    }
    WEFT_INLINE Value operator()(int plane) const {
        const int p = bounded(plane, 0, Meta::Planes - 1);
        written |= 1ull << p;
        return {picture, {e.x, e.y, p}};
    }
};

/// An output that is not written is 0.
template <class Meta, class Picture>
WEFT_INLINE void store_unwritten(const Picture& picture, Element e,
                                 unsigned long long written WEFT_PLACE) {
    for (int p = 0; p < (Meta::kPixel ? Meta::Planes : 1); ++p)
        if ((written >> p & 1) == 0)
            device_store(
                sample_address<Meta::kColumns>(picture, {e.x, e.y, Meta::kPixel ? p : e.plane}),
                0.0f WEFT_AT);
}

}  // namespace weft
