#include "pictures/oiio/range_guard.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

#include <fmt/format.h>

namespace weft {
namespace {

constexpr float kMostHalf = 65504.0f;
constexpr float kMostRadiance = 255.0f * 0x1p119f;  // mantissas of 8 bits, exponents up to 127

/// Whether DWA compresses a channel of this name with loss.
bool dwa_loses(std::string_view channel) {
    const std::string_view name = channel.substr(channel.rfind('.') + 1);
    for (const char* lossy : {"R", "G", "B", "Y", "RY", "BY"})
        if (name == lossy) return true;
    return false;
}

/// False where nothing had to be done.
bool clamp_half(std::byte* at) {
    std::uint16_t bits = 0;
    std::memcpy(&bits, at, sizeof bits);
    if ((bits & 0x7c00u) != 0x7c00u) return false;
    const bool infinite = (bits & 0x3ffu) == 0;
    bits = infinite ? static_cast<std::uint16_t>((bits & 0x8000u) | 0x7bffu) : std::uint16_t{0};
    std::memcpy(at, &bits, sizeof bits);
    return true;
}

bool clamp_float(std::byte* at, float most) {
    float value = 0;
    std::memcpy(&value, at, sizeof value);
    if (value >= -most && value <= most) return false;
    value = value > most ? most : value < -most ? -most : 0.0f;
    std::memcpy(at, &value, sizeof value);
    return true;
}

}  // namespace

RangeGuard::RangeGuard(const FileKind& kind, const OIIO::ImageSpec& spec)
    : pixel_(spec.pixel_bytes(true)), most_(kMostHalf) {
    const std::string_view name(kind.name);
    const std::string compression(spec.get_string_attribute("compression"));
    encoder_ = compression.substr(0, compression.find(':'));
    const bool radiance = name == "hdr";
    const bool b44 = name == "openexr" && (encoder_ == "b44" || encoder_ == "b44a");
    const bool dwa = name == "openexr" && (encoder_ == "dwaa" || encoder_ == "dwab");
    if (radiance) {
        most_ = kMostRadiance;
        encoder_ = "hdr";
    }
    for (int c = 0; c < spec.nchannels; ++c) {
        const OIIO::TypeDesc type = spec.channelformat(c);
        const bool half = type == OIIO::TypeDesc::HALF;
        if (!half && type != OIIO::TypeDesc::FLOAT) continue;
        if (radiance || (b44 && half) ||
            (dwa && dwa_loses(spec.channelnames[static_cast<std::size_t>(c)])))
            channels_.push_back({c == 0 ? 0 : spec.pixel_bytes(0, c, true), half});
    }
}

void RangeGuard::apply(std::byte* pixels, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i, pixels += pixel_)
        for (const Channel& channel : channels_) {
            std::byte* const at = pixels + channel.offset;
            changed_ |= channel.half ? clamp_half(at) : clamp_float(at, most_);
        }
}

std::string RangeGuard::note() const {
    if (!changed_) return {};
    return fmt::format(
        "values beyond {:.6g} were written as that, and NaN as 0: {} would have "
        "made 0 of all of them; another compression or format keeps them",
        most_, encoder_);
}

}  // namespace weft
