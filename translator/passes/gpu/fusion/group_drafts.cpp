#include "passes/gpu/fusion/group_drafts.h"

#include <algorithm>
#include <compare>
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
    bool in_row = false;  ///< of the same row alone
    Window window;  ///< around the level's tile: where the loop evaluates it and the read's window
    Border border;
};

/// A loop reads what another writes.
struct Wait {
    Id<LoopDraft> reader, writer;

    friend auto operator<=>(const Wait&, const Wait&) = default;
};

/// Stages are placed in reverse order of evaluation, after all that read them.
class Drafting {
  public:
    Drafting(const GroupStages& group, GroupForm form)
        : group_(group), form_(form), layout_(group.kernel_of(group.all().front()).layout) {
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
        if (group_.is_output(s))
            result.push_back({kStoringLoop, kResultsLevel, true, true, {}, {}});
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
            return {loop,
                    draft.level,
                    window.is_point(),
                    reach_v(window, layout_) == 0 && uv(window).y_first == 0,
                    sum(evaluated(draft), window),
                    in.border};
        const Window around = scaled_window(in.scale_x, in.scale_y, evaluated(draft));
        return {loop, level_for(draft.level, in), false, false, sum(around, window), in.border};
    }

    /// The level of what an element of another reads so; a new one where it is new.
    Id<GroupLevel> level_for(Id<GroupLevel> level, const StageInput& in) {
        if (const auto known = drafts_.level_read(level, in)) return *known;
        return drafts_.levels.add({level, in.scale_x, in.scale_y, {}, {}});
    }

