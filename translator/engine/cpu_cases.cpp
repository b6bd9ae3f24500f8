// Cases for the CPU: the factors, what goes with what, and covers of them.
#include <algorithm>

#include "engine/differential_cases.h"
#include "engine/pairwise.h"

namespace weft {

namespace {

using Combination = std::vector<int>;

/// The passes decide the text of every kernel, as do ranges of radii and rows in a batch; planes
/// that of kernels which see whole pixels. What comes after them is mostly a matter of the run.
enum Factor {
    kPasses,
    kRange,
    kBatch,
    kPlanes,
    kBorder,
    kWidth,
    kHeight,
    kRegion,
    kOrigin,
    kThreads,
    kStrip,
    kBlock,
    kLayout,
    kPlaneByPlane,
    kFactors
};

constexpr int kPlaneCounts[] = {3, 1, 4, 5};
constexpr int kHeights[] = {61, 1, 2, 5, 33};
constexpr struct {
    int x, y;
} kOrigins[] = {{0, 0}, {-3, 5}, {11, -20}};
enum Region { kWhole, kInside, kLastPixel, kRegions };
constexpr int kThreadCounts[] = {1, 2, 7};
constexpr int kStripHeights[] = {0, 1, 7};
constexpr int kBlockWidths[] = {0, 64};
constexpr int kBatchRows[] = {0, 3};

/// Wider than a block; tiny; about the vector's width.
std::vector<int> widths(int lanes) { return {127, 1, 2, lanes - 1, lanes, lanes + 1}; }

/// Passes turned off: each, or for few cases those together that have nothing to do with one
/// another.
std::vector<std::vector<std::string>> switches(CaseCover cover) {
    if (cover == CaseCover::kPairs)
        return {
            {}, {"all"}, {"fuse"}, {"nest", "edges"}, {"tile", "recompute", "vectorise", "alias"}};
    std::vector<std::vector<std::string>> result = {{}, {"all"}};
    for (const PassInfo& pass : pass_names()) result.push_back({pass.name});
    return result;
}

Rect part_of(const Rect& r, int region) {
    const int w = r.width(), h = r.height();
    if (region == kInside) return {r.x0 + w / 7, r.y0 + h / 7, r.x1 - w / 4, r.y1 - h / 4};
    if (region == kLastPixel) return {r.x1 - 1, r.y1 - 1, r.x1, r.y1};
    return {};
}

class CpuCases {
  public:
    CpuCases(int lanes, CaseCover cover) : widths_(widths(lanes)), disabled_(switches(cover)) {}

    std::vector<int> sizes() const {
        std::vector<int> sizes(kFactors, 2);
        sizes[kPasses] = static_cast<int>(disabled_.size());
        sizes[kPlanes] = std::size(kPlaneCounts);
        sizes[kBorder] = own_borders() + 1;
        sizes[kWidth] = static_cast<int>(widths_.size());
        sizes[kHeight] = std::size(kHeights);
        sizes[kRegion] = kRegions;
        sizes[kOrigin] = std::size(kOrigins);
        sizes[kThreads] = std::size(kThreadCounts);
        sizes[kStrip] = std::size(kStripHeights);
        return sizes;
    }

    DifferentialCase case_of(const Combination& v) const {
        const auto [x, y] = kOrigins[v[kOrigin]];
        DifferentialCase c;
        c.domain = {x, y, x + widths_[v[kWidth]], y + kHeights[v[kHeight]]};
        c.planes = kPlaneCounts[v[kPlanes]];
        c.keep_borders = v[kBorder] == own_borders();
        if (!c.keep_borders) c.border = borders_[v[kBorder]];
        c.region = part_of(c.domain, v[kRegion]);
        c.threads = kThreadCounts[v[kThreads]];
        c.strip_height = kStripHeights[v[kStrip]];
        c.block_width = kBlockWidths[v[kBlock]];
        c.batch_rows = kBatchRows[v[kBatch]];
        c.disabled = disabled_[v[kPasses]];
        c.plane_by_plane = v[kPlaneByPlane] == 1;
        c.in_range = v[kRange] == 1;
        c.planar = v[kLayout] == 0;
        return c;
    }

    /// Whether a combination asks for what has no effect in it. What does not go together is said
    /// here alone.
    bool is_senseless(const Combination& v) const {
        const DifferentialCase c = case_of(v);
        const Rect& asked = c.region.empty() ? c.domain : c.region;
        const bool cuts_rows = c.strip_height > 0, cuts_columns = c.block_width > 0;
        if (cuts_rows && (c.strip_height >= asked.height() || turns_off(c, "tile"))) return true;
        if (cuts_columns && (c.block_width >= asked.width() || turns_off(c, "tile"))) return true;
        if (c.batch_rows > 0 && (c.batch_rows > asked.height() || turns_off(c, "batch")))
            return true;
        return c.plane_by_plane && (c.planes == 1 || turns_off(c, "planes"));
    }

  private:
    /// One more value than there are modes: the borders that the nodes have.
    int own_borders() const { return static_cast<int>(borders_.size()); }

    static bool turns_off(const DifferentialCase& c, const char* pass) {
        return std::any_of(c.disabled.begin(), c.disabled.end(),
                           [&](const std::string& name) { return name == pass || name == "all"; });
    }

    const std::vector<Border> borders_ = case_borders();
    const std::vector<int> widths_;
    const std::vector<std::vector<std::string>> disabled_;
};

}  // namespace

std::vector<DifferentialCase> standard_cases(int lanes, CaseCover cover) {
    constexpr std::uint64_t kSeed = 88;  // the shortest cover of a few hundred
    const CpuCases all(lanes, cover);
    CoverRules rules;
    rules.apart =
        values_apart(all.sizes(), [&](const Combination& v) { return all.is_senseless(v); });
    if (cover == CaseCover::kPairs)
        rules.few = {kPlanes, kPlanes + 1};
    else
        rules.together = kPlanes + 1;
    std::vector<DifferentialCase> cases;
    for (const Combination& v : pairwise_cover(all.sizes(), kSeed, rules)) {
        cases.push_back(all.case_of(v));
        cases.back().seed = cases.size();
        cases.back().windows = windows_of_case(cases.size());
    }
    return cases;
}

}  // namespace weft
