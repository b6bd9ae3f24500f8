// Kernels parted where two are faster by the model of time.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "passes/cpu/cpu_passes.h"
#include "passes/cpu/cpu_work.h"
#include "passes/cpu/layers.h"
#include "passes/cpu/measure.h"
#include "passes/cpu/stage_clocks.h"
#include "passes/cpu/stage_kernels.h"

namespace weft {

namespace {

/// Of its time a kernel must lose so much to several: the model takes line buffers that leave their
/// cache for slower than they are. Of chains that it has take a quarter of the time measured ones
/// took 0.7.
constexpr double kWorthParting = 0.6;
/// What may be computed twice in a kernel that nobody tries to part.
constexpr double kFewTwice = 1.05;
/// Up to so many stages several places to part at are tried, one for each beyond.
constexpr std::size_t kFewStages = 64;

/// What a kernel is by the passes that come after this one, as if it were alone.
struct Modelled {
    double seconds = 0;
    std::size_t task_bytes = 0;
    double redundancy = 1;
};

/// What the stages of kernel `number` make and others read.
std::set<Id<PlanImage>> read_elsewhere(const CpuPlan& plan, const Table<int, Stage>& kernel_of,
                                       int number) {
    std::set<Id<PlanImage>> images;
    for (const Id<Stage> s : kernel_of.ids())
        for (const StageInput& input : plan.stages[s].inputs) {
            const PlanImage& image = plan.images[input.image];
            if (const auto producer = image.producer(); producer && kernel_of[s] != number &&
                                                        kernel_of[*producer] == number &&
                                                        !image.is_state())
                images.insert(input.image);
        }
    return images;
}

/// The plan of kernel `number` alone, whose results are all that is asked for.
CpuPlan alone(const CpuPlan& plan, const Table<int, Stage>& kernel_of, int number,
              CpuContext& context) {
    const Table<Id<Kernel>, Stage> renamed = renumbered(kernel_of);
    CpuPlan part = with_kernels(plan, renamed);
    for (const Id<Stage> s : kernel_of.ids())
        if (kernel_of[s] == number) {
            Kernel kernel = part.kernels[renamed[s]];
            part.kernels.clear();
            part.kernels.add(std::move(kernel));
            break;
        }
    for (PlanImage& image : part.images)
        if (image.graph_input()) image.graph_outputs.clear();  // a copy, of another kernel
    for (const Id<PlanImage> i : read_elsewhere(plan, kernel_of, number)) {
        PlanImage& image = part.images[i];
        image.graph_outputs.push_back(part.outputs.add(i));
        part.output_regions.add(image.region);
        part.output_names.add(image.name);
        part.storage[i] = NotKept{};
        if (!context.planar_outputs.empty()) context.planar_outputs.push_back(true);
    }
    return part;
}

/// Kernel `number` of `kernel_of`.
Modelled modelled(const CpuPlan& plan, const CpuContext& context,
                  const Table<int, Stage>& kernel_of, int number) {
    std::vector<Decision> unused;
    Decisions decisions(unused, "part");
    CpuContext own = context;
    CpuPlan part = alone(plan, kernel_of, number, own);
    for (const auto pass : {nest, vectorise, lower, batch, planes, tile, stream, edges})
        part = pass(std::move(part), own, decisions);
    const Kernel& kernel = part.kernels.front();
    return {kernel_seconds(part, kernel), kernel.task_bytes, redundancy(part, kernel)};
}

/// By the number of stages before a place: the bytes of a pixel that would pass there from one
/// kernel to the next, and are kept for nobody else.
std::vector<double> bytes_across(const CpuPlan& plan, const std::vector<Id<Stage>>& stages) {
    struct Life {
        std::size_t made, read;
    };
    std::map<Id<PlanImage>, Life> lives;
    for (std::size_t i = 0; i < stages.size(); ++i) {
        for (const StageInput& input : plan.stages[stages[i]].inputs)
            if (const auto at = lives.find(input.image); at != lives.end()) at->second.read = i;
        for (const Id<PlanImage> image : plan.stages[stages[i]].outputs)
            if (plan.images[image].graph_outputs.empty()) lives[image] = {i, i};
    }
    std::vector<double> bytes(stages.size() + 1, 0.0);
    for (const auto& [image, life] : lives)
        for (std::size_t place = life.made + 1; place <= life.read; ++place)
            bytes[place] += static_cast<double>(bytes_of(plan.images[image].samples)) *
                            plan.images[image].shape.planes;
    return bytes;
}

/// How many of the stages to part from the rest: where least passes on, and of such places those
/// that are nearest to half of the work.
std::vector<std::size_t> places_to_part(const CpuPlan& plan, const std::vector<Id<Stage>>& stages) {
    const CpuCosts costs;
    struct Place {
        double bytes, distance;
        std::size_t count;
    };
    std::vector<double> work{0};
    for (const Id<Stage> s : stages) {
        const Stage& stage = plan.stages[s];
        work.push_back(work.back() +
                       stage.planes * (1 + arithmetic_clocks(stage.operations, costs)));
    }
    const std::vector<double> across = bytes_across(plan, stages);
    std::vector<Place> places;
    for (std::size_t count = 1; count < stages.size(); ++count)
        places.push_back({across[count], std::abs(work[count] / work.back() - 0.5), count});
    std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
        return std::tie(a.bytes, a.distance, a.count) < std::tie(b.bytes, b.distance, b.count);
    });
    const std::size_t most = stages.size() <= kFewStages ? 3 : 1;
    std::vector<std::size_t> counts;
    for (const Place& place : places)
        if (counts.size() < most) counts.push_back(place.count);
    return counts;
}

