#include "cli/bench_all.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/bench_subject.h"
#include "cli/copy_baseline.h"
#include "effects/builtin.h"
#include "passes/cpu/cpu_work.h"
#include "runtime/cpu/host_target.h"

namespace weft {

namespace {

constexpr Rect kSize{0, 0, 1920, 1080};

/// Functors whose window has at most so many samples should take no longer than `kMaxCopies`
/// copies.
constexpr long long kSmallWindow = 25;
constexpr double kMaxCopies = 1.5;

/// Frames of a sequence come from memory and go there. So that neither a functor nor a copy finds
/// its pictures in a cache, each round takes the next of several sets, which together are this many
/// times the last cache; and the copy is half of the sets ahead, for it comes right after.
constexpr std::size_t kTimesTheCache = 4;
constexpr std::size_t kFewestSets = 4, kMaxSets = 8;

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

    bool slow() const { return small && copies > kMaxCopies; }
};

/// Samples of the rectangle around all that an input is read at for one element: of all its planes
/// where any may be.
long long window_of(const BoundGraph& plan, const StageInput& input) {
    const auto [left, right] = std::minmax_element(input.taps.begin(), input.taps.end(),
                                                   [](Offset a, Offset b) { return a.x < b.x; });
    const auto [top, bottom] = std::minmax_element(input.taps.begin(), input.taps.end(),
                                                   [](Offset a, Offset b) { return a.y < b.y; });
    if (left == input.taps.end()) return 0;
    const int planes = input.granularity == ePixel ? plan.images[input.image].shape.planes : 1;
    return (1LL + right->x - left->x) * (1LL + bottom->y - top->y) * planes;
}

/// Of a stage that reads anywhere nobody knows how large its window is.
bool small_window(const BoundGraph& plan, const Stage& stage) {
    long long samples = 0;
    for (const StageInput& input : stage.inputs) {
        if (input.freedom == eRandom) return false;
        samples += window_of(plan, input);
    }
    return !stage.is_scan() && stage.phase == Phase::kWhole && samples <= kSmallWindow;
}

/// What the loop waits for that takes longest, by the model.
std::string bound_of(const CpuPlan& plan) {
    LoopTime longest;
    for (const Kernel& kernel : plan.kernels)
        for (const LoopTime& loop : loop_times(plan, kernel))
            if (loop.seconds > longest.seconds) longest = loop;
    return longest.bound;
}

void describe_loops(const GpuPlan&, Timed&) {}
void describe_loops(const CpuPlan& plan, Timed& timed) {
    timed.bound = bound_of(plan);
    for (const Kernel& kernel : plan.kernels)
        for (const Loop& loop : kernel.loops)
            if (!loop.stages.empty() && loop.kind != LoopKind::kResult)
                timed.lanes = timed.lanes == 0 ? loop.width : std::min(timed.lanes, loop.width);
    for (const Stage& stage : plan.stages)
        if (!stage.facts.simd && stage.phase != Phase::kResult && timed.scalar.empty())
            timed.scalar = stage.name + ": " + stage.facts.scalar_reason;
}

/// What the plan says of the work.
void describe(const Plan& plan, Timed& timed) {
    const BoundGraph& graph = bound(plan);
    timed.small =
        timed.functor && graph.stages.size() == 1 && small_window(graph, graph.stages.front());
    std::visit([&](const auto& each) { describe_loops(each, timed); }, plan);
}

std::size_t bytes_of(const std::vector<Picture>& pictures) {
    std::size_t samples = 0;
    for (const Picture& picture : pictures) {
        const Rect domain = picture.domain();
        samples += static_cast<std::size_t>(picture.planes()) * domain.width() * domain.height();
    }
    return samples * sizeof(float);
}

/// As many alike as `kTimesTheCache` asks for.
Result<std::vector<BenchSubject>> sets_of(const Graph& graph, const Library& library,
                                          const Rect& size, int planes) {
    const std::size_t overflowing = kTimesTheCache * host_target(0).llc_bytes;
    std::vector<BenchSubject> sets;
    for (std::size_t count = 1; sets.size() < count;) {
        Result<BenchSubject> subject = subject_of(graph, library, size, planes);
        if (!subject) return subject.error();
        const std::size_t bytes = bytes_of(subject->inputs) + bytes_of(subject->results);
        count = std::clamp(1 + overflowing / bytes, kFewestSets, kMaxSets);
        sets.push_back(*std::move(subject));
    }
    return sets;
}

Result<Timed> time_one(const std::string& name, bool functor, const Library& library,
                       const Rect& size, const BenchOptions& options, const EngineOptions& engine) {
    const Result<Graph> graph = find_graph(name, library);
    if (!graph) return graph.error();
    Result<std::vector<BenchSubject>> sets = sets_of(*graph, library, size, options.channels);
    if (!sets) return sets.error();
    const Result<Ready> ready = make_ready(sets->front(), engine);
    if (!ready) return ready.error();
    const Result<Plan> plan = ready->engine->plan(sets->front().request());
    if (!plan) return plan.error();

    Timed timed;
    timed.name = name;
    timed.functor = functor;
    describe(*plan, timed);
    std::vector<std::unique_ptr<CopyBaseline>> baselines;
    std::vector<Contender> runs, copies;
    for (BenchSubject& set : *sets) {
        Result<Contender> run = contender_of(name, *ready, set);
        if (!run) return run.error();
        runs.push_back(*std::move(run));
        baselines.push_back(copies_of(set, thread_count(engine)));
        if (baselines.back()) copies.push_back(copy_contender("copy", *baselines.back(), false));
    }
    std::vector<Contender> contenders{taking_turns(name, runs)};
    if (!copies.empty()) contenders.push_back(taking_turns("copy", copies, copies.size() / 2));
    if (Status ok = measure_in_turn(contenders, options.runs, options.seconds); !ok)
        return ok.error();
    const double pixels = static_cast<double>(size.width()) * size.height();
    timed.per_megapixel = contenders[0].median() / (pixels / 1e6);
    if (!copies.empty()) timed.copies = median_ratio(contenders[0], contenders[1]);
    return timed;
}

/// Those asked for, or all.
std::vector<std::string> names_of(const std::vector<std::string>& functors,
                                  const std::vector<std::string>& asked) {
    if (!asked.empty()) return asked;
    std::vector<std::string> names = functors;
    for (const Effect& effect : builtin_effects()) names.push_back(effect.name);
    return names;
}

std::string remarks(const Timed& timed) {
    if (!timed.scalar.empty()) return "  one element at a time: " + timed.scalar;
    if (!timed.slow()) return {};
    return fmt::format("  over {} copies{}", kMaxCopies,
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
        "{} timed, {} of them one element at a time; of {} functors whose window has at most {} "
        "samples, {} take over {} copies\n",
        all.size(), count([](const Timed& t) { return !t.scalar.empty(); }),
        count([](const Timed& t) { return t.small; }), kSmallWindow,
        count([](const Timed& t) { return t.slow(); }), kMaxCopies);
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
            "{}x{}x{} {}, {} threads, median of {} runs{} on pictures that lie in memory, each "
            "beside a copy\n"
            "{:<26} {:>9} {:>8} {:>8}\n",
            size->width(), size->height(), options.channels, options.engine.math,
            thread_count(engine), options.runs, options.seconds > 0 ? " or more" : "",
            "functor or effect", "ms/MP", "copies", "at once");
    std::vector<Timed> all;
    const auto add = [&](const std::string& name, bool functor) -> Status {
        const Result<Timed> timed =
            time_one(name, functor, session->library, *size, options, engine);
        if (!timed) return timed.error();
        all.push_back(*timed);
        if (!options.json) print_line(*timed);
        return {};
    };
    const std::vector<std::string> functors = session->library.names();
    for (const std::string& name : names_of(functors, options.effects)) {
        const bool functor = std::find(functors.begin(), functors.end(), name) != functors.end();
        if (Status ok = add(name, functor); !ok) return ok.error();
    }
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
