#include "core/functor.h"

using namespace weft;

class Subject : public Functor<Subject, eReduction> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    float Sums[1025] = {};
    mFunctorIndexers(Input, Output)

  public:
    ImageShape Shape(const ImageShape* inputs) const { return {{0, 0, 1, 1}, inputs[0].planes}; }
    void Initialise() {
        for (int i = 0; i < 1025; ++i) Sums[i] = 0.0f;
    }
    void Kernel() { at(Sums, to_int(Input())) += 1.0f; }
    void Combine(const Subject& other) {
        for (int i = 0; i < 1025; ++i) Sums[i] += other.Sums[i];
    }
    void Result() { Output() = Sums[0]; }
};
