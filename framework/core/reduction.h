// The tree by which a reduction combines a picture's elements: the same for every device, strip and
// number of threads, so that bits agree.
//
// The hull of the inputs' domains is cut into leaves of kLeafWidth x kLeafHeight elements from its
// first element on; those at the far edges may be smaller. In each leaf, lane k of kLeafLanes takes
// the elements whose column, counted from the leaf's first, is k modulo kLeafLanes: row by row,
// from left to right. Every lane begins with Initialise(), also one without elements. Then
// neighbours combine: lanes 0 and 1, 2 and 3 ..., then 0 and 2, 4 and 6 ...; and in the same way
// the leaves, numbered row by row. What is left over at a level waits for the next one.
//
//   class Mean : public Functor<Mean, eReduction> {
//       Indexer<eInput, eComponent> Input;
//       Indexer<eOutput, eComponent> Output;
//       float Sum = 0.0f;                                  // the state of one lane
//       ...
//     public:
//       ImageShape Shape(const ImageShape* inputs) const;  // of the outputs: a reduction has one
//       void Initialise() { Sum = 0.0f; }
//       void Kernel() { Sum += Input(); }                  // one element, in its lane
//       void Combine(const Mean& other) { Sum += other.Sum; }
//       void Result() { Output() = Sum / Count; }          // one element of the output
//   };
//
// One plane at a time there is a state for each plane; where an indexer is ePixel, one for all.
#pragma once

namespace weft {

inline constexpr int kLeafWidth = 256, kLeafHeight = 16;
inline constexpr int kLeafLanes = 16;

/// 32-bit values (floats, ints, bools) that a reduction's state may have.
inline constexpr int kMaxReductionState = 1024;

/// Combines `count` neighbours in the tree's order: combine(a, b) takes number b into number a.
/// Number 0 holds the result.
template <class Combine>
constexpr void combine_neighbours(int count, Combine combine) {
    for (int apart = 1; apart < count; apart *= 2)
        for (int i = 0; i + apart < count; i += 2 * apart) combine(i, i + apart);
}

/// Leaves of `leaf` elements along a row or a column of `elements`: the last may be smaller.
constexpr int leaves_along(int elements, int leaf) { return (elements + leaf - 1) / leaf; }

}  // namespace weft
