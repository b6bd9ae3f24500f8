// weft bench: how fast effects run, against other ways to run them and against plain copies, all
// interleaved in one go so that a busy machine slows all alike.
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/bench_all.h"
#include "cli/bench_nodes.h"
#include "cli/bench_subject.h"
#include "cli/command.h"
#include "cli/copy_baseline.h"
#include "cli/nodes_text.h"

namespace weft {
namespace {

/// The sizes at which the effects are usually quoted.
Rect usual_size(const std::string& effect) {
    if (effect == "degrain") return {0, 0, 2063, 1545};
    if (effect == "diffusion") return {0, 0, 3072, 2304};
    for (const char* halide : {"unsharp-halide", "harris-halide", "max-filter"})
        if (effect == halide) return {0, 0, 2560, 1536};
    for (const char* polymage : {"unsharp-polymage", "harris-polymage"})
        if (effect == polymage) return {0, 0, 4256, 2832};
    if (effect == "night") return {0, 0, 1920, 1200};
    for (const char* hipacc : {"harris", "shi-tomasi", "sobel", "unsharp-hipacc", "enhance",
                               "gaussian-3x3", "laplace-5x5", "bilateral-13x13"})
        if (effect == hipacc) return {0, 0, 2048, 2048};
    return {0, 0, 1920, 1080};
}

/// The effect with pictures of the size asked for, or of its usual one.
Result<BenchSubject> open_subject(const std::string& name, const BenchOptions& options,
                                  const EngineOptions& base) {
    EffectChoice choice = options.choice;
    choice.effect = name;
    Result<Session> session = open_session(choice, base);
    if (!session) return session.error();
    const Result<Rect> size = size_or(options.size, usual_size(session->graph.name));
    if (!size) return size.error();
    return subject_of(session->graph, session->library, *size, options.channels);
}

EngineOptions engine_of(const BenchOptions& options) {
    EngineOptions engine = options.engine.to_options();
    engine.shared_compiler = make_host_compiler(engine.compiler);
    return engine;
}

Result<nlohmann::json> bench_effect(const std::string& name, const BenchOptions& options) {
    const EngineOptions base = engine_of(options);
    Result<BenchSubject> opened = open_subject(name, options, base);
    if (!opened) return opened.error();
    BenchSubject& subject = *opened;

    std::vector<Contender> contenders;
    nlohmann::json report;
    const auto add = [&](const std::string& label, const EngineOptions& way,
                         bool interleaved = false) -> Status {
        const Result<Ready> ready = make_ready(subject, way, interleaved);
        if (!ready) return ready.error();
        report["prepare_seconds"][label] = ready->seconds;
        report["scratch_megabytes"][label] =
            static_cast<double>(ready->prepared->scratch_bytes()) / (1 << 20);
        report["kernels"][label] = ready->prepared->kernel_count();
        Result<Contender> contender = contender_of(label, *ready, subject);
        if (!contender) return contender.error();
        contenders.push_back(*std::move(contender));
        return {};
    };
    EngineOptions one = base, unfused = base;
    one.threads = 1;
    unfused.disabled_passes.push_back("fuse");
    if (Status ok = add("fused", base); !ok) return ok.error();
    if (Status ok = add("one thread", one); !ok) return ok.error();
    if (Status ok = add("without fuse", unfused); !ok) return ok.error();
    if (options.interleaved)
        if (Status ok = add("interleaved", base, true); !ok) return ok.error();
    const std::unique_ptr<CopyBaseline> copies = copies_of(subject, thread_count(base));
    if (copies) {
        contenders.push_back(copy_contender("copy", *copies, false));
        contenders.push_back(copy_contender("copy and read", *copies, true));
    }
    if (Status ok = measure_in_turn(contenders, options.runs); !ok) return ok.error();

    report["effect"] = subject.graph.name;
    report["width"] = subject.size.width();
    report["height"] = subject.size.height();
    report["planes"] = options.channels;
    report["threads"] = thread_count(base);
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
    for (const char* name :
         {"fused", "one thread", "without fuse", "interleaved", "copy", "copy and read"}) {
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

Result<NodesReport> nodes_of(const std::string& name, const BenchOptions& options) {
    const EngineOptions base = engine_of(options);
    Result<BenchSubject> subject = open_subject(name, options, base);
    if (!subject) return subject.error();
    return bench_nodes(*subject, base, options.runs, options.interleaved);
}

Result<ExitCode> bench_nodes_of_each(const BenchOptions& options) {
    nlohmann::json all = nlohmann::json::array();
    for (const std::string& effect : options.effects) {
        const Result<NodesReport> report = nodes_of(effect, options);
        if (!report) return report.error();
        if (options.json)
            all.push_back(to_json(*report));
        else
            fmt::print("{}", to_text(*report));
        std::fflush(stdout);
    }
    if (options.json) fmt::print("{}\n", all.dump(2));
    return ExitCode::kSuccess;
}

Result<ExitCode> bench_each(const BenchOptions& options) {
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

Result<ExitCode> bench(const BenchOptions& options) {
    if (!options.all && options.effects.empty())
        return Error{ErrorKind::kUsage, "name effects to time, or give --all"};
    if (options.all && !options.choice.settings.empty())
        return Error{ErrorKind::kUsage,
                     "--set names a parameter of one effect; with --all there are many"};
    if (options.all && options.nodes)
        return Error{ErrorKind::kUsage,
                     "--nodes prints a table for each effect; name those to time, without --all"};
    if (options.interleaved && options.all)
        return Error{ErrorKind::kUsage,
                     "--interleaved is about single effects; name those to time, without --all"};
    if (options.nodes) return bench_nodes_of_each(options);
    return options.all ? bench_all(options) : bench_each(options);
}

}  // namespace

void add_bench(CLI::App& app, Action& action) {
    auto options = std::make_shared<BenchOptions>();
    CLI::App* command =
        app.add_subcommand("bench", "Time effects: fused, unfused, and plain copies");
    command->add_option("EFFECT", options->effects, "Effects, functors or .weft documents");
    command->add_flag(
        "--all", options->all,
        "Every functor and effect in a table, or those named: time per megapixel, and "
        "against a copy of the same pictures");
    command->add_flag("--nodes", options->nodes,
                      "What each node takes, inside fused kernels as well: ms of all threads "
                      "together, which sum to the whole (device cpu)");
    command->add_flag("--interleaved", options->interleaved,
                      "Also over pictures whose pixels are neighbouring samples, as files and "
                      "compositing applications have them; with --nodes over those alone");
    command->add_option("-s,--set", options->choice.settings, "Set a parameter: NAME=VALUE")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false)
        ->type_name("NAME=VALUE");
    command->add_option("--functors", options->choice.functors, "Load the functors of a C++ header")
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
    command
        ->add_option(
            "--runs", options->runs,
            "Measured rounds; with --all, if not given, as many more as half a second holds")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    command->add_flag("--json", options->json, "Print JSON");
    add_engine_flags(*command, options->engine);
    command->footer(
        "Examples:\n  weft bench degrain diffusion unsharp --json\n"
        "  weft bench --all\n"
        "  weft bench --all Power Median --runs 50\n"
        "  weft bench degrain --nodes\n"
        "  weft bench Grade --channels 4 --interleaved\n"
        "  weft bench --all --functors my_functor.h");
    command->callback([options, command, &action] {
        if (command->count("--runs") > 0) options->seconds = 0;
        action = [options] { return bench(*options); };
    });
}

}  // namespace weft
