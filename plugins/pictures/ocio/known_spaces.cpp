// Curves by their standards, primaries, and the names that configurations have for them.
#include "pictures/ocio/known_spaces.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace weft {
namespace {

/// The curve of values above 0, for those below it turned around 0.
template <double (*Curve)(double)>
double mirrored(double v) {
    return v < 0 ? -Curve(-v) : Curve(v);
}

// IEC 61966-2-1.
double srgb_to_light(double v) {
    return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
}
double srgb_from_light(double v) {
    return v <= 0.0031308 ? v * 12.92 : 1.055 * std::pow(v, 1 / 2.4) - 0.055;
}

// ITU-R BT.709, of cameras.
double rec709_to_light(double v) {
    return v < 0.081 ? v / 4.5 : std::pow((v + 0.099) / 1.099, 1 / 0.45);
}
double rec709_from_light(double v) {
    return v < 0.018 ? v * 4.5 : 1.099 * std::pow(v, 0.45) - 0.099;
}

template <int Hundredths>
double power_to_light(double v) {
    return std::pow(v, Hundredths / 100.0);
}
template <int Hundredths>
double power_from_light(double v) {
    return std::pow(v, 100.0 / Hundredths);
}
// Adobe RGB (1998): 2 51/256.
double adobe_to_light(double v) { return std::pow(v, 2.19921875); }
double adobe_from_light(double v) { return std::pow(v, 1 / 2.19921875); }

// Kodak's Cineon, of printing densities: black at code 95 of 1023 and white at 685, 0.002 densities
// for a code, a negative's gamma of 0.6. Light is 0 at black, and 1 at white.
constexpr double kWhite = 685, kBlack = 95, kCodes = 1023, kDecade = 0.6 / 0.002;
double black_light() {
    static const double light = std::pow(10, (kBlack - kWhite) / kDecade);
    return light;
}
double cineon_to_light(double v) {
    return (std::pow(10, (v * kCodes - kWhite) / kDecade) - black_light()) / (1 - black_light());
}
double cineon_from_light(double v) {
    // What is darker than code 0 is that of a film that holds no more.
    constexpr double kDarkest = 1e-6;
    const double light = v * (1 - black_light()) + black_light();
    return (kWhite + kDecade * std::log10(light < kDarkest ? kDarkest : light)) / kCodes;
}

constexpr ChannelCurve kSrgb{mirrored<srgb_to_light>, mirrored<srgb_from_light>};
constexpr ChannelCurve kRec709{mirrored<rec709_to_light>, mirrored<rec709_from_light>};
constexpr ChannelCurve kCineon{cineon_to_light, cineon_from_light};
constexpr ChannelCurve kGamma18{mirrored<power_to_light<180>>, mirrored<power_from_light<180>>};
constexpr ChannelCurve kGamma22{mirrored<power_to_light<220>>, mirrored<power_from_light<220>>};
constexpr ChannelCurve kGamma24{mirrored<power_to_light<240>>, mirrored<power_from_light<240>>};
constexpr ChannelCurve kAdobe{mirrored<adobe_to_light>, mirrored<adobe_from_light>};

constexpr Chromaticities kOf709{0.64f, 0.33f, 0.30f, 0.60f, 0.15f, 0.06f, 0.3127f, 0.3290f};
constexpr Chromaticities kOf2020{0.708f, 0.292f, 0.170f, 0.797f, 0.131f, 0.046f, 0.3127f, 0.3290f};
constexpr Chromaticities kOfP3{0.680f, 0.320f, 0.265f, 0.690f, 0.150f, 0.060f, 0.3127f, 0.3290f};
constexpr Chromaticities kOfAdobe{0.64f, 0.33f, 0.21f, 0.71f, 0.15f, 0.06f, 0.3127f, 0.3290f};
constexpr Chromaticities kOfAp0{0.7347f, 0.2653f, 0.0f, 1.0f, 0.0001f, -0.077f, 0.32168f, 0.33767f};
constexpr Chromaticities kOfAp1{0.713f, 0.293f, 0.165f, 0.830f, 0.128f, 0.044f, 0.32168f, 0.33767f};

constexpr const char* kLinearNames[] = {"Linear Rec.709 (sRGB)",   "lin_rec709",
                                        "lin_rec709_scene",        "lin_srgb",
                                        "Utility - Linear - sRGB", "Utility - Linear - Rec.709",
                                        "Linear BT.709",           "linear"};
constexpr const char* kSrgbNames[] = {"sRGB - Texture",
                                      "srgb_tx",
                                      "srgb_texture",
                                      "Utility - sRGB - Texture",
                                      "sRGB Encoded Rec.709 (sRGB)",
                                      "srgb_rec709_scene"};
constexpr const char* kCineonNames[] = {"KodakLog", "cineon_log", "lg10"};
constexpr const char* kRec709Names[] = {"Camera Rec.709", "camera_rec709", "itu709", "rec709",
                                        "Utility - Rec.709 - Camera"};
constexpr const char* kGamma18Names[] = {"g18_rec709", "Gamma 1.8 Encoded Rec.709", "Gamma1.8",
                                         "Gamma 1.8 Rec.709 - Texture"};
constexpr const char* kGamma22Names[] = {"g22_rec709", "Gamma 2.2 Encoded Rec.709", "Gamma2.2",
                                         "Gamma 2.2 Rec.709 - Texture"};
constexpr const char* kGamma24Names[] = {"g24_rec709", "Gamma 2.4 Encoded Rec.709", "Gamma2.4",
                                         "Gamma 2.4 Rec.709 - Texture"};
constexpr const char* kP3Names[] = {"srgb_p3d65_scene", "sRGB Encoded P3-D65",
                                    "P3-D65 sRGB - Texture"};
constexpr const char* kLinearP3Names[] = {"lin_p3d65", "Linear P3-D65", "lin_p3d65_scene",
                                          "Utility - Linear - P3-D65"};
constexpr const char* kLinear2020Names[] = {"lin_rec2020", "Linear Rec.2020", "lin_rec2020_scene",
                                            "Utility - Linear - Rec.2020"};
constexpr const char* kAdobeNames[] = {"adobergb", "Utility - Curve - AdobeRGB", "AdobeRGB"};
constexpr const char* kAp0Names[] = {"ACES - ACES2065-1", "lin_ap0", "lin_ap0_scene", "aces2065_1",
                                     "aces"};
constexpr const char* kAp1Names[] = {"ACES - ACEScg", "lin_ap1", "lin_ap1_scene"};
constexpr const char* kCctNames[] = {"ACES - ACEScct", "acescct_ap1"};
constexpr const char* kCcNames[] = {"ACES - ACEScc", "acescc_ap1"};
constexpr const char* kAdx10Names[] = {"ADX10", "Input - ADX - ADX10"};
constexpr const char* kArriNames[] = {"ARRI LogC3 (EI800)", "arri_logc3_ei800", "AlexaV3LogC",
                                      "Input - ARRI - V3 LogC (EI800) - Wide Gamut"};
constexpr const char* kCanonNames[] = {"CanonLog2 CinemaGamut D55", "canonlog2_cgamutd55"};
constexpr const char* kPanasonicNames[] = {"V-Log V-Gamut", "vlog_vgamut"};
constexpr const char* kRedNames[] = {"Log3G10 REDWideGamutRGB", "log3g10_rwg"};
constexpr const char* kSonyNames[] = {"S-Log3 S-Gamut3", "slog3_sgamut3"};
constexpr const char* kSonyCineNames[] = {"S-Log3 S-Gamut3.Cine", "slog3_sgamut3cine"};

constexpr KnownSpace kSpaces[] = {
    {"Linear Rec.709", kLinearNames, nullptr, &kOf709, nullptr, "Linear"},
    {"sRGB", kSrgbNames, &kSrgb, &kOf709, nullptr, "sRGB"},
    {"Rec.709", kRec709Names, &kRec709, &kOf709, nullptr, "Rec709"},
    {"Cineon", kCineonNames, &kCineon, &kOf709, nullptr, "KodakLog"},
    {"ACEScg", kAp1Names, nullptr, &kOfAp1, "ACEScg_to_ACES2065-1"},
    {"ACES2065-1", kAp0Names, nullptr, &kOfAp0, "IDENTITY"},
    {"ACEScct", kCctNames, nullptr, nullptr, "ACEScct_to_ACES2065-1"},
    {"ACEScc", kCcNames, nullptr, nullptr, "ACEScc_to_ACES2065-1"},
    {"ADX10", kAdx10Names, nullptr, nullptr, "ADX10_to_ACES2065-1"},
    {"Adobe RGB (1998)", kAdobeNames, &kAdobe, &kOfAdobe},
    {"ARRI LogC3", kArriNames, nullptr, nullptr, "ARRI_ALEXA-LOGC-EI800-AWG_to_ACES2065-1"},
    {"Canon Log 2", kCanonNames, nullptr, nullptr, "CANON_CLOG2-CGAMUT_to_ACES2065-1"},
    {"Display P3", kP3Names, &kSrgb, &kOfP3},
    {"Gamma 1.8", kGamma18Names, &kGamma18, &kOf709, nullptr, "Gamma1.8"},
    {"Gamma 2.2", kGamma22Names, &kGamma22, &kOf709, nullptr, "Gamma2.2"},
    {"Gamma 2.4", kGamma24Names, &kGamma24, &kOf709, nullptr, "Gamma2.4"},
    {"Linear P3", kLinearP3Names, nullptr, &kOfP3},
    {"Linear Rec.2020", kLinear2020Names, nullptr, &kOf2020},
    {"Panasonic V-Log", kPanasonicNames, nullptr, nullptr, "PANASONIC_VLOG-VGAMUT_to_ACES2065-1"},
    {"RED Log3G10", kRedNames, nullptr, nullptr, "RED_LOG3G10-RWG_to_ACES2065-1"},
    {"Sony S-Log3", kSonyNames, nullptr, nullptr, "SONY_SLOG3-SGAMUT3_to_ACES2065-1"},
    {"Sony S-Log3.Cine", kSonyCineNames, nullptr, nullptr, "SONY_SLOG3-SGAMUT3.CINE_to_ACES2065-1"},
};

bool same_word(std::string_view a, std::string_view b) {
    const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [&](char x, char y) { return lower(x) == lower(y); });
}

