// Bodies and ends of rows: bodies never touch what is not there, ends find all that they read.
#include <gtest/gtest.h>

#include <random>

#include "plan/in_place.h"
#include "planning.h"

namespace weft::test {
namespace {

/// Loops that all read one line buffer of edges.
Kernel kernel_of(const std::vector<Interval>& taps) {
    Kernel kernel;
    const Id<LineBuffer> line_buffer = kernel.line_buffers.add({});
    kernel.line_buffers[line_buffer].edges = true;
    for (const Interval& t : taps) {
        Read read;
        read.line_buffer = line_buffer;
        read.image = Id<PlanImage>(0);
        read.x_first = t.first;
        read.x_last = t.last;
        Loop loop;
        loop.reads.push_back(read);
        kernel.loops.add(loop);
    }
    return kernel;
}

struct Case {
    Kernel kernel;
    Table<Interval, Loop> columns;
    Rect stored;
    std::string description;

    Interval body(Id<Loop> l) const {
        return body_columns(kernel, kernel.loops[l], columns[l],
                            [&](Id<PlanImage>) { return stored; });
    }
    Interval between(Interval loaded) const {
        return between_edges(
            kernel, Id<LineBuffer>(0), loaded, [&](Id<PlanImage>) { return stored; },
            [&](Id<Loop> l) { return columns[l]; });
    }
};

Case random_case(std::uint64_t seed) {
    std::mt19937 random(static_cast<unsigned>(seed));
    const auto within = [&](int first, int last) {
        return std::uniform_int_distribution<int>(first, last)(random);
    };
    Case c;
    c.description = "seed " + std::to_string(seed);
    c.stored = {within(-70, 70), 0, 0, 1};
    c.stored.x1 = c.stored.x0 + within(1, 300);
    std::vector<Interval> taps;
    for (int l = within(1, 3); l > 0; --l) {
        const int first = within(-40, 20);
        taps.push_back({first, first + within(0, 50)});
        const int x0 = c.stored.x0 + within(-30, 100);
        c.columns.add({x0, x0 + within(1, 300)});
    }
    c.kernel = kernel_of(taps);
    return c;
}

/// Calls check(case) for many, until an assertion fails.
template <class Check>
void for_random_cases(Check check) {
    const std::uint64_t seed = run_seed();
    for (std::uint64_t i = 0; i < 4000 && !testing::Test::HasFatalFailure(); ++i) {
        const Case c = random_case(seed + i);
        SCOPED_TRACE(c.description);
        check(c);
    }
}

TEST(InPlace, BodiesTouchOnlyWhatIsStored) {
    int bodies = 0;
    for_random_cases([&](const Case& c) {
        for (const Id<Loop> l : c.columns.ids()) {
            const Interval body = c.body(l);
            const Interval taps{c.kernel.loops[l].reads[0].x_first,
                                c.kernel.loops[l].reads[0].x_last};
            ASSERT_GE(body.first, c.columns[l].first);
            ASSERT_LE(body.last, c.columns[l].last);
            ASSERT_EQ((body.first - c.columns[l].first) % kVectorFloats, 0)
                << "stores stay aligned";
            if (body.last != c.columns[l].last) {
                ASSERT_EQ((body.last - c.columns[l].first) % kVectorFloats, 0);
            }
            for (int x = body.first; x < body.last; x += kVectorFloats, ++bodies) {
                // A load takes along whole vectors around a tap, counted from the element.
                const auto whole = [](int offset) { return offset & ~(kVectorFloats - 1); };
                ASSERT_GE(x + whole(taps.first), c.stored.x0);
                const int after =
                    taps.last % kVectorFloats == 0 ? kVectorFloats : 2 * kVectorFloats;
                ASSERT_LE(x + whole(taps.last) + after, c.stored.x1);
            }
        }
    });
    EXPECT_GT(bodies, 1000);
}

TEST(InPlace, EndsReadNothingBetweenTheEdges) {
    int skipped = 0;
    for_random_cases([&](const Case& c) {
        Interval loaded{1 << 20, -(1 << 20)};
        for (const Id<Loop> l : c.columns.ids()) {
            const Read& read = c.kernel.loops[l].reads[0];
            loaded.first = std::min(loaded.first, c.columns[l].first + read.x_first);
            loaded.last = std::max(loaded.last, c.columns[l].last + read.x_last);
        }
        const Interval between = c.between(loaded);
        ASSERT_LE(between.first, between.last);
        skipped += between.last - between.first;
        for (const Id<Loop> l : c.columns.ids()) {
            const Interval body = c.body(l);
            const Read& read = c.kernel.loops[l].reads[0];
            for (int x = c.columns[l].first; x < c.columns[l].last; ++x) {
                if (x >= body.first && x < body.last) continue;
                for (int dx : {read.x_first, read.x_last}) {
                    ASSERT_TRUE(x + dx < between.first || x + dx >= between.last)
                        << "element " << x << ", tap " << dx;
                }
            }
        }
    });
    EXPECT_GT(skipped, 1000);
}

TEST(InPlace, ARowWithRoomAroundItHasNoEnds) {
    Case c{kernel_of({{-6, 6}}), {{100, 200}}, {0, 0, 300, 1}, {}};
    EXPECT_EQ(c.body(Id<Loop>(0)), (Interval{100, 200}));
    EXPECT_EQ(c.between({94, 206}), (Interval{94, 206}));
}

TEST(InPlace, WhatCannotBeReadInPlaceHasNoBody) {
    Case c{kernel_of({{-6, 6}}), {{-100, 200}}, {}, {}};
    EXPECT_EQ(c.body(Id<Loop>(0)), (Interval{-100, -100}));
    c.stored = {0, 0, 40, 1};
    c.columns = {{0, 40}};
    EXPECT_EQ(c.body(Id<Loop>(0)), (Interval{0, 0})) << "a vector and what is around it do not fit";
}

}  // namespace
}  // namespace weft::test
