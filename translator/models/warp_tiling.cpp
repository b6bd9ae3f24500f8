#include "models/warp_tiling.h"

#include <fmt/format.h>

#include <algorithm>

#include "support/integers.h"

namespace weft {

namespace {

/// Threads of a warp along an axis of `threads`, when `left` of the warp are not yet placed; 0
/// where warps would be split over the axis.
int whole_part(int threads, int left) {
    if (threads % left == 0) return left;
    return left % threads == 0 ? threads : 0;
}

/// The last axis of a block takes all that is left of the warp.
int padded(int threads, int left, bool last) {
    if (last || threads >= left) return divide_up(threads, left) * left;
    while (left % threads != 0) ++threads;
    return threads;
}

}  // namespace

Result<Extent3> warp_sizes(Extent3 block, int warp_size) {
    const int extents[] = {block.x, block.y, block.z};
    int sizes[] = {1, 1, 1};
    int left = warp_size;
    for (int axis = 0; axis < 3; ++axis) {
        const char* name = axis == 0 ? "x" : axis == 1 ? "y" : "z";
        if (extents[axis] < 1)
            return Error{ErrorKind::kInternal,
                         fmt::format("a block of {} x {} x {} threads has none along {}", block.x,
                                     block.y, block.z, name)};
        sizes[axis] = whole_part(extents[axis], left);
        if (sizes[axis] == 0)
            return Error{
                ErrorKind::kInternal,
                fmt::format(
                    "a block of {} x {} x {} threads splits warps along {}: {} is neither a "
                    "divisor nor a multiple of {}; pad it",
                    block.x, block.y, block.z, name, extents[axis], left)};
        left /= sizes[axis];
    }
    if (left != 1)
        return Error{
            ErrorKind::kInternal,
            fmt::format("a block of {} x {} x {} threads does not fill a warp of {}; pad it",
                        block.x, block.y, block.z, warp_size)};
    return Extent3{sizes[0], sizes[1], sizes[2]};
}

Extent3 pad_block(Extent3 block, int warp_size) {
    Extent3 result;
    int left = warp_size;
    result.x = padded(block.x, left, block.y == 1 && block.z == 1);
    left /= std::min(result.x, left);
    result.y = padded(block.y, left, block.z == 1);
    left /= std::min(result.y, left);
    result.z = padded(block.z, left, true);
    return result;
}

Extent3 warp_tile(Extent3 tile, Extent3 warp) {
    return {tile.x * warp.x, tile.y * warp.y, tile.z * warp.z};
}

Extent3 warps_of_block(Extent3 block, Extent3 warp) {
    return {divide_up(block.x, warp.x), divide_up(block.y, warp.y), divide_up(block.z, warp.z)};
}

long long scratch_elements(Extent3 tile, Extent3 block, Extent3 warp, Extent3 overlap) {
    const Extent3 computed = warp_tile(tile, warp);
    return warps_of_block(block, warp).volume() * (computed.x + overlap.x) *
           (computed.y + overlap.y) * (computed.z + overlap.z);
}

double redundancy(Extent3 tile, Extent3 warp, Extent3 overlap) {
    const Extent3 t = warp_tile(tile, warp);
    const Extent3 all{t.x + overlap.x, t.y + overlap.y, t.z + overlap.z};
    return static_cast<double>(all.volume() - t.volume()) / static_cast<double>(t.volume());
}

HybridSplit split_tile(int tiles, int tenths_in_registers) {
    return {tiles, tiles - tiles * std::clamp(tenths_in_registers, 0, 10) / 10};
}

HybridStorage hybrid_storage(Extent3 tile, Extent3 block, Extent3 warp, Extent3 overlap,
                             int split_axis, HybridSplit split) {
    // Along the split axis shared memory holds the left tiles and the overlap; registers hold the
    // right tiles, along the other axes with the overlap.
    Extent3 in_shared = tile, in_registers;
    in_registers.x = divide_up(tile.x * warp.x + overlap.x, warp.x);
    in_registers.y = divide_up(tile.y * warp.y + overlap.y, warp.y);
    in_registers.z = divide_up(tile.z * warp.z + overlap.z, warp.z);
    (split_axis == 0 ? in_shared.x : in_shared.y) = split.shared_tiles;
    (split_axis == 0 ? in_registers.x : in_registers.y) = split.register_tiles();
    return {scratch_elements(in_shared, block, warp, overlap), in_registers.volume()};
}

}  // namespace weft
