// Algorithm 2 of paper: warp-tiling: the cost of a group of stages under a tile, a block, a
// fraction in registers and a size of memory transactions; and the bounded search over these.
//
// Six lines are not taken as printed. 9 to 11: what lies in registers is counted before shared
// memory shrinks, in registers (models/warp_tiling.h). 18: blocks of a multiprocessor are whole;
// otherwise the paper's own example would have 74.7 % for 62.5 %. Occupancy counts units of
// allocation, as models/occupancy.h. 34: the text balances the blocks of each multiprocessor, which
// line 6 computes and the print then does not use. 35: transactions enter by the iteration, and
// occupancy in per cent, as table 5 has it. Transactions of a whole tile grow with it, outweigh all
// else, and tiles of one element would always be cheapest; with occupancy from 0 to 1, half a point
// would be all that a multiprocessor of one warp costs. So read, Harris gets the tiles that section
// 7.2.1 reports: about 10 x 1, half of them in registers.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "models/warp_tiling.h"

namespace weft {

/// Table 3: the weights of the seven terms.
struct WarpTilingWeights {
    double transactions, idle, memory_ratio, unallocated_shared, unused_registers, overlap,
        extra_blocks;

    friend bool operator==(const WarpTilingWeights&, const WarpTilingWeights&) = default;
};
inline constexpr WarpTilingWeights kWeightsGtx1080Ti{50, 0.5, 45, 20, 2, 100, 1};
inline constexpr WarpTilingWeights kWeightsV100{50, 0.5, 60, 10, 2, 100, 1};

/// The weights for a device: V100's from compute capability 7.0 on, else GTX 1080 Ti's.
const WarpTilingWeights& warp_tiling_weights(const GpuTarget& target);

/// One stage of a group.
struct WarpTilingStage {
    int registers = 0;               ///< REG_USAGE: of the stage by itself
    double seconds_per_element = 0;  ///< TIME_PER_ITER: of one thread, its reads from shared memory
    Extent3 overlap{0, 0, 0};        ///< O: computed beyond the tile along each axis
    bool buffered = false;           ///< an intermediate that has a scratchpad
    /// Elements for each of the output along x and y. (Ours: the paper scales all stages alike.)
    double ratio_x = 1, ratio_y = 1;
};

/// A load of global memory that each element of a stage makes.
struct GlobalLoad {
    int offset = 0;  ///< from the element, in floats along x
};

struct WarpTilingGroup {
    Extent3 size;  ///< of the output
    std::vector<WarpTilingStage> stages;
    std::vector<GlobalLoad> loads;
    /// Elements of the output that a lane has of a parallelogram, side by side: alignment and
    /// scaling let tiles partly in registers be whole multiples alone (section 5).
    Extent3 step;
    /// Line 2: why dependences are not constant along some axis, as scale_dependences() says.
    std::string why_not_constant;
};

struct WarpTilingConfig {
    /// 1 along axes that warps of the block have one thread along, as section 4 has it to save
    /// conditions: along z also as high as the output, which needs none.
    Extent3 tile;
    Extent3 block;
    int split_axis = 0;           ///< 0: x, 1: y; must have a tile above 1 for a fraction above 0
    int tenths_in_registers = 0;  ///< 0 ... 10
    int transaction_bytes = 32;   ///< 32: second-level cache, 128: first-level

    friend bool operator==(const WarpTilingConfig&, const WarpTilingConfig&) = default;
};

/// The cost and its terms. Refused configurations cost infinity and say why.
struct WarpTilingCost {
    double cost = std::numeric_limits<double>::infinity();
    std::string refused;

    double transactions = 0;  ///< totalGLMemTxs: of a warp over its tile
    double occupancy = 0;
    double memory_ratio = 0;  ///< time in transactions over time computing
    double unallocated_shared = 0, unused_registers = 0;
    double overlap = 0;       ///< redundant elements of all stages over one tile's
    double extra_blocks = 0;  ///< blocks of a multiprocessor in its last, partial wave

    std::size_t shared_bytes = 0;  ///< of a block
    int registers = 0;             ///< of a thread
    int resident_blocks = 0;
};

WarpTilingCost warp_tiling_cost(const GpuTarget& target, const WarpTilingGroup& group,
                                const WarpTilingConfig& config, const WarpTilingWeights& weights);

/// Transactions of `transaction_bytes` in which a warp executes `load` once, the element of its
/// first lane being aligned.
int transactions_of_warp(Extent3 warp, const GlobalLoad& load, int transaction_bytes);

/// The space of a search: the paper's tiles, from 1 to 32 along each axis that warps have threads
/// along, and blocks of whole warps. (Our blocks lie in a plane: tiles have one plane, or all.)
struct WarpTilingSpace {
    std::vector<int> tiles = numbers_to(32);
    std::vector<int> planes;         ///< tiles along z; none: 1 and the output's
    std::vector<Extent3> blocks;     ///< none: all of blocks_of_warps()
    std::vector<int> axes = {0, 1};  ///< that may be split: x, y
    std::vector<int> tenths = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    std::vector<int> transactions = {32, 128};

    /// 1 ... n
    static std::vector<int> numbers_to(int n);
};

/// The blocks of whole warps that a device can run: as wide as a power of two or a multiple of a
/// warp, and padded where an output of `width` elements fills no warp.
std::vector<Extent3> blocks_of_warps(const GpuTarget& target, int width);

struct WarpTilingChoice {
    WarpTilingConfig config;
    WarpTilingCost cost;  ///< infinite where every configuration was refused
};

/// The cheapest configuration, of equals the first in the order of warps, tiles, splits and blocks.
/// Tiles larger than the output are left out unless they are 1.
WarpTilingChoice cheapest_warp_tile(const GpuTarget& target, const WarpTilingGroup& group,
                                    const WarpTilingWeights& weights,
                                    const WarpTilingSpace& space = {});

}  // namespace weft
