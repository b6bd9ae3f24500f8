// Chromaticities, transfer characteristics, profiles and chunks.
#include "pictures/oiio/colour_header.h"
#include "support/words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <string_view>

#include <fmt/format.h>

namespace weft {
namespace {

std::string text_of(const OIIO::ImageSpec& spec, const char* name) {
    return std::string(spec.get_string_attribute(name));
}

/// Whether a PNG file has such a chunk before its pixels.
bool has_png_chunk(const std::string& path, std::string_view wanted) {
    std::ifstream file(path, std::ios::binary);
    file.seekg(8);
    constexpr int kMostChunks = 1000;
    for (int i = 0; i < kMostChunks; ++i) {
        std::array<unsigned char, 8> head{};
        if (!file.read(reinterpret_cast<char*>(head.data()), head.size())) return false;
        const std::string_view type(reinterpret_cast<const char*>(head.data()) + 4, 4);
        if (type == wanted) return true;
        if (type == "IDAT") return false;
        const std::uint32_t size = static_cast<std::uint32_t>(head[0]) << 24 |
                                   static_cast<std::uint32_t>(head[1]) << 16 |
                                   static_cast<std::uint32_t>(head[2]) << 8 | head[3];
        file.seekg(static_cast<std::streamoff>(size) + 4, std::ios::cur);
    }
    return false;
}

std::optional<SaidColour> ours(const char* known, const std::string& because) {
    return SaidColour{{}, find_known(known), because};
}

std::optional<SaidColour> by_chromaticities(const OIIO::ImageSpec& spec, std::string& remark) {
    const OIIO::ParamValue* const found = spec.find_attribute("chromaticities");
    if (found == nullptr || found->type().basetype != OIIO::TypeDesc::FLOAT ||
        found->type().size() != sizeof(Chromaticities))
        return std::nullopt;
    Chromaticities primaries;
    std::copy_n(static_cast<const float*>(found->data()), primaries.size(), primaries.begin());
    const KnownSpace* const light = find_light(primaries);
    if (light == nullptr) {
        remark = fmt::format(
            "its chromaticities, red at {:.4g} {:.4g}, are of no colour space that is known",
            primaries[0], primaries[1]);
        return std::nullopt;
    }
    return SaidColour{{}, light, "by its chromaticities"};
}

std::optional<SaidColour> by_profile(const OIIO::ImageSpec& spec, std::string& remark) {
    if (spec.find_attribute("ICCProfile") == nullptr) return std::nullopt;
    const std::string description = text_of(spec, "ICCProfile:profile_description");
    const std::string words = lower_case(description);
    const auto holds = [&](const char* word) { return words.find(word) != std::string::npos; };
    const std::string because = fmt::format("by its profile '{:.60}'", description);
    if (holds("srgb") && !holds("linear")) return ours("sRGB", because);
    if (holds("display p3")) return ours("Display P3", because);
    if (holds("adobe rgb") || holds("adobergb")) return ours("Adobe RGB (1998)", because);
    if (!description.empty())
        remark = fmt::format("its colour profile '{:.60}' is of no colour space that is known",
                             description);
    return std::nullopt;
}

std::optional<SaidColour> by_transfer(const OIIO::ImageSpec& spec) {
    const std::string transfer = text_of(spec, "dpx:Transfer");
    const std::string because = fmt::format("its header says {}", transfer);
    if (transfer == "Logarithmic" || transfer == "Printing density") return ours("Cineon", because);
    if (transfer == "Linear") return ours("Linear Rec.709", because);
    if (transfer.starts_with("ITU-R 709") || transfer.starts_with("SMPTE 274"))
        return ours("Rec.709", because);
    return std::nullopt;
}

std::optional<SaidColour> by_gamma(const OIIO::ImageSpec& spec) {
    const float gamma = spec.get_float_attribute("oiio:Gamma", 0);
    const std::string because = fmt::format("its header says a gamma of {:.3g}", gamma);
    const auto near = [&](float g) { return std::abs(gamma - g) < 0.02f; };
    if (near(1.0f)) return ours("Linear Rec.709", because);
    if (near(1.8f)) return ours("Gamma 1.8", because);
    if (near(2.2f))
        return ours("sRGB", because);  // what stands for sRGB in a PNG without its chunk
    return std::nullopt;
}

}  // namespace

std::optional<SaidColour> said_colour(const std::string& path, const std::string& file_kind,
                                      const OIIO::ImageSpec& spec, std::string& remark) {
    if (const std::string name = text_of(spec, "colorInteropID"); !name.empty())
        return SaidColour{name, nullptr, "by its attribute colorInteropID"};
    // Others than these are written by people.
    static constexpr std::string_view kSupposed[] = {"sRGB", "Linear", "linear", "Rec709",
                                                     "KodakLog"};
    const std::string space = text_of(spec, "oiio:ColorSpace");
    const bool supposed =
        space.starts_with("Gamma") ||
        std::find(std::begin(kSupposed), std::end(kSupposed), space) != std::end(kSupposed);
    if (!space.empty() && !supposed)
        return SaidColour{space, nullptr, fmt::format("its header says {:.60}", space)};
    if (file_kind == "dpx" || file_kind == "cineon") return by_transfer(spec);
    if (spec.get_int_attribute("acesImageContainerFlag", 0) == 1)
        return ours("ACES2065-1", "it is an ACES container");
    if (auto said = by_chromaticities(spec, remark)) return said;
    if (auto said = by_profile(spec, remark)) return said;
    if (spec.get_int_attribute("Exif:ColorSpace", 0) == 1) return ours("sRGB", "by its Exif data");
    if (auto said = by_gamma(spec)) return said;
    if (file_kind == "png" && has_png_chunk(path, "sRGB")) return ours("sRGB", "by its sRGB chunk");
    return std::nullopt;
}

void say_colour(const std::string& known, const std::string& file_kind, OIIO::ImageSpec& spec) {
    for (const char* name :
         {"oiio:ColorSpace", "oiio:Gamma", "chromaticities", "acesImageContainerFlag",
          "colorInteropID", "Exif:ColorSpace", "Exif:Gamma", "dpx:Transfer", "dpx:Colorimetric"})
        spec.erase_attribute(name);
    spec.erase_attribute("ICCProfile.*");
    const KnownSpace* const space = known.empty() ? nullptr : find_known(known);
    if (space == nullptr) return;
    if (*space->header != '\0') spec.attribute("oiio:ColorSpace", space->header);
    // Without the attribute they are those of Rec. 709.
    const bool says_primaries = file_kind == "openexr" && space->primaries != nullptr &&
                                space->primaries != linear_rec709().primaries;
    if (says_primaries && space->curve == nullptr)
        spec.attribute(
            "chromaticities",
            OIIO::TypeDesc(OIIO::TypeDesc::FLOAT, static_cast<int>(space->primaries->size())),
            space->primaries->data());
}

}  // namespace weft
