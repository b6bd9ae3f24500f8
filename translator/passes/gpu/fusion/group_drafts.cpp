#include "passes/gpu/fusion/group_drafts.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/border.h"
#include "models/auto_pipeline.h"
#include "passes/gpu/geometry.h"
#include "plan/group_levels.h"

namespace weft {

namespace {

/// A read of a picture of the group, by a stage in a loop.
struct Demand {
    int loop = -1;
    int level = 0;  ///< on which it is read
    bool at_element = false;
    Window window;  ///< around the level's tile: where the loop evaluates it and the read's window
    Border border;
};

/// Stages are placed in reverse order of evaluation, after all that read them.
class Drafting {
  public:
    Drafting(const GroupStages& group, GroupForm form) : group_(group), form_(form) {
        drafts_.levels.emplace_back();
        drafts_.loops.emplace_back();  // the last loop: it has no halo and stores the outputs
        drafts_.loops[0].domain = group.region();
    }

    GroupDrafts run() && {
        for (auto s = group_.all().rbegin(); s != group_.all().rend(); ++s) place(*s);
        drafts_.order = order();
        return std::move(drafts_);
    }

  private:
    /// All reads of the stage's results by loops that are formed already.
    std::vector<Demand> demands(int s) {
        std::vector<Demand> result;
        if (group_.is_output(s)) result.push_back({0, 0, true, {}, {}});
        for (std::size_t l = 0; l < drafts_.loops.size(); ++l)
            for (int reader : drafts_.loops[l].stages)
                for (std::size_t i = 0; i < group_.stage(reader).inputs.size(); ++i) {
                    if (group_.producer(group_.image_read(reader, i)) != s) continue;
                    result.push_back(demand(static_cast<int>(l), group_.read(reader, i)));
                }
        return result;
    }

    Demand demand(int loop, const StageInput& in) {
        const LoopDraft& draft = drafts_.loops[static_cast<std::size_t>(loop)];
        const Window window = window_of(in.taps);
        if (!in.is_scaled())
            return {loop, draft.level, window.is_point(), sum(evaluated(draft), window), in.border};
        const Window around = scaled_window(in.scale_x, in.scale_y, evaluated(draft));
        return {loop, level_for(draft.level, in), false, sum(around, window), in.border};
    }

    /// The level of what an element of another reads so; a new one where it is new.
    int level_for(int level, const StageInput& in) {
        const int known = drafts_.level_read(level, in);
        if (known >= 0) return known;
        drafts_.levels.push_back({level, in.scale_x, in.scale_y, {}, {}});
        return static_cast<int>(drafts_.levels.size()) - 1;
    }

    Window evaluated(const LoopDraft& loop) const {
        return drafts_.evaluated(loop, group_.region());
    }

    bool has_window(int s) const {
        for (const StageInput& input : group_.stage(s).inputs)
            if (is_far(input) || !window_of(input.taps).is_point()) return true;
        return false;
    }

    /// Whether a stage that is read at the element alone is evaluated in these loops, its readers'.
    /// A neighbourhood is not evaluated twice: it has a tile.
    bool stays_in_thread(int s, const std::set<int>& loops) {
        if (loops.size() > 1 && has_window(s)) return false;
        if (form_ == GroupForm::kNested || !group_.is_read(s) || is_cheap(s)) return true;
        drafts_.nested = false;
        return false;
    }

    bool is_cheap(int s) const {
        const StageOperations& o = group_.stage(s).operations;
        const auto outputs = static_cast<double>(group_.stage(s).outputs.size());
        return o.fp + o.integer + o.special <= kTrivialOperations * std::max(outputs, 1.0);
    }

    /// Puts the stage into the loops that need it, level by level.
    void place(int s) {
        std::map<int, std::vector<Demand>> by_level;
        for (const Demand& d : demands(s)) by_level[d.level].push_back(d);
        for (const auto& [level, all] : by_level) place(s, level, all);
    }

    void place(int s, int level, const std::vector<Demand>& all) {
        std::set<int> at_element;  // loops
        std::vector<Border> borders;
        for (const Demand& d : all) {
            if (d.at_element)
                at_element.insert(d.loop);
            else if (std::find(borders.begin(), borders.end(), d.border) == borders.end())
                borders.push_back(d.border);
        }
        if (borders.empty()) {
            if (stays_in_thread(s, at_element)) {
                for (int loop : at_element) add(loop, s);
                return;
            }
            borders.push_back(border_for_values(at_element));
        }
        for (const Border& border : borders) {
            // What is read at the element is right in any of the tiles; the first one serves.
            const bool first = border == borders.front();
            Window halo;
            std::set<int> readers;
            for (const Demand& d : all) {
                if (d.at_element ? !first : d.border != border) continue;
                halo = hull(halo, d.window);
                readers.insert(d.loop);
            }
            add_with_tile(s, level, halo, border, readers);
        }
    }

