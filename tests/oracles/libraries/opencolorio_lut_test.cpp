// Look-up tables against OpenColorIO's own, interpolated in tetrahedra.
#include <random>

#include <OpenColorIO/OpenColorIO.h>

#include "pixel/colour_lut.h"
#include "pixels.h"

namespace weft::test {
namespace {

namespace ocio = OCIO_NAMESPACE;

TEST(OpenColorIO, LookUpTables) {
    for (const unsigned edge : {2u, 5u, 17u, 33u}) {
        SCOPED_TRACE(edge);
        const auto table = ocio::Lut3DTransform::Create(edge);
        table->setInterpolation(ocio::INTERP_TETRAHEDRAL);
        const int n = static_cast<int>(edge);
        Picture lut({0, 0, n * n, n + 2}, 3);
        for (int axis = 0; axis < 3; ++axis)
            lut.at(1, 0, axis) = lut.at(1 + axis, 1, axis) = 1.0f;  // from 0 to 1; no matrix
        std::mt19937 random(edge);
        for (unsigned r = 0; r < edge; ++r)
            for (unsigned g = 0; g < edge; ++g)
                for (unsigned b = 0; b < edge; ++b) {
                    float v[3];
                    for (float& one : v) one = static_cast<float>(random() % 4096) / 2048.0f;
                    table->setValue(r, g, b, v[0], v[1], v[2]);
                    for (int p = 0; p < 3; ++p)
                        lut.at(static_cast<int>(b) * n + static_cast<int>(r),
                               2 + static_cast<int>(g), p) = v[p];
                }
        const auto cpu = ocio::Config::CreateRaw()->getProcessor(table)->getOptimizedCPUProcessor(
            ocio::OPTIMIZATION_NONE);
        const Picture input = random_picture({0, 0, 61, 47}, 3, edge);
        const auto outputs = run(functors::ColourLut(), {&input, &lut});
        ASSERT_EQ(outputs.size(), 1u);
        const auto expected = [&](int x, int y, int p) {
            float rgb[3] = {input.at(x, y, 0), input.at(x, y, 1), input.at(x, y, 2)};
            cpu->applyRGB(rgb);
            return static_cast<double>(rgb[p]);
        };
        // A cell's 32nd part of a float's last bit, times how steep noise is.
        expect_picture(outputs[0], expected, 1e-5);
    }
}

}  // namespace
}  // namespace weft::test
