#include "plan/gpu_choices.h"

#include <initializer_list>

namespace weft {

namespace {

template <class Choice>
std::optional<Choice> find(std::initializer_list<Choice> all, const std::string& name) {
    for (const Choice choice : all)
        if (name == name_of(choice)) return choice;
    return {};
}

}  // namespace

NestedFusion nesting_of(const GpuChoices& choices) {
    if (choices.nesting) return *choices.nesting;
    const bool paper = choices.groups.empty() && choices.fusion == FusionStrategy::kGreedy;
    return paper ? NestedFusion::kAuto : NestedFusion::kAlways;
}

const char* name_of(FusionStrategy strategy) {
    switch (strategy) {
        case FusionStrategy::kNone: return "none";
        case FusionStrategy::kMinCut: return "mincut";
        case FusionStrategy::kDp: return "dp";
        case FusionStrategy::kGreedy: return "greedy";
        case FusionStrategy::kAuto: break;
    }
    return "auto";
}

const char* name_of(TileKind kind) {
    switch (kind) {
        case TileKind::kBlock: return "block";
        case TileKind::kWarp: return "warp";
        case TileKind::kHybrid: return "hybrid";
        case TileKind::kStream: break;
    }
    return "stream";
}

const char* team_of(TileKind kind) { return kind == TileKind::kBlock ? "block" : "warp"; }

const char* name_of(BorderScheme scheme) {
    switch (scheme) {
        case BorderScheme::kNaive: return "naive";
        case BorderScheme::kBody: return "body";
        case BorderScheme::kNine: return "nine";
        case BorderScheme::kWarp: break;
    }
    return "warp";
}

const char* name_of(NestedFusion nesting) {
    switch (nesting) {
        case NestedFusion::kNever: return "never";
        case NestedFusion::kAlways: return "always";
        case NestedFusion::kAuto: break;
    }
    return "auto";
}

std::optional<FusionStrategy> find_fusion_strategy(const std::string& name) {
    using enum FusionStrategy;
    return find({kNone, kMinCut, kDp, kGreedy, kAuto}, name);
}

std::optional<TileKind> find_tile_kind(const std::string& name) {
    using enum TileKind;
    return find({kBlock, kWarp, kHybrid, kStream}, name);
}

std::optional<BorderScheme> find_border_scheme(const std::string& name) {
    using enum BorderScheme;
    return find({kNaive, kBody, kNine, kWarp}, name);
}

std::optional<NestedFusion> find_nested_fusion(const std::string& name) {
    using enum NestedFusion;
    return find({kNever, kAlways, kAuto}, name);
}

}  // namespace weft
