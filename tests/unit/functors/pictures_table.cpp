#include "pictures_table.h"

#include <map>
#include <sstream>

#include "harness.h"

namespace weft::test {
namespace {

Rest rests(const char* name, const char* settings, int input = 0) {
    return {name, settings, input, {}};
}

void add_others(std::vector<Rest>& rows, const char* why, const std::vector<const char*>& names) {
    for (const char* name : names) rows.push_back({name, {}, 0, why});
}

}  // namespace

std::vector<std::pair<std::string, std::string>> settings_of(const std::string& text) {
    std::vector<std::pair<std::string, std::string>> list;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        const std::size_t equals = word.find('=');
        list.emplace_back(word.substr(0, equals), word.substr(equals + 1));
    }
    return list;
}

void set_all(Graph& graph, const std::string& text) {
    for (const auto& [name, value] : settings_of(text)) {
        const Status set = set_parameter(graph, builtin_library(), name, value);
        EXPECT_TRUE(set) << set.error().message;
    }
}

const std::vector<Rest>& functors_at_rest() {
    static const std::vector<Rest> table = [] {
        std::vector<Rest> rows = {
            rests("Atrous", "level=1"),
            rests("BoxBlur", "radius=0"),
            rests("ChannelCopy", "alpha=false"),
            rests("ChannelCopy", "red=true green=true blue=true others=true", 1),
            rests("ColourLut", "mix=0"),
            rests("ColourMatrix", ""),
            rests("Contrast", ""),
            rests("Convolution2D", "radius-x=0 radius-y=0 weights=1"),
            rests("CornerPin", ""),
            rests("Crop", ""),
            rests("Curves", ""),
            rests("Defocus", "radius=0"),
            rests("Despill", "amount=0 restore=1"),
            rests("DetailSharpen", "amount=0"),
            rests("DirectionalBlur", "length=0"),
            rests("DiscExtreme", "radius=0"),
            rests("DiscScatter", "radius=0"),
            rests("Displace", "scale-x=0 scale-y=0"),
            rests("Exposure", ""),
            rests("FilterMix", "mix=0"),
            rests("FilterMix", "", 1),
            rests("Gain", ""),
            rests("GainOffsetGamma", ""),
            rests("Gaussian", "sigma=0"),
            rests("Gaussian", "sigma=0.005 radius=9 normalise=false"),
            rests("GaussianBox", "sigma=0"),
            rests("GaussianSide", "sigma=0"),
            rests("Grade", ""),
            rests("Grain", "amount=0"),
            rests("HueRotation", ""),
            rests("KeyMix", "mix=0", 1),
            rests("LensDistortion", "k1=0"),
            rests("MaskedMix", "amount=0"),
            rests("Mean", "radius-x=0 radius-y=0"),
            rests("Merge", "mix=0", 1),
            rests("Mix", "amount=0"),
            rests("Mix", "amount=1", 1),
            rests("Morphology", "radius=0"),
            rests("Power", "exponent=1"),
            rests("RecursiveBlur", "amount=1"),
            rests("Resample", ""),
            rests("Saturation", ""),
            rests("SeparableConvolution", "weights=1"),
            rests("Sharpen", "amount=0"),
            rests("Shuffle", "alpha=a-alpha"),
            rests("SparseConvolution", "offsets=0:0"),
            rests("Tile", "columns=1 rows=1"),
            rests("Transform", ""),
            rests("UnsharpMask", "amount=0"),
            rests("Vignette", "amount=0"),
            rests("ZoomBlur", "amount=0"),
            rests("WeighAcross", ""),
            rests("WeighDown", ""),
        };
        add_others(rows, "makes a picture of its own",
                   {"Checkerboard", "Constant", "Noise", "Ramp"});
        add_others(rows, "makes something else of a picture",
                   {"ApertureSamples",
                    "ApertureSum",
                    "ApertureWeights",
                    "AppendPlane",
                    "Average",
                    "BokehRadius",
                    "ByteLuma",
                    "CellAverages",
                    "ColourDifferenceKeyer",
                    "ColourDifferences",
                    "ConvolutionLayer",
                    "CostConfidence",
                    "CumulativeShare",
                    "DWT1D",
                    "Derivative",
                    "DifferenceKeyer",
                    "DistanceWeight",
                    "EdgeDetect",
                    "Extremes",
                    "FitFrameSums",
                    "Gradient",
                    "GradientMagnitude",
                    "GridBlur",
                    "GridSplat",
                    "HarrisCorner",
                    "HarrisResponse",
                    "HighlightMask",
                    "Histogram",
                    "Laplacian",
                    "LeastCost",
                    "LeastPlane",
                    "LumaKeyer",
                    "Luminance",
                    "MatrixProduct",
                    "PairExtreme",
                    "PixelDistances",
                    "PlaneMean",
                    "PlaneVariance",
                    "ResampleSums",
                    "ShiTomasiCorner",
                    "SinglePlane",
                    "StereoCosts",
                    "StereoDifferences",
                    "ToneLevels",
                    "Variance",
                    "WeighPlanes",
                    "WeightsOfSums"});
        add_others(
            rows, "works on whole numbers: bytes, or a camera's",
            {"AddDetail", "BilateralFilter", "ByteSharpen", "Codes", "ColourTemperature",
             "Demosaic", "Equalise", "HotPixels", "MosaicGreen", "MosaicQuarters", "QuarterColour",
             "QuarterDiagonal", "QuarterGreen", "RawCurve", "WholeBlur", "WordLine", "WordMean"});
        add_others(rows, "has another size or other planes",
                   {"Double", "Halve", "Interleave", "JoinColours", "LevelEnd", "Matte"});
        add_others(
            rows, "computes with every value; no setting is neutral",
            {"AddSquare",     "ApertureBlur", "Clamp",         "Difference",    "DistanceAverage",
             "DivideByLast",  "GridSlice",    "Invert",        "Median",        "Mirror",
             "Posterise",     "Premultiply",  "Product",       "Quotient",      "RatioOf",
             "SoftThreshold", "Scotopic",     "Square",        "Stretch",       "Sum",
             "SymmetricMask", "ToneChoice",   "TransferCurve", "Unpremultiply", "UnweighPlanes",
             "WeighedSum"});
        return rows;
    }();
    return table;
}

