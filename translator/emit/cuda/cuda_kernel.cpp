// A kernel's text: the functor's body, its constants, the arguments, what one thread does with an
// element, and the launch.
#include "emit/cuda/cuda_kernel.h"

#include <algorithm>

#include "emit/cuda/cuda_group.h"
#include "emit/cuda/cuda_launch.h"
#include "emit/cuda/cuda_metadata.h"
#include "emit/cuda/foreign_text.h"
#include "emit/cuda/gpu_preamble_text.h"
#include "emit/writer.h"
#include "graph/library.h"

namespace weft {

namespace {

/// Entries of an array of state that a thread may hold in registers.
constexpr int kMaxInRegisters = 16;

const char* storage_name(GpuAccess access) {
    switch (access) {
        case GpuAccess::kGlobal: return "Global";
        case GpuAccess::kBordered: return "Bordered";
        case GpuAccess::kShared: break;
    }
    return "Shared";
}

/// Prints what a thread does with one element, or with one segment of a scan.
class ElementPrinter {
  public:
    ElementPrinter(const Plan& plan, const GpuKernel& kernel, const ForeignImages& foreign,
                   const std::string& symbol, Writer& out)
        : plan_(plan),
          kernel_(kernel),
          foreign_(foreign),
          stage_(plan.stages[kernel.stages.front()]),
          symbol_(symbol),
          inputs_(indexers_of(stage_, eInput)),
          outputs_(indexers_of(stage_, eOutput)),
          out_(out) {}

    void print_arguments_struct() {
        out_.line("// What the kernel is launched with.");
        out_.open("struct {}_Args {{", symbol_);
        out_.line("weft::GpuRange range;");
        if (kernel_.kind == GpuKernelKind::kReduce) out_.line("weft::GpuBounds elements;");
        if (kernel_.kind == GpuKernelKind::kResult) out_.line("weft::GpuPicture states;");
        for (std::size_t i = 0; i < inputs_.size(); ++i)
            out_.line("{} {};", cuda_picture_type(foreign_of(foreign_, kernel_.inputs[i].image)),
                      cuda_input_picture(*inputs_[i]));
        if (kernel_.kind == GpuKernelKind::kReduce) out_.line("weft::GpuPicture states;");
        for (std::size_t o = 0; o < outputs_.size(); ++o)
            out_.line("{} {};", cuda_picture_type(foreign_of(foreign_, kernel_.outputs[o])),
                      cuda_output_picture(*outputs_[o]));
        if (has_members()) out_.line("{}_scalar::Members members;", stage_.functor);
        for (std::size_t i = 0; i < std::min(inputs_.size(), stage_.inputs.size()); ++i)
            print_cuda_own_reach(stage_.inputs[i], cuda_input_metadata(*inputs_[i]), out_);
        out_.close("};");
    }

    void print() {
        if (kernel_.is_reduction())
            print_reduction();
        else if (advances(kernel_) && stage_.is_recurrence())
            print_advance_along_line();
        else if (advances(kernel_))
            print_advance();
        else
            print_evaluate();
    }

  private:
    bool has_members() const { return !stage_.facts.members.empty(); }

    void print_evaluate() {
        out_.line("// One element{}.",
                  kernel_.kind == GpuKernelKind::kScan ? ", its state built anew" : "");
        out_.open("WEFT_INLINE void evaluate(const {}_Args& args, weft::Element e{}) {{", symbol_,
                  is_staged(kernel_) ? ", const float* shared" : "");
        declare_types_and_members();
        declare_values();
        declare_state();
        if (kernel_.kind == GpuKernelKind::kScan) call("Initialise");
        call("Kernel");
        store_values();
        out_.close();
    }

    /// From restart to restart. Elements before the region have a loop of their own: where every
    /// element is stored, the next ones are loaded meanwhile.
    void print_advance() {
        const char* axis = stage_.scan_axis == eHorizontal ? "x" : "y";
        out_.line(
            "// The elements of a segment along {}, from restart to restart; those before the",
            axis);
        out_.line("// region only lead up to it.");
        out_.open(
            "WEFT_INLINE void advance(const {}_Args& args, weft::Element e, "
            "weft::Segment segment) {{",
            symbol_);
        declare_types_and_members();
        out_.line("const int period = args.range.restart_period;");
        out_.open("for (int restart = segment.begin; restart < segment.end; restart += period) {{");
        declare_state();
        out_.line("e.{} = restart;", axis);
        out_.open("{{");
        declare_values();
        call("Initialise");
        out_.close();
        out_.line(
            "const int stop = segment.end - restart < period ? segment.end : restart + period;");
        out_.line("const int first = args.range.{0}0 < stop ? args.range.{0}0 : stop;", axis);
        for (const char* end : {"first", "stop"}) {
            out_.open("for (; e.{0} < {1}; ++e.{0}) {{", axis, end);
            declare_values();
            call("Kernel");
            if (end == std::string_view("stop")) store_values();
            out_.close();
        }
        out_.close();
        out_.close();
    }

