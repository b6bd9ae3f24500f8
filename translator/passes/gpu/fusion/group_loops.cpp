#include "passes/gpu/fusion/group_loops.h"

#include <fmt/format.h>

#include <algorithm>

#include "passes/gpu/fusion/group_copies.h"
#include "passes/gpu/fusion/group_drafts.h"
#include "passes/gpu/fusion/group_reads.h"
#include "passes/gpu/fusion/group_stages.h"
#include "passes/gpu/geometry.h"

namespace weft {

namespace {

/// Of each side the one further in. Where the two lie apart nothing is within, but each side still
/// tells what leaves one of them there.
Rect inner_sides(const Rect& a, const Rect& b) {
    return {std::max(a.x0, b.x0), std::max(a.y0, b.y0), std::min(a.x1, b.x1), std::min(a.y1, b.y1)};
}

class Former {
  public:
    Former(const GpuPlan& plan, const std::vector<Id<GpuKernel>>& kernels)
        : group_(plan, kernels) {}

    GroupResult form(GroupForm form, std::optional<PlanesOfThread> planes) {
        if (std::string why = why_read_anywhere(); !why.empty()) return {{}, std::move(why)};
        if (std::string why = why_headers_differ(); !why.empty()) return {{}, std::move(why)};
        if (std::string why = why_outputs_differ(); !why.empty()) return {{}, std::move(why)};
        drafts_ = draft_loops(group_, form);
        if (std::string why = why_results_end(); !why.empty()) return {{}, std::move(why)};
        GpuKernel kernel = kernel_without_group();
        fill(kernel);
        if (planes == PlanesOfThread::kAll || planes_differ())
            kernel = with_all_planes(group_.plan, std::move(kernel));
        if (std::string why = why_values_leave(); !why.empty()) return {{}, std::move(why)};
        if (std::string why = why_reads_leave(group_.plan, kernel); !why.empty())
            return {{}, std::move(why)};
        return {std::move(kernel), {}};
    }

  private:
    const Stage& stage(Id<Stage> s) const { return group_.stage(s); }
    const PlanImage& image(Id<PlanImage> i) const { return group_.image(i); }
    const StageInput& read(Id<Stage> s, Id<StageInput> input) const {
        return group_.read(s, input);
    }
    Window evaluated(const LoopDraft& loop) const {
        return drafts_.evaluated(loop, group_.region());
    }

    /// Tiles hold what lies around their elements, at whatever resolution: what is read anywhere is
    /// read of memory.
    std::string why_read_anywhere() const {
        for (const Id<Stage> s : group_.all())
            for (const Id<StageInput> i : stage(s).inputs.ids()) {
                const Id<PlanImage> picture = group_.image_read(s, i);
                if (read(s, i).freedom == eRandom && group_.producer(picture))
                    return fmt::format("{} reads {} anywhere", stage(s).name, image(picture).name);
            }
        return {};
    }

    /// Tiles of the results lie within every domain, or what a border asks for might be far from
    /// them; those of other levels have a bound to how far they do not (beyond_domain()).
    std::string why_results_end() const {
        for (const Id<Stage> s : group_.all())
            for (const LoopDraft& draft : drafts_.loops)
                if (draft.level == kResultsLevel && holds(draft.stages, s) &&
                    !stage(s).domain.contains(group_.region()))
                    return fmt::format("{} is defined on a part of the result alone",
                                       stage(s).name);
        return {};
    }

    std::string why_headers_differ() const {
        const GpuKernel& first = group_.kernel_of(group_.all().front());
        for (const Id<Stage> s : group_.all()) {
            const GpuKernel& kernel = group_.kernel_of(s);
            if (kernel.layout != first.layout)
                return fmt::format("{} and {} lie differently in memory",
                                   stage(group_.all().front()).name, stage(s).name);
        }
        return {};
    }

    std::string why_outputs_differ() const {
        if (group_.outputs().empty()) return "nobody needs a result";
        for (const Id<PlanImage> i : group_.outputs())
            if (image(i).region != image(group_.outputs().front()).region)
                return fmt::format("different parts of {} and {} are needed",
                                   image(group_.outputs().front()).name, image(i).name);
        return {};
    }

