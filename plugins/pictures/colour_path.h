// Transforms of colours, named where a picture file is: "ocio:ACEScg:sRGB". No library, no file.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"

namespace weft {

/// What is baked to a look-up table, and how. Exactly one of: `file`; `builtins`; `from` with `to`;
/// `from` with `display`, `view` or both.
struct ColourTransform {
    struct Builtin {
        std::string style;  ///< as OpenColorIO names it
        bool inverse = false;
        friend bool operator==(const Builtin&, const Builtin&) = default;
    };

    std::string file;                     ///< a look-up table or the like
    std::vector<Builtin> builtins;        ///< one after another
    std::string from, to, display, view;  ///< names of a configuration
    std::string config;                   ///< its path; empty: that of $OCIO
    bool inverse = false;                 ///< backwards
    std::optional<int> edge;              ///< elements along each axis of the cube
    std::optional<double> low, high;      ///< the domain, together
    std::optional<bool> logarithmic;      ///< the shaper
    friend bool operator==(const ColourTransform&, const ColourTransform&) = default;
};

inline constexpr int kShortestEdge = 2, kLongestEdge = 129;

/// Whether a path names a transform rather than a file: it begins with "ocio:".
bool is_colour_path(std::string_view path);

/// The grammar of docs/colour.md. kUsage errors name the field, and what there may be.
Result<ColourTransform> parse_colour_path(const std::string& path);

/// The path of a transform: what parse_colour_path() makes it of.
std::string colour_path(const ColourTransform& transform);

/// The file of the configuration or the table that `transform` needs; empty: it needs none, or
/// $OCIO is not set.
std::string file_behind(const ColourTransform& transform);

}  // namespace weft
