// Two pictures multiplied as matrices.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Multiplies two pictures as matrices, plane by plane: rows of the first by columns of the second,
/// times a number.
///
/// A picture is a matrix of as many rows and columns as it has pixels. The result has the first's
/// rows and the second's columns. Row k of the second belongs to column k of the first, counted
/// from their edges; where one has more of these than the other, the rest counts as multiplied by
/// 0. Products are added in the order of k.
class MatrixProduct : public Functor<MatrixProduct, eAccumulation> {
    static constexpr int kTogether = 8;  // products for each turn of a loop

    Indexer<eInput, eComponent, eRandom> A;
    Indexer<eInput, eComponent, eRandom> B;
    Indexer<eOutput, eComponent> Output;
    float Factor;
    int Inner = 0;
    mFunctorIndexers(A, B, Output)
    mFunctorParameters(Parameter("factor", Factor)
                           .Range(-1024.0, 1024.0)
                           .Label("Factor")
                           .Help("Multiplies the product."))

  public:
    explicit MatrixProduct(float factor = 1.0f) : Factor(factor) {}

    ImageShape Shape(const ImageShape* inputs) const {
        const Rect &rows = inputs[0].domain, &columns = inputs[1].domain;
        const int planes =
            inputs[0].planes > inputs[1].planes ? inputs[0].planes : inputs[1].planes;
        return {{columns.x0, rows.y0, columns.x1, rows.y1}, planes};
    }

    void Measure() { Inner = min(A.Domain.x1 - A.Domain.x0, B.Domain.y1 - B.Domain.y0); }

    void Kernel() {
        float sum = 0.0f;
        for (int first = 0; first < Inner; first += kTogether)
            for (int i = 0; i < kTogether; ++i) {
                const int k = first + i;
                const float longer = fma(A(A.Domain.x0 + k, Y()), B(X(), B.Domain.y0 + k), sum);
                sum = k < Inner ? longer : sum;
            }
        Output() = Factor * sum;
    }
};

}  // namespace weft::functors
