// The loops by which the blocks of a launch go over its elements.
#pragma once

#include <string>

#include "emit/writer.h"
#include "plan/gpu_plan.h"

namespace weft {

inline const char* u_axis(const GpuKernel& kernel) {
    return kernel.layout == Layout::kRows ? "x" : "y";
}
inline const char* v_axis(const GpuKernel& kernel) {
    return kernel.layout == Layout::kRows ? "y" : "x";
}

/// The loops around what `body` prints for the block whose first element is `block`, where blocks
/// share memory. Extents are those of a block in elements.
template <class Body>
void for_blocks(const GpuKernel& kernel, int extent_u, int extent_v, Writer& out, Body body) {
    const char* u = u_axis(kernel);
    const char* v = v_axis(kernel);
    const auto first = [](const char* axis, const char* index, int extent) {
        return fmt::format("args.range.{}0 + static_cast<int>(blockIdx.{}) * {}", axis, index,
                           extent);
    };
    const std::string first_u = first(u, "x", extent_u), first_v = first(v, "y", extent_v);
    if (!kernel.shape.strided) {
        const bool rows = kernel.layout == Layout::kRows;
        out.line("const weft::Element block = {{{}, {}, weft::block_plane()}};",
                 rows ? first_u : first_v, rows ? first_v : first_u);
        body();
        return;
    }
    out.line("weft::Element block;");
    out.open(
        "for (block.plane = weft::block_plane(); block.plane < args.range.planes; "
        "block.plane += static_cast<int>(gridDim.z)) {{");
    const auto open_axis = [&](const char* axis, const std::string& from, const char* index,
                               int extent) {
        out.open(
            "for (block.{0} = {1}; block.{0} < args.range.{0}1; "
            "block.{0} += static_cast<int>(gridDim.{2}) * {3}) {{",
            axis, from, index, extent);
    };
    open_axis(v, first_v, "y", extent_v);
    open_axis(u, first_u, "x", extent_u);
    body();
    out.line("__syncthreads();  // before the next tile is copied");
    for (int i = 0; i < 3; ++i) out.close();
}

}  // namespace weft
