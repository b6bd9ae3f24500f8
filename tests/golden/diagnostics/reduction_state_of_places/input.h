#include "core/functor.h"

using namespace weft;

class Subject : public Functor<Subject, eReduction> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    float Sum = 0.0f;
    float Weight = 1.0f;
    mFunctorIndexers(Input, Output)

  public:
    ImageShape Shape(const ImageShape* inputs) const { return {{0, 0, 1, 1}, inputs[0].planes}; }
    void Initialise() { Sum = to_float(X()); }
    void Kernel() { Sum += Input() * Weight; }
    void Combine(const Subject& other) { Sum += other.Sum; }
    void Result() { Output() = Sum; }
};
