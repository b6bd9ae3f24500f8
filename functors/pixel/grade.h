// The compositor's grade: black and white point, lift, gain, multiply, offset, gamma.
#pragma once

#include "channels.h"
#include "core/functor.h"

namespace weft::functors {

/// Grades colours: maps black and white points to lift and gain, multiplies, offsets, bends.
///
/// A colour v becomes (multiply (lift + (gain - lift) t) + offset)^(1/gamma), where t is
/// (v - black)/(white - black). Every control takes one number for all colours, or one each for
/// red, green and blue. Negative values are bent as their mirror image, which keeps their sign; a
/// gamma of 1 bends nothing. White and black points closer than 1e-6 count as that far apart.
/// Planes after the colours, alpha first, pass unchanged.
class Grade : public Functor<Grade, eParallel> {
    static constexpr double kLimit = 64.0;

    Indexer<eInput, ePixel> Input;
    Indexer<eOutput, ePixel> Output;
    FloatList<3> Black{1, {0.0f}};
    FloatList<3> White{1, {1.0f}};
    FloatList<3> Lift{1, {0.0f}};
    FloatList<3> Gain{1, {1.0f}};
    FloatList<3> Multiply{1, {1.0f}};
    FloatList<3> Offset{1, {0.0f}};
    FloatList<3> Gamma{1, {1.0f}};
    float Slope[3] = {1.0f, 1.0f, 1.0f};
    float Base[3] = {0.0f, 0.0f, 0.0f};
    float Exponent[3] = {1.0f, 1.0f, 1.0f};
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("black-point", Black)
            .Range(-kLimit, kLimit)
            .Label("Black point")
            .Begins(ParameterGroup::eColour)
            .Help("The value that lift is mapped from; one number, or red, green, blue."),
        Parameter("white-point", White)
            .Range(-kLimit, kLimit)
            .Label("White point")
            .Begins(ParameterGroup::eColour)
            .Help("The value that gain is mapped from; one number, or red, green, blue."),
        Parameter("lift", Lift)
            .Range(-kLimit, kLimit)
            .Label("Lift")
            .Begins(ParameterGroup::eColour)
            .Help("What the black point becomes; one number, or red, green, blue."),
        Parameter("gain", Gain)
            .Range(-kLimit, kLimit)
            .Label("Gain")
            .Begins(ParameterGroup::eColour)
            .Help("What the white point becomes; one number, or red, green, blue."),
        Parameter("multiply", Multiply)
            .Range(-kLimit, kLimit)
            .Label("Multiply")
            .Begins(ParameterGroup::eColour)
            .Help("Multiplies what lift and gain gave; one number, or red, green, blue."),
        Parameter("offset", Offset)
            .Range(-kLimit, kLimit)
            .Label("Offset")
            .Begins(ParameterGroup::eColour)
            .Help("Is added after multiplying; one number, or red, green, blue."),
        Parameter("gamma", Gamma)
            .Range(0.05, 20.0)
            .Label("Gamma")
            .Begins(ParameterGroup::eColour)
            .Help("Raises to the power 1/gamma, last; one number, or red, green, blue."))

    /// The value for one colour; of an empty list, `otherwise`.
    static float value_of(const FloatList<3>& list, int colour, float otherwise) {
        if (list.count == 0) return otherwise;
        return list.values[colour < list.count ? colour : list.count - 1];
    }

  public:
    Grade() = default;
    /// The same for all colours.
    Grade(float lift, float gain, float multiply, float offset, float gamma)
        : Lift{1, {lift}},
          Gain{1, {gain}},
          Multiply{1, {multiply}},
          Offset{1, {offset}},
          Gamma{1, {gamma}} {}

    void Prepare() {
        for (int i = 0; i < 3; ++i) {
            const float black = value_of(Black, i, 0.0f);
            const float lift = value_of(Lift, i, 0.0f);
            const float multiply = value_of(Multiply, i, 1.0f);
            const float range = value_of(White, i, 1.0f) - black;
            const float divisor = copysign(max(abs(range), 1.0e-6f), range);
            const float slope = (value_of(Gain, i, 1.0f) - lift) / divisor;
            Slope[i] = multiply * slope;
            const float base = multiply * (lift - slope * black) + value_of(Offset, i, 0.0f);
            Base[i] = base == 0.0f ? -0.0f : base;  // to which -0 adds up to -0
            Exponent[i] = 1.0f / value_of(Gamma, i, 1.0f);
        }
    }

    int Copies() const {
        for (int i = 0; i < 3; ++i)
            if (Slope[i] != 1.0f || Base[i] != 0.0f || Exponent[i] != 1.0f) return -1;
        return 0;
    }

    void Kernel() {
        const int colours = Input.Colours;
        for (int plane = 0; plane < Input.Planes; ++plane) {
            const float value = Input(plane);
            if (plane >= colours) {
                Output(plane) = value;
            } else {
                const float graded = value * at(Slope, plane) + at(Base, plane);
                const float exponent = at(Exponent, plane);
                Output(plane) =
                    exponent == 1.0f ? graded : copysign(pow(abs(graded), exponent), graded);
            }
        }
    }
};

}  // namespace weft::functors
