#include "emit/cuda/cuda_metadata.h"

#include <fmt/ranges.h>

#include <algorithm>

namespace weft {

std::string cuda_input_metadata(const IndexerFacts& indexer) { return "In_" + indexer.name; }
std::string cuda_input_picture(const IndexerFacts& indexer) { return "in_" + indexer.name; }
std::string cuda_output_metadata(const IndexerFacts& indexer) { return "Out_" + indexer.name; }
std::string cuda_output_picture(const IndexerFacts& indexer) { return "out_" + indexer.name; }

std::vector<const IndexerFacts*> indexers_of(const Stage& stage, Direction direction) {
    std::vector<const IndexerFacts*> result;
    for (const IndexerFacts& indexer : stage.facts.indexers)
        if (indexer.direction == direction) result.push_back(&indexer);
    return result;
}

namespace {

std::string offsets_name(const IndexerFacts& indexer) { return "offsets_" + indexer.name; }

const char* name_of(BorderMode mode) {
    switch (mode) {
        case eClamp: return "eClamp";
        case eMirror: return "eMirror";
        case eRepeat: return "eRepeat";
        case eConstant: break;
    }
    return "eConstant";
}

/// The list of an eSparse input, where all threads of a warp read the same entry at once.
void print_offsets(const StageInput& in, const IndexerFacts& indexer, Writer& out) {
    std::vector<std::string> entries;
    for (const Offset& offset : in.offsets)
        entries.push_back(fmt::format("{{{}, {}}}", offset.x, offset.y));
    if (entries.empty()) entries.push_back("{0, 0}");
    out.line("__constant__ constexpr weft::Offset {}[] = {{{}}};", offsets_name(indexer),
             fmt::join(entries, ", "));
}

/// What tiles.h needs to know of a staged input.
void print_tile(const Plan& plan, const GpuKernel& kernel, const GpuInput& input, Writer& out) {
    const bool along_y = kernel.layout == Layout::kColumns;
    const Window& w = input.window;
    const int first_u = along_y ? w.y_first : w.x_first, last_u = along_y ? w.y_last : w.x_last;
    const int first_v = along_y ? w.x_first : w.y_first, last_v = along_y ? w.x_last : w.y_last;
    const int tile_v = kernel.shape.block_v + last_v - first_v;
    const bool pixel = plan.stages[input.stage].inputs[input.input].granularity == ePixel;
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

void print_input(const Plan& plan, const GpuKernel& kernel, const GpuInput& input,
                 const IndexerFacts& indexer, Writer& out) {
    const StageInput& in = plan.stages[input.stage].inputs[input.input];
    const PlanImage& image = plan.images[input.image];
    if (in.freedom == eSparse) print_offsets(in, indexer, out);
    out.open("struct {} {{", cuda_input_metadata(indexer));
    out.line(
        "static constexpr int Radius = {}, RadiusX = {}, RadiusY = {}, Count = {}, Planes = {};",
        in.radius, in.radius_x, in.radius_y, in.offsets.size(), image.shape.planes);
    out.line("static constexpr weft::Axis Axis = weft::{};",
             in.axis == eHorizontal ? "eHorizontal" : "eVertical");
    out.line("static constexpr bool kPixel = {}, kColumns = {};", in.granularity == ePixel,
             image.layout == Layout::kColumns);
    if (input.access != GpuAccess::kGlobal)
        out.line("static constexpr weft::BorderMode kBorder = weft::{};", name_of(in.border.mode));
    if (in.freedom == eSparse) {
        out.line("static constexpr int Entries = {};", std::max<std::size_t>(in.offsets.size(), 1));
        out.line("static WEFT_INLINE weft::Offset offset(int i) {{ return {}[i]; }}",
                 offsets_name(indexer));
    }
    if (input.access == GpuAccess::kShared) print_tile(plan, kernel, input, out);
    out.close("};");
}

}  // namespace

void print_cuda_metadata(const Plan& plan, const GpuKernel& kernel, Writer& out) {
    const Stage& stage = plan.stages[kernel.stages.front()];
    out.line("// The structure that this kernel is compiled for.");
    out.open("struct Baked {{");
    for (const BakedValue& baked : stage.baked)
        out.line("static constexpr {} {} = {};", baked.type, baked.name, baked.text);
    out.close("};");
    const auto inputs = indexers_of(stage, eInput), outputs = indexers_of(stage, eOutput);
    for (std::size_t i = 0; i < inputs.size(); ++i)
        print_input(plan, kernel, kernel.inputs[i], *inputs[i], out);
    for (std::size_t o = 0; o < outputs.size(); ++o) {
        const PlanImage& image = plan.images[kernel.outputs[o]];
        out.open("struct {} {{", cuda_output_metadata(*outputs[o]));
        out.line("static constexpr int Planes = {};", image.shape.planes);
        out.line("static constexpr bool kPixel = {}, kColumns = {};",
                 stage.output_granularity[o] == ePixel, image.layout == Layout::kColumns);
        out.close("};");
    }
}

}  // namespace weft
