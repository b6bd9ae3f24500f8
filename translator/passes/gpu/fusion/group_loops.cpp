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
    Former(const GpuPlan& plan, const std::vector<int>& kernels) : group_(plan, kernels) {}

    GroupResult form(GroupForm form) {
        if (std::string why = why_read_anywhere(); !why.empty()) return {{}, std::move(why)};
        if (std::string why = why_headers_differ(); !why.empty()) return {{}, std::move(why)};
        if (std::string why = why_outputs_differ(); !why.empty()) return {{}, std::move(why)};
        drafts_ = draft_loops(group_, form);
        if (std::string why = why_results_end(); !why.empty()) return {{}, std::move(why)};
        GpuKernel kernel = kernel_without_group();
        fill(kernel);
        if (std::string why = why_values_leave(); !why.empty()) return {{}, std::move(why)};
        if (std::string why = why_reads_leave(group_.plan, kernel); !why.empty())
            return {{}, std::move(why)};
        return {std::move(kernel), {}};
    }

  private:
    const Stage& stage(int s) const { return group_.stage(s); }
    const PlanImage& image(int i) const { return group_.image(i); }
    const StageInput& read(int s, std::size_t input) const { return group_.read(s, input); }
    Window evaluated(const LoopDraft& loop) const {
        return drafts_.evaluated(loop, group_.region());
    }

    /// Tiles hold what lies around their elements, at whatever resolution: what is read anywhere is
    /// read of memory.
    std::string why_read_anywhere() const {
        for (int s : group_.all())
            for (std::size_t i = 0; i < stage(s).inputs.size(); ++i) {
                const int picture = group_.image_read(s, i);
                if (read(s, i).freedom == eRandom && group_.producer(picture) >= 0)
                    return fmt::format("{} reads {} anywhere", stage(s).name, image(picture).name);
            }
        return {};
    }

    /// Tiles of the results lie within every domain, or what a border asks for might be far from
    /// them; those of other levels have a bound to how far they do not (beyond_domain()).
    std::string why_results_end() const {
        for (int s : group_.all())
            for (const LoopDraft& draft : drafts_.loops)
                if (draft.level == 0 && holds(draft.stages, s) &&
                    !stage(s).domain.contains(group_.region()))
                    return fmt::format("{} is defined on a part of the result alone",
                                       stage(s).name);
        return {};
    }

    std::string why_headers_differ() const {
        const GpuKernel& first = group_.kernel_of(group_.all().front());
        for (int s : group_.all()) {
            const GpuKernel& kernel = group_.kernel_of(s);
            if (kernel.layout != first.layout)
                return fmt::format("{} and {} lie differently in memory",
                                   stage(group_.all().front()).name, stage(s).name);
        }
        return {};
    }

    std::string why_outputs_differ() const {
        if (group_.outputs().empty()) return "nobody needs a result";
        for (int i : group_.outputs())
            if (image(i).region != image(group_.outputs().front()).region)
                return fmt::format("different parts of {} and {} are needed",
                                   image(group_.outputs().front()).name, image(i).name);
        return {};
    }

    GpuKernel kernel_without_group() const {
        const GpuKernel& last = group_.kernel_of(group_.all().back());
        GpuKernel kernel;
        kernel.kind = GpuKernelKind::kGroup;
        kernel.layout = last.layout;
        kernel.stages = group_.all();
        kernel.outputs = group_.outputs();
        kernel.region = group_.region();
        std::string names;
        for (int s : group_.all())
            if (group_.is_output(s)) names += (names.empty() ? "" : "+") + stage(s).name;
        kernel.name = fmt::format("{}.{} {}", group_.plan.name, numbers(), names);
        return kernel;
    }

    /// "00-03,05": the stages, so that different groups have different names.
    std::string numbers() const {
        const std::vector<int>& stages = group_.all();
        std::string text;
        for (std::size_t i = 0; i < stages.size();) {
            std::size_t last = i;
            while (last + 1 < stages.size() && stages[last + 1] == stages[last] + 1) ++last;
            text += fmt::format("{}{:02}", text.empty() ? "" : ",", stages[i]);
            if (last > i) text += fmt::format("-{:02}", stages[last]);
            i = last + 1;
        }
        return text;
    }

    /// Whether stages differ in how often an element of them is evaluated.
    bool planes_inside() const {
        for (int s : group_.all())
            if (stage(s).per_pixel || stage(s).planes != stage(group_.all().front()).planes)
                return true;
        return false;
    }

    void fill(GpuKernel& kernel) {
        GpuGroup& group = kernel.group;
        group.planes_inside = planes_inside();
        group.nested = drafts_.nested;
        kernel.planes = group.planes_inside ? 1 : stage(group_.all().front()).planes;
        group.levels = drafts_.levels;
        for (std::size_t k = 0; k < group.levels.size(); ++k)
            group.levels[k].inner = stage(first_of_level(static_cast<int>(k))).domain;
        group.tiles = drafts_.tiles;
        for (GroupTile& tile : group.tiles)
            tile.planes = group.planes_inside ? image(tile.image).shape.planes : 1;
        for (int l : drafts_.order) {
            const LoopDraft& draft = drafts_.loops[static_cast<std::size_t>(l)];
            GroupLoop loop;
            loop.level = draft.level;
            loop.halo = draft.halo;
            loop.domain = draft.domain;
            loop.border = draft.border;
            GroupLevel& level = level_of(kernel, draft);
            if (l != 0) level.inner = inner_sides(level.inner, draft.domain);
            level.reach = hull(level.reach, draft.halo);
            loop.tiles = draft.tiles;
            std::vector<int> stages = draft.stages;
            std::sort(stages.begin(), stages.end());
            for (int s : stages) loop.evaluations.push_back(evaluation(kernel, l, stages, s));
            if (l == 0)
                for (int i : group_.outputs()) group.stores.push_back({i, store_tile(stages, i)});
            group.loops.push_back(std::move(loop));
        }
        group = with_barriers(std::move(group));
    }

    static GroupLevel& level_of(GpuKernel& kernel, const LoopDraft& draft) {
        return kernel.group.levels[static_cast<std::size_t>(draft.level)];
    }

    /// Of the stages that are evaluated there.
    int first_of_level(int level) const {
        int first = group_.all().back();
        for (const LoopDraft& draft : drafts_.loops)
            if (draft.level == level)
                for (int s : draft.stages) first = std::min(first, s);
        return first;
    }

    int store_tile(const std::vector<int>& last_stages, int i) const {
        const int s = group_.producer(i);
        if (holds(last_stages, s)) return -1;
        return drafts_.tile_of(i, 0, {}, true);
    }

    GroupEvaluation evaluation(GpuKernel& kernel, int l, const std::vector<int>& stages, int s) {
        GroupEvaluation result;
        result.stage = s;
        const LoopDraft& draft = drafts_.loops[static_cast<std::size_t>(l)];
        for (std::size_t i = 0; i < stage(s).inputs.size(); ++i) {
            const StageInput& in = read(s, i);
            const int picture = group_.image_read(s, i);
            const Window window = window_of(in.taps);
            const int made = group_.producer(picture);
            GroupRead r;
            if (made < 0) {
                const Window all = is_far(in) ? window : sum(evaluated(draft), window);
                r = {GroupRead::From::kMemory,
                     memory_read(kernel, draft, s, static_cast<int>(i), picture, all)};
            } else if (!in.is_scaled() && window.is_point() && holds(stages, made)) {
                r = {GroupRead::From::kValue, picture};
            } else {
                // Of another level the reach is that of the loop which fills the tile.
                const bool at_element = !in.is_scaled() && window.is_point();
                r = {GroupRead::From::kTile,
                     drafts_.tile_of(picture, drafts_.level_read(draft.level, in), in.border,
                                     at_element)};
                GroupLevel& level = level_of(kernel, draft);
                if (!in.is_scaled()) level.reach = hull(level.reach, sum(evaluated(draft), window));
            }
            result.reads.push_back(r);
        }
        return result;
    }

    /// The kernel's input for that picture, border and place, made where it is new. Where reads are
    /// far, each checks its border: the tile's own reach tells nothing of them.
    int memory_read(GpuKernel& kernel, const LoopDraft& draft, int s, int i, int picture,
                    const Window& window) {
        const StageInput& in = read(s, static_cast<std::size_t>(i));
        if (!is_far(in)) {
            GroupLevel& level = level_of(kernel, draft);
            level.reach = hull(level.reach, window);
            level.inner = inner_sides(level.inner, image(picture).shape.domain);
        }
        for (std::size_t k = 0; k < kernel.inputs.size(); ++k) {
            GpuInput& input = kernel.inputs[k];
            const StageInput& other = read(input.stage, static_cast<std::size_t>(input.input));
            if (input.image != picture || input.level != draft.level || other.border != in.border ||
                !same_place(other, in))
                continue;
            input.window = hull(input.window, window);
            return static_cast<int>(k);
        }
        GpuInput input;
        input.stage = s;
        input.input = i;
        input.image = picture;
        input.level = draft.level;
        input.window = window;
        kernel.inputs.push_back(input);
        return static_cast<int>(kernel.inputs.size()) - 1;
    }

    static bool same_place(const StageInput& a, const StageInput& b) {
        return (a.freedom == eRandom) == (b.freedom == eRandom) && a.scale_x == b.scale_x &&
               a.scale_y == b.scale_y;
    }

    /// What is read at the element must be defined wherever the reader's loop goes: a tile holds
    /// beyond the domain what the border of another reader asks for, or of none.
    std::string why_values_leave() const {
        for (std::size_t l = 1; l < drafts_.loops.size(); ++l)
            for (int s : drafts_.loops[l].stages) {
                const Rect& domain = drafts_.loops[l].domain;
                if (!stage(s).domain.contains(domain)) return leaves(s);
                for (std::size_t i = 0; i < stage(s).inputs.size(); ++i) {
                    const int made = group_.producer(group_.image_read(s, i));
                    const bool at_element =
                        !read(s, i).is_scaled() && window_of(read(s, i).taps).is_point();
                    if (made >= 0 && at_element && !stage(made).domain.contains(domain))
                        return leaves(made);
                }
            }
        return {};
    }
    std::string leaves(int s) const {
        return fmt::format("{} is read beyond its domain", stage(s).name);
    }

    const GroupStages group_;
    GroupDrafts drafts_;
};

}  // namespace

GroupResult group_kernels(const GpuPlan& plan, const std::vector<int>& kernels, GroupForm form) {
    for (int k : kernels) {
        const GpuKernel& kernel = plan.kernels[static_cast<std::size_t>(k)];
        if (kernel.kind != GpuKernelKind::kParallel || kernel.stages.size() != 1)
            return {{}, fmt::format("{} is no point or local operator", kernel.name)};
    }
    return Former(plan, kernels).form(form);
}

}  // namespace weft
