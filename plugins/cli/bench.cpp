// weft bench: how fast effects run, against other ways to run them and against plain copies, all
// interleaved in one go so that a busy machine slows all alike.
#include <algorithm>
#include <chrono>
#include <memory>
#include <thread>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/copy_baseline.h"
#include "cli/flags.h"
#include "cli/interrupt.h"
#include "cli/parse.h"
#include "engine/differential.h"

namespace weft {
namespace {

using Clock = std::chrono::steady_clock;

struct BenchOptions {
    std::vector<std::string> effects;
    EngineFlags engine{.options = {.device = "cpu"}};
    std::vector<std::string> settings, functors;
    std::string size;
    int channels = 3;
    int runs = 15;
    bool json = false;
};

/// The sizes at which the effects are usually quoted.
Rect usual_size(const std::string& effect) {
    if (effect == "degrain") return {0, 0, 2063, 1545};
    if (effect == "diffusion") return {0, 0, 3072, 2304};
    if (effect == "unsharp") return {0, 0, 2560, 1536};
    if (effect == "night") return {0, 0, 1920, 1200};
    for (const char* hipacc : {"harris", "shi-tomasi", "sobel", "unsharp-hipacc", "enhance",
                               "gaussian-3x3", "laplace-5x5", "bilateral-13x13"})
        if (effect == hipacc) return {0, 0, 2048, 2048};
    return {0, 0, 1920, 1080};
}

/// One way to spend time on the same pictures, measured many times.
struct Contender {
    std::string name;
    std::function<Status()> run;
    std::vector<double> milliseconds;

