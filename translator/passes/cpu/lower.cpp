// From stages to rows: which row pointers each loop reads and writes, and through which line
// buffers.
#include "passes/cpu/lower.h"

#include <algorithm>
#include <map>

#include "core/scale.h"

#include "passes/cpu/cpu_passes.h"
#include "passes/cpu/recurrences.h"
#include "plan/ranges.h"

namespace weft {

namespace {

/// Lowers one kernel; the order of its members is the order of its work.
class Lowering {
  public:
    Lowering(const CpuPlan& plan, const CpuContext& context, Kernel kernel,
             const std::set<int>& through_line_buffers)
        : plan_(plan),
          context_(context),
          kernel_(std::move(kernel)),
          through_line_buffers_(through_line_buffers) {}

    Kernel run() {
        keep_stage_loops();
        add_reads();
        choose_directions();
        find_in_place_writes();
        add_stores();
        connect_reads();
        order_loops();
        add_writes();
        return std::move(kernel_);
    }

  private:
    void keep_stage_loops() {
        std::erase_if(kernel_.loops, [](const Loop& l) { return l.stages.empty(); });
        kernel_.line_buffers.clear();
        producer_loop_.clear();
        for (std::size_t l = 0; l < kernel_.loops.size(); ++l) {
            kernel_.loops[l].reads.clear();
            kernel_.loops[l].pictures.clear();
            kernel_.loops[l].writes.clear();
            kernel_.loops[l].read_slots = kernel_.loops[l].write_slots = 0;
            for (int s : kernel_.loops[l].stages)
                for (int image : plan_.stages[s].outputs)
                    producer_loop_[image] = static_cast<int>(l);
        }
    }

    void add_reads() {
        for (std::size_t l = 0; l < kernel_.loops.size(); ++l) {
            Loop& loop = kernel_.loops[l];
            for (int s : loop.stages)
                for (std::size_t i = 0; i < plan_.stages[s].inputs.size(); ++i) {
                    const StageInput& input = plan_.stages[s].inputs[i];
                    if (input.freedom == eRandom) {
                        loop.pictures.push_back(
                            {s, static_cast<int>(i), input.image, input.border});
                        continue;
                    }
                    if (made_in(input.image, static_cast<int>(l))) continue;  // a value
                    loop.reads.push_back(read_of(loop, s, static_cast<int>(i), input));
                }
        }
    }

    bool made_in(int image, int loop) const {
        const auto found = producer_loop_.find(image);
        return found != producer_loop_.end() && found->second == loop;
    }

    Read read_of(Loop& loop, int stage, int index, const StageInput& input) const {
        Read read;
        read.stage = stage;
        read.input = index;
        read.image = input.image;
        read.border = input.border;
        read.scale_x = input.scale_x;
        read.scale_y = input.scale_y;
        read.x_first = read.x_last = input.taps.front().x;
        for (const Offset& tap : input.taps) {
            if (read.rows.empty() || read.rows.back() != tap.y) read.rows.push_back(tap.y);
            read.x_first = std::min(read.x_first, tap.x);
            read.x_last = std::max(read.x_last, tap.x);
        }
        const int planes = plan_.images[input.image].shape.planes;
        read.slot_planes = input.granularity == ePixel ? planes : 1;
        read.broadcast = planes == 1 && loop.planes > 1;
        read.first_slot = loop.read_slots;
        read.slot_row0 = read.rows.front();
        int slots = read.rows.back() - read.rows.front() + 1;
        if (input.freedom == eSparse) {
            for (const Offset& offset : input.offsets) read.slot_rows.push_back(offset.y);
            slots = static_cast<int>(std::max<std::size_t>(read.slot_rows.size(), 1));
        }
        loop.read_slots += slots * read.slot_planes;
        return read;
    }

    void choose_directions() {
        std::vector<Flow> flows;
        for (const Loop& loop : kernel_.loops) {
            flows.emplace_back();
            for (const int s : loop.stages)
                if (const std::optional<bool> fixed = fixed_direction(plan_.stages[s]))
                    flows.back().upwards = fixed;
            for (const Read& read : loop.reads)
                if (const auto at = producer_loop_.find(read.image); at != producer_loop_.end())
                    flows.back().sources.push_back(at->second);
        }
        const std::vector<bool> upwards = going_upwards(flows);
        for (std::size_t l = 0; l < kernel_.loops.size(); ++l)
            kernel_.loops[l].upwards = upwards[l];
    }

