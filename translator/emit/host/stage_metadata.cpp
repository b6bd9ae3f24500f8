#include "emit/host/stage_metadata.h"

#include <algorithm>

#include "emit/planes_told.h"
#include "graph/border_modes.h"

namespace weft {

std::string input_metadata(const ReadBy& by) {
    return fmt::format("Stage{}_In{}", by.stage.number(), by.input.number());
}
std::string output_metadata(Id<Stage> stage, std::size_t output) {
    return fmt::format("Stage{}_Out{}", stage.number(), output);
}

const char* accessor_of(Freedom freedom) {
    switch (freedom) {
        case e0D: return "weft::Input0D";
        case e1D: return "weft::Input1D";
        case e2D: return "weft::Input2D";
        case eSparse: return "weft::InputSparse";
        case eRandom: break;
    }
    return "weft::InputRandom";
}

int value_planes(const CpuPlan& plan, const Stage& stage, std::size_t output) {
    return stage.output_granularity[output] == ePixel
               ? plan.images[stage.outputs[output]].shape.planes
               : 1;
}

int slot_count(const Read& read) {
    const int rows = read.slot_rows.empty() ? read.rows.back() - read.rows.front() + 1
                                            : static_cast<int>(read.slot_rows.size());
    return rows * read.slot_planes;
}

const Read* find_read(const Loop& loop, const ReadBy& by) {
    const auto at = std::find_if(loop.reads.begin(), loop.reads.end(),
                                 [&](const Read& r) { return r.by == by; });
    return at == loop.reads.end() ? nullptr : &*at;
}

namespace {

std::size_t taps_in_a_row(const StageInput& input, const Read& read) {
    return input.taps.size() / std::max<std::size_t>(read.rows.size(), 1);
}

/// Whether a row has so many taps that to shift vectors takes less than to load each by itself.
bool shares_vectors(const StageInput& input, const Read& read) {
    constexpr std::size_t kEnough = 9;  // measured
    return taps_in_a_row(input, read) >= kEnough;
}

std::string joined_columns(const StageInput& input) {
    std::string text;
    for (const Offset& offset : input.offsets)
        text += fmt::format("{}{}", text.empty() ? "" : ", ", offset.x);
    return text.empty() ? "0" : text;
}

/// For each entry the first that lies in its row.
std::string joined_slots(const StageInput& input) {
    std::string text;
    for (const Offset& offset : input.offsets) {
        const auto first = std::find_if(input.offsets.begin(), input.offsets.end(),
                                        [&](const Offset& other) { return other.y == offset.y; });
        text += fmt::format("{}{}", text.empty() ? "" : ", ", first - input.offsets.begin());
    }
    return text.empty() ? "0" : text;
}

/// Values that the run brings along (cpu_reach_arguments()).
void print_own_reach(const std::string& name, int planes, Writer& out) {
    out.line("int Radius, RadiusX, RadiusY, Count, Entries;");
    out.line("const int* X;");
    out.line("WEFT_INLINE {}(const int* own)", name);
    out.line("    : Radius(own[0]), RadiusX(own[1]), RadiusY(own[2]), Count(own[3]),");
    out.line("      Entries(own[3] > 0 ? own[3] : 1), X(own + 4) {{}}");
    out.line("static constexpr int Planes = {};", planes);
}

void print_input(const CpuPlan& plan, const Loop& loop, const ReadBy& by, Writer& out) {
    const StageInput& input = input_of(plan, by);
    const Read* const read = find_read(loop, by);
    const bool pixel = input.granularity == ePixel;
    const int planes = plan.images[input.image].shape.planes;
    const IndexerFacts* const facts = find_indexer(plan.stages[by.stage], eInput, by.input.index());
    const int told = planes_told(facts, input.granularity, planes);
    const int row0 = read == nullptr || input.freedom == eSparse ? 0 : read->slot_row0;
    out.open("struct {} {{", input_metadata(by));
    if (input.own)
        print_own_reach(input_metadata(by), told, out);
    else
        out.line(
            "static constexpr int Radius = {}, RadiusX = {}, RadiusY = {}, Count = {}, Planes = "
            "{};",
            input.radius, input.radius_x, input.radius_y, input.offsets.size(), told);
    print_roles(facts, plan.images[input.image].shape, out);
    out.line("static constexpr weft::Axis Axis = weft::{};",
             input.axis == eHorizontal ? "eHorizontal" : "eVertical");
    out.line("static constexpr bool kPixel = {};", pixel);
    out.line("static constexpr int kRow0 = {}, kSlotPlanes = {};", row0, pixel ? planes : 1);
    out.line("static constexpr bool kBeside = {};",
             read != nullptr && shares_vectors(input, *read));
    if (input.scale_x != Scale{})
        out.line("static constexpr int kTimes = {}, kPlus = {}, kOver = {};", input.scale_x.times,
                 input.scale_x.plus, input.scale_x.over);
    if (input.freedom == eRandom)
        out.line("static constexpr weft::BorderMode kBorder = weft::{};",
                 border_enumerator(input.border.mode));
    if (input.freedom == eSparse && !input.own) {
        out.line("static constexpr int Entries = {};",
                 std::max<std::size_t>(input.offsets.size(), 1));
        out.line("static constexpr int X[] = {{{}}};", joined_columns(input));
        if (read != nullptr && shares_vectors(input, *read))
            out.line("static constexpr int kSlots[] = {{{}}};", joined_slots(input));
    }
    out.close("};");
}

void print_output(const CpuPlan& plan, Id<Stage> s, std::size_t o, Writer& out) {
    const Stage& stage = plan.stages[s];
    out.open("struct {} {{", output_metadata(s, o));
    out.line("static constexpr int Planes = {}, kSlotPlanes = {};",
             planes_told(find_indexer(stage, eOutput, o), stage.output_granularity[o],
                         plan.images[stage.outputs[o]].shape.planes),
             value_planes(plan, stage, o));
    print_roles(find_indexer(stage, eOutput, o), plan.images[stage.outputs[o]].shape, out);
    out.close("};");
}

}  // namespace

bool unrolls_taps(const CpuPlan& plan, const Loop& loop, Id<Stage> s) {
    constexpr std::size_t kMost = 64;
    if (loop.kind != LoopKind::kParallel || loop.width == 1) return false;
    const Table<StageInput>& inputs = plan.stages[s].inputs;
    for (const Id<StageInput> i : inputs.ids()) {
        const Read* const read = find_read(loop, {s, i});
        if (read != nullptr && !inputs[i].own && inputs[i].scale_x == Scale{} &&
            shares_vectors(inputs[i], *read) && taps_in_a_row(inputs[i], *read) <= kMost)
            return true;
    }
    return false;
}

bool unrolls_planes(const CpuPlan& plan, Id<Stage> s) {
    constexpr int kMost = 8;
    const Stage& stage = plan.stages[s];
    for (std::size_t o = 0; o < stage.outputs.size(); ++o)
        if (value_planes(plan, stage, o) > kMost) return false;
    return true;
}

void print_stage_metadata(const CpuPlan& plan, const Loop& loop, Id<Stage> s, Writer& out) {
    const Stage& stage = plan.stages[s];
    out.line("");
    out.line("// {}: {}", stage.name, stage.functor);
    out.open("struct Baked{} {{", s.number());
    for (const BakedValue& baked : stage.baked)
        out.line("static constexpr {} {} = {};", baked.type, baked.name, baked.text);
    out.close("};");
    for (const Id<StageInput> i : stage.inputs.ids()) print_input(plan, loop, {s, i}, out);
    for (std::size_t o = 0; o < stage.outputs.size(); ++o) print_output(plan, s, o, out);
}

}  // namespace weft
