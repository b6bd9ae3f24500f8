// Algorithm 2 of paper: warp-tiling: the cost of a group of stages under a tile, a block, a
// fraction in registers and a size of memory transactions; and the bounded search over these.
//
// Five lines are not taken as printed. 9 to 11: what lies in registers is counted before shared
// memory shrinks, in registers (models/warp_tiling.h). 18: blocks of a multiprocessor are whole;
// otherwise the paper's own example would have 74.7 % for 62.5 %. Occupancy counts units of
// allocation, as models/occupancy.h. 34: the text balances the blocks of each multiprocessor, which
// line 6 computes and the print then does not use. 35: transactions enter by the iteration. Of a
// whole tile they grow with it, outweigh all else, and tiles of one element would always be
// cheapest.
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
    bool constant_dependences = true;  ///< scale_dependences() succeeded on every axis
};

struct WarpTilingConfig {
    Extent3 tile, block;
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

/// The space of a search. The paper's has every tile from 1 to 32 along each axis and all blocks
/// that are multiples of a warp; this one is ours, for a search in milliseconds.
struct WarpTilingSpace {
    std::vector<int> tiles{1, 2, 4, 8, 16, 32};
    std::vector<Extent3> blocks{{32, 1, 1}, {32, 2, 1}, {32, 4, 1}, {32, 8, 1},  {64, 1, 1},
                                {64, 2, 1}, {64, 4, 1}, {16, 8, 1}, {16, 16, 1}, {128, 1, 1}};
    std::vector<int> tenths{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    std::vector<int> transactions{32, 128};
};

struct WarpTilingChoice {
    WarpTilingConfig config;
    WarpTilingCost cost;  ///< infinite where every configuration was refused
    int considered = 0, refused = 0;
};

/// The cheapest configuration, of equals the first. Tiles lie along x and y; tiles larger than the
/// output are left out unless they are 1.
WarpTilingChoice cheapest_warp_tile(const GpuTarget& target, const WarpTilingGroup& group,
                                    const WarpTilingWeights& weights,
                                    const WarpTilingSpace& space = {});

}  // namespace weft