    Window evaluated(const LoopDraft& loop) const {
        return drafts_.evaluated(loop, group_.region());
    }
    Window uv(const Window& w) const { return in_uv(w, layout_); }

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
        if (form_ == GroupForm::kStageByStage)
            return listing_2_level({.threads_of = loops.size()}) == ComputeAt::Level::kThread;
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
            std::vector<Demand> met;
            for (const Demand& d : all)
                if (d.at_element ? first : d.border == border) met.push_back(d);
            add_with_tile(s, level, border, met);
        }
    }

    /// A loop that repeats reads its tiles where they repeat too; any other border will do else.
    Border border_for_values(const std::set<Id<LoopDraft>>& loops) const {
        for (const Id<LoopDraft> l : loops)
            if (const Border& border = drafts_.loops[l].border; reads_far_side(border.mode))
                return {border.mode, 0};
        return {eClamp, 0};
    }

    /// The loop in whose rows a stage is computed that is read so, where listing 2 has it there.
    std::optional<Id<LoopDraft>> rows_for(Id<Stage> s, const Border& border,
                                          const std::vector<Demand>& reads) const {
        if (form_ != GroupForm::kStageByStage) return std::nullopt;
        std::set<Id<LoopDraft>> threads, rows;
        StageUse use;
        for (const Demand& d : reads) {
            threads.insert(d.loop);
            rows.insert(last_of_rows(d.loop));
            use.again_inner = use.again_inner || !d.at_element;
            use.again_outer = use.again_outer || !d.in_row;
        }
        use.threads_of = threads.size();
        use.rows_of = rows.size();
        if (listing_2_level(use) != ComputeAt::Level::kRow) return std::nullopt;
        const Id<LoopDraft> of = *rows.begin();
        return same_rows_outside(drafts_.loops[of], group_.stage(s).domain, border)
                   ? std::optional(of)
                   : std::nullopt;
    }

    /// Whether rows beyond a domain are those of the same elements in both: in the loop, and in a
    /// tile of that domain and border.
    bool same_rows_outside(const LoopDraft& loop, const Rect& domain, const Border& border) const {
        const Window halo = uv(loop.halo);
        if (loop.level == kResultsLevel && halo.y_first == 0 && halo.y_last == 0) return true;
        const bool by_rows = layout_ == Layout::kRows;
        const bool same_extent = by_rows
                                     ? loop.domain.y0 == domain.y0 && loop.domain.y1 == domain.y1
                                     : loop.domain.x0 == domain.x0 && loop.domain.x1 == domain.x1;
        return same_extent && loop.border.mode == border.mode;
    }

    /// The halo of what is read so: of a loop's rows no more of them than it has.
    Window halo_of(const std::vector<Demand>& reads, std::optional<Id<LoopDraft>> rows_of) const {
        Window halo;
        for (const Demand& d : reads) halo = hull(halo, d.window);
        if (!rows_of) return halo;
        const Window& rows = drafts_.loops[*rows_of].halo;
        return layout_ == Layout::kRows
                   ? Window{halo.x_first, halo.x_last, rows.y_first, rows.y_last}
                   : Window{rows.x_first, rows.x_last, halo.y_first, halo.y_last};
    }

    void add_with_tile(Id<Stage> s, Id<GroupLevel> level, const Border& border,
                       const std::vector<Demand>& reads) {
        std::set<Id<LoopDraft>> readers;
        for (const Demand& d : reads) readers.insert(d.loop);
        const std::optional<Id<LoopDraft>> rows_of = rows_for(s, border, reads);
        const Window halo = halo_of(reads, rows_of);
        const Id<LoopDraft> loop = loop_for(level, halo, group_.stage(s).domain, border, readers);
        drafts_.loops[loop].rows_of = rows_of;
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
        return drafts_.loops.add({{}, level, halo, domain, border, {}, {}});
    }

    /// Whether `loop` waits, by way of others too, for `other`.
    bool reaches(Id<LoopDraft> loop, Id<LoopDraft> other) const {
        if (loop == other) return true;
        for (const Wait& w : waits_)
            if (w.reader == loop && reaches(w.writer, other)) return true;
        return false;
    }

    void add(Id<LoopDraft> loop, Id<Stage> s) {
        std::vector<Id<Stage>>& stages = drafts_.loops[loop].stages;
        if (!holds(stages, s)) stages.push_back(s);
    }

    /// The loop that is the last of those that go row by row with this one.
    Id<LoopDraft> last_of_rows(Id<LoopDraft> loop) const {
        return drafts_.loops[loop].rows_of.value_or(loop);
    }

    /// Writers before readers, the last loop last. Loops that go row by row with another lie before
    /// it, with no others in between: what they read of those is written earlier.
    std::vector<Id<LoopDraft>> order() const {
        std::vector<Id<LoopDraft>> order;
        Table<bool, LoopDraft> done(drafts_.loops.size());
        // Of those that may be next the one formed last; there is one.
        const auto next = [&](auto may_be_next) {
            const auto latest = std::views::reverse(drafts_.loops.ids());
            return *std::find_if(latest.begin(), latest.end(),
                                 [&](Id<LoopDraft> l) { return !done[l] && may_be_next(l); });
        };
        while (order.size() < drafts_.loops.size()) {
            const Id<LoopDraft> last = next([&](Id<LoopDraft> l) {
                return last_of_rows(l) == l && is_ready(l, done, order.size());
            });
            while (!done[last]) {
                const Id<LoopDraft> l = next([&](Id<LoopDraft> l) {
                    return last_of_rows(l) == last &&
                           std::all_of(waits_.begin(), waits_.end(), [&](const Wait& w) {
                               return w.reader != l || done[w.writer];
                           });
                });
                done[l] = true;
                order.push_back(l);
            }
        }
        return order;
    }

    /// Whether all that the loop, and those that go row by row with it, wait for is done; of the
    /// last loop, all others.
    bool is_ready(Id<LoopDraft> last, const Table<bool, LoopDraft>& done, std::size_t count) const {
        const Ids<LoopDraft> all = drafts_.loops.ids();
        const auto together = std::count_if(
            all.begin(), all.end(), [&](Id<LoopDraft> l) { return last_of_rows(l) == last; });
        if (last == kStoringLoop)
            return count + static_cast<std::size_t>(together) == drafts_.loops.size();
        return std::all_of(waits_.begin(), waits_.end(), [&](const Wait& w) {
            return last_of_rows(w.reader) != last || last_of_rows(w.writer) == last ||
                   done[w.writer];
        });
    }

    const GroupStages& group_;
    const GroupForm form_;
    const Layout layout_;
    GroupDrafts drafts_;
    std::set<Wait> waits_;
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

bool GroupDrafts::has_rows(Id<LoopDraft> loop) const {
    return std::any_of(loops.begin(), loops.end(),
                       [&](const LoopDraft& other) { return other.rows_of == loop; });
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
