#include "lockstep.h"

#include <memory>
#include <vector>

#include "on_host.h"
#include "runtime/simt/fibre.h"
#include "shape.h"

thread_local dim3 threadIdx, blockIdx;

namespace hand {

namespace {

struct Lane {
    weft::Fibre fibre;
    unsigned exchanges = 0;
};

/// A warp: its lanes, and what they gave each other in this turn and in the one before, which some
/// lanes may not have read yet.
struct Warp {
    std::vector<std::unique_ptr<Lane>> lanes;
    std::uint32_t given[2][32] = {};
    const std::function<void()>* body = nullptr;
};
thread_local Warp* current = nullptr;

Lane& this_lane() { return *current->lanes[threadIdx.x]; }

void run_lane(void*) { (*current->body)(); }

/// Whether all lanes exchanged equally often.
bool run_warp(Warp& warp) {
    for (auto& lane : warp.lanes) {
        lane->exchanges = 0;
        lane->fibre.start(run_lane, nullptr);
    }
    for (bool running = true; running;) {
        running = false;
        for (threadIdx.x = 0; threadIdx.x < 32; ++threadIdx.x) {
            Lane& lane = this_lane();
            if (lane.fibre.idle()) continue;
            lane.fibre.resume();
            running = running || !lane.fibre.idle();
        }
    }
    for (auto& lane : warp.lanes)
        if (lane->exchanges != warp.lanes.front()->exchanges) return false;
    return true;
}

}  // namespace

bool run_on_host(const std::array<unsigned, 3>& grid, const std::function<void()>& body) {
    Warp warp;
    for (int i = 0; i < 32; ++i) warp.lanes.push_back(std::make_unique<Lane>());
    warp.body = &body;
    current = &warp;
    bool together = true;
    for (blockIdx.z = 0; blockIdx.z < grid[2]; ++blockIdx.z)
        for (blockIdx.y = 0; blockIdx.y < grid[1]; ++blockIdx.y)
            for (blockIdx.x = 0; blockIdx.x < grid[0]; ++blockIdx.x)
                for (threadIdx.y = 0; threadIdx.y < kWarps; ++threadIdx.y)
                    together = run_warp(warp) && together;
    current = nullptr;
    return together;
}

namespace {

/// `units` in the last place beside it, at most, on either side or not at all in turn.
float beside(float exact, float units) {
    static thread_local int turn = 0;
    turn = (turn + 1) % 3;
    if (exact == 0.0f || !std::isfinite(exact)) return exact;
    return exact + static_cast<float>(turn - 1) * units * exact * 0x1p-24f;
}

}  // namespace

float near_sqrt(float x) { return beside(std::sqrt(x), 2.0f); }
float near_reciprocal(float x) { return beside(1.0f / x, 1.0f); }

}  // namespace hand

void exchange(std::uint32_t value) {
    hand::Lane& lane = hand::this_lane();
    hand::current->given[lane.exchanges++ % 2][threadIdx.x] = value;
    lane.fibre.suspend();
}

std::uint32_t exchanged(unsigned lane) {
    return hand::current->given[(hand::this_lane().exchanges + 1) % 2][lane];
}