const std::vector<Rest>& effects_at_rest() {
    static const std::vector<Rest> table = [] {
        std::vector<Rest> rows = {
            rests("blur-3x3", "radius=0"),
            rests("box-blur", "radius=0"),
            rests("box-blur", "mix=0"),
            rests("colour-transform", "mix=0"),
            rests("defocus", "radius=0"),
            rests("defocus", "radius=0 softness=1"),
            rests("diffusion", "amount=0"),
            rests("directional-blur", "length=0"),
            rests("enhance", "radius=0 gain=1 exponent=1"),
            rests("erode-dilate", "radius=0"),
            rests("erode-dilate", "operation=erode radius=0"),
            rests("gaussian-blur", "sigma=0"),
            rests("gaussian-boxes", "sigma=0"),
            rests("glow", "mix=0"),
            rests("iir-blur", "alpha=1"),
            rests("max-filter", "radius=0 taller=0"),
            rests("recursive-gaussian", "sigma=0"),
            rests("reformat", ""),
            rests("resize", ""),
            rests("sharpen", "amount=0"),
            rests("unsharp", "amount=0"),
            rests("unsharp-halide", "amount=0"),
            rests("unsharp-polymage", "weight=0"),
        };
        add_others(rows, "makes something else of a picture",
                   {"conv-layer", "harris", "harris-halide", "harris-polymage", "laplace-5x5",
                    "matrix-product", "shi-tomasi", "sobel"});
        add_others(rows, "works on whole numbers: bytes, or a camera's",
                   {"bilateral-13x13", "blur-3x3-halide", "camera-pipe", "camera-pipe-stages",
                    "equalise", "gaussian-3x3", "stencil-chain"});
        add_others(rows, "takes a picture apart and adds it up again, which rounds",
                   {"degrain", "local-laplacian", "local-laplacian-halide", "pyramid-blend"});
        add_others(rows, "computes with every value; no setting is neutral",
                   {"bilateral-grid", "bilateral-grid-halide", "bilateral-grid-polymage",
                    "interpolate", "interpolate-halide", "interpolate-polymage", "lens-blur",
                    "lens-blur-stages", "median", "night", "night-two-levels", "nl-means",
                    "nl-means-halide", "nl-means-stages", "normalise", "unsharp-hipacc"});
        return rows;
    }();
    return table;
}