    int readers_outside_loop(int image) const {
        int count = 0;
        for (const Loop& loop : kernel_.loops)
            count +=
                static_cast<int>(std::count_if(loop.reads.begin(), loop.reads.end(),
                                               [&](const Read& r) { return r.image == image; }));
        return count;
    }

    /// Where else the picture must go, besides loops of this kernel.
    std::vector<const KernelOutput*> destinations(int image) const {
        std::vector<const KernelOutput*> result;
        for (const KernelOutput& output : kernel_.outputs)
            if (output.image == image) result.push_back(&output);
        return result;
    }

    /// Whether its rows are as ours: those of buffers are.
    bool planar_within(int image) const {
        const KeptInBuffer* const place = kept(plan_, image);
        return place == nullptr || !place->output || context_.planar_output(*place->output);
    }

    bool planar_destination(int image) const {
        const PlanImage& i = plan_.images[image];
        return i.graph_outputs.empty() ? planar_within(image)
                                       : context_.planar_output(i.graph_outputs.front());
    }

    void find_in_place_writes() {
        for (const auto& [image, loop] : producer_loop_) {
            const PlanImage& i = plan_.images[image];
            const std::size_t places = i.graph_outputs.size() + (kept(plan_, image) ? 1 : 0);
            const Loop& l = kernel_.loops[loop];
            if (places == 1 && destinations(image).size() == 1 && planar_destination(image) &&
                readers_outside_loop(image) == 0 && !through_line_buffers_.contains(image) &&
                l.restart_period == 0)
                in_place_.insert(image);
        }
    }

    void add_stores() {
        for (const KernelOutput& output : kernel_.outputs) {
            if (in_place_.contains(output.image)) continue;
            Loop store;
            store.kind = LoopKind::kStore;
            store.domain = output.region;
            store.planes = plan_.images[output.image].shape.planes;
            if (const auto at = producer_loop_.find(output.image); at != producer_loop_.end())
                store.upwards = kernel_.loops[at->second].upwards;
            Read read;
            read.image = output.image;
            read.rows = {0};
            store.read_slots = 1;
            store.reads.push_back(read);
            Write write;
            write.image = output.image;
            store.write_slots = 1;
            store.writes.push_back(write);
            kernel_.loops.push_back(std::move(store));
        }
    }

    bool outside_columns(const Loop& loop, const Read& read) const {
        const Rect& domain = plan_.images[read.image].shape.domain;
        const Rect around = scaled(read.scale_x, read.scale_y, loop.domain);
        return around.x0 + read.x_first < domain.x0 || around.x1 + read.x_last > domain.x1;
    }
    bool outside_rows(const Loop& loop, const Read& read) const {
        const Rect& domain = plan_.images[read.image].shape.domain;
        const Rect around = scaled(read.scale_x, read.scale_y, loop.domain);
        return around.y0 + read.rows.front() < domain.y0 ||
               around.y1 + read.rows.back() > domain.y1;
    }

    bool planar_source(int image) const {
        const std::optional<int> input = plan_.images[image].graph_input();
        return input ? context_.planar_input(*input) : planar_within(image);
    }

    void connect_reads() {
        const std::size_t stage_and_store_loops = kernel_.loops.size();
        for (std::size_t l = 0; l < stage_and_store_loops; ++l)
            for (std::size_t r = 0; r < kernel_.loops[l].reads.size(); ++r) connect(l, r);
    }

    /// Finds or makes the line buffer that a read comes from, or lets it read the picture in place.
    void connect(std::size_t l, std::size_t r) {
        const Loop& loop = kernel_.loops[l];
        const Read read = loop.reads[r];
        const bool columns = outside_columns(loop, read);
        const auto producer = producer_loop_.find(read.image);
        if (producer == producer_loop_.end()) {
            const bool scan_in_rows =
                loop.kind == LoopKind::kHorizontalScan && !loop.is_recurrence();
            if (!columns && read.x_first == 0 && read.x_last == 0 && planar_source(read.image) &&
                read.scale_x.times == 1 && loop.kind != LoopKind::kStore && !scan_in_rows)
                return;
            const bool bordered = columns || outside_rows(loop, read);
            const int line_buffer = loaded_line_buffer(
                read.image, bordered ? read.border : Border{}, bordered, loop.upwards);
            kernel_.loops[l].reads[r].line_buffer = line_buffer;
            kernel_.loops[l].reads[r].virtual_rows = true;
            return;
        }
        kernel_.loops[l].reads[r].line_buffer =
            columns ? padded_line_buffer(read.image, producer->second, read.border)
                    : any_line_buffer(read.image, producer->second);
    }

