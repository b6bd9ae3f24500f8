#include "emit/cuda/cuda_launch.h"

#include <algorithm>

#include "emit/cuda/cuda_blocks.h"
#include "emit/cuda/cuda_metadata.h"
#include "emit/cuda/region_text.h"
#include "plan/kernel_borders.h"

namespace weft {

bool is_staged(const GpuKernel& kernel) {
    return std::any_of(kernel.inputs.begin(), kernel.inputs.end(),
                       [](const GpuInput& i) { return i.access == GpuAccess::kShared; });
}

bool advances(const GpuKernel& kernel) {
    return kernel.kind == GpuKernelKind::kScan && !kernel.rebuilds;
}

namespace {

/// Prints the body of a launch. Axes are those of the picture: u is the one along memory.
class LaunchPrinter {
  public:
    LaunchPrinter(const GpuPlan& plan, const GpuKernel& kernel, Writer& out)
        : plan_(plan),
          kernel_(kernel),
          stage_(plan.stages[kernel.stages.front()]),
          out_(out),
          rows_(kernel.layout == Layout::kRows) {}

    /// What a thread does of its block, in the variant for kSides: block_of().
    void print_variant(const std::string& args) {
        const bool staged = is_staged(kernel_);
        out_.line(
            "// The thread's element of a block, whose reads may leave the domain on kSides.");
        out_.line("template <int kSides>");
        out_.open("WEFT_INLINE void block_of(const {}& args, weft::Element block{}) {{", args,
                  staged ? ", float* shared" : "");
        if (staged) print_copies(", kSides");
        print_element_of_block();
        out_.line("if (e.x < args.range.x1 && e.y < args.range.y1) evaluate<kSides>(args, e{});",
                  staged ? ", shared" : "");
        out_.close();
        out_.line("");
    }

    void print() {
        if (kernel_.kind == GpuKernelKind::kReduce)
            print_reduce();
        else if (kernel_.kind == GpuKernelKind::kResult)
            print_result();
        else if (advances(kernel_))
            print_scan();
        else if (kernel_.minimised)
            print_flat();
        else if (kernel_.borders != BorderScheme::kNaive)
            print_blocks_by_region();
        else if (is_staged(kernel_))
            print_staged();
        else
            print_elements();
    }

  private:
    /// A thread for each lane; those of a leaf, which are of one block, then combine.
    void print_reduce() {
        for_blocks(kernel_, kernel_.shape.block_u, kernel_.shape.block_v, out_, [&] {
            out_.line(
                "const weft::Element lane = {{block.x + static_cast<int>(threadIdx.x), "
                "block.y + static_cast<int>(threadIdx.y), block.plane}};");
            out_.line("const bool inside = lane.x < args.range.x1 && lane.y < args.range.y1;");
            out_.line("if (inside) collect(args, lane);");
            out_.open("for (int apart = 1; apart < weft::kLeafLanes; apart *= 2) {{");
            out_.line("__syncthreads();");
            out_.line("if (inside && lane.x % (2 * apart) == 0)");
            out_.line("    combine(args, lane, {{lane.x + apart, lane.y, lane.plane}});");
            out_.close();
        });
    }

    /// A block for each plane: leaves with their neighbours, then an output's element a thread.
    void print_result() {
        open_planes();
        out_.line("const long long leaves = weft::leaves_in(args.states);");
        out_.open("for (long long apart = 1; apart < leaves; apart *= 2) {{");
        out_.line("__syncthreads();");
        out_.line(
            "for (long long i = 2 * apart * threadIdx.x; i + apart < leaves; "
            "i += 2 * apart * blockDim.x)");
        out_.line(
            "    combine(args, weft::leaf_at(args.states, i, plane), "
            "weft::leaf_at(args.states, i + apart, plane));");
        out_.close();
        out_.line("__syncthreads();");
        out_.line("const int width = args.range.x1 - args.range.x0;");
        out_.line(
            "const long long elements = static_cast<long long>(width) * (args.range.y1 - "
            "args.range.y0);");
        out_.line("for (long long i = threadIdx.x; i < elements; i += blockDim.x)");
        out_.line(
            "    result(args, {{args.range.x0 + static_cast<int>(i % width), args.range.y0 + "
            "static_cast<int>(i / width), plane}});");
        out_.close();
    }

    void print_elements() {
        if (!kernel_.shape.strided) {
            out_.line(
                "const weft::Element e = {{args.range.x0 + weft::thread_{}(), "
                "args.range.y0 + weft::thread_{}(), weft::block_plane()}};",
                rows_ ? "u" : "v", rows_ ? "v" : "u");
            out_.line("if (e.x < args.range.x1 && e.y < args.range.y1) evaluate(args, e);");
            return;
        }
        open_planes();
        open_axis(v_axis(kernel_), "v");
        open_axis(u_axis(kernel_), "u");
        out_.line("evaluate(args, {{x, y, plane}});");
        for (int i = 0; i < 3; ++i) out_.close();
    }

    void print_flat() {
        out_.line("weft::FlatIndex<{}> index(args.range, weft::thread_u(), weft::threads_u());",
                  !rows_);
        out_.open("for (; index.plane < args.range.planes; index.advance(args.range)) {{");
        out_.line("evaluate(args, index.element(args.range));");
        out_.close();
    }

    void print_staged() {
        out_.line("WEFT_SHARED(shared);");
        for_blocks(kernel_, kernel_.shape.block_u, kernel_.shape.block_v, out_, [&] {
            print_copies(meets_borders(plan_, kernel_) ? "" : ", 0");
            print_element_of_block();
            out_.line("if (e.x < args.range.x1 && e.y < args.range.y1) evaluate(args, e, shared);");
        });
    }

