#include "manual/effect_catalogue.h"

#include <algorithm>
#include <cctype>

namespace weft {
namespace {

struct EffectWords {
    const char* effect;
    const char* title;  ///< "": the effect's name; no functor has it
    const char* category;
    const char* also;  ///< words, separated by commas
};

constexpr EffectWords kTable[] = {
    {"gaussian-blur", "", "Filter", "blur, soften, smooth"},
    {"box-blur", "", "Filter", "blur, average, smooth, soften"},
    {"recursive-gaussian", "", "Filter", "blur, gaussian blur, soften, smooth, fast blur"},
    {"gaussian-boxes", "", "Filter", "blur, gaussian blur, soften, smooth, fast blur"},
    {"defocus", "Defocus, masked", "Filter", "blur, bokeh, lens blur, out of focus"},
    {"directional-blur", "Directional blur, masked", "Filter", "blur, motion blur, streaks"},
    {"diffusion", "Diffusion, masked", "Filter", "blur, pro mist, soft focus, haze"},
    {"glow", "", "Filter", "bloom, shine, highlights, halo, blur"},
    {"sharpen", "Sharpen detail", "Filter", "sharpen, detail, crisp"},
    {"unsharp", "", "Filter", "sharpen, unsharp mask, detail"},
    {"local-laplacian", "Local contrast", "Filter", "detail, clarity, local laplacian, texture"},
    {"degrain", "", "Filter", "denoise, grain, noise, remove grain, wavelet"},
    {"nl-means", "Denoise", "Filter", "degrain, noise, non local means, remove noise"},
    {"bilateral-grid", "Smooth surfaces", "Filter", "bilateral, blur, edge preserving, skin"},
    {"median", "Median, masked", "Filter", "despeckle, denoise, dust, dead pixels"},
    {"erode-dilate", "Dilate, erode", "Filter",
     "dilate, erode, grow, shrink, choke, spread, matte, min, max"},
    {"interpolate", "Fill transparent parts", "Filter", "inpaint, fill, edge extend, holes"},
    {"night", "", "Colour", "day for night, moonlight, purkinje"},
    {"enhance", "Brighten and calm", "Colour", "enhance, retinex, low light, denoise"},
    {"equalise", "Equalise, masked", "Colour", "histogram, auto levels"},
    {"normalise", "", "Colour", "auto levels, stretch, auto contrast"},
    {"reformat", "", "Transform",
     "format, size, scale, resize, fit, fill, width, height, resolution, letterbox, unsqueeze"},
    {"resize", "", "Transform", "size, scale, resample, width, height, downscale, upscale, half"},
    {"pyramid-blend", "Seamless blend", "Merge", "pyramid, join, panorama, seam, stitch"},
};

}  // namespace

std::string effect_title(const std::string& name) {
    std::string title = name;
    std::replace(title.begin(), title.end(), '-', ' ');
    if (!title.empty())
        title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(title[0])));
    return title;
}

CatalogueEntry effect_entry(const std::string& effect, const std::string& summary) {
    const auto* const row =
        std::find_if(std::begin(kTable), std::end(kTable),
                     [&](const EffectWords& words) { return effect == words.effect; });
    CatalogueEntry entry{effect, effect_title(effect), kBuildingBlocks, {effect}, summary};
    if (row == std::end(kTable)) return entry;
    if (*row->title) entry.title = row->title;
    entry.category = row->category;
    for (std::string& word : words_of(row->also)) entry.words.push_back(std::move(word));
    return entry;
}

}  // namespace weft
