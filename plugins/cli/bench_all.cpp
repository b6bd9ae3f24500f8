#include "cli/bench_all.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/bench_subject.h"
#include "cli/copy_baseline.h"
#include "effects/builtin.h"
#include "passes/cpu_work.h"

namespace weft {

namespace {

constexpr Rect kSize{0, 0, 1920, 1080};

/// Functors that read at most so many samples for each they write should take no longer than
/// `kMostCopies` copies.
constexpr std::size_t kSmallWindow = 25;
constexpr double kMostCopies = 1.5;

/// One line of the table.
struct Timed {
    std::string name;
    bool functor = false;
    double per_megapixel = 0;  ///< milliseconds
    double copies = 0;         ///< times a copy; 0 where nothing is read
    int lanes = 0;             ///< elements at once, of the narrowest loop; 0: a GPU's
    bool small = false;        ///< a functor of a point or a small window
    std::string scalar;        ///< why one stage computes one element at a time
    std::string bound;         ///< what its longest loop waits for, by the model; empty: a GPU's

    bool slow() const { return small && copies > kMostCopies; }
};

/// Of a stage that reads anywhere nobody knows how many samples it takes.
bool small_window(const Stage& stage) {
    std::size_t samples = 0;
    for (const StageInput& input : stage.inputs) {
        if (input.freedom == eRandom) return false;
        samples += input.taps.size();
    }
    return !stage.is_scan() && stage.phase == Phase::kWhole && samples <= kSmallWindow;
}

/// What the loop waits for that takes longest, by the model.
std::string bound_of(const Plan& plan) {
    LoopTime longest;
    for (const Kernel& kernel : plan.kernels)
        for (const LoopTime& loop : loop_times(plan, kernel))
            if (loop.seconds > longest.seconds) longest = loop;
    return longest.bound;
}

/// What the plan says of the work.
void describe(const Plan& plan, Timed& timed) {
    timed.small = timed.functor && plan.stages.size() == 1 && small_window(plan.stages.front());
    if (plan.gpu) return;
    timed.bound = bound_of(plan);
    for (const Kernel& kernel : plan.kernels)
        for (const Loop& loop : kernel.loops)
            if (!loop.stages.empty() && loop.kind != LoopKind::kResult)
                timed.lanes = timed.lanes == 0 ? loop.width : std::min(timed.lanes, loop.width);
    for (const Stage& stage : plan.stages)
        if (!stage.facts.simd && stage.phase != Phase::kResult && timed.scalar.empty())
            timed.scalar = stage.name + ": " + stage.facts.scalar_reason;
}

Result<Timed> time_one(const std::string& name, bool functor, const Library& library,
                       const Rect& size, const BenchOptions& options, const EngineOptions& engine) {
    const Result<Graph> graph = find_graph(name, library);
    if (!graph) return graph.error();
    Result<BenchSubject> subject = subject_of(*graph, library, size, options.channels);
    if (!subject) return subject.error();
    const Result<Ready> ready = make_ready(*subject, engine);
    if (!ready) return ready.error();
    const Result<Plan> plan = ready->engine->plan(subject->request());
    if (!plan) return plan.error();

    Timed timed;
    timed.name = name;
    timed.functor = functor;
    describe(*plan, timed);
    std::vector<Contender> contenders{contender_of(name, *ready, *subject)};
    const std::unique_ptr<CopyBaseline> copies = copies_of(*subject, thread_count(engine));
    if (copies) contenders.push_back(copy_contender("copy", *copies, false));
    if (Status ok = measure_in_turn(contenders, options.runs); !ok) return ok.error();
    const double pixels = static_cast<double>(size.width()) * size.height();
    timed.per_megapixel = contenders[0].median() / (pixels / 1e6);
    if (copies) timed.copies = contenders[0].median() / contenders[1].median();
    return timed;
}

std::string remarks(const Timed& timed) {
    if (!timed.scalar.empty()) return "  one element at a time: " + timed.scalar;
    if (!timed.slow()) return {};
    return fmt::format("  over {} copies{}", kMostCopies,
                       timed.bound.empty() ? "" : ": bound by " + timed.bound);
}

void print_line(const Timed& timed) {
    fmt::print("{:<26} {:>9.3f} {:>8} {:>8}{}\n", timed.name, timed.per_megapixel,
               timed.copies > 0 ? fmt::format("{:.2f}", timed.copies) : "-",
               timed.lanes > 0 ? std::to_string(timed.lanes) : "-", remarks(timed));
    std::fflush(stdout);
}

nlohmann::json to_json(const Timed& timed) {
    nlohmann::json json{{"name", timed.name},
                        {"kind", timed.functor ? "functor" : "effect"},
                        {"ms_per_megapixel", timed.per_megapixel}};
    if (timed.copies > 0) json["copies"] = timed.copies;
    if (timed.lanes > 0) json["lanes"] = timed.lanes;
    if (timed.functor) json["small_window"] = timed.small;
    if (!timed.scalar.empty()) json["scalar"] = timed.scalar;
    if (!timed.bound.empty()) json["bound"] = timed.bound;
    return json;
}

void print_summary(const std::vector<Timed>& all) {
    const auto count = [&](auto which) { return std::count_if(all.begin(), all.end(), which); };
    fmt::print(
        "{} timed, {} of them one element at a time; of {} functors that read at most {} "
        "samples an element, {} take over {} copies\n",
        all.size(), count([](const Timed& t) { return !t.scalar.empty(); }),
        count([](const Timed& t) { return t.small; }), kSmallWindow,
        count([](const Timed& t) { return t.slow(); }), kMostCopies);
}

}  // namespace

Result<ExitCode> bench_all(const BenchOptions& options) {
    EngineOptions engine = options.engine.to_options();
    engine.shared_compiler = make_host_compiler(engine.compiler);
    const Result<Session> session = open_library(options.choice.functors, engine);
    if (!session) return session.error();
    const Result<Rect> size = size_or(options.size, kSize);
    if (!size) return size.error();
    if (!options.json)
        fmt::print(
            "{}x{}x{} {}, {} threads, median of {} runs, each beside a copy of its pictures\n"
            "{:<26} {:>9} {:>8} {:>8}\n",
            size->width(), size->height(), options.channels, options.engine.math,
            thread_count(engine), options.runs, "functor or effect", "ms/MP", "copies", "at once");
    std::vector<Timed> all;
    const auto add = [&](const std::string& name, bool functor) -> Status {
        const Result<Timed> timed =
            time_one(name, functor, session->library, *size, options, engine);
        if (!timed) return timed.error();
        all.push_back(*timed);
        if (!options.json) print_line(*timed);
        return {};
    };
    for (const std::string& name : session->library.names())
        if (Status ok = add(name, true); !ok) return ok.error();
    for (const Effect& effect : builtin_effects())
        if (Status ok = add(effect.name, false); !ok) return ok.error();
    if (!options.json) {
        print_summary(all);
        return ExitCode::kSuccess;
    }
    nlohmann::json lines = nlohmann::json::array();
    for (const Timed& timed : all) lines.push_back(to_json(timed));
    fmt::print("{}\n", nlohmann::json{{"width", size->width()},
                                      {"height", size->height()},
                                      {"planes", options.channels},
                                      {"math", options.engine.math},
                                      {"threads", thread_count(engine)},
                                      {"runs", options.runs},
                                      {"timed", lines}}
                           .dump(2));
    return ExitCode::kSuccess;
}

}  // namespace weft
