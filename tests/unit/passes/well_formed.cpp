#include "well_formed.h"

#include <fmt/format.h>
#include "core/scale.h"

#include <algorithm>
#include <map>
#include <vector>

namespace weft::test {

namespace {

int slots_of(const Read& read) {
    const std::size_t rows =
        !read.slot_rows.empty()
            ? read.slot_rows.size()
            : static_cast<std::size_t>(read.rows.back() - read.rows.front() + 1);
    return static_cast<int>(rows) * read.slot_planes;
}

/// True when intervals [first, first + count) are disjoint and fill [0, total).
bool fills(std::vector<std::pair<int, int>> pieces, int total) {
    std::sort(pieces.begin(), pieces.end());
    int at = 0;
    for (const auto& [first, count] : pieces) {
        if (first != at) return false;
        at += count;
    }
    return at == total;
}

class Inspection {
  public:
    Inspection(const Plan& plan, const Kernel& kernel) : plan_(plan), kernel_(kernel) {}

    std::string run() {
        for (std::size_t i = 0; i < kernel_.line_buffers.size(); ++i) check_ring(i);
        for (std::size_t l = 0; l < kernel_.loops.size(); ++l) check_loop(l);
        check_outputs();
        return flaw_;
    }

  private:
    void fail(const std::string& what) {
        if (flaw_.empty()) flaw_ = kernel_.name + ": " + what;
    }

    void check_ring(std::size_t i) {
        const LineBuffer& line_buffer = kernel_.line_buffers[i];
        int fillers = 0;
        for (std::size_t l = 0; l < kernel_.loops.size(); ++l)
            for (const Write& write : kernel_.loops[l].writes)
                if (write.line_buffer == static_cast<int>(i)) {
                    ++fillers;
                    if (static_cast<int>(l) != line_buffer.loop || write.image != line_buffer.image)
                        fail(fmt::format("line buffer {} is filled by loop {}", i, l));
                }
        if (line_buffer.edges && plan_.images[line_buffer.image].aliased_output >= 0)
            fail(fmt::format("line buffer {}: its picture is written over while it is read", i));
        if (fillers != 1) fail(fmt::format("line buffer {} is filled {} times", i, fillers));
        if (line_buffer.depth < 1 || line_buffer.row_floats < 1)
            fail(fmt::format("line buffer {} has no rows", i));
    }

    void check_loop(std::size_t l) {
        const Loop& loop = kernel_.loops[l];
        std::vector<std::pair<int, int>> in, out;
        for (const Read& read : loop.reads) {
            in.emplace_back(read.first_slot, slots_of(read));
            check_read(l, read);
        }
        for (const Write& write : loop.writes)
            out.emplace_back(write.first_slot, write.slot_planes);
        if (!fills(in, loop.read_slots)) fail(fmt::format("loop {}: read slots", l));
        if (!fills(out, loop.write_slots)) fail(fmt::format("loop {}: write slots", l));
        if (loop.writes.empty()) fail(fmt::format("loop {} writes nothing", l));
    }

    void check_read(std::size_t l, const Read& read) {
        const Loop& loop = kernel_.loops[l];
        const PlanImage& image = plan_.images[read.image];
        const bool made_here = std::find(kernel_.stages.begin(), kernel_.stages.end(),
                                         image.producer) != kernel_.stages.end();
        const Rect& d = image.shape.domain;
        const Rect around = scaled(read.scale_x, read.scale_y, loop.domain);
        const bool beside = around.x0 + read.x_first < d.x0 || around.x1 + read.x_last > d.x1;
        if (read.line_buffer < 0) {
            if (made_here) fail(fmt::format("loop {} reads {} before it is whole", l, image.name));
            if (beside && loop.kind != LoopKind::kLoad)
                fail(fmt::format("loop {} reads beside {} in place", l, image.name));
            return;
        }
        const LineBuffer& line_buffer =
            kernel_.line_buffers[static_cast<std::size_t>(read.line_buffer)];
        if (line_buffer.image != read.image)
            fail(fmt::format("loop {} reads another picture's line buffer", l));
        if (line_buffer.loop >= static_cast<int>(l))
            fail(fmt::format("loop {} reads what comes later", l));
        if (line_buffer.edges && (kernel_.loops[l].kind != LoopKind::kParallel ||
                                  read.scale_x != Scale{} || read.scale_y != Scale{}))
            fail(fmt::format("loop {} needs more of {} than its edges", l, image.name));
        const bool padded = line_buffer.padded && line_buffer.border == read.border;
        if (beside && loop.kind != LoopKind::kStore && loop.kind != LoopKind::kCopy && !padded)
            fail(fmt::format("loop {} reads beside {} without its border", l, image.name));
        if (read.virtual_rows !=
            (kernel_.loops[static_cast<std::size_t>(line_buffer.loop)].kind == LoopKind::kLoad))
            fail(fmt::format("loop {}: rows beyond {} are not in its line buffer", l, image.name));
    }

    void check_outputs() {
        std::map<int, int> written;
        for (const Loop& loop : kernel_.loops)
            for (const Write& write : loop.writes)
                if (write.line_buffer < 0) ++written[write.image];
        for (const KernelOutput& output : kernel_.outputs)
            if (written[output.image] != 1)
                fail(fmt::format("{} is written {} times", plan_.images[output.image].name,
                                 written[output.image]));
        if (written.size() != kernel_.outputs.size()) fail("it writes what is no output");
    }

    const Plan& plan_;
    const Kernel& kernel_;
    std::string flaw_;
};

}  // namespace

std::string find_flaw(const Plan& plan) {
    for (const Kernel& kernel : plan.kernels)
        if (std::string flaw = Inspection(plan, kernel).run(); !flaw.empty()) return flaw;
    return {};
}

}  // namespace weft::test