    int new_line_buffer(int image, int loop, Border border, bool padded) {
        LineBuffer line_buffer;
        line_buffer.image = image;
        line_buffer.loop = loop;
        line_buffer.border = border;
        line_buffer.padded = padded;
        line_buffer.planes = plan_.images[image].shape.planes;
        kernel_.line_buffers.push_back(line_buffer);
        return static_cast<int>(kernel_.line_buffers.size()) - 1;
    }

    int loaded_line_buffer(int image, Border border, bool bordered, bool upwards) {
        for (std::size_t i = 0; i < kernel_.line_buffers.size(); ++i) {
            const LineBuffer& line_buffer = kernel_.line_buffers[i];
            if (line_buffer.image == image && kernel_.loops[line_buffer.loop].upwards == upwards &&
                (!bordered || (line_buffer.padded && line_buffer.border == border)))
                return static_cast<int>(i);
        }
        Loop load;
        load.kind = LoopKind::kLoad;
        load.domain = plan_.images[image].shape.domain;
        load.planes = plan_.images[image].shape.planes;
        load.upwards = upwards;
        Read read;
        read.image = image;
        read.border = border;
        read.rows = {0};
        load.reads.push_back(read);
        load.read_slots = 1;
        const int loop = static_cast<int>(kernel_.loops.size());
        kernel_.loops.push_back(std::move(load));
        return new_line_buffer(image, loop, border, bordered);
    }

    /// The producer's own line buffer, made on first use.
    int own_line_buffer(int image, int producer) {
        for (std::size_t i = 0; i < kernel_.line_buffers.size(); ++i)
            if (kernel_.line_buffers[i].image == image && kernel_.line_buffers[i].loop == producer)
                return static_cast<int>(i);
        return new_line_buffer(image, producer, Border{}, false);
    }
    int any_line_buffer(int image, int producer) { return own_line_buffer(image, producer); }

    int padded_line_buffer(int image, int producer, Border border) {
        LineBuffer& own = kernel_.line_buffers[own_line_buffer(image, producer)];
        if (!own.padded) {
            own.padded = true;
            own.border = border;
        }
        for (std::size_t i = 0; i < kernel_.line_buffers.size(); ++i) {
            const LineBuffer& line_buffer = kernel_.line_buffers[i];
            if (line_buffer.image == image && line_buffer.padded && line_buffer.border == border)
                return static_cast<int>(i);
        }
        Loop copy;
        copy.kind = LoopKind::kCopy;
        copy.domain = plan_.images[image].shape.domain;
        copy.planes = plan_.images[image].shape.planes;
        copy.upwards = kernel_.loops[producer].upwards;
        Read read;
        read.image = image;
        read.border = border;
        read.rows = {0};
        read.line_buffer = own_line_buffer(image, producer);
        copy.reads.push_back(read);
        copy.read_slots = 1;
        const int loop = static_cast<int>(kernel_.loops.size());
        kernel_.loops.push_back(std::move(copy));
        return new_line_buffer(image, loop, border, true);
    }

    /// Producers before readers: loads, then stage loops each followed by its copies, then stores.
    void order_loops() {
        std::vector<int> order;
        auto append = [&](auto wanted) {
            for (int l = 0; l < static_cast<int>(kernel_.loops.size()); ++l)
                if (wanted(kernel_.loops[l], l)) order.push_back(l);
        };
        append([](const Loop& l, int) { return l.kind == LoopKind::kLoad; });
        for (int l = 0; l < static_cast<int>(kernel_.loops.size()); ++l) {
            if (kernel_.loops[l].stages.empty()) continue;
            order.push_back(l);
            append([&](const Loop& c, int) {
                return c.kind == LoopKind::kCopy && producer_loop_.at(c.reads[0].image) == l;
            });
        }
        append([](const Loop& l, int) { return l.kind == LoopKind::kStore; });

        std::vector<int> place(order.size());
        std::vector<Loop> loops;
        for (std::size_t i = 0; i < order.size(); ++i) {
            place[order[i]] = static_cast<int>(i);
            loops.push_back(std::move(kernel_.loops[order[i]]));
        }
        kernel_.loops = std::move(loops);
        for (LineBuffer& line_buffer : kernel_.line_buffers)
            line_buffer.loop = place[line_buffer.loop];
        for (auto& [image, loop] : producer_loop_) loop = place[loop];
    }

