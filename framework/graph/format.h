// A project's format: the size of pictures that nothing else gives a size.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "graph/graph.h"

namespace weft {

/// Pixels are square, and the frame begins at 0,0.
struct Format {
    std::string name;  ///< "HD 1080"; "": one of no name
    int width = 0, height = 0;
    friend bool operator==(const Format&, const Format&) = default;
};

/// The largest side of a format, in pixels.
inline constexpr int kLargestFormat = 65536;

/// Formats that have names, from small to large.
const std::vector<Format>& named_formats();

/// "HD 1080 (1920 x 1080)", "1000 x 500".
std::string to_text(const Format& format);

/// The format of a name, in any case, or of a size: "hd 1080", "1920x1080". A size that has a name
/// gets it. kUsage error: it is neither, or a side is not from 1 to kLargestFormat.
Result<Format> format_named(const std::string& text);

/// Whether a node takes its size from the format: its functor has the parameters "width" and
/// "height", which may be 0, and both are, without keyframes.
bool follows_format(const Node& node, const Library& library);

/// Lets a node follow the format, where its functor can.
void follow_format(Node& node, const Library& library);

/// The graph where nodes that follow the format have its width and height.
Graph in_format(Graph graph, const Library& library, const Format& format);

/// The format that the document `text` says; nothing where it has none, and where `text` is no
/// document, which from_document() reports. kDocument error: "format" is of another form.
Result<std::optional<Format>> format_of_document(const std::string& text);

}  // namespace weft
