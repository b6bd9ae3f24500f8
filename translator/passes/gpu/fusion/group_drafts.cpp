#include "passes/gpu/fusion/group_drafts.h"

#include <algorithm>
#include <map>
#include <ranges>
#include <set>

#include "core/border.h"
#include "models/auto_pipeline.h"
#include "models/gpu_autoscheduler.h"
#include "passes/gpu/geometry.h"
#include "plan/group_levels.h"

namespace weft {

namespace {

/// A read of a picture of the group, by a stage in a loop.
struct Demand {
    Id<LoopDraft> loop;
    Id<GroupLevel> level = kResultsLevel;  ///< on which it is read
    bool at_element = false;
    Window window;  ///< around the level's tile: where the loop evaluates it and the read's window
    Border border;
};

/// Stages are placed in reverse order of evaluation, after all that read them.
class Drafting {
  public:
    Drafting(const GroupStages& group, GroupForm form) : group_(group), form_(form) {
        drafts_.levels.add({});  // the results'
        LoopDraft storing;       // it has no halo
        storing.domain = group.region();
        drafts_.loops.add(std::move(storing));
    }

    GroupDrafts run() && {
        for (auto s = group_.all().rbegin(); s != group_.all().rend(); ++s) place(*s);
        drafts_.order = order();
        return std::move(drafts_);
    }

  private:
    /// All reads of the stage's results by loops that are formed already.
    std::vector<Demand> demands(Id<Stage> s) {
        std::vector<Demand> result;
        if (group_.is_output(s)) result.push_back({kStoringLoop, kResultsLevel, true, {}, {}});
        for (const Id<LoopDraft> l : drafts_.loops.ids())
            for (const Id<Stage> reader : drafts_.loops[l].stages)
                for (const Id<StageInput> i : group_.stage(reader).inputs.ids()) {
                    if (group_.producer(group_.image_read(reader, i)) != s) continue;
                    result.push_back(demand(l, group_.read(reader, i)));
                }
        return result;
    }

    Demand demand(Id<LoopDraft> loop, const StageInput& in) {
        const LoopDraft& draft = drafts_.loops[loop];
        const Window window = window_of(in.taps);
        if (!in.is_scaled())
            return {loop, draft.level, window.is_point(), sum(evaluated(draft), window), in.border};
        const Window around = scaled_window(in.scale_x, in.scale_y, evaluated(draft));
        return {loop, level_for(draft.level, in), false, sum(around, window), in.border};
    }

    /// The level of what an element of another reads so; a new one where it is new.
    Id<GroupLevel> level_for(Id<GroupLevel> level, const StageInput& in) {
        if (const auto known = drafts_.level_read(level, in)) return *known;
        return drafts_.levels.add({level, in.scale_x, in.scale_y, {}, {}});
    }

    Window evaluated(const LoopDraft& loop) const {
        return drafts_.evaluated(loop, group_.region());
    }

    bool has_window(Id<Stage> s) const {
        for (const StageInput& input : group_.stage(s).inputs)
            if (is_far(input) || !window_of(input.taps).is_point()) return true;
        return false;
    }

    /// Whether a stage that is read at the element alone is evaluated in these loops, its readers'.
    /// A neighbourhood is not evaluated twice: it has a tile.
    bool stays_in_thread(Id<Stage> s, const std::set<Id<LoopDraft>>& loops) {
        if (loops.size() > 1 && has_window(s)) return false;
        if (form_ == GroupForm::kNested || !group_.is_read(s) || is_trivial_here(s)) return true;
        if (form_ == GroupForm::kStageByStage) return nests_in_thread(loops.size(), false);
        drafts_.nested = false;
        return false;
    }

    /// Of a stage that is read at the element alone; a pixel of several planes is several elements.
    bool is_trivial_here(Id<Stage> s) const {
        int reads = 0;
        bool pointwise = true;
        for (const Id<Stage> reader : group_.all())
            for (const Id<StageInput> i : group_.stage(reader).inputs.ids()) {
                const Id<PlanImage> picture = group_.image_read(reader, i);
                if (group_.producer(picture) != s) continue;
                ++reads;
                pointwise = pointwise && (group_.read(reader, i).granularity != ePixel ||
                                          group_.image(picture).shape.planes == 1);
            }
        const StageOperations& o = group_.stage(s).operations;
        const auto outputs = static_cast<double>(group_.stage(s).outputs.size());
        return is_trivial((o.fp + o.integer + o.special) / std::max(outputs, 1.0), reads,
                          pointwise);
    }

    /// Puts the stage into the loops that need it, level by level.
    void place(Id<Stage> s) {
        std::map<Id<GroupLevel>, std::vector<Demand>> by_level;
        for (const Demand& d : demands(s)) by_level[d.level].push_back(d);
        for (const auto& [level, all] : by_level) place(s, level, all);
    }

    void place(Id<Stage> s, Id<GroupLevel> level, const std::vector<Demand>& all) {
        std::set<Id<LoopDraft>> at_element;
        std::vector<Border> borders;
        for (const Demand& d : all) {
            if (d.at_element)
                at_element.insert(d.loop);
            else if (std::find(borders.begin(), borders.end(), d.border) == borders.end())
                borders.push_back(d.border);
        }
        if (borders.empty()) {
            if (stays_in_thread(s, at_element)) {
                for (const Id<LoopDraft> loop : at_element) add(loop, s);
                return;
            }
            borders.push_back(border_for_values(at_element));
        }
        for (const Border& border : borders) {
            // What is read at the element is right in any of the tiles; the first one serves.
            const bool first = border == borders.front();
            Window halo;
            std::set<Id<LoopDraft>> readers;
            for (const Demand& d : all) {
                if (d.at_element ? !first : d.border != border) continue;
                halo = hull(halo, d.window);
                readers.insert(d.loop);
            }
            add_with_tile(s, level, halo, border, readers);
        }
    }