    double median() const {
        std::vector<double> sorted = milliseconds;
        std::sort(sorted.begin(), sorted.end());
        return sorted.empty() ? 0 : sorted[sorted.size() / 2];
    }
    double best() const {
        return milliseconds.empty() ? 0
                                    : *std::min_element(milliseconds.begin(), milliseconds.end());
    }
};

/// An effect made ready in one way, with its pictures.
struct Ready {
    std::shared_ptr<Engine> engine;
    std::shared_ptr<Prepared> prepared;
};

Result<Ready> make_ready(const Session& session, EngineOptions options, const Rect& size,
                         int planes) {
    Ready ready;
    ready.engine = std::make_shared<Engine>(std::move(options));
    PrepareRequest request{session.graph,
                           session.library,
                           std::vector<ImageShape>(session.graph.inputs.size(), {size, planes}),
                           {}};
    Result<std::unique_ptr<Prepared>> prepared = ready.engine->prepare(request);
    if (!prepared) return prepared.error();
    ready.prepared = *std::move(prepared);
    return ready;
}

Result<nlohmann::json> bench_effect(const std::string& name, const BenchOptions& options) {
    EngineOptions base = options.engine.to_options();
    base.shared_compiler = make_host_compiler(base.compiler);
    EffectChoice choice;
    choice.effect = name;
    choice.settings = options.settings;
    choice.functors = options.functors;
    Result<Session> session = open_session(choice, base);
    if (!session) return session.error();
    Rect size = usual_size(session->graph.name);
    if (!options.size.empty()) {
        Result<Rect> given = parse_size(options.size);
        if (!given) return given.error();
        size = *given;
    }

    std::vector<Picture> pictures, results;
    for (std::size_t i = 0; i < session->graph.inputs.size(); ++i)
        pictures.push_back(test_picture(size, options.channels, 1 + i, false));
    auto shapes = infer_shapes(session->graph, session->library,
                               std::vector<ImageShape>(pictures.size(), {size, options.channels}));
    if (!shapes) return shapes.error();
    for (const GraphOutput& output : session->graph.outputs)
        results.emplace_back(shapes->at(output.image).domain, shapes->at(output.image).planes);
    std::vector<PictureView> inputs, outputs;
    for (Picture& p : pictures) inputs.push_back(p.view());
    for (Picture& p : results) outputs.push_back(p.view());

    const int threads = base.threads > 0
                            ? base.threads
                            : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    std::vector<Contender> contenders;
    nlohmann::json report;
    auto add = [&](const std::string& label, const EngineOptions& way) -> Status {
        const auto start = Clock::now();
        Result<Ready> ready = make_ready(*session, way, size, options.channels);
        if (!ready) return ready.error();
        const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
        report["prepare_seconds"][label] = seconds;
        report["scratch_megabytes"][label] =
            static_cast<double>(ready->prepared->scratch_bytes()) / (1 << 20);
        report["kernels"][label] = ready->prepared->kernel_count();
        contenders.push_back({label,
                              [ready = *ready, &inputs, &outputs] {
                                  return ready.prepared->run(inputs, outputs, {});
                              },
                              {}});
        return {};
    };
    EngineOptions one = base, unfused = base;
    one.threads = 1;
    unfused.disabled_passes.push_back("fuse");
    if (Status ok = add("fused", base); !ok) return ok.error();
    if (Status ok = add("one thread", one); !ok) return ok.error();
    if (Status ok = add("without fuse", unfused); !ok) return ok.error();
    std::unique_ptr<CopyBaseline> copies;
    if (!pictures.empty()) {
        copies =
            std::make_unique<CopyBaseline>(pictures, static_cast<int>(results.size()), threads);
        const auto copy = [&](const char* label, bool read_too) {
            contenders.push_back({label,
                                  [&copies, read_too] {
                                      copies->run(read_too);
                                      return Status{};
                                  },
                                  {}});
        };
        copy("copy", false);
        copy("copy and read", true);
    }

    for (int run = -2; run < options.runs; ++run)  // two rounds warm caches and memory
        for (Contender& contender : contenders) {
            if (interrupt_flag()) return Error{ErrorKind::kCancelled, "cancelled"};
            const auto start = Clock::now();
            if (Status ok = contender.run(); !ok) return ok.error();
            const double ms =
                std::chrono::duration<double, std::milli>(Clock::now() - start).count();
            if (run >= 0) contender.milliseconds.push_back(ms);
        }

    report["effect"] = session->graph.name;
    report["width"] = size.width();
    report["height"] = size.height();
    report["planes"] = options.channels;
    report["threads"] = threads;
    report["math"] = base.math == MathMode::kFast ? "fast" : "strict";
    report["runs"] = options.runs;
    const double fused = contenders.front().median();
    for (const Contender& contender : contenders) {
        report["median_ms"][contender.name] = contender.median();
        report["best_ms"][contender.name] = contender.best();
        report["ratio_to_fused"][contender.name] = contender.median() / fused;
    }
    return report;
}

void print_report(const nlohmann::json& r) {
    fmt::print("{} {}x{}x{} {}, {} threads, median of {} interleaved runs\n",
               r["effect"].get<std::string>(), r["width"].get<int>(), r["height"].get<int>(),
               r["planes"].get<int>(), r["math"].get<std::string>(), r["threads"].get<int>(),
               r["runs"].get<int>());
    for (const char* name : {"fused", "one thread", "without fuse", "copy", "copy and read"}) {
        if (!r["median_ms"].contains(name)) continue;
        fmt::print("  {:<14} {:>9.2f} ms  best {:>9.2f} ms  {:>7.2f} x fused", name,
                   r["median_ms"][name].get<double>(), r["best_ms"][name].get<double>(),
                   r["ratio_to_fused"][name].get<double>());
        if (r["kernels"].contains(name))
            fmt::print("  {:>2} kernels, {:>6.1f} MB scratch, prepared in {:.2f} s",
                       r["kernels"][name].get<int>(), r["scratch_megabytes"][name].get<double>(),
                       r["prepare_seconds"][name].get<double>());
        fmt::print("\n");
    }
}

Result<ExitCode> bench(const BenchOptions& options) {
    nlohmann::json all = nlohmann::json::array();
    for (const std::string& effect : options.effects) {
        Result<nlohmann::json> report = bench_effect(effect, options);
        if (!report) return report.error();
        if (options.json)
            all.push_back(*report);
        else
            print_report(*report);
        std::fflush(stdout);
    }
    if (options.json) fmt::print("{}\n", all.dump(2));
    return ExitCode::kSuccess;
}

}  // namespace

void add_bench(CLI::App& app, Action& action) {
    auto options = std::make_shared<BenchOptions>();
    CLI::App* command =
        app.add_subcommand("bench", "Time effects: fused, unfused, and plain copies");
    command->add_option("EFFECT", options->effects, "Effects, functors or .weft documents")
        ->required();
    command->add_option("-s,--set", options->settings, "Set a parameter: NAME=VALUE")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false)
        ->type_name("NAME=VALUE");
    command->add_option("--functors", options->functors, "Load the functors of a C++ header")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false)
        ->type_name("FILE.h");
    command
        ->add_option("--size", options->size,
                     "Size of the pictures; the effect's usual one if not given")
        ->type_name("WxH");
    command->add_option("--channels", options->channels, "Planes of the pictures")
        ->check(CLI::Range(1, kMaxPlanes))
        ->capture_default_str();
    command->add_option("--runs", options->runs, "Measured rounds")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    command->add_flag("--json", options->json, "Print JSON");
    add_engine_flags(*command, options->engine);
    command->footer("Example:\n  weft bench degrain diffusion unsharp --json");
    command->callback([options, &action] { action = [options] { return bench(*options); }; });
}

}  // namespace weft