    /// Element by element from the line's beginning, which for a recurrence is in the region.
    void print_advance_along_line() {
        const char* axis = stage_.scan_axis == eHorizontal ? "x" : "y";
        const bool backwards = stage_.scan_backwards;
        out_.line("// The elements of a line along {}, from its {} element on.", axis,
                  backwards ? "last" : "first");
        out_.open(
            "WEFT_INLINE void advance(const {}_Args& args, weft::Element e, "
            "weft::Segment segment) {{",
            symbol_);
        declare_types_and_members();
        declare_state();
        out_.line("e.{} = {};", axis, backwards ? "segment.end - 1" : "segment.begin");
        out_.open("{{");
        declare_values();
        call("Initialise");
        out_.close();
        if (backwards)
            out_.open("for (; e.{0} >= segment.begin; --e.{0}) {{", axis);
        else
            out_.open("for (; e.{0} < segment.end; ++e.{0}) {{", axis);
        declare_values();
        call("Kernel");
        store_values();
        out_.close();
        out_.close();
    }

    /// What reductions share: states in memory, and two of them made one.
    void print_reduction() {
        const int image = kernel_.kind == GpuKernelKind::kReduce ? kernel_.outputs.front()
                                                                 : kernel_.inputs.front().image;
        const int floats = plan_.images[image].state_floats;
        out_.line("using State = {}_scalar::State<weft::Scalar>;", stage_.functor);
        for (const bool save : {true, false}) {
            out_.open(
                "WEFT_INLINE void {}(const weft::GpuPicture& states, weft::Element lane, "
                "{}State& state) {{",
                save ? "save" : "read", save ? "const " : "");
            out_.line("{}float* at = weft::state_address(states, lane, {});", save ? "" : "const ",
                      floats);
            for (const MemberFacts& member : stage_.facts.state)
                print_numbers(save ? "save" : "read", member);
            out_.close();
        }
        out_.open(
            "WEFT_INLINE void combine(const {}_Args& args, weft::Element a, weft::Element b) {{",
            symbol_);
        declare_types_and_members();
        out_.line("State into, from;");
        out_.line("read(args.states, a, into);");
        out_.line("read(args.states, b, from);");
        out_.line("{}_scalar::Combine<S, Baked>({}, into, from{});", stage_.functor,
                  members_argument(), stage_.facts.watched ? ", weft::Watch{}" : "");
        out_.line("save(args.states, a, into);");
        out_.close();
        if (kernel_.kind == GpuKernelKind::kReduce)
            print_collect();
        else
            print_result();
    }

    void print_numbers(const char* how, const MemberFacts& member) {
        if (!member.array) {
            out_.line("weft::{}_number(at, state.{});", how, member.name);
            out_.line("at += states.plane;");
            return;
        }
        // Unrolled, a large array would be taken apart into more registers than there are.
        if (member.count > kMaxInRegisters) out_.raw("#pragma unroll 1");
        out_.open("for (int i = 0; i < {}; ++i, at += states.plane) {{", member.count);
        out_.line("weft::{}_number(at, state.{}[i]);", how, member.name);
        out_.close();
    }

    void print_collect() {
        out_.line("// The elements of one lane of a leaf.");
        out_.open("WEFT_INLINE void collect(const {}_Args& args, weft::Element lane) {{", symbol_);
        declare_types_and_members();
        declare_state();
        out_.line("{}_scalar::Initialise<S, Baked>({}, state, S::M(true){});", stage_.functor,
                  members_argument(), stage_.facts.watched ? ", weft::Watch{}" : "");
        out_.line("const weft::LaneElements elements = weft::elements_of(args.elements, lane);");
        out_.line("weft::Element e = {{0, 0, lane.plane}};");
        out_.open("for (e.y = elements.top; e.y < elements.bottom; ++e.y) {{");
        out_.open("for (e.x = elements.left; e.x < elements.right; e.x += weft::kLeafLanes) {{");
        call("Kernel");
        out_.close();
        out_.close();
        out_.line("save(args.states, lane, state);");
        out_.close();
    }

    void print_result() {
        out_.line("// One element of what all leaves came to.");
        out_.open("WEFT_INLINE void result(const {}_Args& args, weft::Element e) {{", symbol_);
        declare_types_and_members();
        out_.line("State state;");
        out_.line("read(args.states, {{0, 0, e.plane}}, state);");
        declare_values();
        call("Result");
        store_values();
        out_.close();
    }

    const char* members_argument() const { return has_members() ? "args.members" : "members"; }

    void declare_types_and_members() {
        out_.line("using S = weft::Scalar;");
        if (!has_members()) out_.line("const {}_scalar::Members members{{}};", stage_.functor);
    }

    void declare_state() { out_.line("{}_scalar::State<S> state{{}};", stage_.functor); }

