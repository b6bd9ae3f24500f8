// Does the model of CPU times rank plans as a clock does? Many plans of each effect, measured in
// turn.
//
//   weft_rank_plans [--rounds N] [--threads N] [--out FILE.json] [--times FILE.json] [EFFECT...]
//
// Each effect is planned in every way of `ways`; plans that come out the same are measured once. In
// every round each plan runs twice and the better time counts; a plan's time is the median over
// rounds. --times takes the times of an earlier --out, and asks the model anew. Prints all plans
// and Spearman's coefficients: of each effect, of all plans, and of all plans within their effects.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <memory>
#include <optional>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "bench/rank_correlation.h"
#include "effects/builtin.h"
#include "engine/differential.h"
#include "engine/engine.h"
#include "passes/cpu/cpu_work.h"
#include "runtime/cpu/host_target.h"

namespace weft::bench {
namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::ordered_json;

struct EffectSize {
    const char* effect;
    Rect size;
};

/// Costly effects get smaller pictures, so that a round stays short.
constexpr EffectSize kEffects[] = {
    {"degrain", {0, 0, 1280, 960}},
    {"diffusion", {0, 0, 1280, 960}},
    {"unsharp-halide", {0, 0, 1920, 1080}},
    {"gaussian-blur", {0, 0, 1920, 1080}},
    {"harris", {0, 0, 1920, 1080}},
    {"shi-tomasi", {0, 0, 1280, 960}},
    {"sobel", {0, 0, 1920, 1080}},
    {"enhance", {0, 0, 1280, 960}},
    {"night", {0, 0, 960, 600}},
    {"unsharp-hipacc", {0, 0, 1920, 1080}},
    {"bilateral-13x13", {0, 0, 160, 120}},
    {"blur-3x3", {0, 0, 1920, 1080}},
};

/// How a plan is asked for.
struct Way {
    const char* name;
    std::vector<std::string> disabled = {};
    int strip_height = 0, block_width = 0, batch_rows = 0;
    bool unbounded = false;
    int shrunk = 1;  ///< the picture's width and height by so much
};

const std::vector<Way>& ways() {
    static const std::vector<Way> list = {
        {.name = "as planned"},
        {.name = "unfused", .disabled = {"fuse"}},
        {.name = "a loop per stage", .disabled = {"nest"}},
        {.name = "scalar", .disabled = {"vectorise"}},
        {.name = "scalar, unfused", .disabled = {"vectorise", "fuse"}},
        {.name = "plain", .disabled = {"all"}},
        {.name = "rows one by one", .disabled = {"batch"}},
        {.name = "four rows at once", .batch_rows = 4},
        {.name = "a strip per thread", .disabled = {"tile"}},
        {.name = "strips of 4", .strip_height = 4},
        {.name = "strips of 16", .strip_height = 16},
        {.name = "strips of 64", .strip_height = 64},
        {.name = "strips of 16, a loop per stage", .disabled = {"nest"}, .strip_height = 16},
        {.name = "blocks of 64", .block_width = 64},
        {.name = "blocks of 256", .block_width = 256},
        {.name = "tiles of 256x64", .strip_height = 64, .block_width = 256},
        {.name = "tiles of 128x32", .strip_height = 32, .block_width = 128},
        {.name = "unbounded", .unbounded = true},
        {.name = "a quarter as wide and high", .shrunk = 4},
        {.name = "a quarter, unfused", .disabled = {"fuse"}, .shrunk = 4},
        {.name = "a quarter, scalar", .disabled = {"vectorise"}, .shrunk = 4},
        {.name = "a quarter, strips of 4", .strip_height = 4, .shrunk = 4},
    };
    return list;
}

/// A plan, what runs it, and its times.
struct Contender {
    std::string effect, way;
    Rect size;
    int threads = 1, kernels = 0;
    double modelled = 0;  ///< seconds
    std::unique_ptr<Prepared> prepared;
    std::vector<Picture> inputs, outputs;
    std::vector<double> times;  ///< seconds, one a round

