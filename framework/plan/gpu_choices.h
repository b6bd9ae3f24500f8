// What of a GPU plan is asked for instead of chosen, and the words for it on command lines.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plan/gpu_group.h"
#include "support/choices.h"

namespace weft {

/// By which of the planner's systems stages of a GPU plan are grouped.
enum class FusionStrategy {
    kNone,    ///< every stage a kernel of its own
    kMinCut,  ///< paper: kernel-fusion, algorithm 1
    kBasic,   ///< its baseline, "basic kernel fusion": pairs, point operators with any other
    kDp,      ///< paper: warp-tiling, section 6
    kGreedy,  ///< paper: gpu-autoscheduler, section 4
    kAuto,    ///< the least time by the planner's own model
};

/// What may leave and enter the kernels that minimum cuts make (paper: kernel-fusion, II-B).
enum class FusionRules {
    /// The paper's: one output, of the destination kernel; and no inputs but those that one source
    /// kernel reads, which others may share (figure 2).
    kPaper,
    /// What Weft can emit: any block that no path leaves and enters again, with any number of
    /// inputs and outputs.
    kExtended,
};

/// What of minimum cuts is asked for. Costs are cycles (equations 3 to 12); what is not asked for
/// is the paper's under kPaper, else the device's: fusion_costs().
struct CutChoices {
    std::optional<FusionRules> rules = {};           ///< nothing: kExtended
    std::optional<double> most_shared = {};          ///< c_Mshared of equation 2, >= 1; nothing: 2
    std::optional<double> global = {}, shared = {};  ///< t_g, t_s: of reading a pixel
    std::optional<double> alu = {}, sfu = {};        ///< c_ALU, c_SFU: of an operation
    std::optional<double> other_gains = {};  ///< γ: of each edge, for launches saved and the like

    friend bool operator==(const CutChoices&, const CutChoices&) = default;
};

/// A cost of CutChoices by the name that command lines give it.
struct CutCost {
    const char* name;
    std::optional<double> CutChoices::* value;
};
inline constexpr CutCost kCutCosts[] = {{"global", &CutChoices::global},
                                        {"shared", &CutChoices::shared},
                                        {"alu", &CutChoices::alu},
                                        {"sfu", &CutChoices::sfu},
                                        {"other-gains", &CutChoices::other_gains}};

/// Of its element, the planes that a thread of a fused kernel computes: the tile along z.
enum class PlanesOfThread {
    kOne,  ///< the grid has a layer for each; all where stages differ in how many they have
    kAll,
};

/// What of the tiles of fused kernels is asked for.
struct TileChoice {
    std::optional<TileKind> kind = {};
    std::optional<int> tenths = {};  ///< kHybrid: tenths of a tile in registers, 0 ... 10
    std::optional<Axis> split = {};  ///< kHybrid: the axis that is split
    std::optional<PlanesOfThread> planes = {};

    friend bool operator==(const TileChoice&, const TileChoice&) = default;
};

/// Whether what a group's readers read at their own element alone is computed within the readers'
/// threads (paper: gpu-autoscheduler, 4.3, nested fusion), or in a loop and a tile of its own, as
/// in overlapped tiling; and whether what they read along a row alone is computed row by row.
/// Results of trivial stages stay in the thread in either case.
enum class NestedFusion {
    kNever,
    kAlways,
    kAuto,  ///< where the paper's trigger asks for it: models/gpu_autoscheduler.h, wants_nesting()
    kStages,  ///< stage by stage, by listing 2, whatever the trigger says
};

/// Stages in groups; those that are absent stay alone.
using StageGroups = std::vector<std::vector<Id<Stage>>>;

/// What decides between schemes of borders, where none is asked for.
enum class BorderRule {
    kTime,   ///< the model of time; of schemes that take about as long, the gain of kPaper
    kPaper,  ///< the largest gain G (paper: border-partitioning, equation 10)
};

/// What of a GPU plan is asked for instead of chosen.
struct GpuChoices {
    FusionStrategy fusion = FusionStrategy::kAuto;
    CutChoices cuts = {};  ///< of kMinCut and kBasic
    TileChoice tile = {};
    std::optional<BorderScheme> borders = {};
    BorderRule border_rule = BorderRule::kTime;  ///< where `borders` asks for nothing
    std::optional<NestedFusion> nesting = {};    ///< nothing: as the strategy has it, nesting_of()
    StageGroups groups = {};  ///< whatever any model says; empty: grouped as `fusion` says

    friend bool operator==(const GpuChoices&, const GpuChoices&) = default;
};

/// Whether groups are nested: as asked, else by the trigger where the strategy is the paper's own
/// (kGreedy), and always elsewhere.
NestedFusion nesting_of(const GpuChoices& choices);

/// Who shares a tile: "block" or "warp".
constexpr const char* team_of(TileKind kind) { return kind == TileKind::kBlock ? "block" : "warp"; }

template <>
struct ChoicesOf<FusionStrategy> {
    static constexpr Choice<FusionStrategy> kAll[] = {
        {FusionStrategy::kAuto, "auto", "the fastest by the planner's model"},
        {FusionStrategy::kMinCut, "mincut"},
        {FusionStrategy::kBasic, "basic", "by pairs of one reader"},
        {FusionStrategy::kDp, "dp"},
        {FusionStrategy::kGreedy, "greedy"},
        {FusionStrategy::kNone, "none"},
    };
};

template <>
struct ChoicesOf<FusionRules> {
    static constexpr Choice<FusionRules> kAll[] = {
        {FusionRules::kPaper, "paper", "one output, one source's inputs"},
        {FusionRules::kExtended, "extended", "any that can be emitted"},
    };
};

template <>
struct ChoicesOf<TileKind> {
    static constexpr Choice<TileKind> kAll[] = {
        {TileKind::kBlock, "block", "shared by a block in shared memory"},
        {TileKind::kWarp, "warp", "by a warp"},
        {TileKind::kHybrid, "hybrid", "a warp's, partly in registers"},
        {TileKind::kStream, "stream", "a warp's strip of columns, in registers"},
    };
};

template <>
struct ChoicesOf<PlanesOfThread> {
    static constexpr Choice<PlanesOfThread> kAll[] = {
        {PlanesOfThread::kOne, "one", "the grid has a layer for each"},
        {PlanesOfThread::kAll, "all", "one after another"},
    };
};

template <>
struct ChoicesOf<BorderScheme> {
    static constexpr Choice<BorderScheme> kAll[] = {
        {BorderScheme::kNaive, "naive", "every element checks"},
        {BorderScheme::kBody, "body", "blocks well inside check nothing"},
        {BorderScheme::kNine, "nine", "nine regions, each checking its own sides"},
        {BorderScheme::kWarp, "warp", "each warp picks its region"},
    };
};

template <>
struct ChoicesOf<BorderRule> {
    static constexpr Choice<BorderRule> kAll[] = {
        {BorderRule::kPaper, "paper",
         "the largest gain G by the paper's instructions and occupancy"},
        {BorderRule::kTime, "auto", "the fastest by the planner's model; of equals, the largest G"},
    };
};

template <>
struct ChoicesOf<NestedFusion> {
    static constexpr Choice<NestedFusion> kAll[] = {
        {NestedFusion::kNever, "never", "it has a tile"},
        {NestedFusion::kAlways, "always", "it is a value of its thread"},
        {NestedFusion::kAuto, "auto", "a value where tiles take too much"},
        {NestedFusion::kStages, "stages", "each where listing 2 has it"},
    };
};

}  // namespace weft
