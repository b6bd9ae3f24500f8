// Channels that are colours, and decisions in words.
#include "pictures/file_colour.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "pictures/channel_choice.h"
#include "support/words.h"

namespace weft {
namespace {

/// Layers whose R, G and B are no colours, by the last word of their names.
bool is_data_layer(const std::string& layer) {
    static constexpr std::string_view kWords[] = {
        "n",         "normal",   "normals",      "nworld",   "p",        "position",
        "positions", "pworld",   "pref",         "st",       "uv",       "uvs",
        "motion",    "mv",       "vector",       "vectors",  "z",        "depth",
        "id",        "ids",      "mask",         "masks",    "matte",    "mattes",
        "forward",   "backward", "motionvector", "velocity", "disparity"};
    const std::string name = lower_case(layer.substr(layer.rfind('.') + 1));
    return name.starts_with("crypto") ||
           std::find(std::begin(kWords), std::end(kWords), name) != std::end(kWords);
}

}  // namespace

ColourPlanes colour_planes(const std::vector<std::string>& channels) {
    ColourPlanes planes;
    const auto first = std::find_if(channels.begin(), channels.end(), [](const std::string& c) {
        return is_rgb(c) && !is_data_layer(layer_of(c));
    });
    if (first != channels.end()) {
        const std::string layer = layer_of(*first);
        for (std::size_t i = 0; i < channels.size(); ++i) {
            if (layer_of(channels[i]) != layer) continue;
            const ChannelRole role = role_of(channels[i]);
            int* const plane = role == ChannelRole::kRed     ? &planes.red
                               : role == ChannelRole::kGreen ? &planes.green
                               : role == ChannelRole::kBlue  ? &planes.blue
                                                             : nullptr;
            if (plane != nullptr && *plane < 0) *plane = static_cast<int>(i);
        }
        return planes;
    }
    const int grey = channel_with_role(channels, ChannelRole::kLuminance);
    if (grey < 0 || is_data_layer(layer_of(channels[static_cast<std::size_t>(grey)])))
        return planes;
    // Y stands with X for a direction or a place.
    for (const std::string& channel : channels) {
        const std::string name = lower_case(channel.substr(channel.rfind('.') + 1));
        if (name == "x") return planes;
    }
    planes.red = planes.green = planes.blue = grey;
    return planes;
}

std::string colour_for_input(const std::string& input, const std::string& chosen) {
    if (!chosen.empty() && chosen != kAutoColour) return chosen;
    const std::string name = lower_case(input);
    return name == "mask" || name == "matte" ? kRawColour : kAutoColour;
}

std::string to_text(const FileColour& colour) {
    if (colour.by == ColourBy::kRaw) return kRawColour;
    if (colour.by == ColourBy::kData) return fmt::format("data ({})", colour.because);
    return fmt::format("{} ({})", colour.space, colour.because);
}

}  // namespace weft
