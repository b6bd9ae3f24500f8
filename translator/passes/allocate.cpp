// Buffers for materialised pictures, shared by lifetime.
#include <fmt/format.h>

#include <algorithm>

#include "passes/passes.h"

namespace weft {

namespace {

struct Lifetime {
    int image, first, last;  // kernels
    std::size_t bytes;
};

std::vector<Lifetime> lifetimes(const Plan& plan) {
    std::vector<Lifetime> result;
    for (int image = 0; image < static_cast<int>(plan.images.size()); ++image) {
        if (!plan.images[image].materialised) continue;
        Lifetime life{image, -1, -1, 0};
        for (int k = 0; k < static_cast<int>(plan.kernels.size()); ++k) {
            for (const KernelOutput& output : plan.kernels[k].outputs)
                if (output.image == image) {
                    life.first = k;
                    life.bytes =
                        buffer_bytes(buffer_region(plan, output), plan.images[image].shape.planes);
                }
            for (const Loop& loop : plan.kernels[k].loops) {
                for (const Read& read : loop.reads)
                    if (read.image == image) life.last = std::max(life.last, k);
                for (const PictureRead& read : loop.pictures)
                    if (read.image == image) life.last = std::max(life.last, k);
            }
        }
        if (life.first >= 0) result.push_back(life);
    }
    return result;
}

Plan with_buffers(Plan plan, bool share) {
    plan.buffer_bytes.clear();
    std::vector<int> free_from;  // kernel after which each buffer is free
    for (const Lifetime& life : lifetimes(plan)) {
        int best = -1;
        for (int b = 0; share && b < static_cast<int>(free_from.size()); ++b) {
            if (free_from[b] >= life.first) continue;
            const auto waste = [&](int i) {
                return plan.buffer_bytes[i] > life.bytes ? plan.buffer_bytes[i] - life.bytes
                                                         : life.bytes - plan.buffer_bytes[i];
            };
            if (best < 0 || waste(b) < waste(best)) best = b;
        }
        if (best < 0) {
            best = static_cast<int>(free_from.size());
            free_from.push_back(-1);
            plan.buffer_bytes.push_back(0);
        }
        plan.buffer_bytes[best] = std::max(plan.buffer_bytes[best], life.bytes);
        free_from[best] = life.last;
        plan.images[life.image].buffer = best;
    }
    return plan;
}

void decide(const Plan& plan, Decisions& decisions) {
    std::size_t bytes = 0;
    for (std::size_t b : plan.buffer_bytes) bytes += b;
    decisions.add(plan.name, fmt::format("{} buffers, {:.1f} MB", plan.buffer_bytes.size(),
                                         static_cast<double>(bytes) / (1 << 20)));
}

}  // namespace

Plan allocate(Plan plan, const PlanContext&, Decisions& decisions) {
    plan = with_buffers(std::move(plan), true);
    decide(plan, decisions);
    return plan;
}

Plan one_buffer_per_picture(Plan plan, const PlanContext&, Decisions& decisions) {
    plan = with_buffers(std::move(plan), false);
    decide(plan, decisions);
    return plan;
}

}  // namespace weft