    /// `sides`: the template's argument of which sides are checked.
    void print_copies(const char* sides) {
        const auto indexers = indexers_of(stage_, eInput);
        for (const Id<GpuInput> i : kernel_.inputs.ids()) {
            const GpuInput& input = kernel_.inputs[i];
            if (input.access != GpuAccess::kShared) continue;
            out_.line(
                "weft::copy_tile<{}{}>(shared + {}, args.{}, block, args.range.x1, "
                "args.range.y1);",
                cuda_input_metadata(*indexers[i.index()]), sides,
                input.shared_offset / sizeof(float), cuda_input_picture(*indexers[i.index()]));
        }
        out_.line("__syncthreads();");
    }

    void print_element_of_block() {
        out_.line(
            "const weft::Element e = {{block.x + static_cast<int>(threadIdx.{}), "
            "block.y + static_cast<int>(threadIdx.{}), block.plane}};",
            rows_ ? "x" : "y", rows_ ? "y" : "x");
    }

    /// Blocks, or their warps, by the variant for the region that they lie in. Of what is read in
    /// place the shape of a block is no part of the text.
    void print_blocks_by_region() {
        if (is_staged(kernel_)) out_.line("WEFT_SHARED(shared);");
        if (!is_staged(kernel_) && !kernel_.shape.strided) {
            out_.line("const weft::Element block = weft::first_of_block<{}>(args.range);", !rows_);
            print_region_of_block("static_cast<int>(blockDim.x)", "static_cast<int>(blockDim.y)");
            return;
        }
        const int u = kernel_.shape.block_u, v = kernel_.shape.block_v;
        for_blocks(kernel_, u, v, out_,
                   [&] { print_region_of_block(std::to_string(u), std::to_string(v)); });
    }

    void print_region_of_block(const std::string& u, const std::string& v) {
        const bool staged = is_staged(kernel_), warps = kernel_.borders == BorderScheme::kWarp;
        out_.line("const int sides = weft::sides_from<{0}>(args.inner, args.range, {1}, {2}, {3});",
                  !rows_, warps ? fmt::format("weft::first_of_warp<{}>(block)", !rows_) : "block",
                  warps ? "32" : u, v);
        const auto call = [&](int sides) {
            return fmt::format("block_of<{}>(args, block{});", sides, staged ? ", shared" : "");
        };
        print_regions(kernel_.borders, call, out_);
    }

    void print_scan() {
        const bool along_u = kernel_.is_scan_along_u(stage_.scan_axis);
        const char* axis = stage_.scan_axis == eHorizontal ? "x" : "y";
        const char* line = stage_.scan_axis == eHorizontal ? "y" : "x";
        const char* across = along_u ? "v" : "u";
        const char* along = along_u ? "u" : "v";
        const auto segment = [&](const std::string& index) {
            return fmt::format(
                "weft::{2}args.range.{0}0, args.range.{0}1, {1})", axis, index,
                stage_.is_recurrence() ? "whole_line(" : "scan_segment(args.range, ");
        };
        if (!kernel_.shape.strided) {
            out_.line("const int {0} = args.range.{0}0 + weft::thread_{1}();", line, across);
            out_.line("if ({0} < args.range.{0}1)", line);
            out_.line("    advance(args, {{{0}, {0}, weft::block_plane()}}, {1});", line,
                      segment(fmt::format("weft::thread_{}()", along)));
            return;
        }
        open_planes();
        open_axis(line, across);
        out_.open("for (int i = weft::thread_{0}();; i += weft::threads_{0}()) {{", along);
        out_.line("const weft::Segment segment = {};", segment("i"));
        out_.line("if (segment.begin >= segment.end) break;");
        out_.line("advance(args, {{{0}, {0}, plane}}, segment);", line);
        for (int i = 0; i < 3; ++i) out_.close();
    }

    void open_planes() {
        out_.open(
            "for (int plane = weft::block_plane(); plane < args.range.planes; "
            "plane += static_cast<int>(gridDim.z)) {{");
    }
    void open_axis(const char* axis, const char* threads) {
        out_.open(
            "for (int {0} = args.range.{0}0 + weft::thread_{1}(); {0} < args.range.{0}1; "
            "{0} += weft::threads_{1}()) {{",
            axis, threads);
    }

    const GpuPlan& plan_;
    const GpuKernel& kernel_;
    const Stage& stage_;
    Writer& out_;
    const bool rows_;
};

}  // namespace

void print_cuda_launch(const GpuPlan& plan, const GpuKernel& kernel, const std::string& symbol,
                       bool bounded, Writer& out) {
    const std::string bounds = bounded || is_staged(kernel)
                                   ? fmt::format("__launch_bounds__({}) ", kernel.shape.threads())
                                   : "";
    LaunchPrinter printer(plan, kernel, out);
    if (kernel.borders != BorderScheme::kNaive) printer.print_variant(symbol + "_Args");
    out.open("extern \"C\" __global__ void {1}{0}(const __grid_constant__ {0}_Args args) {{",
             symbol, bounds);
    printer.print();
    out.close();
}

void print_cuda_transpose(const GpuKernel& kernel, const std::string& symbol, Writer& out) {
    out.open("extern \"C\" __global__ void {0}(const __grid_constant__ {0}_Args args) {{", symbol);
    out.line("WEFT_SHARED(tile);");
    for_blocks(kernel, 32, 32, out, [&] {
        out.line(
            "weft::transpose_tile<{}>(tile, args.from, args.to, block, args.range.x1, "
            "args.range.y1);",
            kernel.layout == Layout::kColumns);
    });
    out.close();
}

}  // namespace weft
