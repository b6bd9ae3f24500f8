// Which line buffers reads come from, and the loops that fill those.
#include <algorithm>
#include <optional>
#include <utility>

#include "core/scale.h"
#include "passes/cpu/lower/steps.h"

namespace weft {

namespace {

/// Where around a picture's domain a read reaches.
struct Outside {
    bool columns = false, rows = false;
};

Outside outside(const CpuPlan& plan, const Loop& loop, const Read& read) {
    const Rect& domain = plan.images[read.image].shape.domain;
    const Rect around = scaled(read.scale_x, read.scale_y, loop.domain);
    return {.columns = around.x0 + read.x_first < domain.x0 || around.x1 + read.x_last > domain.x1,
            .rows = around.y0 + read.rows.front() < domain.y0 ||
                    around.y1 + read.rows.back() > domain.y1};
}

/// Whether the rows of a picture that the kernel does not make lie as its own do.
bool planar_source(const CpuPlan& plan, const CpuContext& context, Id<PlanImage> image) {
    const std::optional<Id<GraphInput>> input = plan.images[image].graph_input();
    return input ? context.planar_input(*input) : planar_within(plan, context, image);
}

/// Whether a loop can read a picture's rows where they lie, in whose ends its taps do not fall.
bool reads_where_it_lies(const CpuPlan& plan, const CpuContext& context, const Loop& loop,
                         const Read& read) {
    const bool scan_along_rows = loop.kind == LoopKind::kHorizontalScan && !loop.is_recurrence();
    return read.x_first == 0 && read.x_last == 0 && read.scale_x.times == 1 &&
           loop.kind != LoopKind::kStore && !scan_along_rows &&
           planar_source(plan, context, read.image);
}

/// A loop that moves a picture's rows as they are.
Loop mover(const CpuPlan& plan, LoopKind kind, Id<PlanImage> image, Border border, bool upwards) {
    Loop loop;
    loop.kind = kind;
    loop.domain = plan.images[image].shape.domain;
    loop.planes = plan.images[image].shape.planes;
    loop.upwards = upwards;
    Read read;
    read.image = image;
    read.border = border;
    read.rows = {0};
    loop.reads.push_back(read);
    loop.read_slots = 1;
    return loop;
}

/// A kernel whose reads are given line buffers, each made when it is first wanted.
class LineBuffers {
  public:
    LineBuffers(const CpuPlan& plan, Kernel kernel) : plan_(plan), kernel_(std::move(kernel)) {}

    const Kernel& kernel() const { return kernel_; }
    Kernel take() { return std::move(kernel_); }

    /// Has a read of a loop come from a line buffer.
    void connect(Id<Loop> loop, std::size_t read, Id<LineBuffer> line_buffer, bool virtual_rows) {
        Read& connected = kernel_.loops[loop].reads[read];
        connected.line_buffer = line_buffer;
        connected.virtual_rows = virtual_rows;
    }

    /// One that is loaded with rows of a picture that the kernel does not make: padded with
    /// `border` where there is one.
    Id<LineBuffer> loaded(Id<PlanImage> image, std::optional<Border> border, bool upwards) {
        const auto known = find([&](const LineBuffer& b) {
            return b.image == image && kernel_.loops[b.loop].upwards == upwards &&
                   (!border || (b.padded && b.border == *border));
        });
        if (known) return *known;
        const Border padding = border.value_or(Border{});
        const Id<Loop> loop =
            kernel_.loops.add(mover(plan_, LoopKind::kLoad, image, padding, upwards));
        return add(image, loop, padding, border.has_value());
    }

    /// The one that a stage loop itself writes.
    Id<LineBuffer> written_by(Id<Loop> loop, Id<PlanImage> image) {
        const auto known =
            find([&](const LineBuffer& b) { return b.image == image && b.loop == loop; });
        return known ? *known : add(image, loop, Border{}, false);
    }

    /// One of what a stage loop makes that is padded with `border`: its own, or a copy of that.
    Id<LineBuffer> padded(Id<Loop> loop, Id<PlanImage> image, const Border& border) {
        const Id<LineBuffer> own = written_by(loop, image);
        if (LineBuffer& b = kernel_.line_buffers[own]; !b.padded) {
            b.padded = true;
            b.border = border;
        }
        const auto known = find([&](const LineBuffer& b) {
            return b.image == image && b.padded && b.border == border;
        });
        if (known) return *known;
        Loop copy = mover(plan_, LoopKind::kCopy, image, border, kernel_.loops[loop].upwards);
        copy.reads.front().line_buffer = own;
        return add(image, kernel_.loops.add(std::move(copy)), border, true);
    }

  private:
    template <class Wanted>
    std::optional<Id<LineBuffer>> find(Wanted wanted) const {
        for (const Id<LineBuffer> id : kernel_.line_buffers.ids())
            if (wanted(kernel_.line_buffers[id])) return id;
        return std::nullopt;
    }

    Id<LineBuffer> add(Id<PlanImage> image, Id<Loop> loop, const Border& border, bool padded) {
        LineBuffer line_buffer;
        line_buffer.image = image;
        line_buffer.samples = plan_.images[image].samples;
        line_buffer.loop = loop;
        line_buffer.border = border;
        line_buffer.padded = padded;
        line_buffer.planes = plan_.images[image].shape.planes;
        return kernel_.line_buffers.add(line_buffer);
    }

    const CpuPlan& plan_;
    Kernel kernel_;
};

}  // namespace

Kernel with_line_buffers(const CpuPlan& plan, const CpuContext& context, Kernel kernel) {
    const std::map<Id<PlanImage>, Id<Loop>> made_by = loops_by_picture(plan, kernel);
    const Ids<Loop> stage_and_store_loops = kernel.loops.ids();
    LineBuffers buffers(plan, std::move(kernel));
    for (const Id<Loop> l : stage_and_store_loops)
        for (std::size_t r = 0; r < buffers.kernel().loops[l].reads.size(); ++r) {
            const Loop& loop = buffers.kernel().loops[l];
            const Read read = loop.reads[r];  // loops that are added move it
            const Outside beyond = outside(plan, loop, read);
            if (const auto made = made_by.find(read.image); made != made_by.end()) {
                const Id<LineBuffer> line_buffer =
                    beyond.columns ? buffers.padded(made->second, read.image, read.border)
                                   : buffers.written_by(made->second, read.image);
                buffers.connect(l, r, line_buffer, false);
            } else if (beyond.columns || !reads_where_it_lies(plan, context, loop, read)) {
                const bool bordered = beyond.columns || beyond.rows;
                const auto border = bordered ? std::optional(read.border) : std::nullopt;
                const Id<LineBuffer> line_buffer = buffers.loaded(read.image, border, loop.upwards);
                buffers.connect(l, r, line_buffer, true);
            }
        }
    return buffers.take();
}

}  // namespace weft