    GpuKernel kernel_without_group() const {
        const GpuKernel& last = group_.kernel_of(group_.all().back());
        GpuKernel kernel;
        kernel.kind = GpuKernelKind::kGroup;
        kernel.borders = BorderScheme::kBody;  // until one is chosen: as most tiles will be
        kernel.layout = last.layout;
        kernel.stages = group_.all();
        kernel.outputs = group_.outputs();
        kernel.region = group_.region();
        std::string names;
        for (const Id<Stage> s : group_.all())
            if (group_.is_output(s)) names += (names.empty() ? "" : "+") + stage(s).name;
        kernel.name = fmt::format("{}.{} {}", group_.plan.name, numbers(), names);
        return kernel;
    }

    /// "00-03,05": the stages, so that different groups have different names.
    std::string numbers() const {
        const std::vector<Id<Stage>>& stages = group_.all();
        std::string text;
        for (std::size_t i = 0; i < stages.size();) {
            std::size_t last = i;
            while (last + 1 < stages.size() &&
                   stages[last + 1].number() == stages[last].number() + 1)
                ++last;
            text += fmt::format("{}{:02}", text.empty() ? "" : ",", stages[i].number());
            if (last > i) text += fmt::format("-{:02}", stages[last].number());
            i = last + 1;
        }
        return text;
    }

    /// Whether stages differ in how often an element of them is evaluated.
    bool planes_differ() const {
        for (const Id<Stage> s : group_.all())
            if (stage(s).per_pixel || stage(s).planes != stage(group_.all().front()).planes)
                return true;
        return false;
    }

    void fill(GpuKernel& kernel) {
        GpuGroup& group = kernel.group;
        group.nested = drafts_.nested;
        kernel.planes = stage(group_.all().front()).planes;
        group.levels = drafts_.levels;
        for (const Id<GroupLevel> k : group.levels.ids())
            group.levels[k].inner = stage(first_of_level(k)).domain;
        group.tiles = drafts_.tiles;
        for (const Id<LoopDraft> l : drafts_.order) {
            const LoopDraft& draft = drafts_.loops[l];
            GroupLoop loop;
            loop.level = draft.level;
            loop.halo = draft.halo;
            loop.domain = draft.domain;
            loop.border = draft.border;
            GroupLevel& level = level_of(kernel, draft);
            if (l != kStoringLoop) level.inner = inner_sides(level.inner, draft.domain);
            level.reach = hull(level.reach, draft.halo);
            loop.tiles = draft.tiles;
            loop.rows = draft.rows_of         ? LoopRows::kWithNext
                        : drafts_.has_rows(l) ? LoopRows::kLast
                                              : LoopRows::kAll;
            std::vector<Id<Stage>> stages = draft.stages;
            std::sort(stages.begin(), stages.end());
            for (const Id<Stage> s : stages)
                loop.evaluations.push_back(evaluation(kernel, l, stages, s));
            if (l == kStoringLoop)
                for (const Id<PlanImage> i : group_.outputs())
                    group.stores.push_back({i, store_tile(stages, i)});
            group.loops.add(std::move(loop));
        }
        group = with_barriers(std::move(group));
    }

    static GroupLevel& level_of(GpuKernel& kernel, const LoopDraft& draft) {
        return kernel.group.levels[draft.level];
    }

    /// Of the stages that are evaluated there.
    Id<Stage> first_of_level(Id<GroupLevel> level) const {
        Id<Stage> first = group_.all().back();
        for (const LoopDraft& draft : drafts_.loops)
            if (draft.level == level)
                for (const Id<Stage> s : draft.stages) first = std::min(first, s);
        return first;
    }

    /// The tile that holds an output; none where the last loop evaluates its stage.
    std::optional<Id<GroupTile>> store_tile(const std::vector<Id<Stage>>& last_stages,
                                            Id<PlanImage> i) const {
        if (holds(last_stages, *group_.producer(i))) return std::nullopt;
        return drafts_.tile_of(i, kResultsLevel, {}, true);
    }

