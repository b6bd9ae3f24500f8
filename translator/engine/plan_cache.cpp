#include "engine/plan_cache.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "plan/gpu_choices.h"

/// Ids are numbers in an entry.
template <class Thing>
struct nlohmann::adl_serializer<weft::Id<Thing>> {
    static void to_json(json& to, weft::Id<Thing> id) { to = id.number(); }
    static weft::Id<Thing> from_json(const json& from) { return weft::Id<Thing>(from.get<int>()); }
};

namespace weft {

namespace {

using Json = nlohmann::json;

std::string entry_name(const std::string& key) { return key + ".plan"; }

Json to_json(const FoundGroup& group) {
    const GroupShape& s = group.shape;
    return {{"stages", group.stages},
            {"nested", group.nested},
            {"all planes", group.planes_inside},
            {"copied", group.copied},
            {"kind", name_of(s.kind)},
            {"block", {s.block_u, s.block_v}},
            {"tile", {s.tile_u, s.tile_v}},
            {"split along u", s.split.along_u},
            {"turns", {s.split.parallelograms, s.split.shared_parallelograms}},
            {"columns", s.columns},
            {"piece", {s.piece_u, s.piece_v}},
            {"transactions", s.transaction_bytes}};
}

/// Throws where something is missing or of another type, as nlohmann's json does.
FoundGroup group_from(const Json& json) {
    FoundGroup group;
    group.stages = json.at("stages").get<std::vector<Id<Stage>>>();
    group.nested = json.at("nested").get<bool>();
    group.planes_inside = json.at("all planes").get<bool>();
    group.copied = json.at("copied").get<std::vector<Id<GpuInput>>>();
    GroupShape& s = group.shape;
    s.kind = find_choice<TileKind>(json.at("kind").get<std::string>()).value();
    s.block_u = json.at("block").at(0).get<int>();
    s.block_v = json.at("block").at(1).get<int>();
    s.tile_u = json.at("tile").at(0).get<int>();
    s.tile_v = json.at("tile").at(1).get<int>();
    s.split.along_u = json.at("split along u").get<bool>();
    s.split.parallelograms = json.at("turns").at(0).get<int>();
    s.split.shared_parallelograms = json.at("turns").at(1).get<int>();
    s.columns = json.at("columns").get<int>();
    s.piece_u = json.at("piece").at(0).get<int>();
    s.piece_v = json.at("piece").at(1).get<int>();
    s.transaction_bytes = json.at("transactions").get<int>();
    return group;
}

FoundPlan found_from(const Json& json) {
    FoundPlan found;
    for (const Json& group : json.at("groups")) found.fusion.groups.push_back(group_from(group));
    found.fusion.next_best = json.at("next best").get<std::vector<StageGroups>>();
    for (const Json& reason : json.at("reasons"))
        found.fusion.reasons.push_back(
            {"fuse", reason.at(0).get<std::string>(), reason.at(1).get<std::string>()});
    for (const auto& [form, known] : json.at("compiled").items())
        found.compiled[form] = {known.at(0).get<int>(), known.at(1).get<double>(),
                                known.at(2).get<int>()};
    found.kernels = json.at("kernels").get<std::string>();
    return found;
}

/// Groups of several stages, each once.
bool are_groups(const std::vector<FoundGroup>& groups) {
    return std::all_of(groups.begin(), groups.end(), [](const FoundGroup& group) {
        std::vector<Id<Stage>> all = group.stages;
        std::sort(all.begin(), all.end());
        return all.size() > 1 && std::adjacent_find(all.begin(), all.end()) == all.end();
    });
}

}  // namespace

std::string to_json(const FoundPlan& found) {
    Json groups = Json::array(), reasons = Json::array(), compiled = Json::object();
    for (const FoundGroup& group : found.fusion.groups) groups.push_back(to_json(group));
    for (const Decision& d : found.fusion.reasons) reasons.push_back({d.subject, d.text});
    for (const auto& [form, known] : found.compiled)
        compiled[form] = {known.registers, known.instructions, known.code};
    const Json json = {{"groups", std::move(groups)},
                       {"next best", found.fusion.next_best},
                       {"compiled", std::move(compiled)},
                       {"kernels", found.kernels},
                       {"reasons", std::move(reasons)}};
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::optional<FoundPlan> found_plan_from_json(std::string_view text, const GpuTarget& target) {
    FoundPlan found;
    try {
        found = found_from(Json::parse(text));
    } catch (const std::exception&) {
        return {};
    }
    const std::vector<FoundGroup>& groups = found.fusion.groups;
    const bool possible =
        are_groups(groups) && std::all_of(groups.begin(), groups.end(), [&](const FoundGroup& g) {
            return is_launchable(g, target);
        });
    if (!possible) return {};
    return found;
}

PlanCache::PlanCache(const CompilerOptions& options)
    : used_(options.use_cache),
      cache_(cache_folder(options.cache_dir), options.cache_limit_bytes,
             {.group = cache_group(options.cache_group)}) {}

std::optional<FoundPlan> PlanCache::find(const std::string& key, const GpuTarget& target) {
    if (!used_) return {};
    const auto entry = cache_.find(entry_name(key));
    return entry ? found_plan_from_json(entry->bytes, target) : std::nullopt;
}

void PlanCache::store(const std::string& key, const FoundPlan& found) {
    if (used_) cache_.store(entry_name(key), to_json(found));
}

}  // namespace weft
