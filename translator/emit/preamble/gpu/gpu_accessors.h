// Accessors: what a kernel body sees as its indexers on a GPU.
//
// Input0D to InputSparse are the freedoms, each over a storage that says how samples are reached.
// All derive from the emitter's metadata struct of that input or output:
//   Radius, RadiusX, RadiusY, Count, Planes, Axis   the indexer's, as the body knows them
//   kPixel     the plane is an argument; else it is the element's own
//   kColumns   the picture's layout
//   kScaleX, kScaleY   which element is read around
//   kBorder    Bordered, Shared: what a read outside the domain yields
//   Entries, offset(i)   eSparse: the list
//   Picture    the picture's type, where it is no GpuPicture: external (external_pictures.h), or
//              loaded past the first-level cache
// Arguments are bounded to what was declared, as core/indexer.h does.
//
// Radii and lists that a run brings along are members of the metadata instead of constants; every
// storage takes, last, what they are made of.
#pragma once

#include "pictures.h"

namespace weft {

template <class Meta>
struct PictureOf {
    using Type = GpuPicture;
};
template <class Meta>
    requires requires { typename Meta::Picture; }
struct PictureOf<Meta> {
    using Type = typename Meta::Picture;
};

/// In place; the planner has shown that every read is within what is stored.
template <class Meta>
struct Global : Meta {
    using Picture = typename PictureOf<Meta>::Type;
    typename SampleOf<Picture>::Type at;  // the element's own
    long long plane_stride;
    int pitch;
    template <class... Own>
    WEFT_INLINE Global(const Picture& picture, Element e, Own... own)
        : Meta{own...},
          at(sample_address<Meta::kColumns>(picture, around<Meta>(e))),
          plane_stride(picture.plane),
          pitch(picture.pitch) {}

    WEFT_INLINE float sample(int dx, int dy, int plane WEFT_PLACE) const {
        const int du = Meta::kColumns ? dy : dx, dv = Meta::kColumns ? dx : dy;
        return device_load(at + plane * plane_stride +
                           (static_cast<long long>(dv) * pitch + du) WEFT_AT);
    }
};

/// In place, by way of the border; kSides: of which the reads may leave the domain (sides.h).
template <class Meta, int kSides = 15>
struct Bordered : Meta {
    using Picture = typename PictureOf<Meta>::Type;
    const Picture& picture;
    Element element;
    template <class... Own>
    WEFT_INLINE Bordered(const Picture& p, Element e, Own... own)
        : Meta{own...}, picture(p), element(around<Meta>(e)) {}

    WEFT_INLINE float sample(int dx, int dy, int plane WEFT_PLACE) const {
        const Element e = {element.x + dx, element.y + dy, element.plane + plane};
        return bordered_load<Meta::kColumns, Meta::kBorder, kSides>(picture, e WEFT_AT);
    }
};

/// Away from all borders nothing is checked.
template <class Meta>
struct Bordered<Meta, 0> : Global<Meta> {
    using Global<Meta>::Global;
};

/// In a tile of shared memory (tiles.h), which has the border in it.
template <class Meta>
struct Shared : Meta {
    const float* at;  // the element's own sample, of the tile's first plane
    template <class... Own>
    WEFT_INLINE explicit Shared(const float* tile, Own... own)
        : Meta{own...},
          at(tile + (static_cast<int>(threadIdx.y) - Meta::kFirstV) * Meta::kPitch +
             (static_cast<int>(threadIdx.x) - Meta::kFirstU)) {}