    std::string key() const { return effect + ": " + way; }
    double median() const {
        std::vector<double> sorted = times;
        std::sort(sorted.begin(), sorted.end());
        return sorted.empty() ? 0 : sorted[sorted.size() / 2];
    }
};

struct Options {
    int rounds = 15;
    int threads = 1;
    std::string out, times;
    std::vector<std::string> effects;
};

constexpr int kPlanes = 3;

EngineOptions engine_options(const Way& way, int threads,
                             const std::shared_ptr<HostCompiler>& compiler) {
    EngineOptions options;
    options.threads = threads;
    options.disabled_passes = way.disabled;
    options.strip_height = way.strip_height;
    options.block_width = way.block_width;
    options.batch_rows = way.batch_rows;
    options.shared_compiler = compiler;
    return options;
}

Status measure_once(Contender& c) {
    std::vector<PictureView> inputs, outputs;
    for (Picture& p : c.inputs) inputs.push_back(p.view());
    for (Picture& p : c.outputs) outputs.push_back(p.view());
    double best = 0;
    for (int run = 0; run < 2; ++run) {
        const auto start = Clock::now();
        if (Status ok = c.prepared->run(inputs, outputs, {}); !ok) return ok;
        const double time = std::chrono::duration<double>(Clock::now() - start).count();
        best = run == 0 ? time : std::min(best, time);
    }
    c.times.push_back(best);
    return {};
}

/// The contenders of one effect: a plan for each way that differs from all before it.
Status add_effect(const EffectSize& chosen, int threads, bool runs, const Library& library,
                  const std::shared_ptr<HostCompiler>& compiler, std::vector<Contender>& all) {
    std::vector<CpuPlan> seen;
    for (const Way& way : ways()) {
        Graph graph = find_effect(chosen.effect)->build();
        if (way.unbounded) graph.intermediates = Intermediates::kUnbounded;
        Contender c;
        c.effect = chosen.effect;
        c.way = way.name;
        c.size = {0, 0, chosen.size.x1 / way.shrunk, chosen.size.y1 / way.shrunk};
        c.threads = threads;
        const std::vector<ImageShape> shapes(graph.inputs.size(), {c.size, kPlanes});
        const PrepareRequest request{graph, library, shapes, {}};
        Engine engine(engine_options(way, threads, compiler));
        Result<Plan> made = engine.plan(request);
        if (!made) return made.error();
        auto plan = std::get<CpuPlan>(*std::move(made));
        c.kernels = static_cast<int>(plan.kernels.size());
        c.modelled = run_seconds(plan);
        plan.decisions.clear();
        plan.intermediates = {};
        if (std::find(seen.begin(), seen.end(), plan) != seen.end()) continue;
        if (runs) {
            Result<std::unique_ptr<Prepared>> prepared = engine.prepare(request);
            if (!prepared) return prepared.error();
            c.prepared = *std::move(prepared);
            for (std::size_t i = 0; i < graph.inputs.size(); ++i)
                c.inputs.push_back(test_picture(c.size, kPlanes, 1 + i, false));
            for (const Id<GraphOutput> o : plan.outputs.ids())
                c.outputs.emplace_back(plan.output_regions[o],
                                       plan.images[plan.outputs[o]].shape.planes);
        }
        seen.push_back(std::move(plan));
        all.push_back(std::move(c));
    }
    return {};
}

std::string processor() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
        if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
    return "unknown";
}

/// When, where and how often was measured: what a record begins with.
Json occasion(int rounds) {
    const Target target = host_target(0);
    return {{"date", fmt::format("{:%F}", std::chrono::system_clock::now())},
            {"machine",
             {{"cpu", processor()},
              {"cores", target.cores},
              {"lanes", target.vector_width},
              {"l1_bytes", target.l1_bytes},
              {"l2_bytes", target.l2_bytes},
              {"llc_bytes", target.llc_bytes}}},
            {"rounds", rounds}};
}

/// The times of an earlier record, and its occasion.
Result<Json> read_times(const std::string& path, std::vector<Contender>& all) {
    std::ifstream file(path);
    const Json record = Json::parse(file, nullptr, false);
    if (record.is_discarded())
        return Error{ErrorKind::kInput, fmt::format("{} is not a record of times", path)};
    std::map<std::string, double> known;
    for (const Json& plan : record.at("plans"))
        known[plan.at("effect").get<std::string>() + ": " + plan.at("plan").get<std::string>()] =
            plan.at("measured_ms").get<double>() / 1e3;
    std::erase_if(all, [&](const Contender& c) { return !known.contains(c.key()); });
    for (Contender& c : all) c.times = {known.at(c.key())};
    return Json{{"date", record.at("date")},
                {"machine", record.at("machine")},
                {"rounds", record.at("rounds")}};
}

Result<Json> measure(int rounds, std::vector<Contender>& all) {
    for (int round = -1; round < rounds; ++round) {  // the first warms caches and memory
        for (Contender& c : all)
            if (Status ok = measure_once(c); !ok) return ok.error();
        if (round < 0)
            for (Contender& c : all) c.times.clear();
        std::fprintf(stderr, "round %d of %d\n", round + 1, rounds);
    }
    return occasion(rounds);
}

