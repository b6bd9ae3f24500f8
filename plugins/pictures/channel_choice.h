// Which channels of a file an effect sees. Pure: by their names alone.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// What a channel is by its name without its layer, be it in capitals or not.
enum class ChannelRole {
    kRed,        ///< R, red
    kGreen,      ///< G, green
    kBlue,       ///< B, blue
    kAlpha,      ///< A, alpha
    kLuminance,  ///< Y
    kDepth,      ///< Z, depth
    kOther
};
ChannelRole role_of(std::string_view channel);

/// Whether the channel is red, green or blue.
bool is_rgb(std::string_view channel);

/// "diffuse" of "diffuse.R", "left.diffuse" of "left.diffuse.R"; "" of a channel without a point.
std::string layer_of(const std::string& channel);

/// Those whose names begin with "LAYER.", or have no point for "rgba"; places in `channels`.
std::vector<int> channels_of_layer(const std::vector<std::string>& channels,
                                   const std::string& layer);

/// The layer that is read where nobody chose one: the channels without a point, "rgba"; where there
/// are none, the first layer that has colours, or the first.
std::string main_layer_of(const std::vector<std::string>& channels);

/// The channels of a layer that an effect computes on: R, G, B and A in this order, as far as they
/// are there; where there is none of the first three, Y and A, unless Y stands with X for a
/// direction or a place. All of the layer where it has no such channel.
std::vector<int> colours_of_layer(const std::vector<std::string>& channels,
                                  const std::string& layer);

/// The first of `channels` that has the role; -1: none.
int channel_with_role(const std::vector<std::string>& channels, ChannelRole role);

}  // namespace weft