    WEFT_INLINE float sample(int dx, int dy, int plane WEFT_PLACE) const {
        const int du = Meta::kThreadsAlongY ? dy : dx, dv = Meta::kThreadsAlongY ? dx : dy;
        return shared_load(at + plane * Meta::kTilePlane + dv * Meta::kPitch + du WEFT_AT);
    }
};

/// The element itself: e0D.
template <class Storage>
struct Input0D : Storage {
    using Storage::Storage;
    WEFT_INLINE float operator()(WEFT_PLACE_ONLY) const { return this->sample(0, 0, 0 WEFT_AT); }
    WEFT_INLINE float operator()(int plane WEFT_PLACE) const {
        return this->sample(0, 0, bounded(plane, 0, Storage::Planes - 1) WEFT_AT);
    }
};

/// Along an axis: e1D.
template <class Storage>
struct Input1D : Storage {
    using Storage::Storage;
    WEFT_INLINE float operator()(WEFT_PLACE_ONLY) const { return this->sample(0, 0, 0 WEFT_AT); }
    WEFT_INLINE float operator()(int offset WEFT_PLACE) const { return along(offset, 0 WEFT_AT); }
    WEFT_INLINE float operator()(int offset, int plane WEFT_PLACE) const {
        return along(offset, bounded(plane, 0, Storage::Planes - 1) WEFT_AT);
    }

  private:
    WEFT_INLINE float along(int offset, int plane WEFT_PLACE) const {
        const int d = bounded(offset, -Storage::Radius, Storage::Radius);
        if constexpr (Storage::Axis == eHorizontal)
            return this->sample(d, 0, plane WEFT_AT);
        else
            return this->sample(0, d, plane WEFT_AT);
    }
};

/// Within a rectangle: e2D.
template <class Storage>
struct Input2D : Storage {
    using Storage::Storage;
    WEFT_INLINE float operator()(WEFT_PLACE_ONLY) const { return this->sample(0, 0, 0 WEFT_AT); }
    WEFT_INLINE float operator()(int x WEFT_PLACE) const { return within(x, 0, 0 WEFT_AT); }
    WEFT_INLINE float operator()(int x, int y WEFT_PLACE) const { return within(x, y, 0 WEFT_AT); }
    WEFT_INLINE float operator()(int x, int y, int plane WEFT_PLACE) const {
        return within(x, y, bounded(plane, 0, Storage::Planes - 1) WEFT_AT);
    }

  private:
    WEFT_INLINE float within(int x, int y, int plane WEFT_PLACE) const {
        return this->sample(bounded(x, -Storage::RadiusX, Storage::RadiusX),
                            bounded(y, -Storage::RadiusY, Storage::RadiusY), plane WEFT_AT);
    }
};

/// At the entries of a list: eSparse.
template <class Storage>
struct InputSparse : Storage {
    using Storage::Storage;
    WEFT_INLINE float operator()(int i WEFT_PLACE) const { return listed(i, 0 WEFT_AT); }
    WEFT_INLINE float operator()(int i, int plane WEFT_PLACE) const {
        return listed(i, bounded(plane, 0, Storage::Planes - 1) WEFT_AT);
    }

  private:
    WEFT_INLINE float listed(int i, int plane WEFT_PLACE) const {
        const Offset d = Storage::offset(bounded(i, 0, Storage::Entries - 1));
        return this->sample(d.x, d.y, plane WEFT_AT);
    }
};

/// What a body writes: values that the kernel stores afterwards.
template <class Meta>
struct Output : Meta {
    float* values;  // one per plane, or that of the element's plane
    WEFT_INLINE explicit Output(float* v) : values(v) {}
    WEFT_INLINE float& operator()() const { return values[0]; }
    WEFT_INLINE float& operator()(int plane) const {
        return values[bounded(plane, 0, Meta::Planes - 1)];
    }
};

/// Stores what a body has written at an element.
template <class Meta, class Picture>
WEFT_INLINE void store(const Picture& picture, Element e, const float* values WEFT_PLACE) {
    for (int p = 0; p < (Meta::kPixel ? Meta::Planes : 1); ++p)
        device_store(
            sample_address<Meta::kColumns>(picture, {e.x, e.y, Meta::kPixel ? p : e.plane}),
            values[p] WEFT_AT);
}

}  // namespace weft