    GroupEvaluation evaluation(GpuKernel& kernel, Id<LoopDraft> l,
                               const std::vector<Id<Stage>>& stages, Id<Stage> s) {
        GroupEvaluation result;
        result.stage = s;
        const LoopDraft& draft = drafts_.loops[l];
        for (const Id<StageInput> i : stage(s).inputs.ids()) {
            const StageInput& in = read(s, i);
            const Id<PlanImage> picture = group_.image_read(s, i);
            const Window window = window_of(in.taps);
            const std::optional<Id<Stage>> made = group_.producer(picture);
            GroupRead r;
            if (!made) {
                const Window all = is_far(in) ? window : sum(evaluated(draft), window);
                r = FromMemory{memory_read(kernel, draft, {s, i}, picture, all)};
            } else if (!in.is_scaled() && window.is_point() && holds(stages, *made)) {
                r = FromValue{picture};
            } else {
                // Of another level the reach is that of the loop which fills the tile.
                const bool at_element = !in.is_scaled() && window.is_point();
                r = FromTile{*drafts_.tile_of(picture, *drafts_.level_read(draft.level, in),
                                              in.border, at_element)};
                GroupLevel& level = level_of(kernel, draft);
                if (!in.is_scaled()) level.reach = hull(level.reach, sum(evaluated(draft), window));
            }
            result.reads.add(r);
        }
        return result;
    }

    /// The kernel's input for that picture, border and place, made where it is new. Where reads are
    /// far, each checks its border: the tile's own reach tells nothing of them.
    Id<GpuInput> memory_read(GpuKernel& kernel, const LoopDraft& draft, const ReadBy& by,
                             Id<PlanImage> picture, const Window& window) {
        const StageInput& in = read(by.stage, by.input);
        if (!is_far(in)) {
            GroupLevel& level = level_of(kernel, draft);
            level.reach = hull(level.reach, window);
            level.inner = inner_sides(level.inner, image(picture).shape.domain);
        }
        for (const Id<GpuInput> k : kernel.inputs.ids()) {
            GpuInput& input = kernel.inputs[k];
            const StageInput& other = read(input.by.stage, input.by.input);
            if (input.image != picture || input.level != draft.level || other.border != in.border ||
                !same_place(other, in))
                continue;
            input.window = hull(input.window, window);
            return k;
        }
        GpuInput input;
        input.by = by;
        input.image = picture;
        input.level = draft.level;
        input.window = window;
        return kernel.inputs.add(input);
    }

    static bool same_place(const StageInput& a, const StageInput& b) {
        return (a.freedom == eRandom) == (b.freedom == eRandom) && a.scale_x == b.scale_x &&
               a.scale_y == b.scale_y;
    }

    /// What is read at the element must be defined wherever the reader's loop goes: a tile holds
    /// beyond the domain what the border of another reader asks for, or of none.
    std::string why_values_leave() const {
        for (const Id<LoopDraft> l : drafts_.loops.ids()) {
            if (l == kStoringLoop) continue;
            for (const Id<Stage> s : drafts_.loops[l].stages) {
                const Rect& domain = drafts_.loops[l].domain;
                if (!stage(s).domain.contains(domain)) return leaves(s);
                for (const Id<StageInput> i : stage(s).inputs.ids()) {
                    const std::optional<Id<Stage>> made = group_.producer(group_.image_read(s, i));
                    const bool at_element =
                        !read(s, i).is_scaled() && window_of(read(s, i).taps).is_point();
                    if (made && at_element && !stage(*made).domain.contains(domain))
                        return leaves(*made);
                }
            }
        }
        return {};
    }
    std::string leaves(Id<Stage> s) const {
        return fmt::format("{} is read beyond its domain", stage(s).name);
    }

    const GroupStages group_;
    GroupDrafts drafts_;
};

}  // namespace

GroupResult group_kernels(const GpuPlan& plan, const std::vector<Id<GpuKernel>>& kernels,
                          GroupForm form, std::optional<PlanesOfThread> planes) {
    for (const Id<GpuKernel> k : kernels) {
        const GpuKernel& kernel = plan.kernels[k];
        if (kernel.kind != GpuKernelKind::kParallel || kernel.stages.size() != 1)
            return {{}, fmt::format("{} is no point or local operator", kernel.name)};
    }
    return Former(plan, kernels).form(form, planes);
}

GpuKernel with_all_planes(const GpuPlan& plan, GpuKernel kernel) {
    kernel.planes = 1;
    kernel.group.planes_inside = true;
    for (GroupTile& tile : kernel.group.tiles) tile.planes = plan.images[tile.image].shape.planes;
    return kernel;
}

}  // namespace weft