    void declare_values() {
        for (std::size_t o = 0; o < outputs_.size(); ++o)
            out_.line("float v_{}[{}] = {{}};", outputs_[o]->name,
                      stage_.output_granularity[o] == ePixel
                          ? plan_.images[kernel_.outputs[o]].shape.planes
                          : 1);
    }

    void call(const char* function) {
        std::string line = fmt::format("{}_scalar::{}<S, Baked>({}, state, S::M(true){}{}",
                                       stage_.functor, function, members_argument(),
                                       stage_.facts.places ? ", weft::Place<S>{e}" : "",
                                       stage_.facts.watched ? ", weft::Watch{}" : "");
        for (const std::string& accessor : accessors()) {
            out_.line("{},", line);
            line = "    " + accessor;
        }
        out_.line("{});", line);
    }

    /// One per indexer, in the order in which the functor names them.
    std::vector<std::string> accessors() const {
        std::vector<std::string> texts;
        std::size_t input = 0;
        for (const IndexerFacts& indexer : stage_.facts.indexers) {
            if (indexer.direction == eOutput) {
                texts.push_back(fmt::format("weft::Output<{}>(v_{})", cuda_output_metadata(indexer),
                                            indexer.name));
                continue;
            }
            const GpuInput& in = kernel_.inputs[input++];
            if (indexer.freedom == eRandom) {
                texts.push_back(fmt::format("weft::InputRandom<{}>(args.{}, e)",
                                            cuda_input_metadata(indexer),
                                            cuda_input_picture(indexer)));
                continue;
            }
            const std::string metadata = cuda_input_metadata(indexer);
            const std::string storage =
                in.access == GpuAccess::kShared
                    ? fmt::format("shared + {}", in.shared_offset / sizeof(float))
                    : fmt::format("args.{}, e", cuda_input_picture(indexer));
            texts.push_back(fmt::format("weft::{}<weft::{}<{}>>({}{})",
                                        cuda_accessor(indexer.freedom), storage_name(in.access),
                                        metadata, storage,
                                        cuda_own_argument(stage_.inputs[in.input], metadata)));
        }
        return texts;
    }

    void store_values() {
        for (const IndexerFacts* o : outputs_)
            out_.line("weft::store<{}>(args.{}, e, v_{});", cuda_output_metadata(*o),
                      cuda_output_picture(*o), o->name);
    }

    const Plan& plan_;
    const GpuKernel& kernel_;
    const ForeignImages& foreign_;
    const Stage& stage_;
    const std::string& symbol_;
    const std::vector<const IndexerFacts*> inputs_, outputs_;
    Writer& out_;
};

CudaKernelText transpose_text(const GpuKernel& kernel, const ForeignImages& foreign) {
    CudaKernelText result{"weft_transpose", {}};
    Writer out;
    out.raw("#line 2 \"weft_transpose.cu\"");
    out.line("// A picture by {0} is copied into one by {1}.",
             kernel.layout == Layout::kColumns ? "rows" : "columns",
             kernel.layout == Layout::kColumns ? "columns" : "rows");
    out.open("struct weft_transpose_Args {{");
    out.line("weft::GpuRange range;");
    out.line("{} from;", cuda_picture_type(foreign_of(foreign, kernel.source)));
    out.line("{} to;", cuda_picture_type(foreign_of(foreign, kernel.outputs.front())));
    out.close("};");
    out.line("");
    print_cuda_transpose(kernel, result.symbol, out);
    result.text = foreign_head(kernel, foreign) + out.take();
    return result;
}

}  // namespace

CudaKernelText emit_cuda_kernel(const Plan& plan, const GpuKernel& kernel, const Library& library,
                                const ForeignImages& foreign) {
    if (kernel.kind == GpuKernelKind::kTranspose) return transpose_text(kernel, foreign);
    if (kernel.kind == GpuKernelKind::kGroup)
        return emit_cuda_group(plan, kernel, library, foreign);
    const Stage& stage = plan.stages[kernel.stages.front()];
    CudaKernelText result{"weft_" + stage.functor, {}};
    const std::string file = result.symbol + ".cu";

    Writer head;
    head.raw(fmt::format("#line 2 \"{}\"", file));
    head.raw(library.find_translated(stage.functor)->scalar_text);
    Writer body;
    body.line("");
    print_cuda_metadata(plan, kernel, foreign, body);
    body.line("");
    ElementPrinter printer(plan, kernel, foreign, result.symbol, body);
    printer.print_arguments_struct();
    body.line("");
    printer.print();
    body.line("");
    print_cuda_launch(plan, kernel, result.symbol, has_foreign(kernel, foreign), body);
    result.text = foreign_head(kernel, foreign) + (stage.facts.watched ? gpu_watch_text() : "") +
                  with_line_directive(head.take(), file) + body.take();
    return result;
}

}  // namespace weft
