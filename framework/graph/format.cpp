#include "graph/format.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "graph/descriptor.h"
#include "support/nearest.h"
#include "support/refusal.h"

namespace weft {
namespace {

std::string in_lower_case(std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

/// "1920x1080"; blanks around the x do not matter.
std::optional<Format> size_in(const std::string& text) {
    std::string bare;
    for (const char c : text)
        if (c != ' ') bare += c;
    Format format;
    const char* const end = bare.data() + bare.size();
    const auto width = std::from_chars(bare.data(), end, format.width);
    if (width.ec != std::errc{} || width.ptr == end || (*width.ptr != 'x' && *width.ptr != 'X'))
        return std::nullopt;
    const auto height = std::from_chars(width.ptr + 1, end, format.height);
    if (height.ec != std::errc{} || height.ptr != end) return std::nullopt;
    return format;
}

/// Where a node has its width and its height; nothing where its size is its own.
struct SizePlaces {
    std::size_t width = 0, height = 0;
};
std::optional<SizePlaces> size_places(const Node& node, const Library& library) {
    const FunctorType* const type = library.find(node.functor);
    if (type == nullptr) return std::nullopt;
    const FunctorDescriptor functor = describe(*type);
    const auto place = [&](const char* name) -> std::optional<std::size_t> {
        const int at = functor.find_parameter(name);
        if (at < 0) return std::nullopt;
        const auto i = static_cast<std::size_t>(at);
        const ParameterRef& ref = functor.parameters[i].ref;
        if (ref.type != ParameterType::eInt || ref.minimum > 0) return std::nullopt;
        return i;
    };
    const auto width = place("width"), height = place("height");
    if (!width || !height) return std::nullopt;
    return SizePlaces{*width, *height};
}

bool is_nothing(const Node& node, std::size_t parameter, const char* name) {
    const bool moves = std::any_of(node.curves.begin(), node.curves.end(),
                                   [&](const Curve& curve) { return curve.parameter == name; });
    const int* const value = std::get_if<int>(&node.parameters[parameter]);
    return !moves && value != nullptr && *value == 0;
}

}  // namespace

const std::vector<Format>& named_formats() {
    static const std::vector<Format> formats = {
        {"Square 1K", 1024, 1024}, {"HD 720", 1280, 720},     {"HD 1080", 1920, 1080},
        {"2K Scope", 2048, 858},   {"2K Flat", 1998, 1080},   {"2K DCP", 2048, 1080},
        {"2K Full", 2048, 1556},   {"Square 2K", 2048, 2048}, {"UHD 4K", 3840, 2160},
        {"4K Scope", 4096, 1716},  {"4K Flat", 3996, 2160},   {"4K DCP", 4096, 2160},
        {"4K Full", 4096, 3112},   {"Square 4K", 4096, 4096}, {"UHD 8K", 7680, 4320},
    };
    return formats;
}

std::string to_text(const Format& format) {
    const std::string size = fmt::format("{} x {}", format.width, format.height);
    return format.name.empty() ? size : fmt::format("{} ({})", format.name, size);
}

Result<Format> format_named(const std::string& text) {
    const std::string wanted = in_lower_case(text);
    std::vector<std::string> names;
    for (const Format& format : named_formats()) {
        if (in_lower_case(format.name) == wanted) return format;
        names.push_back(format.name);
    }
    const std::optional<Format> size = size_in(text);
    if (!size)
        return usage_error(
            fmt::format("there is no format \"{:.80}\"{}: name one of {}, or a size as 1920x1080",
                        text, did_you_mean(text, names), fmt::join(names, ", ")));
    for (const int side : {size->width, size->height})
        if (side < 1 || side > kLargestFormat)
            return usage_error(
                fmt::format("the format {}x{} has a side of {}: sides are from 1 to "
                            "{} pixels",
                            size->width, size->height, side, kLargestFormat));
    for (const Format& format : named_formats())
        if (format.width == size->width && format.height == size->height) return format;
    return *size;
}

bool follows_format(const Node& node, const Library& library) {
    const std::optional<SizePlaces> places = size_places(node, library);
    return places && is_nothing(node, places->width, "width") &&
           is_nothing(node, places->height, "height");
}

void follow_format(Node& node, const Library& library) {
    const std::optional<SizePlaces> places = size_places(node, library);
    if (!places) return;
    node.parameters[places->width] = 0;
    node.parameters[places->height] = 0;
}

Graph in_format(Graph graph, const Library& library, const Format& format) {
    for (Node& node : graph.nodes) {
        if (!follows_format(node, library)) continue;
        const SizePlaces places = *size_places(node, library);
        node.parameters[places.width] = format.width;
        node.parameters[places.height] = format.height;
    }
    return graph;
}

}  // namespace weft
