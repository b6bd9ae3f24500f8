// The product of two matrices, which Halide's benchmarks check themselves against cuBLAS by.
#include "matrix/matrix_product.h"

#include "effects/builtin.h"
#include "graph/image.h"

namespace weft::effects {
namespace {

constexpr const char* kMatrixProductName = "matrix-product";
constexpr const char* kMatrixProductSummary = "Multiplies two pictures as matrices.";

Graph build_matrix_product() {
    GraphBuilder build(kMatrixProductName, kMatrixProductSummary);
    const Image a = build.input("a"), b = build.input("b");
    Image output;
    build.name_next("product");
    functors::MatrixProduct()(a, b, output);
    build.output("output", output);
    build.control("factor", "Factor", "Multiplies the product.", {"product.factor"});
    return build.finish();
}

}  // namespace

// A sum's error grows with its length, and with what cancels in it.
Effect matrix_product() {
    return {.name = kMatrixProductName,
            .summary = kMatrixProductSummary,
            .build = build_matrix_product,
            .fast_absolute = 1e-4,
            .fast_relative = 1e-4};
}

}  // namespace weft::effects
