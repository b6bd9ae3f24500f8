#include "subject.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "differential/compiler_fixture.h"
#include "emit/cuda/cuda_kernel.h"
#include "engine/differential.h"
#include "plan/gpu_target.h"
#include "runtime/simt/simt_executor.h"

namespace weft::test {

namespace {

constexpr int kPlanes = 3;

Error wrong(std::string message) { return {ErrorKind::kInternal, std::move(message)}; }

Graph graph_of(const Subject& subject, const Library& library) {
    if (subject.build) return subject.build();
    Graph graph = weft::graph_of(*library.find(subject.functor));
    for (const auto& [name, value] : subject.settings) {
        const Status set = set_parameter(graph, library, name, value);
        EXPECT_TRUE(set) << set.error().message;
    }
    for (Node& node : graph.nodes)
        for (Border& border : node.borders) border = subject.border;
    return graph;
}

std::vector<Rect> regions_of(const Subject& subject) { return {subject.region}; }

Result<GpuProgram> compile(const GpuPlan& plan, const Library& library, const std::string& kernel,
                           const Mutation& mutation) {
    GpuProgram program;
    program.plan = plan;
    int mutated = 0;
    for (const GpuKernel& k : plan.kernels) {
        const CudaKernelText emitted = emit_cuda_kernel(plan, k, library);
        std::string text = simt_preamble() + emitted.text + simt_epilogue(emitted);
        if (k.name.find(kernel) != std::string::npos) {
            ++mutated;
            auto changed = mutate(std::move(text), mutation);
            if (!changed) return changed.error();
            text = *std::move(changed);
        }
        auto object = shared_compiler()->compile({emitted.symbol, text, "native", false, {}});
        if (!object) return object.error();
        GpuCode code;
        code.symbol = emitted.symbol;
        code.function = reinterpret_cast<void (*)(const void*)>(
            (*object)->symbol((emitted.symbol + "_simt").c_str()));
        code.hooks = static_cast<const SimtHooks**>((*object)->symbol("weft_simt_hooks"));
        code.keep_alive = *object;
        program.code_of.add(program.code.add(std::move(code)));
    }
    if (mutated != 1)
        return wrong(
            fmt::format("{} kernels have \"{}\" in their names: expected 1", mutated, kernel));
    return program;
}

}  // namespace

Result<std::string> mutate(std::string text, const Mutation& mutation) {
    if (mutation.from.empty()) return text;
    const std::size_t at = text.find(mutation.from);
    if (at == std::string::npos) return wrong("the text lacks " + mutation.from);
    if (text.find(mutation.from, at + 1) != std::string::npos)
        return wrong("the text has several of " + mutation.from);
    return text.replace(at, mutation.from.size(), mutation.to);
}

std::string check_of(const Error& error) {
    if (error.kind != ErrorKind::kFault) return "";
    const std::size_t first = error.message.find("\": ") + 3;
    return error.message.substr(first, error.message.find(':', first) - first);
}

GpuPlan plan_of(const Subject& subject) {
    const Library library = subject.library();
    const Graph graph = graph_of(subject, library);
    GpuContext context{{graph, library, {{subject.domain, kPlanes}}, regions_of(subject), {}, {}},
                       *find_gpu_target(subject.target)};
    context.choices = subject.choices;
    Result<GpuPlan> plan = make_plan(context, subject.disabled);
    EXPECT_TRUE(plan) << plan.error().message;
    if (!plan) return {};
    if (subject.force) subject.force(*plan);
    return *std::move(plan);
}

Result<Verdict> run(const Subject& subject, const std::string& kernel, const Mutation& mutation) {
    const Library library = subject.library();
    const Graph graph = graph_of(subject, library);
    const GpuPlan plan = plan_of(subject);
    Result<GpuProgram> program = compile(plan, library, kernel, mutation);
    if (!program) return program.error();
    auto simt = make_simt_executor(*std::move(program), {.schedules = 4, .max_calls = 200000});
    if (!simt) return simt.error();
    auto reference =
        prepare_reference({graph, library, {{subject.domain, kPlanes}}, regions_of(subject)});
    if (!reference) return reference.error();

    const Picture in = test_picture(subject.domain, kPlanes, 7, true);
    const Rect region = plan.output_regions.front();
    Picture out(region, kPlanes), expected(region, kPlanes);
    if (Status ok = (*reference)->run({in.view()}, {expected.view()}, {}); !ok) return ok.error();
    Verdict verdict;
    verdict.status = (*simt)->run({in.view()}, {out.view()}, {});
    if (!verdict.status) verdict.check = check_of(verdict.status.error());
    verdict.agrees = verdict.status && same_bits(out, expected);
    return verdict;
}

}  // namespace weft::test