std::vector<Id<Stage>> stages_of(const Table<int, Stage>& kernel_of, int number) {
    std::vector<Id<Stage>> stages;
    for (const Id<Stage> s : kernel_of.ids())
        if (kernel_of[s] == number) stages.push_back(s);
    return stages;
}

/// Kernel `number` in two: its stages from `first` on in the next one, before all that follow.
Table<int, Stage> parted(Table<int, Stage> kernel_of, int number, Id<Stage> first) {
    for (const Id<Stage> s : kernel_of.ids())
        if (kernel_of[s] > number || (kernel_of[s] == number && s >= first)) ++kernel_of[s];
    return kernel_of;
}

/// A kernel and the next, that were one, and what each is by itself.
struct Two {
    Table<int, Stage> kernel_of;
    Modelled first, second;
    double seconds() const { return first.seconds + second.seconds; }
};

/// The fastest two that kernel `number` may be; nothing where there are none.
std::optional<Two> fastest_two(const CpuPlan& plan, const CpuContext& context,
                               const Table<int, Stage>& kernel_of, int number) {
    const std::vector<Id<Stage>> stages = stages_of(kernel_of, number);
    std::optional<Two> best;
    for (const std::size_t count : places_to_part(plan, stages)) {
        if (context.is_cancelled()) return std::nullopt;
        Table<int, Stage> tried = parted(kernel_of, number, stages[count]);
        if (!can_be_kernels(plan, context, tried)) continue;
        const Modelled first = modelled(plan, context, tried, number);
        const Modelled second = modelled(plan, context, tried, number + 1);
        if (!best || first.seconds + second.seconds < best->seconds())
            best = Two{std::move(tried), first, second};
    }
    return best;
}

/// Whether line buffers stay in their cache and hardly anything is computed twice: then there is
/// nothing that two kernels would save.
bool is_at_ease(const CpuPlan& plan, const Modelled& kernel) {
    return kernel.task_bytes <= plan.target.l2_bytes && kernel.redundancy <= kFewTwice;
}

/// A kernel in as many as are fastest together.
struct Parts {
    Table<int, Stage> kernel_of;
    int count = 1;
    double seconds = 0;
};

/// Parts kernel `number`, which is `one`, and its halves again, as long as they are not at ease;
/// what is not worth it then stays together.
Parts fastest_parts(const CpuPlan& plan, const CpuContext& context,
                    const Table<int, Stage>& kernel_of, int number, const Modelled& one) {
    const Parts whole{kernel_of, 1, one.seconds};
    if (is_at_ease(plan, one)) return whole;
    const std::optional<Two> two = fastest_two(plan, context, kernel_of, number);
    if (!two) return whole;
    // The second first, so that the number of the first stays.
    const Parts second = fastest_parts(plan, context, two->kernel_of, number + 1, two->second);
    Parts first = fastest_parts(plan, context, second.kernel_of, number, two->first);
    first.count += second.count;
    first.seconds += second.seconds;
    return first.seconds > kWorthParting * one.seconds ? whole : first;
}

/// Says of every picture that now lies between two kernels that were one why it does.
void record(const CpuPlan& plan, const Table<int, Stage>& before, int number, const Parts& parts,
            const Modelled& one, Decisions& decisions) {
    const std::string reason = fmt::format(
        "materialised: by the model {} kernels take {:.2f} ms, one {:.2f}, with {:.0f} KB of line "
        "buffers a task and {:.1f} % computed twice",
        parts.count, parts.seconds * 1e3, one.seconds * 1e3,
        static_cast<double>(one.task_bytes) / 1024, (one.redundancy - 1) * 100);
    for (const Id<Stage> s : stages_of(before, number))
        for (const StageInput& input : plan.stages[s].inputs) {
            const PlanImage& image = plan.images[input.image];
            if (const auto producer = image.producer();
                producer && before[*producer] == number &&
                parts.kernel_of[*producer] != parts.kernel_of[s])
                decisions.add(fmt::format("{} -> {}", image.name, plan.stages[s].name), reason);
        }
}

}  // namespace

CpuPlan part(CpuPlan plan, const CpuContext& context, Decisions& decisions) {
    // Kernels for any size do not know what they take.
    if (context.any_size || plan.stages.empty()) return plan;
    Table<int, Stage> kernel_of;
    for (const std::optional<Id<Kernel>>& kernel : kernels_of_stages(plan))
        kernel_of.add(kernel.value().number());
    bool any = false;
    for (int number = static_cast<int>(plan.kernels.size()); number-- > 0;) {
        if (stages_of(kernel_of, number).size() < 2) continue;
        const Modelled one = modelled(plan, context, kernel_of, number);
        Parts parts = fastest_parts(plan, context, kernel_of, number, one);
        if (parts.count == 1) continue;
        record(plan, kernel_of, number, parts, one, decisions);
        kernel_of = std::move(parts.kernel_of);
        any = true;
    }
    return any ? with_kernels(std::move(plan), renumbered(kernel_of)) : plan;
}

}  // namespace weft
