// weft compile: an effect's kernels for one GPU, as a bundle that weft-run executes.
#include <algorithm>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/fast_tolerance.h"
#include "cli/flags.h"
#include "cli/interrupt.h"
#include "engine/cuda/cuda_program.h"
#include "runtime/bundle/bundle.h"
#include "runtime/bundle/synthetic.h"

namespace weft {
namespace {

struct CompileOptions {
    EffectChoice choice;
    EngineFlags engine;
    ShapeFlags shape;
    std::string folder;
    std::string plan_as;     ///< the target whose figures decide; empty: the one compiled for
    std::string check_by;    ///< device whose result the bundle shall give
    std::string check_like;  ///< bundle whose hashes hold for this one too
    std::uint64_t seed = 1;
    int band_rows = 64;
};

/// What `device` makes of synthetic inputs, as hashes.
Result<ExpectedBits> expected_bits(const CompileOptions& options, const LaunchList& launches) {
    EngineOptions engine = options.engine.to_options();
    engine.device = options.check_by;
    engine.target.clear();
    engine.math = MathMode::kStrict;
    engine.disabled_passes.clear();
    Result<Session> session = open_session(options.choice, engine);
    if (!session) return session.error();

    std::vector<ImageShape> shapes;
    std::vector<Picture> pictures;
    std::vector<PictureView> inputs, outputs;
    for (const PicturePort& port : launches.inputs) {
        shapes.push_back(port.shape);
        pictures.push_back(synthetic_picture(port.shape.domain, port.shape.planes,
                                             input_seed(options.seed, inputs.size())));
        inputs.push_back(pictures.back().view());
    }
    auto prepared = session->engine->prepare({session->graph, session->library, shapes, {}});
    if (!prepared) return prepared.error();
    for (const PicturePort& port : launches.outputs) {
        pictures.emplace_back(port.shape.domain, port.shape.planes);
        outputs.push_back(pictures.back().view());
    }
    if (Status ok = (*prepared)->run(inputs, outputs, {&interrupt_flag(), nullptr}); !ok)
        return ok.error();
    ExpectedBits expected{options.seed, options.band_rows, {}};
    for (std::size_t o = 0; o < outputs.size(); ++o)
        expected.hashes.push_back(band_hashes(pictures[inputs.size() + o], options.band_rows));
    return expected;
}

/// The hashes of another bundle of the same effect on the same pictures.
Result<ExpectedBits> borrowed_bits(const std::string& folder, const LaunchList& launches) {
    Result<Bundle> other = read_bundle(folder);
    if (!other) return other.error();
    const auto same_shapes = [](const std::vector<PicturePort>& a,
                                const std::vector<PicturePort>& b) {
        return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                          [](const auto& p, const auto& q) { return p.shape == q.shape; });
    };
    const LaunchList& theirs = other->launches;
    if (!other->expected || theirs.name != launches.name ||
        !same_shapes(theirs.inputs, launches.inputs) ||
        !same_shapes(theirs.outputs, launches.outputs))
        return Error{
            ErrorKind::kUsage,
            fmt::format("'{}' holds no hashes of {} on pictures of this size; make it with "
                        "--check-by",
                        folder, launches.name)};
    return *other->expected;
}

/// What weft-run allows a fast bundle.
std::optional<FastTolerance> tolerance_of(const Session& session, MathMode math) {
    if (math != MathMode::kFast) return {};
    const Tolerance allowed = fast_tolerance(session.graph, session.library);
    return FastTolerance{allowed.absolute, allowed.relative, allowed.outliers};
}

/// The launches, as the figures of `options.plan_as` decide them.
Result<GpuProgram> planned_as(const CompileOptions& options, const Session& session,
                              const std::vector<ImageShape>& shapes, const EngineOptions& engine) {
    const GpuTarget* figures = find_gpu_target(options.plan_as);
    const GpuTarget* code = find_gpu_target(engine.target);
    if (figures == nullptr || code == nullptr)
        return Error{ErrorKind::kUsage,
                     fmt::format("unknown target '{}'; 'weft list targets' shows them",
                                 figures == nullptr ? options.plan_as : engine.target)};
    GpuContext context{
        {session.graph, session.library, shapes, {}, {}, {}, engine.math == MathMode::kFast},
        *figures};
    context.target.name = fmt::format("{} as {}", code->name, figures->name);
    context.target.capability = code->capability;
    const std::unique_ptr<DeviceCompiler> compiler = make_device_compiler(engine.compiler);
    Result<PlannedGpu> planned = plan_for_gpu(context, engine.disabled_passes, *compiler);
    if (!planned) return planned.error();
    return cuda_program(*std::move(planned));
}

Result<ExitCode> compile(const CompileOptions& options) {
    EngineOptions engine = options.engine.to_options();
    if (engine.target.empty())
        return Error{ErrorKind::kUsage,
                     "--target is missing: name the GPU to compile for, such as sm_90; 'weft list "
                     "targets' shows them"};
    if (!(options.check_by + options.check_like).empty() && engine.math == MathMode::kFast)
        return Error{ErrorKind::kUsage,
                     "hashes need --math strict: fast results differ from device to device; "
                     "compare them with a strict bundle's (weft-run --compare)"};
    Result<Session> session = open_session(options.choice, engine);
    if (!session) return session.error();
    Result<std::vector<ImageShape>> shapes = input_shapes(*session, options.shape);
    if (!shapes) return shapes.error();
    Result<GpuProgram> program =
        options.plan_as.empty()
            ? session->engine->gpu_program({session->graph, session->library, *shapes, {}})
            : planned_as(options, *session, *shapes, engine);
    if (!program) return program.error();
    Bundle bundle{list_launches(*program), {}, tolerance_of(*session, engine.math)};
    if (!options.check_by.empty()) {
        Result<ExpectedBits> expected = expected_bits(options, bundle.launches);
        if (!expected) return expected.error();
        bundle.expected = *std::move(expected);
    }
    if (!options.check_like.empty()) {
        Result<ExpectedBits> expected = borrowed_bits(options.check_like, bundle.launches);
        if (!expected) return expected.error();
        bundle.expected = *std::move(expected);
    }
    if (Status ok = write_bundle(bundle, options.folder); !ok) return ok.error();
    fmt::print("{}: {} launches of {} kernels for {}, {:.1f} MB on the device\n", options.folder,
               bundle.launches.launches.size(), bundle.launches.code.size(), bundle.launches.target,
               static_cast<double>(bundle.launches.arena_bytes) / (1 << 20));
    return ExitCode::kSuccess;
}

}  // namespace

