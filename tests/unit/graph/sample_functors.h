// Functors for tests of the graph and the runtime: one per kind of access and of parameter.
#pragma once

#include "core/functor.h"

namespace weft::test {

/// Every scalar type of parameter.
class Grade : public Functor<Grade, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    float Gain = 1.0f;
    int Steps = 0;
    bool Invert = false;
    int Curve = 0;
    static constexpr const char* kCurves[] = {"linear", "square", "cube"};
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("gain", Gain).Range(0.0, 4.0),
                       Parameter("steps", Steps).Range(0, 255), Parameter("invert", Invert),
                       Parameter("curve", Curve).Choices(kCurves))

  public:
    explicit Grade(float gain = 1.0f) : Gain(gain) {}
    void Kernel() {
        float v = Input() * Gain;
        if (Curve >= 1) v = v * v;
        if (Curve == 2) v = v * v;
        Output() = Invert ? 1.0f - v : v;
    }
};

/// Two outputs, e1D.
class Split : public Functor<Split, eParallel> {
    Indexer<eInput, eComponent, e1D> Input;
    Indexer<eOutput, eComponent> High;
    Indexer<eOutput, eComponent> Low;
    mFunctorIndexers(Input, High, Low)
    mFunctorParameters(Parameter("axis", Input.Axis),
                       Parameter("radius", Input.Radius).Structure().Range(1, 64))

  public:
    explicit Split(Axis axis = eHorizontal, int radius = 1) : Input(axis, radius) {}
    void Kernel() {
        float sum = 0.0f;
        for (int i = -Input.Radius; i <= Input.Radius; ++i) sum += Input(i);
        const float low = sum / static_cast<float>(2 * Input.Radius + 1);
        Low() = low;
        High() = Input() - low;
    }
};

/// e2D with radii of its own on either axis.
class Area : public Functor<Area, eParallel> {
    Indexer<eInput, eComponent, e2D> Input;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("radius-x", Input.RadiusX).PixelsAlongX().Structure().Range(0, 64),
                       Parameter("radius-y", Input.RadiusY).PixelsAlongY().Structure().Range(0, 64))

  public:
    explicit Area(int radius_x = 1, int radius_y = 1) : Input(radius_x, radius_y) {}
    void Kernel() {
        float sum = 0.0f;
        for (int y = -Input.RadiusY; y <= Input.RadiusY; ++y)
            for (int x = -Input.RadiusX; x <= Input.RadiusX; ++x) sum += Input(x, y);
        Output() = sum;
    }
};

/// eSparse, with both kinds of lists.
class Scatter : public Functor<Scatter, eParallel> {
    Indexer<eInput, eComponent, eSparse> Input;
    Indexer<eOutput, eComponent> Output;
    FloatList<8> Weights;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("offsets", Input.Offsets),
                       Parameter("weights", Weights).Range(-8, 8))

  public:
    Scatter() : Input(OffsetList({Offset{0, 0}, Offset{-2, 1}})) {
        Weights.count = 1;
        Weights.values[0] = 0.5f;
    }
    void Kernel() {
        float sum = 0.0f;
        for (int i = 0; i < Input.Count; ++i)
            sum += Input(i) * (i < Weights.count ? Weights.values[i] : 1.0f);
        Output() = sum;
    }
};

/// A moving average.
class Box : public Functor<Box, eMovingAverage> {
    Indexer<eInput, eComponent, e1D> Input;
    Indexer<eOutput, eComponent> Output;
    float Sum = 0.0f;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("axis", Input.Axis),
                       Parameter("radius", Input.Radius).Pixels().Structure().Range(0, 200))

  public:
    explicit Box(Axis axis = eHorizontal, int radius = 2) : Input(axis, radius) {}
    void Prepare() { ScanAxis = Input.Axis; }
    void Initialise() {
        Sum = 0.0f;
        for (int i = -Input.Radius; i < Input.Radius; ++i) Sum += Input(i);
    }
    void Kernel() {
        Sum += Input(Input.Radius);
        Output() = Sum;
        Sum -= Input(-Input.Radius);
    }
};

/// Whole pixels in, one plane out.
class Brightest : public Functor<Brightest, eParallel> {
    Indexer<eInput, ePixel> Input;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    void Kernel() {
        float most = Input(0);
        for (int p = 1; p < Input.Planes; ++p)
            if (Input(p) > most) most = Input(p);
        Output() = most;
    }
};

/// Whole pixels in and out, and a single plane beside them.
class Reverse : public Functor<Reverse, eParallel> {
    Indexer<eInput, ePixel> Input;
    Indexer<eInput, eComponent> Mask;
    Indexer<eOutput, ePixel> Output;
    mFunctorIndexers(Input, Mask, Output)

  public:
    void Kernel() {
        for (int p = 0; p < Input.Planes; ++p) Output(p) = Input(Input.Planes - 1 - p) * Mask();
    }
};

/// Several inputs, planewise.
class Add3 : public Functor<Add3, eParallel> {
    Indexer<eInput, eComponent> A;
    Indexer<eInput, eComponent, e1D> B;
    Indexer<eInput, eComponent> C;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(A, B, C, Output)
    mFunctorParameters(Parameter("axis", B.Axis),
                       Parameter("radius", B.Radius).Structure().Range(0, 9))

  public:
    explicit Add3(Axis axis = eVertical, int radius = 1) : B(axis, radius) {}
    void Kernel() { Output() = A() + B(B.Radius) - B(-B.Radius) * 0.5f + C(); }
};

/// A radius derived by Prepare() that may go beyond what is allowed.
class Wide : public Functor<Wide, eParallel> {
    Indexer<eInput, eComponent, e1D> Input;
    Indexer<eOutput, eComponent> Output;
    float Sigma = 1.0f;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("sigma", Sigma).Pixels().Range(0.0, 1000.0))

  public:
    void Prepare() { Input.Radius = static_cast<int>(3.0f * Sigma); }
    void Kernel() { Output() = Input(Input.Radius); }
};

/// Writes only where the input is beyond 1.
class Silent : public Functor<Silent, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    void Kernel() {
        if (Input() > 1.0f) Output() = Input();
    }
};

/// A recurrence, which reads one element to either side of its own.
class Smooth : public Functor<Smooth, eRecurrence> {
    Indexer<eInput, eComponent, e2D> Input;
    Indexer<eOutput, eComponent> Output;
    float State = 0.0f;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("axis", ScanAxis),
                       Parameter("backwards", ScanBackwards).Structure())

  public:
    explicit Smooth(Axis axis = eHorizontal, bool backwards = false) : Input(1, 1) {
        ScanAxis = axis;
        ScanBackwards = backwards;
    }
    void Initialise() { State = Input(-1, 1); }
    void Kernel() {
        State = State * 0.5f + Input() + 0.25f * Input(1, -1);
        Output() = State;
    }
};

}  // namespace weft::test
