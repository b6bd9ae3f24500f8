#include "fake_device.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>

#include "differential/compiler_fixture.h"
#include "emit/cuda/cuda_kernel.h"
#include "engine/differential.h"
#include "fake_driver/fake_module.h"
#include "passes/pipeline.h"
#include "runtime/gpu/pack_args.h"

namespace weft::test {

namespace {

/// The file that a function was loaded from, by the system's list of what lies where in memory: the
/// dynamic linker knows kernels by other paths.
std::string path_of(const void* function) {
    const auto wanted = reinterpret_cast<std::uintptr_t>(function);
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {
        std::istringstream fields(line);
        std::uintptr_t first = 0, end = 0;
        char dash = 0;
        std::string access, offset, device, inode, path;
        fields >> std::hex >> first >> dash >> end >> access >> offset >> device >> inode >> path;
        if (first <= wanted && wanted < end) return path;
    }
    ADD_FAILURE() << "no file is mapped there";
    return {};
}

Result<GpuProgram> compiled(GpuPlan plan) {
    GpuProgram program;
    std::vector<std::string> texts;
    for (const GpuKernel& kernel : plan.kernels) {
        const CudaKernelText text = emit_cuda_kernel(plan, kernel, library());
        const auto known = std::find(texts.begin(), texts.end(), text.text);
        program.code_of.add(Id<GpuCode>(static_cast<int>(known - texts.begin())));
        if (known != texts.end()) continue;
        texts.push_back(text.text);
        auto object = shared_compiler()->compile({text.symbol,
                                                  simt_preamble() + text.text + simt_epilogue(text),
                                                  "native",
                                                  plan.fast_math,
                                                  {}});
        if (!object) return object.error();
        GpuCode code;
        code.symbol = text.symbol;
        const Table<float*, PlanImage> nowhere(plan.images.size(), nullptr);
        code.cubin = fake::fake_cubin(path_of((*object)->symbol((text.symbol + "_simt").c_str())),
                                      pack_args(plan, kernel, nowhere).bytes.size());
        code.keep_alive = *object;
        program.code.add(std::move(code));
    }
    program.plan = std::move(plan);
    return program;
}

Result<GpuProgram> plan_and_compile(const Graph& graph, const Planning& p) {
    const GpuContext context = gpu_context_of(graph, p, "sm_90");
    Result<GpuPlan> plan = make_plan(context, p.disabled);
    if (!plan) return plan.error();
    return compiled(*std::move(plan));
}

}  // namespace

GpuProgram fake_program(const Graph& graph, const Planning& p) {
    Result<GpuProgram> program = plan_and_compile(graph, p);
    if (!program) {
        ADD_FAILURE() << program.error().message;
        return {};
    }
    return *std::move(program);
}

GpuProgram fake_program_in(const std::string& folder, const Graph& graph, const Planning& p) {
    GpuProgram program = fake_program(graph, p);
    for (const Id<GpuCode> c : program.code.ids()) {
        const std::string image(reinterpret_cast<const char*>(program.code[c].cubin.data()));
        const std::size_t size_at = std::string(fake::kImageMagic).size();
        const std::size_t path_at = image.find('\n', size_at) + 1;
        const std::string file = folder + "/" + std::to_string(c.number()) + ".so";
        std::filesystem::copy_file(image.substr(path_at), file);
        program.code[c].cubin = fake::fake_cubin(file, std::stoul(image.substr(size_at)));
    }
    return program;
}

Replan fake_replan(const Graph& graph, Planning p) {
    // Objects must stay loaded: the fake driver finds them by their paths.
    auto kept = std::make_shared<std::vector<GpuProgram>>();
    return [&graph, p, kept](const std::vector<Rect>& regions) mutable -> Result<GpuProgram> {
        p.regions = regions;
        Result<GpuProgram> program = plan_and_compile(graph, p);
        if (program) kept->push_back(*program);
        return program;
    };
}

CudaOptions fake_options() {
    CudaOptions options;
    options.driver_library = WEFT_FAKE_DRIVER_PATH;
    return options;
}

std::vector<Picture> test_inputs(const Graph& graph, const Planning& p, std::uint64_t seed) {
    std::vector<Picture> inputs;
    for (std::size_t i = 0; i < graph.inputs.size(); ++i)
        inputs.push_back(test_picture(p.domain, p.planes, seed + i, true));
    return inputs;
}

std::vector<Picture> reference_outputs(const Graph& graph, const Planning& p,
                                       const std::vector<Picture>& inputs) {
    const CpuContext context = context_of(graph, p);
    auto reference = prepare_reference({graph, library(), context.inputs, p.regions});
    EXPECT_TRUE(reference) << reference.error().message;
    const auto shapes = infer_shapes(graph, library(), context.inputs);
    const auto regions = resolve_regions(graph, *shapes, p.regions);
    std::vector<Picture> outputs;
    for (std::size_t o = 0; o < graph.outputs.size(); ++o)
        outputs.emplace_back((*regions)[o], shapes->at(graph.outputs[o].image).planes);
    const Status ok = (*reference)->run(views(inputs), views(outputs), {});
    EXPECT_TRUE(ok) << ok.error().message;
    return outputs;
}

std::vector<Picture> blank_like(const std::vector<Picture>& pictures) {
    std::vector<Picture> blank;
    for (const Picture& picture : pictures) {
        blank.emplace_back(picture.domain(), picture.planes());
        const Rect d = picture.domain();
        for (int plane = 0; plane < picture.planes(); ++plane)
            for (int y = d.y0; y < d.y1; ++y)
                std::fill_n(blank.back().row(y, plane), d.width(), -123.25f);
    }
    return blank;
}

std::vector<PictureView> views(const std::vector<Picture>& pictures) {
    std::vector<PictureView> result;
    for (const Picture& picture : pictures) result.push_back(picture.view());
    return result;
}

std::string difference(const std::vector<Picture>& got, const std::vector<Picture>& expected) {
    for (std::size_t o = 0; o < expected.size(); ++o)
        if (const auto d = find_difference(got[o], expected[o]))
            return "output " + std::to_string(o) + " at (" + std::to_string(d->x) + ", " +
                   std::to_string(d->y) + ") of plane " + std::to_string(d->plane) + ": " +
                   std::to_string(d->a) + " instead of " + std::to_string(d->b);
    return "";
}

}  // namespace weft::test
