#include "effects/float_harris.h"

#include "neighbourhood/gradient.h"
#include "neighbourhood/symmetric_mask.h"
#include "point/harris_response.h"
#include "point/product.h"
#include "point/square.h"

namespace weft::effects {

void record_float_harris(GraphBuilder& build, const Image& grey) {
    Image dx, dy, xx, yy, xy, sum_xx, sum_yy, sum_xy, response;
    build.name_next("gradient");
    functors::Gradient(2.0f, 1.0f / 12.0f)(grey, dx, dy);

    build.name_next("ixx");
    functors::Square()(dx, xx);
    build.name_next("iyy");
    functors::Square()(dy, yy);
    build.name_next("ixy");
    functors::Product()(dx, dy, xy);

    const functors::SymmetricMask sum(1.0f, 1.0f, 1.0f);
    build.name_next("sxx");
    sum(xx, sum_xx);
    build.name_next("syy");
    sum(yy, sum_yy);
    build.name_next("sxy");
    sum(xy, sum_xy);

    build.name_next("harris");
    functors::HarrisResponse(0.04f)(sum_xx, sum_yy, sum_xy, response);
    build.output("output", response);
}

void add_float_harris_controls(GraphBuilder& build) {
    build.control("k", "K", "How much an edge counts against a corner; 0.04 to 0.06 is usual.",
                  {"harris.k"});
}

}  // namespace weft::effects
