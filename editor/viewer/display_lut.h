// Colours for a screen, looked up in a cube: a table of docs/colour.md, for what the window shows.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "runtime/picture.h"

namespace weft::editor {

using Rgb = std::array<float, 3>;

class DisplayLut {
  public:
    /// Nothing where the picture holds no cube.
    static std::optional<DisplayLut> from(const Picture& table);

    /// Replaces light by what a screen is to be sent, 0 to 1. NaN counts as 0, and what is beyond
    /// the table's domain as lying at its end.
    void apply(std::span<Rgb> colours) const;

  private:
    struct Axis {
        float first, scale;  ///< elements along the axis: (curved - first) * scale
        float knee;          ///< of the logarithm; 0: there is none
        float offset;
        Rgb mix;
    };
    struct alignas(16) Corner {
        float rgb[4];
    };
    struct Piece;
    void spread(std::span<const Rgb> colours, Piece& piece) const;
    void place(std::size_t count, std::size_t c, int stride, Piece& piece) const;
    void order(std::size_t count, Piece& piece) const;

    int edge_ = 0;
    std::array<Axis, 3> axes_{};
    std::vector<Corner> corners_;  // red fastest, blue slowest
};

}  // namespace weft::editor
