#include "passes/gpu/fusion/group_loops.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "models/auto_pipeline.h"
#include "passes/gpu/fusion/group_copies.h"
#include "passes/gpu/fusion/group_reads.h"
#include "passes/gpu/geometry.h"
#include "passes/stage_operations.h"

namespace weft {

namespace {

/// A read of a picture of the group, by a stage in a loop.
struct Demand {
    int loop = -1;
    bool at_element = false;
    Window window;  ///< around the tile: where the loop evaluates it and the read's window
    Border border;
};

/// A loop that is being formed. Stages are added in reverse order of evaluation.
struct Draft {
    std::vector<int> stages;
    Window halo;
    Rect domain;
    Border border;
    std::vector<int> tiles;
};

class Former {
  public:
    Former(const Plan& plan, const std::vector<int>& kernels, GroupForm form)
        : plan_(plan), form_(form) {
        for (int k : kernels)
            for (int s : plan.gpu_kernels[static_cast<std::size_t>(k)].stages) {
                stages_.push_back(s);
                kernel_of_[s] = &plan.gpu_kernels[static_cast<std::size_t>(k)];
            }
        std::sort(stages_.begin(), stages_.end());
        for (int s : stages_)
            for (int image : stage(s).outputs) producer_[image] = s;
    }

    GroupResult form() {
        if (std::string why = why_read_elsewhere(); !why.empty()) return {{}, std::move(why)};
        if (std::string why = why_headers_differ(); !why.empty()) return {{}, std::move(why)};
        find_outputs();
        if (std::string why = why_outputs_differ(); !why.empty()) return {{}, std::move(why)};
        // Tiles begin within every domain, or what a border asks for might be far from them.
        const Rect& region = image(outputs_.front()).region;
        for (int s : stages_)
            if (!stage(s).domain.contains(region))
                return {{},
                        fmt::format("{} is defined on a part of the result alone", stage(s).name)};
        drafts_.emplace_back();  // the last loop: it has no halo and stores the outputs
        drafts_[0].domain = region;
        for (auto s = stages_.rbegin(); s != stages_.rend(); ++s) place(*s);
        const std::vector<int> order = loop_order();
        GpuKernel kernel = kernel_without_group();
        fill(kernel, order);
        if (std::string why = why_values_leave(); !why.empty()) return {{}, std::move(why)};
        if (std::string why = why_reads_leave(plan_, kernel); !why.empty())
            return {{}, std::move(why)};
        return {std::move(kernel), {}};
    }

  private:
    const Stage& stage(int s) const { return plan_.stages[static_cast<std::size_t>(s)]; }
    const PlanImage& image(int i) const { return plan_.images[static_cast<std::size_t>(i)]; }
    /// Which picture the stage's kernel reads: a transposed copy, where there is one.
    int image_read(int s, std::size_t input) const { return kernel_of_.at(s)->inputs[input].image; }
    const StageInput& read(int s, std::size_t input) const { return stage(s).inputs[input]; }

    /// Tiles hold what lies beside their elements: what is read farther off is read of memory.
    std::string why_read_elsewhere() const {
        for (int s : stages_)
            for (std::size_t i = 0; i < stage(s).inputs.size(); ++i) {
                const int picture = image_read(s, i);
                if (!is_far(read(s, i)) || producer_.count(picture) == 0) continue;
                return fmt::format(
                    "{} reads {} {}", stage(s).name, image(picture).name,
                    read(s, i).freedom == eRandom ? "anywhere" : "at another resolution");
            }
        return {};
    }

    std::string why_headers_differ() const {
        const GpuKernel& first = *kernel_of_.at(stages_.front());
        for (int s : stages_) {
            const GpuKernel& kernel = *kernel_of_.at(s);
            if (kernel.layout != first.layout)
                return fmt::format("{} and {} lie differently in memory",
                                   stage(stages_.front()).name, stage(s).name);
        }
        return {};
    }

    /// What somebody outside needs.
    void find_outputs() {
        std::set<int> wanted;
        for (const GpuKernel& kernel : plan_.gpu_kernels) {
            const bool inside = kernel.stages.size() == 1 && kernel_of_.count(kernel.stages[0]) > 0;
            if (inside) continue;
            if (kernel.source >= 0) wanted.insert(kernel.source);
            for (const GpuInput& input : kernel.inputs) wanted.insert(input.image);
        }
        for (int s : stages_)
            for (int i : stage(s).outputs)
                if (wanted.count(i) > 0 || !image(i).graph_outputs.empty()) outputs_.push_back(i);
    }

