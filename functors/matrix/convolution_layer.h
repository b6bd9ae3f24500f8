// A layer of a neural network.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Convolves all planes of a picture by filters of 3 by 3 elements, a set of filters for each plane
/// of the result: a layer of a convolutional neural network, with its bias and its rectifier.
///
/// Plane o of the weights makes plane o of the result. Its rows 3c to 3c + 2, of three columns
/// each, weigh the surroundings of a pixel in plane c, the top left one first. Of the bias the top
/// left pixel counts, and its last plane for any after it. Beyond the picture, and where weights
/// are missing, their borders count: 0, unless the node says otherwise.
class ConvolutionLayer : public Functor<ConvolutionLayer, eAccumulation> {
    static constexpr int kTogether = 4;  // planes of the result for each read of the picture

    Indexer<eInput, ePixel, e2D> Input;
    Indexer<eInput, ePixel, eRandom> Weights;
    Indexer<eInput, ePixel, eRandom> Bias;
    Indexer<eOutput, ePixel> Output;
    float Level;
    mFunctorIndexers(Input, Weights, Bias, Output)
    mFunctorParameters(Parameter("level", Level)
                           .Range(-65536.0, 65536.0)
                           .Label("Level")
                           .Help("Raises sums below it to it: 0 cuts off what is negative."))

  public:
    explicit ConvolutionLayer(float level = 0.0f) : Input(1, 1), Level(level) {
        Input.border = Weights.border = {eConstant, 0.0f};
    }

    ImageShape Shape(const ImageShape* inputs) const {
        return {inputs[0].domain, inputs[1].planes};
    }

    void Kernel() {
        const int left = Weights.Domain.x0, top = Weights.Domain.y0;
        for (int first = 0; first < Output.Planes; first += kTogether) {
            float sums[kTogether] = {};
            for (int o = 0; o < kTogether; ++o)
                sums[o] = Bias(Bias.Domain.x0, Bias.Domain.y0, first + o);
            for (int c = 0; c < Input.Planes; ++c)
                for (int j = 0; j < 3; ++j)
                    for (int i = 0; i < 3; ++i) {
                        const float value = Input(i - 1, j - 1, c);
                        for (int o = 0; o < kTogether; ++o)
                            sums[o] =
                                fma(Weights(left + i, top + 3 * c + j, first + o), value, sums[o]);
                    }
            for (int o = 0; o < kTogether; ++o)
                if (first + o < Output.Planes) Output(first + o) = max(sums[o], Level);
        }
    }
};

}  // namespace weft::functors
