#include "emit/cuda/gpu_reduction_text.h"

namespace weft {

namespace {

/// Entries of an array of state that a thread may hold in registers.
constexpr int kMaxInRegisters = 16;

void print_numbers(const char* how, const MemberFacts& member, Writer& out) {
    if (!member.array) {
        out.line("weft::{}_number(at, state.{});", how, member.name);
        out.line("at += states.plane;");
        return;
    }
    // Unrolled, a large array would be taken apart into more registers than there are.
    if (member.count > kMaxInRegisters) out.raw("#pragma unroll 1");
    out.open("for (int i = 0; i < {}; ++i, at += states.plane) {{", member.count);
    out.line("weft::{}_number(at, state.{}[i]);", how, member.name);
    out.close();
}

void print_collect(const ElementText& text, Writer& out) {
    out.line("// The elements of one lane of a leaf.");
    out.open("WEFT_INLINE void collect(const {}& args, weft::Element lane) {{", text.args());
    text.declare_types(out);
    text.declare_state(out);
    out.line("{}_scalar::Initialise<S, Baked>({}, state, S::M(true){});", text.stage.functor,
             text.members(), text.watch());
    out.line("const weft::LaneElements elements = weft::elements_of(args.elements, lane);");
    out.line("weft::Element e = {{0, 0, lane.plane}};");
    out.open("for (e.y = elements.top; e.y < elements.bottom; ++e.y) {{");
    out.open("for (e.x = elements.left; e.x < elements.right; e.x += weft::kLeafLanes) {{");
    text.call("Kernel", out);
    out.close();
    out.close();
    out.line("save(args.states, lane, state);");
    out.close();
}

void print_result(const ElementText& text, Writer& out) {
    out.line("// One element of what all leaves came to.");
    out.open("WEFT_INLINE void result(const {}& args, weft::Element e) {{", text.args());
    text.declare_types(out);
    out.line("State state;");
    out.line("read(args.states, {{0, 0, e.plane}}, state);");
    text.declare_values(out);
    text.call("Result", out);
    text.store_values(out);
    out.close();
}

}  // namespace

/// What reductions share: states in memory, and two of them made one.
void print_reduction(const ElementText& text, Writer& out) {
    const Id<PlanImage> image = text.kernel.kind == GpuKernelKind::kReduce
                                    ? text.kernel.outputs.front()
                                    : text.kernel.inputs.front().image;
    const int floats = text.plan.images[image].state_floats;
    out.line("using State = {}_scalar::State<weft::Scalar>;", text.stage.functor);
    for (const bool save : {true, false}) {
        out.open(
            "WEFT_INLINE void {}(const weft::GpuPicture& states, weft::Element lane, "
            "{}State& state) {{",
            save ? "save" : "read", save ? "const " : "");
        out.line("{}float* at = weft::state_address(states, lane, {});", save ? "" : "const ",
                 floats);
        for (const MemberFacts& member : text.stage.facts.state)
            print_numbers(save ? "save" : "read", member, out);
        out.close();
    }
    out.open("WEFT_INLINE void combine(const {}& args, weft::Element a, weft::Element b) {{",
             text.args());
    text.declare_types(out);
    out.line("State into, from;");
    out.line("read(args.states, a, into);");
    out.line("read(args.states, b, from);");
    out.line("{}_scalar::Combine<S, Baked>({}, into, from{});", text.stage.functor, text.members(),
             text.watch());
    out.line("save(args.states, a, into);");
    out.close();
    if (text.kernel.kind == GpuKernelKind::kReduce)
        print_collect(text, out);
    else
        print_result(text, out);
}

}  // namespace weft