    std::string why_outputs_differ() const {
        if (outputs_.empty()) return "nobody needs a result";
        for (int i : outputs_)
            if (image(i).region != image(outputs_.front()).region)
                return fmt::format("different parts of {} and {} are needed",
                                   image(outputs_.front()).name, image(i).name);
        return {};
    }

    bool is_output(int s) const {
        const std::vector<int>& outputs = stage(s).outputs;
        return std::any_of(outputs.begin(), outputs.end(), [&](int i) {
            return std::find(outputs_.begin(), outputs_.end(), i) != outputs_.end();
        });
    }

    /// All reads of the stage's results by loops that are formed already.
    std::vector<Demand> demands(int s) const {
        std::vector<Demand> result;
        if (is_output(s)) result.push_back({0, true, {}, {}});
        for (std::size_t l = 0; l < drafts_.size(); ++l)
            for (int reader : drafts_[l].stages)
                for (std::size_t i = 0; i < stage(reader).inputs.size(); ++i) {
                    const auto made = producer_.find(image_read(reader, i));
                    if (made == producer_.end() || made->second != s) continue;
                    const Window window = window_of(read(reader, i).taps);
                    result.push_back({static_cast<int>(l), window.is_point(),
                                      sum(evaluated(drafts_[l]), window), read(reader, i).border});
                }
        return result;
    }

    static Window evaluated(const Draft& draft) {
        return evaluated_around(draft.halo, draft.border);
    }

    bool has_window(int s) const {
        for (const StageInput& input : stage(s).inputs)
            if (is_far(input) || !window_of(input.taps).is_point()) return true;
        return false;
    }

    /// Whether a stage that is read at the element alone is evaluated in these loops, its readers'.
    /// A neighbourhood is not evaluated twice: it has a tile.
    bool stays_in_thread(int s, const std::set<int>& loops) {
        if (loops.size() > 1 && has_window(s)) return false;
        if (form_ == GroupForm::kNested || !is_read_in_group(s) || is_cheap(s)) return true;
        nested_ = false;
        return false;
    }

    bool is_cheap(int s) const {
        const StageOperations o = operations_of(plan_, stage(s));
        const auto outputs = static_cast<double>(stage(s).outputs.size());
        return o.fp + o.integer + o.special <= kTrivialOperations * std::max(outputs, 1.0);
    }

    /// Puts the stage into the loops that need it.
    void place(int s) {
        const std::vector<Demand> all = demands(s);
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
            add_with_tile(s, halo, border, readers);
        }
    }

    /// A loop that repeats reads its tiles where they repeat too; any other border will do else.
    Border border_for_values(const std::set<int>& loops) const {
        for (int l : loops)
            if (drafts_[static_cast<std::size_t>(l)].border.mode == eRepeat) return {eRepeat, 0};
        return {eClamp, 0};
    }

    void add_with_tile(int s, const Window& halo, const Border& border,
                       const std::set<int>& readers) {
        const int loop = loop_for(halo, stage(s).domain, border, readers);
        add(loop, s);
        for (int i : stage(s).outputs) {
            if (!needs_tile(i)) continue;
            drafts_[static_cast<std::size_t>(loop)].tiles.push_back(
                static_cast<int>(tiles_.size()));
            GroupTile tile;
            tile.image = i;
            tile.border = border;
            tile.halo = halo;
            tiles_.push_back(tile);
        }
        for (int reader : readers)
            if (reader != loop) waits_.insert({reader, loop});
    }

    bool is_image_read(int i) const {
        for (int s : stages_)
            for (std::size_t k = 0; k < stage(s).inputs.size(); ++k)
                if (image_read(s, k) == i) return true;
        return false;
    }
    bool is_read_in_group(int s) const {
        const std::vector<int>& images = stage(s).outputs;
        return std::any_of(images.begin(), images.end(), [&](int i) { return is_image_read(i); });
    }
    /// Of a stage with a loop of its own: the last loop stores outputs, and reads them there.
    bool needs_tile(int i) const {
        return std::find(outputs_.begin(), outputs_.end(), i) != outputs_.end() || is_image_read(i);
    }

