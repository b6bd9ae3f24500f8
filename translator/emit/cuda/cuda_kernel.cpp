// A kernel's text: the functor's body, its constants, the arguments, what one thread does with an
// element, and the launch.
#include "emit/cuda/cuda_kernel.h"

#include <algorithm>

#include "emit/cuda/accumulation_text.h"
#include "emit/cuda/cuda_arguments.h"
#include "emit/cuda/cuda_group.h"
#include "emit/cuda/cuda_launch.h"
#include "emit/cuda/cuda_metadata.h"
#include "emit/cuda/element_text.h"
#include "emit/cuda/external_text.h"
#include "emit/cuda/gpu_preamble_text.h"
#include "emit/cuda/gpu_reduction_text.h"
#include "emit/cuda/segment_text.h"
#include "emit/writer.h"
#include "graph/library.h"

namespace weft {

namespace {

/// Names of the arguments of a kernel of one stage.
struct ElementNames : NoArguments {
    const ElementText& text;

    using NoArguments::operator();
    std::string operator()(const InnerArgument& /*inner*/) const { return "inner"; }
    std::string operator()(const ElementsArgument& /*elements*/) const { return "elements"; }
    std::string operator()(const InputArgument& read) const {
        return text.kernel.kind == GpuKernelKind::kResult
                   ? "states"
                   : cuda_input_picture(*text.inputs[read.input.index()]);
    }
    std::string operator()(const OutputArgument& output) const {
        return text.kernel.kind == GpuKernelKind::kReduce
                   ? "states"
                   : cuda_output_picture(*text.outputs[output.index]);
    }
    std::string operator()(const MembersArgument& /*members*/) const { return "members"; }
    std::string operator()(const ReachArgument& reach) const {
        return cuda_own_name(cuda_input_metadata(*text.inputs[reach.by.input.index()]));
    }
};

/// Names of what a transposition is launched with.
struct TransposeNames : NoArguments {
    using NoArguments::operator();
    std::string operator()(const SourceArgument& /*from*/) const { return "from"; }
    std::string operator()(const OutputArgument& /*to*/) const { return "to"; }
};

/// What a thread does with its element.
void print_evaluate(const ElementText& text, Writer& out) {
    out.line("// One element{}.",
             text.kernel.kind == GpuKernelKind::kScan ? ", its state built anew" : "");
    if (text.has_variants()) out.line("template <int kSides>");
    out.open("WEFT_INLINE void evaluate(const {}& args, weft::Element e{}) {{", text.args(),
             is_staged(text.kernel) ? ", const float* shared" : "");
    text.declare_types(out);
    text.declare_values(out);
    text.declare_state(out);
    if (text.kernel.kind == GpuKernelKind::kScan) text.call("Initialise", out);
    text.call("Kernel", out);
    text.store_values(out);
    out.close();
}

void print_thread(const ElementText& text, Writer& out) {
    if (text.kernel.is_reduction())
        print_reduction(text, out);
    else if (advances(text.kernel))
        print_segment(text, out);
    else
        print_evaluate(text, out);
}

CudaKernelText transpose_text(const GpuPlan& plan, const GpuKernel& kernel,
                              const ExternalImages& external) {
    CudaKernelText result{"weft_transpose", {}};
    Writer out;
    out.raw("#line 2 \"weft_transpose.cu\"");
    out.line("// A picture by {0} is copied into one by {1}.",
             kernel.layout == Layout::kColumns ? "rows" : "columns",
             kernel.layout == Layout::kColumns ? "columns" : "rows");
    print_cuda_arguments(plan, kernel, external, "weft_transpose_Args", TransposeNames{}, out);
    out.line("");
    print_cuda_transpose(kernel, result.symbol, out);
    result.text = external_head(kernel, external) + out.take();
    return result;
}

}  // namespace

CudaKernelText emit_cuda_kernel(const GpuPlan& plan, const GpuKernel& kernel,
                                const Library& library, const ExternalImages& external) {
    if (kernel.kind == GpuKernelKind::kTranspose) return transpose_text(plan, kernel, external);
    if (kernel.kind == GpuKernelKind::kGroup)
        return emit_cuda_group(plan, kernel, library, external);
    const Stage& stage = plan.stages[kernel.stages.front()];
    CudaKernelText result{"weft_" + stage.functor, {}};
    const std::string file = result.symbol + ".cu";

    Writer head;
    head.raw(fmt::format("#line 2 \"{}\"", file));
    head.raw(library.find_translated(stage.functor)->scalar_text);
    Writer body;
    body.line("");
    print_cuda_metadata(plan, kernel, external, body);
    body.line("");
    const ElementText text(plan, kernel, result.symbol);
    body.line("// What the kernel is launched with.");
    print_cuda_arguments(plan, kernel, external, text.args(), ElementNames{{}, text}, body);
    body.line("");
    if (kernel.kind == GpuKernelKind::kAccumulate) {
        print_accumulation(text, body);
    } else {
        print_thread(text, body);
        body.line("");
        print_cuda_launch(plan, kernel, result.symbol, has_external(kernel, external), body);
    }
    result.text = external_head(kernel, external) + (stage.facts.watched ? gpu_watch_text() : "") +
                  with_line_directive(head.take(), file) + body.take();
    return result;
}

}  // namespace weft