/// To XYZ, with white at a luminance of 1.
std::array<double, 9> to_xyz(const Chromaticities& p) {
    std::array<double, 9> columns{};
    for (std::size_t c = 0; c < 3; ++c) {
        const double x = static_cast<double>(p[2 * c]), y = static_cast<double>(p[2 * c + 1]);
        columns[c] = x / y;
        columns[3 + c] = 1;
        columns[6 + c] = (1 - x - y) / y;
    }
    const double x = static_cast<double>(p[6]), y = static_cast<double>(p[7]);
    const std::array<double, 3> white{x / y, 1, (1 - x - y) / y};
    const std::array<double, 9> back = inverse(columns);
    for (std::size_t c = 0; c < 3; ++c) {
        double amount = 0;
        for (std::size_t i = 0; i < 3; ++i) amount += back[3 * c + i] * white[i];
        for (std::size_t row = 0; row < 3; ++row) columns[3 * row + c] *= amount;
    }
    return columns;
}

}  // namespace

std::span<const KnownSpace> known_spaces() { return kSpaces; }
const KnownSpace& linear_rec709() { return kSpaces[0]; }
const KnownSpace& srgb() { return kSpaces[1]; }
const KnownSpace& cineon() { return kSpaces[3]; }

const KnownSpace* find_known(std::string_view name) {
    for (const KnownSpace& space : kSpaces) {
        if (same_word(space.name, name)) return &space;
        for (const char* alias : space.aliases)
            if (same_word(alias, name)) return &space;
    }
    return nullptr;
}

