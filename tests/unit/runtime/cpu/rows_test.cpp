// Row addresses in line buffers and pictures, and the padding beside them.
#include <gtest/gtest.h>

#include <vector>

#include "runtime/cpu/border_fill.h"
#include "runtime/cpu/host_target.h"
#include "runtime/cpu/row_source.h"
#include "runtime/cpu/workspace.h"

namespace weft {
namespace {

TEST(BorderFill, PadsAsTheBorderSays) {
    for (BorderMode mode : {eClamp, eMirror, eRepeat, eConstant})
        for (int width : {1, 2, 5}) {
            const int lo = -3, hi = lo + width, first = lo - 12, last = hi + 13;
            std::vector<float> row(static_cast<std::size_t>(last - first + 2), -1.0f);
            for (int x = lo; x < hi; ++x)
                row[static_cast<std::size_t>(x - first)] = static_cast<float>(100 + x);
            fill_border(row.data(), first, first, last, lo, hi, {mode, 7.0f}, 7.0f);
            for (int x = first; x < last; ++x) {
                const int at = remap(x, lo, hi, mode);
                EXPECT_EQ(row[static_cast<std::size_t>(x - first)],
                          at == kOutside ? 7.0f : 100.0f + at)
                    << mode << " " << x;
            }
            EXPECT_EQ(row[row.size() - 2], -1.0f) << "not beyond what was asked";
        }
}

/// Columns that lie on one side alone.
TEST(BorderFill, LeavesTheInsideAlone) {
    std::vector<float> row = {1, 2, 3, 4, 0, 0};
    fill_border(row.data(), 0, 2, 6, 0, 4, {eClamp, 0}, 0.0f);
    EXPECT_EQ(row, (std::vector<float>{1, 2, 3, 4, 4, 4}));
    fill_border(row.data(), 0, 1, 3, 0, 4, {eConstant, 9}, 9.0f);
    EXPECT_EQ(row, (std::vector<float>{1, 2, 3, 4, 4, 4}));
}

TEST(RowBlock, RingsKeepTheLastRows) {
    std::vector<float> memory(3 * 16 * 2);
    const RowBlock line_buffer{memory.data(), 16, 48, -5, 3, 0};
    EXPECT_EQ(line_buffer.row(-5, 0), memory.data());
    EXPECT_EQ(line_buffer.row(-4, 0), memory.data() + 16);
    EXPECT_EQ(line_buffer.row(-2, 0), memory.data())
        << "the fourth row takes the place of the first";
    EXPECT_EQ(line_buffer.row(-3, 1), memory.data() + 48 + 32);
    const RowBlock picture{memory.data(), 16, 48, 10, 0, 0};
    EXPECT_EQ(picture.row(12, 1), memory.data() + 48 + 32);
}

/// One division finds the first row; those after it wrap around the line buffer's end.
TEST(RowSource, PointsAtEveryTapRow) {
    std::vector<float> memory(4 * 8);
    Read read;
    read.rows = {-1, 0, 2};
    read.slot_row0 = -1;
    RowSource source;
    source.read = &read;
    source.rows = {memory.data(), 8, 32, 0, 4, 0};
    source.column = 3;
    for (int y = 1; y < 20; ++y) {
        const float* slots[4] = {};
        source.point_inside(y, 0, slots);
        EXPECT_EQ(slots[0], source.rows.row(y - 1, 0) + 3);
        EXPECT_EQ(slots[1], source.rows.row(y, 0) + 3);
        EXPECT_EQ(slots[2], nullptr) << "no tap lies in that row";
        EXPECT_EQ(slots[3], source.rows.row(y + 2, 0) + 3);
    }
    read.slot_rows = {2, -1, 2};  // a list: one slot per entry
    const float* slots[3] = {};
    source.point_inside(6, 0, slots);
    EXPECT_EQ(slots[0], source.rows.row(8, 0) + 3);
    EXPECT_EQ(slots[1], source.rows.row(5, 0) + 3);
    EXPECT_EQ(slots[2], slots[0]);
}

TEST(Workspace, CarvesAlignedPieces) {
    Workspace workspace;
    workspace.reserve(1000);
    float* a = workspace.carve(3);
    float* b = workspace.carve(17);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(a) % 64, 0u);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(b) % 64, 0u);
    EXPECT_EQ(b - a, 16);
    workspace.restart();
    EXPECT_EQ(workspace.carve(1), a);
    workspace.reserve(500);
    EXPECT_EQ(workspace.bytes(), 1000u) << "it never shrinks";
}

TEST(HostTarget, DescribesThisMachine) {
    EXPECT_EQ(host_target(3).cores, 3);
    const Target all = host_target(0);
    EXPECT_GE(all.cores, 1);
    EXPECT_TRUE(all.vector_width == 4 || all.vector_width == 8 || all.vector_width == 16);
    EXPECT_GE(all.l1_bytes, 4u << 10);
    EXPECT_GE(all.l2_bytes, all.l1_bytes);
    EXPECT_GT(all.llc_bytes, 0u);
}

}  // namespace
}  // namespace weft
