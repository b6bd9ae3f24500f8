// Colours mixed by a matrix of three by three.
#pragma once

#include "channels.h"
#include "core/functor.h"

namespace weft::functors {

/// Mixes red, green and blue by a matrix and adds an offset.
///
/// Row after row of the matrix are red, green and blue of the result, each a weighted sum of red,
/// green and blue. Numbers that a list does not reach are zero. Colours are the first three planes;
/// planes after them, alpha first, pass unchanged, and so do pictures of fewer planes.
class ColourMatrix : public Functor<ColourMatrix, eParallel> {
    Indexer<eInput, ePixel> Input;
    Indexer<eOutput, ePixel> Output;
    FloatList<9> Matrix{9, {1.0f, 0.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f, 0.0f, 1.0f}};
    FloatList<3> Offset;
    float Rows[9] = {1.0f, 0.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f, 0.0f, 1.0f};
    float Added[3] = {0.0f, 0.0f, 0.0f};
    bool Changes = false;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("matrix", Matrix)
            .Range(-1024.0, 1024.0)
            .Label("Matrix")
            .Help("Nine weights row by row; the first three make red of red, green and blue."),
        Parameter("offset", Offset)
            .Range(-64.0, 64.0)
            .Label("Offset")
            .Help("Is added after the matrix, to red, green and blue."))

  public:
    ColourMatrix() = default;
    explicit ColourMatrix(const FloatList<9>& matrix, const FloatList<3>& offset = {})
        : Matrix(matrix), Offset(offset) {}

    void Prepare() {
        for (int i = 0; i < 9; ++i) Rows[i] = i < Matrix.count ? Matrix.values[i] : 0.0f;
        for (int i = 0; i < 3; ++i) Added[i] = i < Offset.count ? Offset.values[i] : 0.0f;
        Changes = false;
        for (int i = 0; i < 9; ++i) Changes = Changes || Rows[i] != (i % 4 == 0 ? 1.0f : 0.0f);
        for (int i = 0; i < 3; ++i) Changes = Changes || Added[i] != 0.0f;
    }

    int Copies() const { return Changes ? -1 : 0; }

    void Kernel() {
        const bool colour = Input.Colours == 3;
        const float r = Input(0);
        const float g = Input(1);
        const float b = Input(2);
        const float mixed[3] = {Rows[0] * r + Rows[1] * g + Rows[2] * b + Added[0],
                                Rows[3] * r + Rows[4] * g + Rows[5] * b + Added[1],
                                Rows[6] * r + Rows[7] * g + Rows[8] * b + Added[2]};
        for (int plane = 0; plane < Input.Planes; ++plane)
            Output(plane) = colour && plane < 3 && Changes ? at(mixed, plane) : Input(plane);
    }
};

}  // namespace weft::functors
