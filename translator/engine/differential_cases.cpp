#include "engine/differential_cases.h"

#include "engine/pairwise.h"

namespace weft {

std::vector<DifferentialCase> standard_cases(int lanes) {
    std::vector<DifferentialCase> cases;
    std::uint64_t seed = 1;
    auto add = [&](DifferentialCase c) {
        c.seed = seed++;
        cases.push_back(std::move(c));
    };
    const Border borders[] = {{eClamp, 0}, {eMirror, 0}, {eRepeat, 0}, {eConstant, 0.25f}};
    const Rect sizes[] = {{0, 0, 1, 1},        {0, 0, 1, 9},         {0, 0, 9, 1},
                          {0, 0, 2, 2},        {0, 0, 7, 5},         {0, 0, 17, 33},
                          {0, 0, 127, 61},     {0, 0, lanes - 1, 4}, {0, 0, lanes, 4},
                          {0, 0, lanes + 1, 4}};
    for (const Border& border : borders)
        for (const Rect& size : sizes) add({.domain = size, .border = border});
    for (const Border& border : borders) {
        // Strips and blocks of every alignment, several threads, domains away from the origin.
        add({.domain = {-3, 5, 98, 66}, .border = border, .threads = 2, .strip_height = 7});
        add({.domain = {-3, 5, 98, 66},
             .border = border,
             .threads = 7,
             .strip_height = 1,
             .block_width = 64});
        add({.domain = {11, -20, 211, 17}, .border = border, .threads = 2, .block_width = 64});
        add({.domain = {0, 0, 127, 61}, .border = border, .region = {5, 3, 66, 40}});
        add({.domain = {0, 0, 141, 23}, .border = border, .batch_rows = 4});
        add({.domain = {-7, 3, 90, 30},
             .border = border,
             .threads = 2,
             .strip_height = 7,
             .batch_rows = 3,
             .native = false});
        add({.domain = {-9, -9, 60, 50}, .border = border, .region = {-1, -2, 3, 1}, .threads = 2});
        add({.domain = {0, 0, 127, 61}, .border = border, .region = {126, 60, 127, 61}});
        add({.domain = {0, 0, 65, 23}, .border = border, .native = false});
        add({.domain = {-5, 2, 60, 25},
             .border = border,
             .region = {0, 3, 50, 20},
             .threads = 2,
             .strip_height = 5,
             .native = false});
        add({.domain = {-3, 5, 80, 46},
             .border = border,
             .threads = 2,
             .strip_height = 11,
             .in_range = true});
        for (const char* pass : {"fuse", "nest", "tile", "all"})
            add({.domain = {0, 0, 67, 29}, .border = border, .disabled = {pass}});
    }
    for (int planes : {1, 4, 5}) {
        add({.domain = {0, 0, 37, 19}, .planes = planes});
        add({.domain = {0, 0, 37, 19},
             .planes = planes,
             .border = {eMirror, 0},
             .strip_height = 3});
    }
    add({.domain = {0, 0, 77, 23}, .planes = 4, .keep_borders = true, .in_range = true});
    add({.domain = {0, 0, 70, 31},
         .region = {9, 4, 50, 20},
         .disabled = {"nest"},
         .in_range = true});
    return cases;
}

std::vector<DifferentialCase> strict_and_fast_cases(int lanes) {
    std::vector<DifferentialCase> cases = standard_cases(lanes);
    const std::size_t strict = cases.size();
    for (std::size_t i = 0; i < strict; i += 7) {
        cases.push_back(cases[i]);
        cases.back().math = MathMode::kFast;
        cases.back().special_values = false;
    }
    return cases;
}

namespace {

/// Pictures for the SIMT checker: small, since every access is looked at.
struct SimtPicture {
    Rect domain, region;
};

const std::vector<SimtPicture>& simt_pictures() {
    static const std::vector<SimtPicture> pictures = {
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
    return pictures;
}

constexpr Border kBorders[] = {{eClamp, 0}, {eMirror, 0}, {eRepeat, 0}, {eConstant, 0.25f}};
constexpr int kPlanes[] = {3, 1, 4, 5};
/// One without a cache for reads, which pays for misalignment; its successor; and two of today.
constexpr const char* kTargets[] = {"cc-1.0", "cc-1.3", "sm_75", "sm_90"};
constexpr FusionStrategy kFusions[] = {FusionStrategy::kAuto, FusionStrategy::kMinCut,
                                       FusionStrategy::kDp, FusionStrategy::kGreedy,
                                       FusionStrategy::kNone};
const TileChoice kTiles[] = {
    {},
    {TileKind::kBlock},
    {TileKind::kWarp},
    {TileKind::kStream},
    {TileKind::kHybrid},
    {TileKind::kHybrid, 10, eVertical},
    {TileKind::kHybrid, 3, eHorizontal},
};
constexpr std::optional<BorderScheme> kSchemes[] = {std::nullopt, BorderScheme::kNaive,
                                                    BorderScheme::kBody, BorderScheme::kNine,
                                                    BorderScheme::kWarp};
constexpr std::optional<NestedFusion> kNestings[] = {std::nullopt, NestedFusion::kNever,
                                                     NestedFusion::kAlways, NestedFusion::kAuto};

/// Passes turned off: each, or for a cover those together that have nothing to do with one another.
std::vector<std::vector<std::string>> switches(bool each) {
    if (!each)
        return {{},
                {"all"},
                {"fuse"},
                {"stage", "order", "allocate"},
                {"shape", "cancel"},
                {"transpose", "split_scans"},
                {"minimise_blocks", "advance", "realign"}};
    std::vector<std::vector<std::string>> result = {{}, {"all"}};
    for (const PassInfo& pass : gpu_pass_names()) result.push_back({pass.name});
    return result;
}

}  // namespace

std::vector<DifferentialCase> simt_cases(bool all) {
    const std::vector<std::vector<std::string>> disabled = switches(all);
    const std::vector<int> sizes = {static_cast<int>(std::size(kBorders)),
                                    static_cast<int>(simt_pictures().size()),
                                    static_cast<int>(std::size(kPlanes)),
                                    static_cast<int>(std::size(kTargets)),
                                    static_cast<int>(disabled.size()),
                                    2,
                                    static_cast<int>(std::size(kFusions)),
                                    static_cast<int>(std::size(kTiles)),
                                    static_cast<int>(std::size(kSchemes)),
                                    static_cast<int>(std::size(kNestings)),
                                    2};
    std::vector<DifferentialCase> cases;
    for (const std::vector<int>& v : all ? full_product(sizes) : pairwise_cover(sizes, 1)) {
        DifferentialCase c;
        c.device = "simt";
        c.border = kBorders[v[0]];
        c.domain = simt_pictures()[v[1]].domain;
        c.region = simt_pictures()[v[1]].region;
        c.planes = kPlanes[v[2]];
        c.target = kTargets[v[3]];
        c.disabled = disabled[v[4]];
        c.native = v[5] == 0;
        c.gpu.fusion = kFusions[v[6]];
        c.gpu.tile = kTiles[v[7]];
        c.gpu.borders = kSchemes[v[8]];
        c.gpu.nesting = kNestings[v[9]];
        c.in_range = v[10] == 1;
        c.seed = cases.size() + 1;
        cases.push_back(std::move(c));
    }
    return cases;
}

std::vector<DifferentialCase> unbounded_cases(int lanes) {
    std::vector<DifferentialCase> cases;
    const auto add = [&](DifferentialCase c) {
        c.unbounded = true;
        c.seed = cases.size() + 1;
        cases.push_back(std::move(c));
    };
    for (const Border& border : kBorders) {
        add({.domain = {0, 0, 1, 1}, .border = border});
        add({.domain = {-4, 7, lanes - 3, 12}, .border = border, .disabled = {"all"}});
        add({.domain = {-3, 5, 98, 66}, .border = border, .threads = 2, .strip_height = 7});
        add({.domain = {11, -20, 138, 41},
             .border = border,
             .region = {16, -17, 77, 20},
             .threads = 2,
             .block_width = 64,
             .native = false});
    }
    const auto on_gpu = [&](const char* target, DifferentialCase c) {
        c.device = "simt";
        c.target = target;
        add(std::move(c));
    };
    on_gpu("sm_90", {.domain = {0, 0, 1, 1}, .planes = 1, .border = kBorders[0]});
    on_gpu("cc-1.0", {.domain = {-4, 7, 3, 8}, .planes = 1, .border = kBorders[1]});
    on_gpu("sm_75",
           {.domain = {-9, -9, 10, 6}, .planes = 1, .border = kBorders[2], .disabled = {"all"}});
    on_gpu("cc-1.3", {.domain = {-9, -9, 30, 20},
                      .border = kBorders[3],
                      .region = {-1, -2, 3, 1},
                      .native = false});
    return cases;
}

}  // namespace weft