void add_compile(CLI::App& app, Action& action) {
    auto options = std::make_shared<CompileOptions>();
    CLI::App* command =
        app.add_subcommand("compile", "Write an effect's kernels for a GPU as a bundle");
    add_effect_flags(*command, options->choice);
    add_given_flag(*command, options->choice);
    add_shape_flags(*command, options->shape);
    add_engine_flags(*command, options->engine);
    command->add_option("-o,--output", options->folder, "Folder of the bundle")
        ->required()
        ->type_name("DIR");
    command
        ->add_option("--check-by", options->check_by,
                     "Run this device on synthetic pictures and store hashes of its result, which "
                     "weft-run --check compares with")
        ->type_name("DEVICE")
        ->check(CLI::IsMember({"reference", "cpu"}));
    command
        ->add_option("--check-like", options->check_like,
                     "Store the hashes of another bundle of the same effect and size")
        ->type_name("BUNDLE")
        ->excludes("--check-by");
    command
        ->add_option(
            "--plan-as", options->plan_as,
            "Let the figures of another GPU decide, an older one: to see what its plan does "
            "on this one")
        ->type_name("TARGET");
    command->add_option("--seed", options->seed, "Of the synthetic pictures")
        ->type_name("N")
        ->capture_default_str();
    command->add_option("--band-rows", options->band_rows, "Rows to a hash")
        ->type_name("N")
        ->check(CLI::Range(1, kMaxCoordinate))
        ->capture_default_str();
    command->footer(
        "A bundle holds one effect for one size of picture and one GPU. It is executed by "
        "weft-run,\n"
        "which needs the GPU's driver and nothing else.\n\n"
        "Example:\n  weft compile degrain --size 2063x1545 --target sm_90 -o degrain.bundle");
    command->callback([options, &action] { action = [options] { return compile(*options); }; });
}

}  // namespace weft
