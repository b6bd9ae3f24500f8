#include "emit/cuda/cuda_metadata.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <bit>

#include "emit/cuda/external_text.h"
#include "emit/planes_told.h"
#include "graph/border_modes.h"
#include "plan/reach_arguments.h"

namespace weft {

std::string cuda_input_metadata(const IndexerFacts& indexer) { return "In_" + indexer.name; }
std::string cuda_input_picture(const IndexerFacts& indexer) { return "in_" + indexer.name; }
std::string cuda_output_metadata(const IndexerFacts& indexer) { return "Out_" + indexer.name; }
std::string cuda_output_picture(const IndexerFacts& indexer) { return "out_" + indexer.name; }

std::string cuda_own_name(const std::string& metadata) { return "own_" + metadata; }

std::string cuda_own_argument(const StageInput& in, const std::string& metadata) {
    return in.own ? ", args." + cuda_own_name(metadata) : std::string();
}

std::vector<const IndexerFacts*> indexers_of(const Stage& stage, Direction direction) {
    std::vector<const IndexerFacts*> result;
    for (const IndexerFacts& indexer : stage.facts.indexers)
        if (indexer.direction == direction) result.push_back(&indexer);
    return result;
}

namespace {

std::string offsets_name(const IndexerFacts& indexer) { return "offsets_" + indexer.name; }

/// Whether its offsets are constants of the kernel.
bool has_fixed_list(const StageInput& in) { return in.freedom == eSparse && !in.own; }

/// The list of an eSparse input, where all threads of a warp read the same entry at once.
void print_offsets(const StageInput& in, const std::string& name, Writer& out) {
    std::vector<std::string> entries;
    for (const Offset& offset : in.offsets)
        entries.push_back(fmt::format("{{{}, {}}}", offset.x, offset.y));
    if (entries.empty()) entries.push_back("{0, 0}");
    out.line("__constant__ constexpr weft::Offset {}[] = {{{}}};", name, fmt::join(entries, ", "));
}

/// What tiles.h needs to know of a staged input.
void print_tile(const GpuPlan& plan, const GpuKernel& kernel, const GpuInput& input, Writer& out) {
    const bool along_y = kernel.layout == Layout::kColumns;
    const Window& w = input.window;
    const int first_u = along_y ? w.y_first : w.x_first, last_u = along_y ? w.y_last : w.x_last;
    const int first_v = along_y ? w.x_first : w.y_first, last_v = along_y ? w.x_last : w.y_last;
    const int tile_v = kernel.shape.block_v + last_v - first_v;
    const bool pixel = input_of(plan, input.by).granularity == ePixel;
    out.line("static constexpr bool kThreadsAlongY = {}, kRealigned = {};", along_y,
             input.realigned);
    out.line("static constexpr int kBlockU = {}, kBlockV = {};", kernel.shape.block_u,
             kernel.shape.block_v);
    out.line("static constexpr int kFirstU = {}, kFirstV = {}, kTileU = {}, kTileV = {};", first_u,
             first_v, kernel.shape.block_u + last_u - first_u, tile_v);
    out.line("static constexpr int kPitch = {}, kTilePlane = {}, kTilePlanes = {};",
             input.shared_pitch, input.shared_pitch * tile_v,
             pixel ? plan.images[input.image].shape.planes : 1);
}

/// What boxes.h needs to know of an input of which terms read a box.
void print_box(const GpuPlan& plan, const GpuKernel& kernel, const GpuInput& input, Writer& out) {
    const BoundAccumulation& bound = *plan.stages[input.by.stage].accumulation;
    const BoxExtent extent = box_extent(bound, *bound.reads[input.by.input].box, kernel.tile_u(),
                                        kernel.tile_v(), kernel.accumulation.turns);
    const auto width = static_cast<unsigned>(std::min<std::int64_t>(
        extent.width, std::min(kernel.shape.threads(), plan.target.warp_size)));
    out.line("static constexpr int kBoxPitch = {}, kBoxPlane = {}, kBoxPlanes = {};",
             input.shared_pitch, input.shared_pitch * extent.height, extent.planes);
    out.line("static constexpr int kCopyLanes = {};", std::bit_ceil(width));
}

/// Values that the run brings along (gpu_reach_arguments()).
void print_gpu_reach(const std::string& name, int planes, Writer& out) {
    out.line("int Radius, RadiusX, RadiusY, Count, Entries;");
    out.line("const int* xy;");
    out.line("WEFT_INLINE {}(const int* own)", name);
    out.line("    : Radius(own[0]), RadiusX(own[1]), RadiusY(own[2]), Count(own[3]),");
    out.line("      Entries(own[3] > 0 ? own[3] : 1), xy(own + 4) {{}}");
    out.line(
        "WEFT_INLINE weft::Offset offset(int i) const {{ return {{xy[2 * i], xy[2 * i + 1]}}; }}");
    out.line("static constexpr int Planes = {};", planes);
}

void print_facts(const StageInput& in, const IndexerFacts& facts, const PlanImage& image,
                 Layout layout, const std::string& type, bool bordered, const std::string& name,
                 const std::string& offsets, Writer& out) {
    const int planes = planes_told(&facts, in.granularity, image.shape.planes);
    if (type != kPlainPicture) out.line("using Picture = {};", type);
    if (in.own)
        print_gpu_reach(name, planes, out);
    else
        out.line(
            "static constexpr int Radius = {}, RadiusX = {}, RadiusY = {}, Count = {}, Planes = "
            "{};",
            in.radius, in.radius_x, in.radius_y, in.offsets.size(), planes);
    print_roles(&facts, image.shape, out);
    out.line("static constexpr weft::Axis Axis = weft::{};",
             in.axis == eHorizontal ? "eHorizontal" : "eVertical");
    out.line("static constexpr bool kPixel = {}, kColumns = {};", in.granularity == ePixel,
             layout == Layout::kColumns);
    out.line("static constexpr weft::Scale kScaleX = {{{}, {}, {}}}, kScaleY = {{{}, {}, {}}};",
             in.scale_x.times, in.scale_x.plus, in.scale_x.over, in.scale_y.times, in.scale_y.plus,
             in.scale_y.over);
    if (bordered || in.freedom == eRandom)
        out.line("static constexpr weft::BorderMode kBorder = weft::{};",
                 border_enumerator(in.border.mode));
    if (has_fixed_list(in)) {
        out.line("static constexpr int Entries = {};", std::max<std::size_t>(in.offsets.size(), 1));
        out.line("static WEFT_INLINE weft::Offset offset(int i) {{ return {}[i]; }}", offsets);
    }
}

}  // namespace

void print_cuda_baked(const Stage& stage, const std::string& name, Writer& out) {
    out.open("struct {} {{", name);
    for (const BakedValue& baked : stage.baked)
        out.line("static constexpr {} {} = {};", baked.type, baked.name, baked.text);
    out.close("};");
}

void print_cuda_input(const StageInput& in, const IndexerFacts& facts, const PlanImage& image,
                      Layout layout, const std::string& type, const std::string& name,
                      Writer& out) {
    const std::string offsets = "offsets_" + name;
    if (has_fixed_list(in)) print_offsets(in, offsets, out);
    out.open("struct {} {{", name);
    print_facts(in, facts, image, layout, type, true, name, offsets, out);
    out.close("};");
}

void print_cuda_output(Granularity granularity, const IndexerFacts& facts, const PlanImage& image,
                       Layout layout, const std::string& name, Writer& out) {
    out.open("struct {} {{", name);
    out.line("static constexpr int Planes = {};",
             planes_told(&facts, granularity, image.shape.planes));
    print_roles(&facts, image.shape, out);
    out.line("static constexpr bool kPixel = {}, kColumns = {};", granularity == ePixel,
             layout == Layout::kColumns);
    out.close("};");
}

void print_cuda_metadata(const GpuPlan& plan, const GpuKernel& kernel,
                         const ExternalImages& external, Writer& out) {
    const Stage& stage = plan.stages[kernel.stages.front()];
    out.line("// The structure that this kernel is compiled for.");
    print_cuda_baked(stage, "Baked", out);
    const auto inputs = indexers_of(stage, eInput), outputs = indexers_of(stage, eOutput);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const GpuInput& input = kernel.inputs[Id<GpuInput>(i)];
        const StageInput& in = input_of(plan, input.by);
        const std::string offsets = offsets_name(*inputs[i]);
        const std::string name = cuda_input_metadata(*inputs[i]);
        if (has_fixed_list(in)) print_offsets(in, offsets, out);
        out.open("struct {} {{", name);
        print_facts(in, *inputs[i], plan.images[input.image], storage_of(plan, input.image).layout,
                    cuda_input_type(kernel, external, input.image),
                    input.access != GpuAccess::kGlobal, name, offsets, out);
        if (input.access == GpuAccess::kShared) {
            if (kernel.kind == GpuKernelKind::kAccumulate)
                print_box(plan, kernel, input, out);
            else
                print_tile(plan, kernel, input, out);
        }
        out.close("};");
    }
    for (std::size_t o = 0; o < outputs.size(); ++o)
        print_cuda_output(stage.output_granularity[o], *outputs[o], plan.images[kernel.outputs[o]],
                          storage_of(plan, kernel.outputs[o]).layout,
                          cuda_output_metadata(*outputs[o]), out);
}

}  // namespace weft
