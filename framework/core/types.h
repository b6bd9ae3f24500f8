// The framework's enumerations, limits and smallest types: axes, borders, directions,
// granularities, freedoms, dependences, offsets, scales.
//
// Everything under core/ is self-contained: it includes no header from outside core/, not even the
// standard library, so that the translator and the kernel compiler can read it on a machine that
// has no C++ headers installed.
#pragma once

namespace weft {

/// The axis of a one-dimensional access or of a scan.
enum Axis : int { eHorizontal = 0, eVertical = 1 };

/// How a functor's elements depend on each other (active-library, section 2).
enum Dependence : int {
    eParallel = 0,       ///< every element by itself
    eMovingAverage = 1,  ///< a windowed scan along an axis; state is rebuilt at fixed places
    eRecurrence = 2,     ///< a directed scan of whole lines; state is built where each one begins
    eReduction = 3,      ///< a whole-picture result, combined in a tree fixed by the graph
    eAccumulation = 4,   ///< every element by itself, from terms that loops add in a fixed order
};

/// Whether each element is computed by itself, without a state.
constexpr bool is_elementwise(Dependence d) { return d == eParallel || d == eAccumulation; }

/// Whether an indexer reads or writes.
enum Direction : int { eInput = 0, eOutput = 1 };

/// Whether an indexer sees one plane at a time or all planes of a pixel.
enum Granularity : int { eComponent = 0, ePixel = 1 };

/// The access pattern of an indexer, relative to the element (active-library, figure 2).
enum Freedom : int {
    e0D = 0,      ///< the element itself
    e1D = 1,      ///< along an axis, up to a radius, both chosen at run time
    e2D = 2,      ///< within a rectangle of radii chosen at run time
    eSparse = 3,  ///< at the offsets of a list chosen at run time
    eRandom = 4,  ///< anywhere, by coordinates: the input is always materialised
};

/// What a read outside the producer's domain of definition yields.
enum BorderMode : int {
    eClamp = 0,     ///< the nearest element inside
    eMirror = 1,    ///< reflected about the edge, which is repeated (half-sample); any distance
    eRepeat = 2,    ///< wrapped around; any distance
    eConstant = 3,  ///< a stated value
};

/// A border: its mode, and the value that eConstant reads.
struct Border {
    BorderMode mode = eClamp;
    float value = 0.0f;

    friend constexpr bool operator==(const Border&, const Border&) = default;
};

/// Nothing outside: zero in all planes. Of inputs that are read at their element alone, unless a
/// functor or a node says otherwise: where pictures are combined, one ends where it ends.
inline constexpr Border kNothing{eConstant, 0.0f};

/// A whole-pixel displacement: x to the right, y downwards.
struct Offset {
    int x = 0;
    int y = 0;

    friend constexpr bool operator==(const Offset&, const Offset&) = default;
};

/// Which element of its input an element reads around: floor((times * i + plus) / over), on one
/// axis. {2, 0, 1} halves a picture, {1, 0, 2} doubles one.
struct Scale {
    int times = 1;  ///< from 1 to kMaxScale
    int plus = 0;   ///< from -kMaxRadius to kMaxRadius
    int over = 1;   ///< from 1 to kMaxScale

    friend constexpr bool operator==(const Scale&, const Scale&) = default;
};

/// Limits on what a functor may ask for; exceeding one is an error that names it.
inline constexpr int kMaxRadius = 1024;        ///< of any indexer, in pixels
inline constexpr int kMaxSparseOffsets = 256;  ///< entries of an eSparse list
inline constexpr int kMaxPlanes = 64;          ///< planes of a picture
inline constexpr int kMaxScale = 64;           ///< of a Scale's factors

/// Domains lie within [-kMaxCoordinate, kMaxCoordinate] on both axes, so that no sum of a
/// coordinate, an offset and a period overflows an int.
inline constexpr int kMaxCoordinate = 1 << 28;
/// Coordinates of eRandom reads are clamped to this in either direction.
inline constexpr int kFarthest = 1 << 29;

/// A list of at most kMaxSparseOffsets offsets, stored in place.
struct OffsetList {
    int count = 0;
    Offset items[kMaxSparseOffsets] = {};

    constexpr OffsetList() = default;
    template <int N>
    constexpr OffsetList(const Offset (&offsets)[N]) : count(N) {
        static_assert(N <= kMaxSparseOffsets,
                      "an offset list holds at most kMaxSparseOffsets entries");
        for (int i = 0; i < N; ++i) items[i] = offsets[i];
    }

    friend constexpr bool operator==(const OffsetList& a, const OffsetList& b) {
        if (a.count != b.count) return false;
        for (int i = 0; i < a.count; ++i)
            if (!(a.items[i] == b.items[i])) return false;
        return true;
    }
};

/// A list of at most Capacity floats, stored in place: filter weights, curves.
/// Inside a kernel, index `values` with a constant, a bounded loop variable, or through At().
template <int Capacity>
struct FloatList {
    int count = 0;
    float values[Capacity] = {};
};

}  // namespace weft