    /// A loop of that halo, domain and border which need not wait for one that reads the new tile;
    /// or a new one. A reader of the same halo reads at the element alone, and takes it as a value.
    int loop_for(const Window& halo, const Rect& domain, const Border& border,
                 const std::set<int>& readers) {
        for (int l = 1; l < static_cast<int>(drafts_.size()); ++l) {
            const Draft& draft = drafts_[static_cast<std::size_t>(l)];
            if (draft.halo != halo || draft.domain != domain || draft.border != border) continue;
            const bool waits = std::any_of(readers.begin(), readers.end(), [&](int reader) {
                return reader != l && reaches(l, reader);
            });
            if (waits) continue;
            if (form_ == GroupForm::kNested) return l;
            nested_ = false;
        }
        drafts_.push_back({{}, halo, domain, border, {}});
        return static_cast<int>(drafts_.size()) - 1;
    }

    /// Whether `loop` waits, by way of others too, for `other`.
    bool reaches(int loop, int other) const {
        if (loop == other) return true;
        for (const auto& [reader, writer] : waits_)
            if (reader == loop && reaches(writer, other)) return true;
        return false;
    }

    void add(int loop, int s) {
        std::vector<int>& stages = drafts_[static_cast<std::size_t>(loop)].stages;
        if (std::find(stages.begin(), stages.end(), s) == stages.end()) stages.push_back(s);
    }

    /// Writers before readers, the last loop last.
    std::vector<int> loop_order() const {
        std::vector<int> order;
        std::vector<bool> done(drafts_.size());
        while (order.size() < drafts_.size())
            for (int l = static_cast<int>(drafts_.size()) - 1; l >= 0; --l) {
                if (done[static_cast<std::size_t>(l)]) continue;
                const bool ready =
                    std::all_of(waits_.begin(), waits_.end(),
                                [&](const std::pair<int, int>& w) {
                                    return w.first != l || done[static_cast<std::size_t>(w.second)];
                                }) &&
                    (l > 0 || order.size() + 1 == drafts_.size());
                if (!ready) continue;
                done[static_cast<std::size_t>(l)] = true;
                order.push_back(l);
                break;
            }
        return order;
    }

    GpuKernel kernel_without_group() const {
        const GpuKernel& last = *kernel_of_.at(stages_.back());
        GpuKernel kernel;
        kernel.kind = GpuKernelKind::kGroup;
        kernel.layout = last.layout;
        kernel.stages = stages_;
        kernel.outputs = outputs_;
        kernel.region = image(outputs_.front()).region;
        std::string names;
        for (int s : stages_)
            if (is_output(s)) names += (names.empty() ? "" : "+") + stage(s).name;
        kernel.name = fmt::format("{}.{} {}", plan_.name, numbers(), names);
        return kernel;
    }

    /// "00-03,05": the stages, so that different groups have different names.
    std::string numbers() const {
        std::string text;
        for (std::size_t i = 0; i < stages_.size();) {
            std::size_t last = i;
            while (last + 1 < stages_.size() && stages_[last + 1] == stages_[last] + 1) ++last;
            text += fmt::format("{}{:02}", text.empty() ? "" : ",", stages_[i]);
            if (last > i) text += fmt::format("-{:02}", stages_[last]);
            i = last + 1;
        }
        return text;
    }

    /// Whether stages differ in how often an element of them is evaluated.
    bool planes_inside() const {
        for (int s : stages_)
            if (stage(s).per_pixel || stage(s).planes != stage(stages_.front()).planes) return true;
        return false;
    }

    void fill(GpuKernel& kernel, const std::vector<int>& order) {
        GpuGroup& group = kernel.group;
        group.planes_inside = planes_inside();
        group.nested = nested_;
        kernel.planes = group.planes_inside ? 1 : stage(stages_.front()).planes;
        group.inner = stage(stages_.front()).domain;
        group.tiles = tiles_;
        for (GroupTile& tile : group.tiles)
            tile.planes = group.planes_inside ? image(tile.image).shape.planes : 1;
        for (int l : order) {
            const Draft& draft = drafts_[static_cast<std::size_t>(l)];
            GroupLoop loop;
            loop.halo = draft.halo;
            loop.domain = draft.domain;
            loop.border = draft.border;
            if (l != 0) group.inner = intersect(group.inner, draft.domain);
            loop.tiles = draft.tiles;
            std::vector<int> stages = draft.stages;
            std::sort(stages.begin(), stages.end());
            for (int s : stages) loop.evaluations.push_back(evaluation(kernel, l, stages, s));
            if (l == 0)
                for (int i : outputs_) group.stores.push_back({i, store_tile(stages, i)});
            group.loops.push_back(std::move(loop));
        }
        group = with_barriers(std::move(group));
    }

