// Cases for the SIMT checker: the factors, and covers of them.
#include "engine/differential_cases.h"
#include "engine/pairwise.h"
#include "engine/simt/simt_backend.h"

namespace weft {

namespace {

using Combination = std::vector<int>;

/// Value 0 of each goes with all values of the others.
enum Factor {
    kPasses,
    kTile,
    kFusion,
    kScheme,
    kTarget,
    kNesting,
    kPlanesOfThread,
    kRange,
    kBorder,
    kPlanes,
    kPicture,
    kLayout,
    kFactors
};

/// Small, since every access is looked at.
constexpr struct {
    Rect domain, region;
} kPictures[] = {
    {{0, 0, 1, 1}, {}},
    {{0, 0, 1, 9}, {}},
    {{0, 0, 9, 1}, {}},
    {{0, 0, 2, 2}, {}},
    {{0, 0, 7, 5}, {}},
    {{0, 0, 17, 33}, {}},
    {{0, 0, 127, 61}, {}},
    {{0, 0, 31, 4}, {}},
    {{0, 0, 32, 4}, {}},
    {{0, 0, 33, 4}, {}},
    {{-3, 5, 67, 44}, {}},
    {{0, 0, 127, 61}, {5, 3, 66, 40}},
    {{-9, -9, 60, 50}, {-1, -2, 3, 1}},
    {{0, 0, 127, 61}, {126, 60, 127, 61}},
};

constexpr int kPlaneCounts[] = {3, 1, 4, 5};
/// Two of today; and two without a cache for reads, of which the last pays for misalignment.
constexpr const char* kTargets[] = {"sm_90", "sm_75", "cc-1.3", "cc-1.0"};
const TileChoice kTiles[] = {
    {},
    {TileKind::kBlock},
    {TileKind::kWarp},
    {TileKind::kStream},
    {TileKind::kHybrid},
    {TileKind::kHybrid, 10, eVertical},
    {TileKind::kHybrid, 3, eHorizontal},
};

/// Passes turned off: each, or for few cases those together that have nothing to do with one
/// another.
std::vector<std::vector<std::string>> switches(CaseCover cover) {
    if (cover == CaseCover::kPairs)
        return {{},
                {"all"},
                {"fuse"},
                {"stage", "order", "allocate"},
                {"shape", "cancel"},
                {"transpose", "split_scans"},
                {"minimise_blocks", "advance", "realign", "realign_groups"}};
    std::vector<std::vector<std::string>> result = {{}, {"all"}};
    for (const PassInfo& pass : gpu_pass_names()) result.push_back({pass.name});
    return result;
}

class SimtCases {
  public:
    explicit SimtCases(CaseCover cover) : disabled_(switches(cover)) {}

    std::vector<int> sizes() const {
        std::vector<int> sizes(kFactors, 2);
        sizes[kPasses] = static_cast<int>(disabled_.size());
        sizes[kTile] = std::size(kTiles);
        sizes[kFusion] = std::size(kFusions);
        sizes[kScheme] = 1 + std::size(kSchemes);
        sizes[kTarget] = std::size(kTargets);
        sizes[kNesting] = 1 + std::size(kNestings);
        sizes[kPlanesOfThread] = 1 + std::size(kPlanesAsked);
        sizes[kBorder] = static_cast<int>(borders_.size());
        sizes[kPlanes] = std::size(kPlaneCounts);
        sizes[kPicture] = std::size(kPictures);
        return sizes;
    }

    DifferentialCase case_of(const Combination& v) const {
        DifferentialCase c;
        c.device = kSimtBackend.name;
        c.domain = kPictures[v[kPicture]].domain;
        c.region = kPictures[v[kPicture]].region;
        c.planes = kPlaneCounts[v[kPlanes]];
        c.border = borders_[v[kBorder]];
        c.target = kTargets[v[kTarget]];
        c.disabled = disabled_[v[kPasses]];
        c.gpu.fusion = kFusions[v[kFusion]].value;
        c.gpu.tile = kTiles[v[kTile]];
        if (v[kScheme] > 0) c.gpu.borders = kSchemes[v[kScheme] - 1].value;
        if (v[kPlanesOfThread] > 0) c.gpu.tile.planes = kPlanesAsked[v[kPlanesOfThread] - 1].value;
        if (v[kNesting] > 0) c.gpu.nesting = kNestings[v[kNesting] - 1].value;
        c.in_range = v[kRange] == 1;
        c.planar = v[kLayout] == 0;
        return c;
    }

    /// Whether a combination asks for what has no effect in it: nothing is said of groups where
    /// nothing is fused. What does not go together is said here alone.
    bool is_senseless(const Combination& v) const {
        const std::vector<std::string>& off = disabled_[v[kPasses]];
        const bool may_fuse = off.empty() || (off.front() != "all" && off.front() != "fuse");
        const bool says_how = v[kTile] != 0 || v[kNesting] != 0 || v[kPlanesOfThread] != 0;
        if (!may_fuse) return says_how || v[kFusion] != 0;
        return says_how && kFusions[v[kFusion]].value == FusionStrategy::kNone;
    }

  private:
    static constexpr const auto& kFusions = ChoicesOf<FusionStrategy>::kAll;
    static constexpr const auto& kSchemes = ChoicesOf<BorderScheme>::kAll;  // and the planner's
    static constexpr const auto& kNestings = ChoicesOf<NestedFusion>::kAll;
    static constexpr const auto& kPlanesAsked = ChoicesOf<PlanesOfThread>::kAll;

    const std::vector<Border> borders_ = case_borders();
    const std::vector<std::vector<std::string>> disabled_;
};

}  // namespace

std::vector<DifferentialCase> simt_cases(CaseCover cover) {
    const SimtCases all(cover);
    CoverRules rules;
    rules.apart =
        values_apart(all.sizes(), [&](const Combination& v) { return all.is_senseless(v); });
    std::vector<DifferentialCase> cases;
    for (const Combination& v : pairwise_cover(all.sizes(), 1, rules)) {
        cases.push_back(all.case_of(v));
        cases.back().seed = cases.size();
        cases.back().windows = windows_of_case(cases.size());
    }
    return cases;
}

}  // namespace weft
