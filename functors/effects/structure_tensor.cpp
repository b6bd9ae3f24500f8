#include "effects/structure_tensor.h"

#include "neighbourhood/derivative.h"
#include "neighbourhood/symmetric_mask.h"
#include "point/product.h"
#include "point/square.h"

namespace weft::effects {

StructureTensor record_structure_tensor(GraphBuilder& build, const Image& input) {
    using functors::SymmetricMask;
    Image dx, dy, sx, sy, sxy;
    StructureTensor tensor;

    build.name_next("dx");
    functors::Derivative(eHorizontal, 1.0f, 6.0f)(input, dx);
    build.name_next("dy");
    functors::Derivative(eVertical, 1.0f, 6.0f)(input, dy);

    build.name_next("sx");
    functors::Square()(dx, sx);
    build.name_next("sy");
    functors::Square()(dy, sy);
    build.name_next("sxy");
    functors::Product()(dx, dy, sxy);

    const SymmetricMask smooth(0.0625f, 0.125f, 0.25f, SymmetricMask::eWhole);
    build.name_next("gx");
    smooth(sx, tensor.xx);
    build.name_next("gy");
    smooth(sy, tensor.yy);
    build.name_next("gxy");
    smooth(sxy, tensor.xy);
    return tensor;
}

}  // namespace weft::effects
