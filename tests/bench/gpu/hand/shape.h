// How the hand-written kernels are launched: for them, their tests and their bundles.
#pragma once

#include <array>
#include <string_view>

namespace hand {

constexpr int kWarps = 4;  ///< of a block, one below another

/// Columns of a warp: of kernels that load the columns beside them too, and of those whose
/// outermost lanes only compute what their neighbours need.
constexpr int kColumns = 128;
constexpr int kInnerColumns = kColumns - 8;

struct Shape {
    std::string_view effect;
    bool overlapping;  ///< warps along a row, by eight columns
    int planes;        ///< that a thread computes: 0: one, each plane has blocks of its own
};
constexpr Shape kShapes[] = {{"gaussian-3x3", false, 0}, {"blur-3x3", false, 0},
                             {"sobel", false, 0},        {"enhance", false, 0},
                             {"harris", true, 0},        {"unsharp-halide", true, 3}};

/// Null where there is no kernel for it.
constexpr const Shape* shape_of(std::string_view effect) {
    for (const Shape& shape : kShapes)
        if (shape.effect == effect) return &shape;
    return nullptr;
}

/// Blocks of 32 by kWarps threads, where a warp goes down so many rows.
constexpr std::array<unsigned, 3> grid_of(const Shape& shape, int width, int height, int planes,
                                          int rows) {
    const auto blocks = [](int elements, int each) {
        return static_cast<unsigned>((elements + each - 1) / each);
    };
    unsigned across = blocks(width, kColumns);
    if (shape.overlapping && width > kColumns) across = blocks(width - 8, kInnerColumns);
    return {across, blocks(height, kWarps * rows),
            shape.planes > 0 ? 1u : static_cast<unsigned>(planes)};
}

}  // namespace hand