    void add_writes() {
        for (std::size_t i = 0; i < kernel_.line_buffers.size(); ++i) {
            const LineBuffer& line_buffer = kernel_.line_buffers[i];
            add_write(kernel_.loops[line_buffer.loop], line_buffer.image, static_cast<int>(i));
        }
        for (int image : in_place_) add_write(kernel_.loops[producer_loop_.at(image)], image, -1);
        for (Loop& loop : kernel_.loops)
            std::sort(loop.writes.begin(), loop.writes.end(),
                      [](const Write& a, const Write& b) { return a.first_slot < b.first_slot; });
    }

    void add_write(Loop& loop, int image, int line_buffer) {
        Write write;
        write.image = image;
        write.line_buffer = line_buffer;
        write.first_slot = loop.write_slots;
        for (int s : loop.stages)
            for (std::size_t o = 0; o < plan_.stages[s].outputs.size(); ++o)
                if (plan_.stages[s].outputs[o] == image) {
                    write.stage = s;
                    write.output = static_cast<int>(o);
                    if (plan_.stages[s].output_granularity[o] == ePixel)
                        write.slot_planes = plan_.images[image].shape.planes;
                }
        loop.write_slots += write.slot_planes;
        loop.writes.push_back(write);
    }

    const CpuPlan& plan_;
    const CpuContext& context_;
    Kernel kernel_;
    const std::set<int>& through_line_buffers_;
    std::map<int, int> producer_loop_;  // image -> loop of this kernel
    std::set<int> in_place_;
};

}  // namespace

Kernel lower_kernel(const CpuPlan& plan, const CpuContext& context, Kernel kernel,
                    const std::set<int>& through_line_buffers) {
    return Lowering(plan, context, std::move(kernel), through_line_buffers).run();
}

std::set<int> overlapping_writes(const CpuPlan& plan, const Kernel& kernel) {
    std::set<int> images;
    for (const Rect& tile : tiles(kernel)) {
        const TileRanges ranges = tile_ranges(plan, kernel, tile);
        for (std::size_t l = 0; l < kernel.loops.size(); ++l)
            for (const Write& write : kernel.loops[l].writes) {
                if (write.line_buffer >= 0 || kernel.loops[l].kind == LoopKind::kStore) continue;
                for (const KernelOutput& output : kernel.outputs)
                    if (output.image == write.image &&
                        ranges.loops[l] != intersect(tile, output.region))
                        images.insert(write.image);
            }
    }
    return images;
}

CpuPlan with_kernel_outputs(CpuPlan plan) {
    // Regions of graph outputs are known; those of buffers follow from later kernels' needs.
    std::vector<Rect> buffered(plan.images.size());
    for (auto kernel = plan.kernels.rbegin(); kernel != plan.kernels.rend(); ++kernel) {
        kernel->outputs.clear();
        for (std::size_t image = 0; image < plan.images.size(); ++image) {
            const PlanImage& i = plan.images[image];
            const std::optional<int> producer = i.producer();
            const bool here = producer && std::find(kernel->stages.begin(), kernel->stages.end(),
                                                    *producer) != kernel->stages.end();
            const bool copied =
                i.graph_input() && !i.graph_outputs.empty() && kernel == plan.kernels.rbegin();
            if (!here && !copied) continue;
            Rect region = i.is_state() ? plan.stages[*producer].domain : buffered[image];
            for (int o : i.graph_outputs) region = hull(region, plan.output_regions[o]);
            if (!region.empty()) kernel->outputs.push_back({static_cast<int>(image), region});
        }
        kernel->region = {};
        for (const KernelOutput& output : kernel->outputs)
            kernel->region = hull(kernel->region, output.region);

        const TileRanges ranges = tile_ranges(plan, *kernel, kernel->region);
        for (std::size_t image = 0; image < plan.images.size(); ++image)
            if (kept(plan, static_cast<int>(image)))
                buffered[image] = hull(buffered[image], region_required(plan, *kernel, ranges,
                                                                        static_cast<int>(image)));
        for (const Loop& loop : kernel->loops)
            for (const PictureRead& read : loop.pictures)
                buffered[read.image] = plan.images[read.image].shape.domain;
    }
    return plan;
}

CpuPlan lower(CpuPlan plan, const CpuContext& context, Decisions&) {
    // Needs flow from the last kernel to the first, and a kernel's loops depend on its outputs.
    for (std::size_t done = 0; done < plan.kernels.size(); ++done) {
        plan = with_kernel_outputs(std::move(plan));
        Kernel& kernel = plan.kernels[plan.kernels.size() - 1 - done];
        kernel = lower_kernel(plan, context, kernel, {});
    }
    return with_kernel_outputs(std::move(plan));
}

}  // namespace weft
