#include "runtime/simt/warp.h"

#include <algorithm>
#include <array>

namespace weft {

namespace {

bool in(unsigned mask, std::size_t lane) { return (mask >> lane & 1u) != 0; }

bool meets(const SimtThreadState& a, const SimtThreadState& b) {
    return b.stage == ThreadStage::kInWarp && a.mask == b.mask && a.shuffles == b.shuffles &&
           same_place(a.place, b.place);
}

bool all_have_come(std::span<const SimtThreadState> warp, const SimtThreadState& first) {
    for (std::size_t l = 0; l < warp.size(); ++l)
        if (in(first.mask, l) && !meets(first, warp[l])) return false;
    return true;
}

void exchange(std::span<SimtThreadState> warp, unsigned mask) {
    std::array<unsigned, kWarpSize> given{};
    for (std::size_t l = 0; l < warp.size(); ++l) given[l] = warp[l].value;
    for (std::size_t l = 0; l < warp.size(); ++l)
        if (in(mask, l)) warp[l].value = given[static_cast<std::size_t>(warp[l].source_lane)];
}

/// All lanes of the mask know from here on what each of them knew.
void join_clocks(std::span<SimtThreadState> warp, unsigned mask) {
    WarpClock joined{};
    for (std::size_t l = 0; l < warp.size(); ++l)
        if (in(mask, l))
            for (std::size_t i = 0; i < joined.size(); ++i)
                joined[i] = std::max(joined[i], warp[l].clock[i]);
    for (std::size_t l = 0; l < warp.size(); ++l) {
        if (!in(mask, l)) continue;
        warp[l].clock = joined;
        ++warp[l].clock[l];
    }
}

}  // namespace

bool meet(std::span<SimtThreadState> warp) {
    bool any = false;
    for (std::size_t l = 0; l < warp.size(); ++l) {
        if (warp[l].stage != ThreadStage::kInWarp || !all_have_come(warp, warp[l])) continue;
        const unsigned mask = warp[l].mask;
        if (warp[l].shuffles)
            exchange(warp, mask);
        else
            join_clocks(warp, mask);
        for (std::size_t i = 0; i < warp.size(); ++i)
            if (in(mask, i)) warp[i].stage = ThreadStage::kReady;
        any = true;
    }
    return any;
}

MissingLane find_missing_lane(std::span<const SimtThreadState> warp, int lane) {
    const SimtThreadState& waiting = warp[static_cast<std::size_t>(lane)];
    for (std::size_t l = 0; l < warp.size(); ++l) {
        if (!in(waiting.mask, l) || meets(waiting, warp[l])) continue;
        const SimtThreadState& other = warp[l];
        const char* what = "does not come";
        if (other.stage == ThreadStage::kEnded) what = "has ended";
        if (other.stage == ThreadStage::kAtBarrier) what = "waits at a barrier of the block";
        if (other.stage == ThreadStage::kInWarp)
            what = other.mask != waiting.mask ? "waits with another mask" : "waits elsewhere";
        return {static_cast<int>(l), what};
    }
    return {lane, "does not come"};
}

}  // namespace weft