    /// A loop that repeats reads its tiles where they repeat too; any other border will do else.
    Border border_for_values(const std::set<int>& loops) const {
        for (int l : loops)
            if (const Border& border = drafts_.loops[static_cast<std::size_t>(l)].border;
                reads_far_side(border.mode))
                return {border.mode, 0};
        return {eClamp, 0};
    }

    void add_with_tile(int s, int level, const Window& halo, const Border& border,
                       const std::set<int>& readers) {
        const int loop = loop_for(level, halo, group_.stage(s).domain, border, readers);
        add(loop, s);
        for (int i : group_.stage(s).outputs) {
            if (!needs_tile(i, level)) continue;
            drafts_.loops[static_cast<std::size_t>(loop)].tiles.push_back(
                static_cast<int>(drafts_.tiles.size()));
            GroupTile tile;
            tile.image = i;
            tile.level = level;
            tile.border = border;
            tile.halo = halo;
            drafts_.tiles.push_back(tile);
        }
        for (int reader : readers)
            if (reader != loop) waits_.insert({reader, loop});
    }

    /// Of a stage with a loop of its own: the last loop stores outputs, and reads them there.
    bool needs_tile(int i, int level) const {
        return (level == 0 && holds(group_.outputs(), i)) || group_.is_image_read(i);
    }

    /// A loop of that level, halo, domain and border which need not wait for one that reads the new
    /// tile; or a new one. A reader of the same halo reads at the element alone, and takes it as a
    /// value.
    int loop_for(int level, const Window& halo, const Rect& domain, const Border& border,
                 const std::set<int>& readers) {
        for (int l = 1; l < static_cast<int>(drafts_.loops.size()); ++l) {
            const LoopDraft& draft = drafts_.loops[static_cast<std::size_t>(l)];
            if (draft.level != level || draft.halo != halo || draft.domain != domain ||
                draft.border != border)
                continue;
            const bool waits = std::any_of(readers.begin(), readers.end(), [&](int reader) {
                return reader != l && reaches(l, reader);
            });
            if (waits) continue;
            if (form_ == GroupForm::kNested) return l;
            drafts_.nested = false;
        }
        drafts_.loops.push_back({{}, level, halo, domain, border, {}});
        return static_cast<int>(drafts_.loops.size()) - 1;
    }

    /// Whether `loop` waits, by way of others too, for `other`.
    bool reaches(int loop, int other) const {
        if (loop == other) return true;
        for (const auto& [reader, writer] : waits_)
            if (reader == loop && reaches(writer, other)) return true;
        return false;
    }

    void add(int loop, int s) {
        std::vector<int>& stages = drafts_.loops[static_cast<std::size_t>(loop)].stages;
        if (!holds(stages, s)) stages.push_back(s);
    }

    /// Writers before readers, the last loop last.
    std::vector<int> order() const {
        std::vector<int> order;
        std::vector<bool> done(drafts_.loops.size());
        while (order.size() < drafts_.loops.size())
            for (int l = static_cast<int>(drafts_.loops.size()) - 1; l >= 0; --l) {
                if (done[static_cast<std::size_t>(l)]) continue;
                const bool ready =
                    std::all_of(waits_.begin(), waits_.end(),
                                [&](const std::pair<int, int>& w) {
                                    return w.first != l || done[static_cast<std::size_t>(w.second)];
                                }) &&
                    (l > 0 || order.size() + 1 == drafts_.loops.size());
                if (!ready) continue;
                done[static_cast<std::size_t>(l)] = true;
                order.push_back(l);
                break;
            }
        return order;
    }

    const GroupStages& group_;
    const GroupForm form_;
    GroupDrafts drafts_;
    std::set<std::pair<int, int>> waits_;  ///< (reader, writer), loops
};

}  // namespace

int GroupDrafts::level_read(int level, const StageInput& in) const {
    if (!in.is_scaled()) return level;
    for (std::size_t k = 1; k < levels.size(); ++k)
        if (levels[k].parent == level && levels[k].scale_x == in.scale_x &&
            levels[k].scale_y == in.scale_y)
            return static_cast<int>(k);
    return -1;
}

Window GroupDrafts::evaluated(const LoopDraft& loop, const Rect& region) const {
    Window beyond;
    if (loop.level != 0)
        beyond = beyond_domain(level_region(levels, loop.level, region), loop.domain);
    return evaluated_around(loop.halo, loop.border, beyond);
}

int GroupDrafts::tile_of(int image, int level, const Border& border, bool at_element) const {
    for (std::size_t t = 0; t < tiles.size(); ++t)
        if (tiles[t].image == image && tiles[t].level == level &&
            (at_element || tiles[t].border == border))
            return static_cast<int>(t);
    return -1;
}

GroupDrafts draft_loops(const GroupStages& group, GroupForm form) {
    return Drafting(group, form).run();
}

}  // namespace weft
