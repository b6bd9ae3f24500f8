#include "pictures/channel_choice.h"

#include <algorithm>

namespace weft {
namespace {

constexpr const char* kUnlayered = "rgba";

std::string_view name_in_layer(std::string_view channel) {
    return channel.substr(channel.rfind('.') + 1);  // all of it where there is no point
}

bool same_word(std::string_view a, std::string_view b) {
    const auto lower = [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [&](char x, char y) { return lower(x) == lower(y); });
}

/// Of some channels, the first of the role; -1: none.
int find_role(const std::vector<std::string>& channels, const std::vector<int>& some,
              ChannelRole role) {
    for (const int c : some)
        if (role_of(channels[static_cast<std::size_t>(c)]) == role) return c;
    return -1;
}

}  // namespace

ChannelRole role_of(std::string_view channel) {
    struct Word {
        const char* word;
        ChannelRole role;
    };
    static constexpr Word kWords[] = {{"R", ChannelRole::kRed},      {"red", ChannelRole::kRed},
                                      {"G", ChannelRole::kGreen},    {"green", ChannelRole::kGreen},
                                      {"B", ChannelRole::kBlue},     {"blue", ChannelRole::kBlue},
                                      {"A", ChannelRole::kAlpha},    {"alpha", ChannelRole::kAlpha},
                                      {"Z", ChannelRole::kDepth},    {"depth", ChannelRole::kDepth},
                                      {"Y", ChannelRole::kLuminance}};
    for (const auto& [word, role] : kWords)
        if (same_word(name_in_layer(channel), word)) return role;
    return ChannelRole::kOther;
}

bool is_rgb(std::string_view channel) {
    const ChannelRole role = role_of(channel);
    return role == ChannelRole::kRed || role == ChannelRole::kGreen || role == ChannelRole::kBlue;
}

std::string layer_of(const std::string& channel) {
    const std::size_t point = channel.rfind('.');
    return point == std::string::npos ? std::string() : channel.substr(0, point);
}

std::vector<int> channels_of_layer(const std::vector<std::string>& channels,
                                   const std::string& layer) {
    std::vector<int> found;
    for (std::size_t i = 0; i < channels.size(); ++i) {
        const bool layered = channels[i].find('.') != std::string::npos;
        if (layered ? layer_of(channels[i]) == layer : layer == kUnlayered)
            found.push_back(static_cast<int>(i));
    }
    return found;
}

std::string main_layer_of(const std::vector<std::string>& channels) {
    const auto unlayered = [](const std::string& channel) {
        return channel.find('.') == std::string::npos;
    };
    if (channels.empty() || std::any_of(channels.begin(), channels.end(), unlayered))
        return kUnlayered;
    for (const std::string& channel : channels)
        if (is_rgb(channel)) return layer_of(channel);
    return layer_of(channels.front());
}

std::vector<int> colours_of_layer(const std::vector<std::string>& channels,
                                  const std::string& layer) {
    const std::vector<int> all = channels_of_layer(channels, layer);
    std::vector<int> colours;
    const auto take = [&](ChannelRole role) {
        if (const int c = find_role(channels, all, role); c >= 0) colours.push_back(c);
    };
    for (const ChannelRole role : {ChannelRole::kRed, ChannelRole::kGreen, ChannelRole::kBlue})
        take(role);
    const bool vector = std::any_of(all.begin(), all.end(), [&](int c) {
        return same_word(name_in_layer(channels[static_cast<std::size_t>(c)]), "X");
    });
    if (colours.empty() && vector) return all;
    if (colours.empty()) take(ChannelRole::kLuminance);
    take(ChannelRole::kAlpha);
    return colours.empty() ? all : colours;
}

int channel_with_role(const std::vector<std::string>& channels, ChannelRole role) {
    for (std::size_t i = 0; i < channels.size(); ++i)
        if (role_of(channels[i]) == role) return static_cast<int>(i);
    return -1;
}

}  // namespace weft
