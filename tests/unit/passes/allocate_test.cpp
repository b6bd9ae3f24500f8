// Buffers: pictures that are alive together never share one, others do.
#include <gtest/gtest.h>

#include <algorithm>

#include "neighbourhood/gaussian.h"
#include "planning.h"
#include "point/soft_threshold.h"
#include "point/sum.h"

namespace weft::test {
namespace {

std::size_t total_bytes(const CpuPlan& plan) {
    std::size_t bytes = 0;
    for (const Buffer& buffer : plan.buffers) bytes += buffer.bytes;
    return bytes;
}

/// Kernels in the order in which they run; those of a plane loop for two planes.
std::vector<const Kernel*> launches(const CpuPlan& plan) {
    std::vector<const Kernel*> order;
    for (auto first = plan.kernels.begin(); first != plan.kernels.end();) {
        const auto end = std::find_if(first + 1, plan.kernels.end(), [&](const Kernel& kernel) {
            return !kernel.plane_loop || kernel.plane_loop != first->plane_loop;
        });
        for (int plane = 0; plane < (first->plane_loop ? 2 : 1); ++plane)
            for (auto kernel = first; kernel != end; ++kernel) order.push_back(&*kernel);
        first = end;
    }
    return order;
}

/// Says what is wrong with a plan's buffers, by looking at every kernel in turn; "" if nothing.
std::string buffer_flaw(const CpuPlan& plan) {
    const std::vector<const Kernel*> order = launches(plan);
    Table<std::optional<Id<PlanImage>>, Buffer> holds(plan.buffers.size());  // whose rows are there
    // Of a plane's own rows none are read after they are made again.
    const auto reads_later = [&](Id<PlanImage> image, std::size_t from) {
        for (std::size_t k = from; k < order.size(); ++k) {
            for (const Loop& loop : order[k]->loops)
                for (const Read& read : loop.reads)
                    if (read.image == image && !read.line_buffer) return true;
            for (const KernelOutput& output : order[k]->outputs)
                if (output.image == image && kept(plan, image)->one_plane) return false;
        }
        return false;
    };
    for (std::size_t k = 0; k < order.size(); ++k) {
        for (const KernelOutput& output : order[k]->outputs) {
            const PlanImage& image = plan.images[output.image];
            const KeptInBuffer* const place = kept(plan, output.image);
            if (place == nullptr) continue;
            if (!place->buffer || !holds.has(*place->buffer)) return image.name + " has no buffer";
            std::optional<Id<PlanImage>>& held = holds[*place->buffer];
            // What a kernel reads must outlive it: its own outputs are written meanwhile.
            if (held && held != output.image && reads_later(*held, k))
                return image.name + " overwrites " + plan.images[*held].name;
            held = output.image;
            if (buffer_bytes(output.region, place->one_plane ? 1 : image.shape.planes,
                             image.samples) > plan.buffers[*place->buffer].bytes)
                return image.name + " is larger than its buffer";
        }
        for (const Loop& loop : order[k]->loops)
            for (const Read& read : loop.reads) {
                const KeptInBuffer* const place = kept(plan, read.image);
                if (read.line_buffer || place == nullptr) continue;
                if (holds[*place->buffer] != read.image)
                    return plan.images[read.image].name + " is gone when it is read";
            }
    }
    return {};
}

Graph chain(int length) {
    GraphBuilder build("chain");
    Image last = build.input("input");
    functors::Gaussian blur(eVertical, 1.0f, 1);
    for (int i = 0; i < length; ++i) {
        Image next;
        blur(last, next);
        last = next;
    }
    build.output("output", last);
    return build.finish();
}

TEST(Allocate, AChainNeedsTwoBuffers) {
    const CpuPlan shared = plan_of(chain(10), {.disabled = {"fuse"}});
    EXPECT_EQ(shared.buffers.size(), 2u);
    const CpuPlan own = plan_of(chain(10), {.disabled = {"fuse", "allocate"}});
    EXPECT_EQ(own.buffers.size(), 9u);
    EXPECT_LT(total_bytes(shared), total_bytes(own) / 4 + 1);
    EXPECT_EQ(buffer_flaw(shared), "");
    EXPECT_EQ(buffer_flaw(own), "");
    EXPECT_EQ(decision(shared, "allocate", "chain").substr(0, 9), "2 buffers");
}

TEST(Allocate, APictureThatIsReadLateKeepsItsBuffer) {
    GraphBuilder build("late");
    Image input = build.input("input"), first, last, output;
    functors::SoftThreshold shrink;
    shrink(input, first);
    last = first;
    functors::Gaussian blur(eVertical, 1.0f, 1);
    for (int i = 0; i < 5; ++i) {
        Image next;
        blur(last, next);
        last = next;
    }
    functors::Sum sum;
    sum(first, last, output);
    build.output("output", output);
    const CpuPlan plan = plan_of(build.finish(), {.disabled = {"fuse", "recompute"}});
    EXPECT_EQ(plan.buffers.size(), 3u);
    EXPECT_EQ(buffer_flaw(plan), "");
}

TEST(Allocate, FusedPlansNeedNone) { EXPECT_TRUE(plan_of(chain(10)).buffers.empty()); }

TEST(Allocate, RandomGraphsNeverShareWhatIsAlive) {
    const std::uint64_t seed = run_seed();
    int shared = 0;
    for (std::uint64_t i = 0; i < 150; ++i) {
        RandomPlanning random = random_planning(seed + i);
        random.planning.disabled = {"fuse", "recompute"};
        const CpuPlan plan = plan_of(random.graph, random.planning);
        EXPECT_EQ(buffer_flaw(plan), "") << random.description;
        random.planning.disabled.push_back("allocate");
        const CpuPlan own = plan_of(random.graph, random.planning);
        EXPECT_EQ(buffer_flaw(own), "") << random.description;
        EXPECT_LE(total_bytes(plan), total_bytes(own)) << random.description;
        shared += plan.buffers.size() < own.buffers.size();
    }
    EXPECT_GT(shared, 10) << "the graphs are too small to share anything";
}

}  // namespace
}  // namespace weft::test