    int store_tile(const std::vector<int>& last_stages, int i) const {
        const int s = producer_.at(i);
        if (std::find(last_stages.begin(), last_stages.end(), s) != last_stages.end()) return -1;
        return tile_of(i, {}, true);
    }

    /// The tile by which the picture is read with that border; any, where it is read at the
    /// element.
    int tile_of(int i, const Border& border, bool at_element) const {
        for (std::size_t t = 0; t < tiles_.size(); ++t)
            if (tiles_[t].image == i && (at_element || tiles_[t].border == border))
                return static_cast<int>(t);
        return -1;
    }

    GroupEvaluation evaluation(GpuKernel& kernel, int l, const std::vector<int>& stages, int s) {
        GroupEvaluation result;
        result.stage = s;
        const Draft& draft = drafts_[static_cast<std::size_t>(l)];
        for (std::size_t i = 0; i < stage(s).inputs.size(); ++i) {
            const int picture = image_read(s, i);
            const Window window = window_of(read(s, i).taps);
            const auto made = producer_.find(picture);
            GroupRead r;
            if (made == producer_.end()) {
                const Window all = is_far(read(s, i)) ? window : sum(evaluated(draft), window);
                r = {GroupRead::From::kMemory,
                     memory_read(kernel, s, static_cast<int>(i), picture, all)};
            } else if (window.is_point() &&
                       std::find(stages.begin(), stages.end(), made->second) != stages.end()) {
                r = {GroupRead::From::kValue, picture};
            } else {
                r = {GroupRead::From::kTile,
                     tile_of(picture, read(s, i).border, window.is_point())};
                kernel.group.reach = hull(kernel.group.reach, sum(evaluated(draft), window));
            }
            result.reads.push_back(r);
        }
        return result;
    }

    /// The kernel's input for that picture, border and place, made where it is new. Where reads are
    /// far, each checks its border: the tile's own reach tells nothing of them.
    int memory_read(GpuKernel& kernel, int s, int i, int picture, const Window& window) {
        const StageInput& in = read(s, static_cast<std::size_t>(i));
        if (!is_far(in)) {
            kernel.group.reach = hull(kernel.group.reach, window);
            kernel.group.inner = intersect(kernel.group.inner, image(picture).shape.domain);
        }
        for (std::size_t k = 0; k < kernel.inputs.size(); ++k) {
            GpuInput& input = kernel.inputs[k];
            const StageInput& other = read(input.stage, static_cast<std::size_t>(input.input));
            if (input.image != picture || other.border != in.border || !same_place(other, in))
                continue;
            input.window = hull(input.window, window);
            return static_cast<int>(k);
        }
        GpuInput input;
        input.stage = s;
        input.input = i;
        input.image = picture;
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
        for (std::size_t l = 1; l < drafts_.size(); ++l)
            for (int s : drafts_[l].stages) {
                const Rect& domain = drafts_[l].domain;
                if (!stage(s).domain.contains(domain)) return leaves(s);
                for (std::size_t i = 0; i < stage(s).inputs.size(); ++i) {
                    const auto made = producer_.find(image_read(s, i));
                    if (made != producer_.end() && window_of(read(s, i).taps).is_point() &&
                        !stage(made->second).domain.contains(domain))
                        return leaves(made->second);
                }
            }
        return {};
    }
    std::string leaves(int s) const {
        return fmt::format("{} is read beyond its domain", stage(s).name);
    }

    const Plan& plan_;
    const GroupForm form_;
    bool nested_ = true;  ///< nothing has been done that nesting would have done otherwise
    std::vector<int> stages_;
    std::map<int, const GpuKernel*> kernel_of_;
    std::map<int, int> producer_;
    std::vector<int> outputs_;
    std::vector<Draft> drafts_;
    std::vector<GroupTile> tiles_;
    std::set<std::pair<int, int>> waits_;  ///< (reader, writer), loops
};

}  // namespace

GroupResult group_kernels(const Plan& plan, const std::vector<int>& kernels, GroupForm form) {
    for (int k : kernels) {
        const GpuKernel& kernel = plan.gpu_kernels[static_cast<std::size_t>(k)];
        if (kernel.kind != GpuKernelKind::kParallel || kernel.stages.size() != 1)
            return {{}, fmt::format("{} is no point or local operator", kernel.name)};
    }
    return Former(plan, kernels, form).form();
}

}  // namespace weft