    /// A loop that repeats reads its tiles where they repeat too; any other border will do else.
    Border border_for_values(const std::set<Id<LoopDraft>>& loops) const {
        for (const Id<LoopDraft> l : loops)
            if (const Border& border = drafts_.loops[l].border; reads_far_side(border.mode))
                return {border.mode, 0};
        return {eClamp, 0};
    }

    void add_with_tile(Id<Stage> s, Id<GroupLevel> level, const Window& halo, const Border& border,
                       const std::set<Id<LoopDraft>>& readers) {
        const Id<LoopDraft> loop = loop_for(level, halo, group_.stage(s).domain, border, readers);
        add(loop, s);
        for (const Id<PlanImage> i : group_.stage(s).outputs) {
            if (!needs_tile(i, level)) continue;
            GroupTile tile;
            tile.image = i;
            tile.level = level;
            tile.border = border;
            tile.halo = halo;
            drafts_.loops[loop].tiles.push_back(drafts_.tiles.add(tile));
        }
        for (const Id<LoopDraft> reader : readers)
            if (reader != loop) waits_.insert({reader, loop});
    }

    /// Of a stage with a loop of its own: the last loop stores outputs, and reads them there.
    bool needs_tile(Id<PlanImage> i, Id<GroupLevel> level) const {
        return (level == kResultsLevel && holds(group_.outputs(), i)) || group_.is_image_read(i);
    }

    /// A loop of that level, halo, domain and border which need not wait for one that reads the new
    /// tile; or a new one. A reader of the same halo reads at the element alone, and takes it as a
    /// value.
    Id<LoopDraft> loop_for(Id<GroupLevel> level, const Window& halo, const Rect& domain,
                           const Border& border, const std::set<Id<LoopDraft>>& readers) {
        for (const Id<LoopDraft> l : drafts_.loops.ids()) {
            if (l == kStoringLoop) continue;
            const LoopDraft& draft = drafts_.loops[l];
            if (draft.level != level || draft.halo != halo || draft.domain != domain ||
                draft.border != border)
                continue;
            const bool waits = std::any_of(
                readers.begin(), readers.end(),
                [&](Id<LoopDraft> reader) { return reader != l && reaches(l, reader); });
            if (waits) continue;
            if (form_ == GroupForm::kNested) return l;
            if (form_ == GroupForm::kOverlapping) drafts_.nested = false;
        }
        return drafts_.loops.add({{}, level, halo, domain, border, {}});
    }

    /// Whether `loop` waits, by way of others too, for `other`.
    bool reaches(Id<LoopDraft> loop, Id<LoopDraft> other) const {
        if (loop == other) return true;
        for (const auto& [reader, writer] : waits_)
            if (reader == loop && reaches(writer, other)) return true;
        return false;
    }

    void add(Id<LoopDraft> loop, Id<Stage> s) {
        std::vector<Id<Stage>>& stages = drafts_.loops[loop].stages;
        if (!holds(stages, s)) stages.push_back(s);
    }

    /// Writers before readers, the last loop last.
    std::vector<Id<LoopDraft>> order() const {
        std::vector<Id<LoopDraft>> order;
        Table<bool, LoopDraft> done(drafts_.loops.size());
        while (order.size() < drafts_.loops.size())
            for (const Id<LoopDraft> l : std::views::reverse(drafts_.loops.ids())) {
                if (done[l]) continue;
                const bool ready =
                    std::all_of(waits_.begin(), waits_.end(),
                                [&](const std::pair<Id<LoopDraft>, Id<LoopDraft>>& w) {
                                    return w.first != l || done[w.second];
                                }) &&
                    (l != kStoringLoop || order.size() + 1 == drafts_.loops.size());
                if (!ready) continue;
                done[l] = true;
                order.push_back(l);
                break;
            }
        return order;
    }

    const GroupStages& group_;
    const GroupForm form_;
    GroupDrafts drafts_;
    std::set<std::pair<Id<LoopDraft>, Id<LoopDraft>>> waits_;  ///< (reader, writer)
};

}  // namespace

std::optional<Id<GroupLevel>> GroupDrafts::level_read(Id<GroupLevel> level,
                                                      const StageInput& in) const {
    if (!in.is_scaled()) return level;
    for (const Id<GroupLevel> k : levels.ids())
        if (levels[k].parent == level && levels[k].scale_x == in.scale_x &&
            levels[k].scale_y == in.scale_y)
            return k;
    return std::nullopt;
}

Window GroupDrafts::evaluated(const LoopDraft& loop, const Rect& region) const {
    Window beyond;
    if (loop.level != kResultsLevel)
        beyond = beyond_domain(level_region(levels, loop.level, region), loop.domain);
    return evaluated_around(loop.halo, loop.border, beyond);
}

std::optional<Id<GroupTile>> GroupDrafts::tile_of(Id<PlanImage> image, Id<GroupLevel> level,
                                                  const Border& border, bool at_element) const {
    for (const Id<GroupTile> t : tiles.ids())
        if (tiles[t].image == image && tiles[t].level == level &&
            (at_element || tiles[t].border == border))
            return t;
    return std::nullopt;
}

GroupDrafts draft_loops(const GroupStages& group, GroupForm form) {
    return Drafting(group, form).run();
}

}  // namespace weft