/// Times and the model's, of contenders for which `wanted` holds.
struct Series {
    std::vector<double> measured, modelled;
    double correlation() const { return rank_correlation(measured, modelled); }
};
template <class Wanted>
Series series(const std::vector<Contender>& all, Wanted wanted) {
    Series result;
    for (const Contender& c : all)
        if (wanted(c)) {
            result.measured.push_back(c.median());
            result.modelled.push_back(c.modelled);
        }
    return result;
}

/// All plans, each in units of its effect's mean (geometric): what is left when one effect's
/// pictures take longer than another's.
Series within_effects(const std::vector<Contender>& all) {
    Series result;
    for (const Contender& c : all) {
        const Series own = series(all, [&](const Contender& o) { return o.effect == c.effect; });
        const auto mean = [](const std::vector<double>& values) {
            double logs = 0;
            for (double v : values) logs += std::log(v);
            return std::exp(logs / static_cast<double>(values.size()));
        };
        result.measured.push_back(c.median() / mean(own.measured));
        result.modelled.push_back(c.modelled / mean(own.modelled));
    }
    return result;
}

Json report(const std::vector<Contender>& all, Json record) {
    record["rank_correlation"]["all plans"] =
        series(all, [](const Contender&) { return true; }).correlation();
    record["rank_correlation"]["within effects"] = within_effects(all).correlation();
    for (const Contender& c : all) {
        record["rank_correlation"][c.effect] =
            series(all, [&](const Contender& o) { return o.effect == c.effect; }).correlation();
        record["plans"].push_back({{"effect", c.effect},
                                   {"plan", c.way},
                                   {"width", c.size.width()},
                                   {"height", c.size.height()},
                                   {"threads", c.threads},
                                   {"kernels", c.kernels},
                                   {"measured_ms", 1e3 * c.median()},
                                   {"modelled_ms", 1e3 * c.modelled}});
    }
    return record;
}

void print(const Json& record) {
    for (const Json& p : record["plans"])
        fmt::print(
            "{:<16} {:<30} {:>4}x{:<4} {} thread{} {:>3} kernels {:>9.3f} ms, model {:>9.3f} "
            "({:.2f})\n",
            p["effect"].get<std::string>(), p["plan"].get<std::string>(), p["width"].get<int>(),
            p["height"].get<int>(), p["threads"].get<int>(), p["threads"] == 1 ? " " : "s",
            p["kernels"].get<int>(), p["measured_ms"].get<double>(), p["modelled_ms"].get<double>(),
            p["modelled_ms"].get<double>() / p["measured_ms"].get<double>());
    fmt::print("\nSpearman's rank correlation, {} plans\n", record["plans"].size());
    for (const auto& [name, value] : record["rank_correlation"].items())
        fmt::print("  {:<16} {:.3f}\n", name, value.get<double>());
}

std::vector<std::string> known_effects() {
    std::vector<std::string> names;
    for (const EffectSize& known : kEffects) names.emplace_back(known.effect);
    return names;
}

Status rank_plans(const Options& options) {
    const Library library = builtin_library();
    const std::shared_ptr<HostCompiler> compiler =
        make_host_compiler({.worker = WEFT_TEST_WORKER, .cache_dir = WEFT_TEST_CACHE});
    std::vector<Contender> all;
    for (const EffectSize& chosen : kEffects) {
        if (!options.effects.empty() && std::find(options.effects.begin(), options.effects.end(),
                                                  chosen.effect) == options.effects.end())
            continue;
        if (Status ok =
                add_effect(chosen, options.threads, options.times.empty(), library, compiler, all);
            !ok)
            return ok;
    }
    Result<Json> timed =
        options.times.empty() ? measure(options.rounds, all) : read_times(options.times, all);
    if (!timed) return timed.error();
    const Json record = report(all, *std::move(timed));
    print(record);
    if (!options.out.empty()) std::ofstream(options.out) << record.dump(1) << '\n';
    return {};
}

}  // namespace
}  // namespace weft::bench

int main(int argc, char** argv) {
    weft::bench::Options options;
    CLI::App app(
        "Plans effects in many ways, runs every plan, and says how well the model of CPU times\n"
        "ranks them.");
    app.add_option("--rounds", options.rounds, "How often each plan is measured")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--threads", options.threads, "Threads that run a plan")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--out", options.out, "File that gets times and ranks as JSON");
    app.add_option("--times", options.times,
                   "An earlier --out: takes its times and measures nothing")
        ->check(CLI::ExistingFile);
    app.add_option("effect", options.effects,
                   "Effects to plan; all that are known if none is named")
        ->check(CLI::IsMember(weft::bench::known_effects()));
    CLI11_PARSE(app, argc, argv);
    const weft::Status ok = weft::bench::rank_plans(options);
    if (!ok) fmt::print(stderr, "weft_rank_plans: {}\n", ok.error().message);
    return ok ? 0 : 1;
}
