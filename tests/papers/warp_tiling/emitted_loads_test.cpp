// Paper: warp-tiling, figures 4 and 7: which lane the code of hybrid tiles reads, and where it
// lies.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <vector>

#include "differential/hand_written_kernel.h"
#include "hybrid_loads.h"
#include "runtime/picture.h"
#include "support/integers.h"

namespace weft::test {
namespace {

constexpr HybridSplit kHalf{4, 2};
constexpr int kLanes = 32;
constexpr int kInRegister = 100000, kEachRow = 1000, kFirst = 500;

/// What the code reads: the number of an element, of a row across the split axis, and where it
/// lies.
float held_at(bool in_register, int across, int element) {
    return static_cast<float>((in_register ? kInRegister : 0) + kEachRow * across + kFirst +
                              element);
}

/// A warp whose tile is split along one axis, of a picture with `step` elements for each lane.
struct Split {
    int warp_u, warp_v;
    bool along_u;
    int step = 1;

    int width() const { return along_u ? warp_u : warp_v; }
    /// In lanes, of figure 7's cases; and, of several elements a lane, in elements.
    std::vector<int> distances() const {
        std::vector<int> all;
        for (const int lanes :
             {0, -1, -2, -3, -width(), -width() - 1, 1 - 2 * width(), -2 * width() - 1})
            for (int element = 0; element < step; ++element) all.push_back(lanes * step + element);
        return all;
    }
};

/// A warp fills its tile, half in shared memory with what overlaps to the left; of each distance
/// and each parallelogram in registers it then writes a row of what its lanes read.
std::string text_of(const Split& split) {
    std::string loads;
    for (const int tile : {2, 3})
        for (const int distance : split.distances())
            loads += fmt::format("    load<{}>(args, held, shared, {}, row++);\n", distance, tile);
    return fmt::format(R"(#line 1 "loads.cu"
struct Tile {{
    static constexpr bool kAlongU = {};
    static constexpr int kWarpU = {}, kWarpV = {}, kShared = 2, kStep = {};
    static constexpr int kStepU = kAlongU ? kStep : 1, kStepV = kAlongU ? 1 : kStep;
    static constexpr int kHeld = 2 * kStep, kAcross = 1;
    static constexpr int kWidth = (kAlongU ? kWarpU : kWarpV) * kStep, kLeft = 3 * kWidth;
    static constexpr int kPitch = kLeft + kShared * kWidth;
}};
struct weft_loads_Args {{
    weft::GpuRange range;
    weft::GpuPicture in, out;
}};
template <int kDistance>
WEFT_INLINE void load(const weft_loads_Args& args, const float (&held)[Tile::kHeld][1], float* shared,
                      int tile, int row) {{
    const int u = static_cast<int>(threadIdx.x), v = static_cast<int>(threadIdx.y);
    const int along = Tile::kAlongU ? u : v, across = Tile::kAlongU ? v : u;
    const float value = weft::read_register_tile<Tile>(
        held, tile, 0, Tile::kAlongU ? kDistance : 0, Tile::kAlongU ? 0 : kDistance, u, v, true,
        shared + across * Tile::kPitch + Tile::kLeft + tile * Tile::kWidth + along * Tile::kStep +
            kDistance);
    weft::device_store(args.out.data + row * args.out.pitch + v * Tile::kWarpU + u, value);
}}
extern "C" __global__ void weft_loads(const weft_loads_Args args) {{
    WEFT_SHARED(shared);
    const int u = static_cast<int>(threadIdx.x), v = static_cast<int>(threadIdx.y);
    const int along = Tile::kAlongU ? u : v, across = Tile::kAlongU ? v : u;
    for (int e = along - Tile::kLeft; e < Tile::kShared * Tile::kWidth;
         e += Tile::kWidth / Tile::kStep)
        weft::shared_store(shared + across * Tile::kPitch + Tile::kLeft + e,
                           static_cast<float>({} * across + {} + e));
    float held[Tile::kHeld][1];
    for (int t = 0; t < 2; ++t)
        for (int e = 0; e < Tile::kStep; ++e)
            held[t * Tile::kStep + e][0] =
                static_cast<float>({} + {} * across + {} + (Tile::kShared + t) * Tile::kWidth +
                                   along * Tile::kStep + e);
    __syncwarp(0xffffffffu);
    int row = 0;
{}}}
)",
                       split.along_u, split.warp_u, split.warp_v, split.step, kEachRow, kFirst,
                       kInRegister, kEachRow, kFirst, loads);
}

/// What the lanes read, a row for each load.
Result<Picture> run_loads(const Split& split, const Rect& rows) {
    const CudaKernelText kernel{"weft_loads", text_of(split)};
    // Three widths of overlap, and two.
    const std::size_t shared = 5 * sizeof(float) * static_cast<std::size_t>(kLanes * split.step);
    auto program =
        program_of_text(plan_of_text("Loads", "loads.h", rows,
                                     {.block_u = split.warp_u, .block_v = split.warp_v}, shared),
                        kernel.symbol, simt_preamble() + kernel.text + simt_epilogue(kernel));
    if (!program) return program.error();
    auto simt = make_simt_executor(*std::move(program), {.schedules = 2, .max_calls = 100000});
    if (!simt) return simt.error();
    const Picture in(rows, 1);
    Picture out(rows, 1);
    if (const Status ran = (*simt)->run({in.view()}, {out.view()}, {}); !ran) return ran.error();
    return out;
}

TEST(WarpTilingFigure7, TheCodeReadsWhereTheFigureSays) {
    for (const Split& split : {Split{32, 1, true},
                               {16, 2, true},
                               {4, 8, true},
                               {4, 8, false},
                               {1, 32, false},
                               {32, 1, true, 2},
                               {8, 4, false, 3}}) {
        const std::vector<int> distances = split.distances();
        const Rect rows{0, 0, kLanes, 2 * static_cast<int>(distances.size())};
        const Result<Picture> read = run_loads(split, rows);
        ASSERT_TRUE(read) << read.error().message;
        int row = 0;
        for (const int tile : {2, 3})
            for (const int distance : distances) {
                for (int lane = 0; lane < kLanes; ++lane) {
                    const int u = lane % split.warp_u, v = lane / split.warp_u;
                    const int lanes = divide_down(distance, split.step);
                    const LoadSource source =
                        load_source(kHalf, split.width(), tile, split.along_u ? u : v, lanes);
                    const int step = source.tile * split.width() + source.lane;
                    EXPECT_EQ(read->at(lane, row, 0),
                              held_at(source.type != LoadType::kShared, split.along_u ? v : u,
                                      (step - lanes) * split.step + distance))
                        << split.warp_u << " x " << split.warp_v << " lanes, tile " << tile
                        << ", lane " << lane << ", distance " << distance;
                }
                ++row;
            }
    }
}

}  // namespace
}  // namespace weft::test
