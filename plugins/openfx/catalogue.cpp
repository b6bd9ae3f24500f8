// Which of Weft's effects and functors are plug-ins.
#include "openfx/catalogue.h"

#include "effects/builtin.h"
#include "openfx/plugin_of.h"
#include "plan/functor_text.h"

namespace weft::openfx {
namespace {

// Hosts save identifiers in projects: names may be added to these lists, and never leave.

/// Effects that artists use; the others are measures of speed, or say what cameras and computer
/// vision need.
constexpr const char* kEffects[] = {
    "box-blur",         "defocus",
    "degrain",          "diffusion",
    "directional-blur", "equalise",
    "erode-dilate",     "gaussian-blur",
    "gaussian-boxes",   "glow",
    "interpolate",      "local-laplacian",
    "median",           "night",
    "nl-means",         "normalise",
    "pyramid-blend",    "recursive-gaussian",
    "sharpen",          "unsharp",
};

/// Functors that are effects by themselves; the others are parts of some.
constexpr const char* kFunctors[] = {
    "Checkerboard",
    "Clamp",
    "ColourDifferenceKeyer",
    "ColourMatrix",
    "Constant",
    "Contrast",
    "CornerPin",
    "Crop",
    "Curves",
    "Despill",
    "Difference",
    "DifferenceKeyer",
    "Displace",
    "EdgeDetect",
    "Exposure",
    "Gain",
    "GainOffsetGamma",
    "Grade",
    "Grain",
    "HueRotation",
    "Invert",
    "KeyMix",
    "Laplacian",
    "LensDistortion",
    "LumaKeyer",
    "Luminance",
    "Merge",
    "Mirror",
    "Mix",
    "Noise",
    "Posterise",
    "Power",
    "Premultiply",
    "Product",
    "Ramp",
    "Resample",
    "Saturation",
    "Scotopic",
    "Shuffle",
    "Sum",
    "Tile",
    "TransferCurve",
    "Transform",
    "Unpremultiply",
    "Vignette",
    "ZoomBlur",
};

/// "ZoomBlur" as "zoom-blur".
std::string kebab(const std::string& name) {
    std::string words;
    for (const char c : name) {
        const bool capital = c >= 'A' && c <= 'Z';
        if (capital && !words.empty()) words += '-';
        words += capital ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return words;
}

}  // namespace

std::vector<PluginDescription> catalogue(const Library& library) {
    std::vector<PluginDescription> all;
    for (const char* name : kEffects) {
        const Effect* effect = find_effect(name);
        if (effect == nullptr) continue;
        if (auto plugin = plugin_of(effect->build(), "weft." + effect->name, title_of(effect->name),
                                    effect->summary, library))
            all.push_back(*std::move(plugin));
    }
    for (const char* functor : kFunctors) {
        const FunctorType* type = library.find(functor);
        if (type == nullptr) continue;
        const std::string name = kebab(functor);
        if (auto plugin = plugin_of(graph_of(*type), "weft." + name, title_of(name),
                                    functor_text(library, functor), library))
            all.push_back(*std::move(plugin));
    }
    return all;
}

}  // namespace weft::openfx
