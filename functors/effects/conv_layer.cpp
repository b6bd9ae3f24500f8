// A convolutional neural network's layer, as Halide's benchmark has it.
#include "matrix/convolution_layer.h"

#include "effects/builtin.h"
#include "graph/image.h"

namespace weft::effects {
namespace {

constexpr const char* kConvLayerName = "conv-layer";
constexpr const char* kConvLayerSummary =
    "Convolves all planes by filters of 3 by 3, adds a bias and cuts off what is negative.";

// The benchmark's input is larger by its border; its batches are so many pictures here.
Graph build_conv_layer() {
    GraphBuilder build(kConvLayerName, kConvLayerSummary);
    const Image input = build.input("input"), weights = build.input("weights"),
                bias = build.input("bias");
    Image output;
    build.name_next("layer");
    functors::ConvolutionLayer()(input, weights, bias, output);
    build.output("output", output);
    build.control("level", "Level", "Raises sums below it to it: 0 cuts off what is negative.",
                  {"layer.level"});
    return build.finish();
}

}  // namespace

Effect conv_layer() {
    return {.name = kConvLayerName,
            .summary = kConvLayerSummary,
            .build = build_conv_layer,
            .fast_absolute = 1e-4,
            .fast_relative = 1e-4};
}

}  // namespace weft::effects
