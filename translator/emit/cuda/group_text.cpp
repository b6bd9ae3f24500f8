#include "emit/cuda/group_text.h"

#include <algorithm>

#include "emit/cuda/cuda_metadata.h"
#include "emit/cuda/cuda_text.h"

namespace weft {

std::string plus(int n) {
    if (n == 0) return {};
    return n < 0 ? fmt::format(" - {}", -n) : fmt::format(" + {}", n);
}

GroupText::GroupText(const GpuPlan& p, const GpuKernel& k, const ExternalImages& f,
                     std::string name)
    : plan(p),
      kernel(k),
      external(f),
      group(k.group),
      rows(k.layout == Layout::kRows),
      symbol(std::move(name)),
      args(symbol + "_Args") {}

Window GroupText::taps(Id<Stage> s, Id<StageInput> input) const {
    const std::vector<Offset>& all = stage(s).inputs[input].taps;
    if (all.empty()) return {};
    Window window{all[0].x, all[0].x, all[0].y, all[0].y};
    for (const Offset& tap : all) window = hull(window, {tap.x, tap.x, tap.y, tap.y});
    return uv(window);
}

int GroupText::number(Id<Stage> s) const {
    return static_cast<int>(std::find(kernel.stages.begin(), kernel.stages.end(), s) -
                            kernel.stages.begin());
}

std::string GroupText::baked(Id<Stage> s) const { return fmt::format("Baked{}", number(s)); }

std::string GroupText::input_name(Id<Stage> s, const IndexerFacts& i) const {
    return fmt::format("In{}_{}", number(s), i.name);
}

std::string GroupText::output_name(Id<Stage> s, const IndexerFacts& o) const {
    return fmt::format("Out{}_{}", number(s), o.name);
}

std::string GroupText::value(Id<PlanImage> i) const {
    const Id<Stage> s = *image(i).producer();
    const std::vector<Id<PlanImage>>& outputs = stage(s).outputs;
    const auto o =
        static_cast<std::size_t>(std::find(outputs.begin(), outputs.end(), i) - outputs.begin());
    return fmt::format("v{}_{}", number(s), indexers_of(stage(s), eOutput)[o]->name);
}

std::string GroupText::loop_names(Id<GroupLoop> l) const {
    if (loop(l).copies) return "a copy of " + image(input(*loop(l).copies).image).name;
    std::string names;
    for (const GroupEvaluation& e : loop(l).evaluations)
        names += (names.empty() ? "" : ", ") + stage(e.stage).name;
    return names.empty() ? "the outputs" : names;
}

std::string GroupText::plane_loop(int planes) {
    return fmt::format("for (int p = 0; p < {}; ++p)", planes);
}

std::string GroupText::element_at(const std::string& u, const std::string& v) const {
    return fmt::format("first.x + {}, first.y + {}", rows ? u : v, rows ? v : u);
}

void GroupText::declare_levels(const std::string& first, Writer& out,
                               const std::string& extent) const {
    const auto scale = [](const Scale& s) {
        return fmt::format("{{{}, {}, {}}}", s.times, s.plus, s.over);
    };
    for (const Id<GroupLevel> k : group.levels.ids()) {
        const GroupLevel& level = group.levels[k];
        if (!level.parent) continue;
        out.line("const weft::Piece level{} = weft::read_around<{}>({}, {}, {});", k.number(),
                 !rows, scale(level.scale_x), scale(level.scale_y),
                 level.parent == kResultsLevel ? fmt::format("{{{0}, {1}u, {1}v}}", first, extent)
                                               : fmt::format("level{}", level.parent->number()));
    }
}

void GroupText::declare_values(const GroupEvaluation& e, Writer& out) const {
    const Stage& s = stage(e.stage);
    for (std::size_t o = 0; o < s.outputs.size(); ++o)
        out.line("float {}[{}] = {{}};  // {}", value(s.outputs[o]), held_planes(s.outputs[o]),
                 image(s.outputs[o]).name);
}

void GroupText::evaluate(const GroupEvaluation& e, const char* sides, const ReachTile& reach,
                         Writer& out) const {
    const Stage& s = stage(e.stage);
    if (over_planes(e.stage))
        out.open("for (e.plane = 0; e.plane < {}; ++e.plane) {{", s.planes);
    else
        out.open("{{");
    out.line("{}_scalar::State<S> state{{}};", s.functor);
    const bool members = !s.facts.members.empty();
    if (!members) out.line("const {}_scalar::Members members{{}};", s.functor);
    out.line("{}_scalar::Kernel<S, {}>({}, state, S::M(true),{}{}", s.functor, baked(e.stage),
             members ? fmt::format("args.members{}", number(e.stage)) : "members",
             s.facts.places ? " weft::Place<S>{e}," : "", s.facts.watched ? " weft::Watch{}," : "");
    const std::vector<std::string> arguments = accessors(e, sides, reach);
    for (std::size_t i = 0; i < arguments.size(); ++i)
        out.line("    {}{}", arguments[i], i + 1 < arguments.size() ? "," : ");");
    out.close();
    if (over_planes(e.stage)) out.line("e.plane = at.e.plane;");
}

std::vector<std::string> GroupText::accessors(const GroupEvaluation& e, const char* sides,
                                              const ReachTile& reach) const {
    const Stage& s = stage(e.stage);
    std::vector<std::string> texts;
    int input = 0;
    std::size_t output = 0;
    for (const IndexerFacts& indexer : s.facts.indexers) {
        if (indexer.direction == eOutput) {
            const Id<PlanImage> i = s.outputs[output];
            texts.push_back(fmt::format(
                "weft::Output<{}>({}{})", output_name(e.stage, indexer), value(i),
                s.output_granularity[output] == eComponent && held_planes(i) > 1 ? " + e.plane"
                                                                                 : ""));
            ++output;
            continue;
        }
        const Id<StageInput> i(input++);
        const StageInput& in = s.inputs[i];
        const GroupRead& read = e.reads[i];
        const bool pixel = in.granularity == ePixel;
        const std::string meta = input_name(e.stage, indexer);
        Reach to;
        const auto* memory = std::get_if<FromMemory>(&read);
        const std::string from_memory =
            memory != nullptr ? fmt::format("args.in{}, e", memory->input.number()) : std::string();
        if (indexer.freedom == eRandom) {
            to = {meta, from_memory};
        } else if (memory != nullptr) {
            const bool safe = kernel.inputs[memory->input].access == GpuAccess::kGlobal;
            // The sides that a tile leaves tell of what lies around its elements alone: all others
            // check every side.
            const std::string left = safe             ? ", 0"
                                     : in.is_scaled() ? std::string()
                                                      : fmt::format(", {}", sides);
            to = {fmt::format("weft::Bordered<{}{}>", meta, left), from_memory};
        } else if (const auto* tiled = std::get_if<FromTile>(&read)) {
            to = reach(e, i, tiled->tile, meta);
        } else {
            const Id<PlanImage> held = std::get<FromValue>(read).image;
            to = {fmt::format("weft::Held<{}>", meta),
                  fmt::format("{}{}", value(held),
                              !pixel && held_planes(held) > 1 ? " + e.plane" : "")};
        }
        texts.push_back(fmt::format("weft::{}<{}>({}{})", cuda_accessor(indexer.freedom),
                                    to.storage, to.place, cuda_own_argument(in, meta)));
    }
    return texts;
}

}  // namespace weft