const KnownSpace* find_light(const Chromaticities& primaries) {
    constexpr float kNear = 0.0006f;  // as they are rounded in headers
    for (const KnownSpace& space : kSpaces) {
        const bool log = space.curve != nullptr || space.primaries == nullptr;
        if (!log && std::equal(primaries.begin(), primaries.end(), space.primaries->begin(),
                               [](float a, float b) { return std::abs(a - b) < kNear; }))
            return &space;
    }
    return nullptr;
}

std::array<double, 9> inverse(const std::array<double, 9>& m) {
    std::array<double, 9> adjugate{};
    for (std::size_t r = 0; r < 3; ++r)
        for (std::size_t c = 0; c < 3; ++c) {
            const std::size_t r1 = (c + 1) % 3, r2 = (c + 2) % 3;
            const std::size_t c1 = (r + 1) % 3, c2 = (r + 2) % 3;
            adjugate[3 * r + c] = m[3 * r1 + c1] * m[3 * r2 + c2] - m[3 * r1 + c2] * m[3 * r2 + c1];
        }
    const double determinant = m[0] * adjugate[0] + m[1] * adjugate[3] + m[2] * adjugate[6];
    for (double& v : adjugate) v /= determinant;
    return adjugate;
}

std::array<double, 9> to_rec709(const Chromaticities& primaries) {
    const std::array<double, 9> from = to_xyz(primaries), to = inverse(to_xyz(kOf709));
    std::array<double, 9> product{};
    for (std::size_t r = 0; r < 3; ++r)
        for (std::size_t c = 0; c < 3; ++c)
            for (std::size_t i = 0; i < 3; ++i)
                product[3 * r + c] += to[3 * r + i] * from[3 * i + c];
    return product;
}

}  // namespace weft