std::string settings_at_work(const std::string& functor) {
    static const std::map<std::string, std::string> table = {
        {"ColourMatrix", "matrix=0.5,0.25,0,0,1,0,0,0,1"},
        {"Contrast", "contrast=1.5"},
        {"CornerPin", "left-top-x=0.25"},
        {"Crop", "left=6 bottom=5"},
        {"Curves", "red=0,0,1,0.5"},
        {"Exposure", "stops=1"},
        {"FilterMix", "mix=0.5"},
        {"FitFrameSums", "width=64 height=64"},
        {"Gain", "gain=1.7"},
        {"GainOffsetGamma", "gain=1.7"},
        {"Grade", "gain=1.7"},
        {"HueRotation", "hue=30"},
        {"Power", "exponent=2"},
        {"Resample", "size=64"},
        {"ResampleSums", "size=64"},
        {"Saturation", "saturation=0.5"},
        {"Transform", "move-x=7 move-y=-5"},
        {"WeighAcross", "width=64"},
        {"WeighDown", "height=64"},
    };
    const auto at = table.find(functor);
    return at == table.end() ? std::string() : at->second;
}

const std::vector<Flat>& effects_on_flat() {
    static const std::string kBytes = "bytes: what exceeds 0 and 1 is cut off";
    static const std::vector<Flat> table = {
        {"bilateral-13x13", kBytes},
        {"bilateral-grid", {}},
        {"bilateral-grid-halide", "the benchmark's range: what exceeds 0 and 1 is cut off"},
        {"bilateral-grid-polymage", "the benchmark's range: what exceeds 0 and 1 is cut off"},
        {"blur-3x3", {}},
        {"blur-3x3-halide", "whole numbers, whose sums wrap around"},
        {"box-blur", {}},
        {"camera-pipe", "develops a camera's mosaic"},
        {"camera-pipe-stages", "develops a camera's mosaic"},
        {"colour-transform", {}},
        {"conv-layer", "a sum by weights of its own"},
        {"defocus", {}},
        {"degrain", {}},
        {"diffusion", {}},
        {"directional-blur", {}},
        {"enhance", "brightens"},
        {"equalise", "spreads brightness; bytes"},
        {"erode-dilate", {}},
        {"gaussian-3x3", kBytes},
        {"gaussian-blur", {}},
        {"gaussian-boxes", {}},
        {"glow", "adds light to what is brighter than its threshold"},
        {"harris", "0 everywhere: there is no corner"},
        {"harris-halide", "0 everywhere: there is no corner"},
        {"harris-polymage", "0 everywhere: there is no corner"},
        {"iir-blur", {}},
        {"interpolate", {}},
        {"interpolate-halide", {}},
        {"interpolate-polymage", {}},
        {"laplace-5x5", "middle grey: there is no edge"},
        {"lens-blur", {}},
        {"lens-blur-stages", {}},
        {"local-laplacian", {}},
        {"local-laplacian-halide", "the benchmark's range: tones lie between 0 and 1"},
        {"matrix-product", "the product of two matrices"},
        {"max-filter", {}},
        {"median", {}},
        {"night", "darkens and takes the hue away"},
        {"night-two-levels", "darkens and takes the hue away"},
        {"nl-means", {}},
        {"nl-means-halide", "the benchmark's range: what exceeds 0 and 1 is cut off"},
        {"nl-means-stages", "the benchmark's range: what exceeds 0 and 1 is cut off"},
        {"normalise", "black: there is no range to stretch"},
        {"pyramid-blend", {}},
        {"recursive-gaussian", {}},
        {"reformat", {}},
        {"resize", {}},
        {"sharpen", {}},
        {"shi-tomasi", "0 everywhere: there is no corner"},
        {"sobel", "0 everywhere: there is no edge"},
        {"stencil-chain", "whole numbers, weighed: a measure of speed"},
        {"unsharp", {}},
        {"unsharp-halide", "the benchmark's weights, which brighten by 3.5 %"},
        {"unsharp-hipacc", "the benchmark's floor: what is below 0.01 is darkened"},
        {"unsharp-polymage", {}},
    };
    return table;
}

}  // namespace weft::test
