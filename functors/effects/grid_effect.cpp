#include "effects/grid_effect.h"

#include "grid/grid_blur.h"
#include "grid/grid_slice.h"
#include "grid/grid_splat.h"
#include "neighbourhood/separable_convolution.h"
#include "pixel/luminance.h"

namespace weft::effects {

// Only the picture has a border: the grid goes on as far as it is read.
Graph build_bilateral_grid(const char* name, const char* summary, const BilateralGrid& kind) {
    GraphBuilder build(name, summary);
    build.intermediates(Intermediates::kUnbounded);
    const Image input = build.input("input");
    Image grey, grid, deep, across, blurred, output;
    functors::Luminance()(input, grey);
    build.name_next("splat");
    functors::GridSplat(8, 0.1f, kind.centred)(grey, grid);
    functors::GridBlur()(grid, deep);
    const functors::SeparableConvolution rows(eHorizontal, {5, {1, 4, 6, 4, 1}});
    const functors::SeparableConvolution columns(eVertical, {5, {1, 4, 6, 4, 1}});
    rows(deep, across);
    columns(across, blurred);
    build.name_next("slice");
    functors::GridSlice(8, 0.1f, kind.open)(grey, blurred, output);
    build.output("output", output);
    build.control("cell", "Cell", "How far values mix: the side of a cell of the grid in pixels.",
                  {"splat.cell", "slice.cell"});
    build.control("range", "Range",
                  "How different in brightness values may be that mix; 1 is white from black.",
                  {"splat.range", "slice.range"});
    return build.finish();
}

}  // namespace weft::effects
