// Random graphs on the cpu device against the reference, under random plans.
#include <gtest/gtest.h>

#include <random>

#include "differential/compiler_fixture.h"
#include "differential/random_graph.h"
#include "effects/builtin.h"
#include "engine/differential.h"
#include "random_run.h"

namespace weft::test {
namespace {

constexpr int kGraphs = 200;

DifferentialCase random_case(std::mt19937_64& random) {
    auto pick = [&](int first, int last) {
        return first + static_cast<int>(random() % static_cast<std::uint64_t>(last - first + 1));
    };
    DifferentialCase c;
    const int x = pick(-20, 20), y = pick(-20, 20);
    const bool tiny = random() % 4 == 0;
    c.domain = {x, y, x + pick(1, tiny ? 5 : 90), y + pick(1, tiny ? 5 : 50)};
    c.planes = pick(1, 5);
    c.keep_borders = true;
    c.threads = pick(1, 3);
    if (random() % 2 == 0) c.strip_height = pick(1, 20);
    if (random() % 2 == 0) c.block_width = 64;
    if (random() % 3 == 0) c.batch_rows = pick(2, 5);
    if (random() % 3 == 0) {
        const int w = pick(1, c.domain.width()), h = pick(1, c.domain.height());
        const int left = x + pick(0, c.domain.width() - w),
                  top = y + pick(0, c.domain.height() - h);
        c.region = {left, top, left + w, top + h};
    }
    if (random() % 3 == 0) {
        const char* passes[] = {"fuse",  "recompute", "nest", "vectorise", "alias",
                                "batch", "planes",    "tile", "allocate",  "all"};
        c.disabled = {passes[random() % std::size(passes)]};
    }
    c.plane_by_plane = random() % 3 == 0;
    c.planar = random() % 3 != 0;
    c.seed = random();
    return c;
}

TEST(RandomGraphs, AgreeWithTheReference) {
    const std::uint64_t seed = run_seed();
    const Library library = builtin_library();
    const int count = graphs_of_run(kGraphs);
    std::mt19937_64 random(seed);
    int diamonds = 0, several = 0, mixed = 0, along = 0, down = 0, beyond = 0, pixels = 0;
    int unbounded = 0, recurrent = 0, backwards = 0;
    for (int i = 0; i < count; ++i) {
        const Graph graph = random_graph(library, random);
        DifferentialCase c = random_case(random);
        // Not where large windows would have the reference compute far around the picture.
        constexpr double kMaxReads = 1e8;
        c.unbounded = random() % 3 == 0 &&
                      unbounded_reads(graph, library, c.domain, c.region) * c.planes < kMaxReads;
        const Coverage coverage = coverage_of(graph, library);
        diamonds += coverage.shared_picture;
        several += coverage.several_outputs;
        mixed += coverage.mixed_borders;
        along += coverage.horizontal_scan;
        down += coverage.vertical_scan;
        beyond += coverage.largest_radius > std::max(c.domain.width(), c.domain.height());
        pixels += coverage.per_pixel;
        unbounded += c.unbounded;
        recurrent += coverage.recurrences > 1;
        backwards += coverage.backwards;
        const auto outcome = compare_devices(graph, library, c, {}, shared_compiler());
        ASSERT_TRUE(outcome) << "graph " << i << " of seed " << seed << "\n"
                             << to_string(c) << "\n"
                             << outcome.error().message << "\n"
                             << to_string(graph);
        ASSERT_TRUE(outcome->agrees) << "graph " << i << " of seed " << seed << "\n"
                                     << to_string(c) << "\n"
                                     << outcome->difference << "\n"
                                     << to_string(graph);
    }
    std::printf(
        "of %d graphs: %d diamonds, %d with several outputs, %d with mixed borders, %d with "
        "horizontal and %d with vertical scans, %d with taps beyond the picture, %d per pixel, %d "
        "unbounded, %d with several recurrences, %d with backward ones\n",
        count, diamonds, several, mixed, along, down, beyond, pixels, unbounded, recurrent,
        backwards);
    if (count < kGraphs) return;
    // The generator is worth running only while it reaches all of these. Each bound is less than
    // half of what is expected, so that chance does not break it.
    EXPECT_GE(diamonds, 20);
    EXPECT_GE(several, 50);
    EXPECT_GE(mixed, 60);
    EXPECT_GE(along, 8);
    EXPECT_GE(down, 8);
    EXPECT_GE(beyond, 12);
    EXPECT_GE(pixels, 10);
    EXPECT_GE(unbounded, 12);
    EXPECT_GE(recurrent, 10);
    EXPECT_GE(backwards, 15);
}

}  // namespace
}  // namespace weft::test
