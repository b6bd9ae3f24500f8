// A blur along a line of any direction, as of something that moves.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Averages the pixels of a straight line through each pixel: the blur of an even motion.
///
/// The line is centred and has one pixel for every column, or for every row where it is steep, all
/// of which weigh alike; its ends are rounded to whole pixels.
class DirectionalBlur : public Functor<DirectionalBlur, eParallel> {
    static constexpr int kMaxReach = (kMaxSparseOffsets - 1) / 2;

    Indexer<eInput, eComponent, eSparse> Input;
    Indexer<eOutput, eComponent> Output;
    float Angle;
    float Length;
    float Weight = 1.0f;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("angle", Angle)
                           .Structure()
                           .Range(-360.0, 360.0)
                           .Label("Angle")
                           .Help("Direction of the line in degrees, 0 to the right, 90 upwards."),
                       Parameter("length", Length)
                           .Pixels()
                           .Structure()
                           .Range(0.0, 2.0 * kMaxReach)
                           .Label("Length")
                           .Help("Length of the line in pixels; 0 leaves the picture as it is."))

  public:
    explicit DirectionalBlur(float angle = 0.0f, float length = 16.0f)
        : Angle(angle), Length(length) {}

    void Prepare() {
        constexpr float kRadians = 0.0174532925f;
        const float x = 0.5f * Length * cos(kRadians * Angle);
        const float y = -0.5f * Length * sin(kRadians * Angle);
        const float longer = max(abs(x), abs(y));
        const int reach = min(round_to_int(longer), kMaxReach);
        Input.Offsets = {};
        Input.Offsets.count = 2 * reach + 1;
        for (int i = -reach; i <= reach; ++i) {
            const float part = reach > 0 ? to_float(i) / longer : 0.0f;
            Input.Offsets.items[i + reach] = {round_to_int(x * part), round_to_int(y * part)};
        }
        Weight = 1.0f / to_float(2 * reach + 1);
    }

    int Copies() const { return Input.Offsets.count == 1 ? 0 : -1; }

    void Kernel() {
        float sum = -0.0f;  // to which -0 adds up to -0
        for (int i = 0; i < Input.Count; ++i) sum += Input(i);
        Output() = sum * Weight;
    }
};

}  // namespace weft::functors
