#include "passes/gpu/fusion/found_groups.h"

#include <algorithm>

#include "passes/gpu/fusion/group_shape.h"

namespace weft {

FoundFusion found_fusion(const GpuPlan& plan) {
    FoundFusion found;
    found.next_best = plan.next_best;
    for (const GpuKernel& kernel : plan.kernels) {
        if (kernel.kind != GpuKernelKind::kGroup) continue;
        const GpuGroup& group = kernel.group;
        FoundGroup g{kernel.stages, group.nested, group.planes_inside, {}, shape_of(kernel)};
        for (const GroupLoop& loop : group.loops)
            if (loop.copies) g.copied.insert(g.copied.begin(), *loop.copies);
        found.groups.push_back(std::move(g));
    }
    std::sort(found.groups.begin(), found.groups.end(),
              [](const FoundGroup& a, const FoundGroup& b) { return a.stages < b.stages; });
    std::copy_if(plan.decisions.begin(), plan.decisions.end(), std::back_inserter(found.reasons),
                 [](const Decision& d) { return d.pass == "fuse"; });
    return found;
}

bool is_launchable(const FoundGroup& group, const GpuTarget& target) {
    const GroupShape& s = group.shape;
    const auto within = [](int n, int most) { return n >= 1 && n <= most; };
    const int most = target.max_threads_per_block;
    if (!within(s.block_u, most) || !within(s.block_v, most) || s.block_u * s.block_v > most)
        return false;
    const int warp = target.warp_size;
    const bool warps = s.kind != TileKind::kBlock;
    const int team_u = warps ? std::min(s.block_u, warp) : s.block_u;
    const int team_v = warps ? warp / team_u : s.block_v;
    if (s.block_u % team_u != 0 || team_v < 1 || s.block_v % team_v != 0) return false;
    constexpr int kLargestTile = 1 << 14;
    if (!within(s.tile_u, kLargestTile) || !within(s.tile_v, kLargestTile)) return false;
    if (in_registers(s.kind) && (!within(s.piece_u, warp) || !within(s.piece_v, s.tile_v)))
        return false;
    const int told = s.transaction_bytes;
    if (told != 0 && told != kFirstLevelBytes && told != kSecondLevelBytes) return false;
    if (s.kind == TileKind::kStream)
        return told == 0 && (s.columns == 1 || s.columns == 2 || s.columns == 4) && team_u == warp;
    if (s.kind == TileKind::kBlock) return told == 0;
    if (s.tile_u % team_u != 0 || s.tile_v % team_v != 0) return false;
    if (s.kind != TileKind::kHybrid) return true;
    const int along = s.split.along_u ? s.tile_u / team_u : s.tile_v / team_v;  // steps of a lane
    const int parallelograms = s.split.parallelograms;
    return within(parallelograms, along) && along % parallelograms == 0 &&
           s.split.shared_parallelograms >= 0 && s.split.shared_parallelograms <= parallelograms;
}

}  // namespace weft
