// The working memory of a run, counted as it is had: what scratch_bytes() tells, hardly more for
// more threads; and the same bits for any number of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

#include "differential/compiler_fixture.h"
#include "engine/cpu/prepare_cpu.h"
#include "engine/differential.h"
#include "planning.h"
#include "runtime/cpu/host_target.h"

namespace {

std::atomic<long long> g_aligned_bytes{0};  // that operator new gave on boundaries of its own
constexpr std::size_t kHeader = 64;

}  // namespace

// Workspaces are all that takes memory by these. The bytes stand before each block.
void* operator new(std::size_t bytes, std::align_val_t alignment) {
    const auto boundary = std::max(static_cast<std::size_t>(alignment), kHeader);
    void* const block =
        std::aligned_alloc(boundary, (boundary + bytes + boundary - 1) / boundary * boundary);
    if (block == nullptr) throw std::bad_alloc();
    std::byte* const begin = static_cast<std::byte*>(block) + boundary;
    reinterpret_cast<std::size_t*>(begin)[-1] = bytes;
    reinterpret_cast<std::size_t*>(begin)[-2] = boundary;
    g_aligned_bytes += static_cast<long long>(bytes);
    return begin;
}
void operator delete(void* begin, std::align_val_t) noexcept {
    if (begin == nullptr) return;
    const std::size_t* const words = static_cast<std::size_t*>(begin);
    g_aligned_bytes -= static_cast<long long>(words[-1]);
    std::free(static_cast<std::byte*>(begin) - words[-2]);
}
void operator delete(void* begin, std::size_t, std::align_val_t alignment) noexcept {
    operator delete(begin, alignment);
}

namespace weft::test {
namespace {

struct Counted {
    std::size_t told = 0;
    long long counted = 0;
    Picture output;
};

Counted counted_run(const Graph& graph, const Picture& input, int threads) {
    Planning p{.domain = input.domain()};
    p.target = host_target(threads);
    const long long before = g_aligned_bytes;
    Result<std::unique_ptr<Prepared>> made =
        prepare_cpu(plan_of(graph, p), library(), *shared_compiler());
    EXPECT_TRUE(made) << made.error().message;
    Counted run{(*made)->scratch_bytes(), 0, Picture(input.domain(), 3)};
    const Status ok = (*made)->run({input.view()}, {run.output.view()}, {});
    EXPECT_TRUE(ok) << ok.error().message;
    run.counted = g_aligned_bytes - before;
    return run;
}

TEST(Scratch, IsWhatWasToldAndHardlyMoreForMoreThreads) {
    // Rows long enough, and windows tall enough, that line buffers are large beside the caches.
    const Picture input = test_picture({-5, 3, 2043, 403}, 3, 1, false);
    const auto picture = static_cast<long long>(sizeof(float) * 3 * input.domain().area());
    const struct {
        const char *effect, *control, *value;
    } cases[] = {{"box-blur", "radius", "300"},
                 {"gaussian-boxes", "sigma", "120"},
                 {"max-filter", "radius", "26"},
                 {"recursive-gaussian", "sigma", "200"},
                 {"degrain", "threshold", "0.1"}};
    for (const auto& c : cases) {
        SCOPED_TRACE(c.effect);
        Graph graph = find_effect(c.effect)->build();
        const Status set = set_parameter(graph, library(), c.control, c.value);
        ASSERT_TRUE(set) << set.error().message;
        const Counted one = counted_run(graph, input, 1);
        EXPECT_GT(one.counted, 0);
        for (const int threads : {1, 2, 7, 64}) {
            SCOPED_TRACE(threads);
            const Counted tried = counted_run(graph, input, threads);
            EXPECT_TRUE(same_bits(tried.output, one.output));
            EXPECT_LE(tried.counted, static_cast<long long>(tried.told) + 128 * threads + 4096);
            EXPECT_LT(tried.counted, 3 * picture + threads * 2LL * (2 << 20));
        }
    }
}

/// A kernel of few tasks runs on few threads, and takes the memory of few.
TEST(Scratch, IsOfThreadsThatFindATask) {
    const Picture input = test_picture({0, 0, 500, 6}, 3, 2, false);
    const Graph graph = find_effect("degrain")->build();
    const Counted few = counted_run(graph, input, 6), many = counted_run(graph, input, 64);
    EXPECT_TRUE(same_bits(few.output, many.output));
    EXPECT_LE(many.told, 3 * few.told);
    EXPECT_LE(many.counted, 3 * few.counted);
}

}  // namespace
}  // namespace weft::test
