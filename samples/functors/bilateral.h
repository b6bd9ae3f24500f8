// A functor that Weft has never seen, and what it takes to use it:
//
//   weft render Bilateral --functors samples/functors/bilateral.h -i in.exr -o out.exr -s edge=0.2
//
// This one header is all there is to a new functor: the declarations say what it reads and which
// parameters it has, Kernel() computes one element. Weft translates it, plans it, compiles it, and
// also calls it as the C++ it is when asked for the reference.
#pragma once

#include "core/functor.h"

namespace studio {

/// Smooths flat areas and leaves edges alone.
///
/// The first sentence above is the functor's summary, this paragraph its manual. Each pixel becomes
/// the mean of its neighbours, weighted by how near they are and by how much they look like it.
class Bilateral : public weft::Functor<Bilateral, weft::eParallel> {
    // What is read and written, in the order in which pictures are handed over. eComponent: one
    // plane at a time. e2D: around the element, within radii that Prepare() sets.
    weft::Indexer<weft::eInput, weft::eComponent, weft::e2D> Input;
    weft::Indexer<weft::eOutput, weft::eComponent> Output;

    // What users set...
    int Radius = 3;
    float Edge = 0.1f;
    // ...and what follows from it. Kernel() reads these as arguments of the compiled kernel.
    float ByDistance = 0.0f;
    float ByDifference = 0.0f;

    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("radius", Radius)
            .Structure()  // decides which pixels are read, so it is compiled in
            .Range(0, 16)
            .Label("Radius")
            .Help("How far a neighbour may be, in pixels."),
        Parameter("edge", Edge)
            .Range(0.001, 16.0)
            .Label("Edge")
            .Help("Differences well above this are edges; samples beyond them do not count."))

  public:
    /// Runs when parameters have changed. Any C++ is allowed here.
    void Prepare() {
        Input.RadiusX = Radius;
        Input.RadiusY = Radius;
        const float sigma = 0.5f * weft::to_float(Radius) + 0.5f;
        ByDistance = -0.5f / (sigma * sigma);
        ByDifference = -0.5f / (Edge * Edge);
    }

    /// Runs once per element, on every device. docs/functor-contract.md tells what is allowed here.
    void Kernel() {
        const float centre = Input(0, 0);
        float sum = 0.0f;
        float weights = 0.0f;
        for (int y = -Input.RadiusY; y <= Input.RadiusY; ++y) {
            for (int x = -Input.RadiusX; x <= Input.RadiusX; ++x) {
                const float value = Input(x, y);
                const float difference = value - centre;
                const float weight = weft::exp(ByDistance * weft::to_float(x * x + y * y) +
                                               ByDifference * difference * difference);
                sum += weight * value;
                weights += weight;
            }
        }
        Output() = sum / weights;
    }
};

}  // namespace studio
