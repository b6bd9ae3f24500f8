#include "emit/cuda/group_text.h"

#include <algorithm>

#include "emit/cuda/cuda_metadata.h"
#include "emit/cuda/cuda_text.h"

namespace weft {

using From = GroupRead::From;

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

Window GroupText::taps(int s, std::size_t input) const {
    const std::vector<Offset>& all = stage(s).inputs[input].taps;
    if (all.empty()) return {};
    Window window{all[0].x, all[0].x, all[0].y, all[0].y};
    for (const Offset& tap : all) window = hull(window, {tap.x, tap.x, tap.y, tap.y});
    return uv(window);
}

int GroupText::number(int s) const {
    return static_cast<int>(std::find(kernel.stages.begin(), kernel.stages.end(), s) -
                            kernel.stages.begin());
}

std::string GroupText::baked(int s) const { return fmt::format("Baked{}", number(s)); }

std::string GroupText::input_name(int s, const IndexerFacts& i) const {
    return fmt::format("In{}_{}", number(s), i.name);
}

std::string GroupText::output_name(int s, const IndexerFacts& o) const {
    return fmt::format("Out{}_{}", number(s), o.name);
}

std::string GroupText::value(int i) const {
    const int s = *image(i).producer();
    const std::vector<int>& outputs = stage(s).outputs;
    const auto o =
        static_cast<std::size_t>(std::find(outputs.begin(), outputs.end(), i) - outputs.begin());
    return fmt::format("v{}_{}", number(s), indexers_of(stage(s), eOutput)[o]->name);
}

std::string GroupText::loop_names(std::size_t l) const {
    if (loop(l).copies >= 0) return "a copy of " + image(input(loop(l).copies).image).name;
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

void GroupText::declare_levels(const std::string& first, Writer& out) const {
    const auto scale = [](const Scale& s) {
        return fmt::format("{{{}, {}, {}}}", s.times, s.plus, s.over);
    };
    for (std::size_t k = 1; k < group.levels.size(); ++k) {
        const GroupLevel& level = group.levels[k];
        out.line("const weft::Piece level{} = weft::read_around<{}>({}, {}, {});", k, !rows,
                 scale(level.scale_x), scale(level.scale_y),
                 level.parent == 0 ? fmt::format("{{{}, extent_u, extent_v}}", first)
                                   : fmt::format("level{}", level.parent));
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
    std::size_t input = 0, output = 0;
    for (const IndexerFacts& indexer : s.facts.indexers) {
        if (indexer.direction == eOutput) {
            const int i = s.outputs[output];
            texts.push_back(fmt::format(
                "weft::Output<{}>({}{})", output_name(e.stage, indexer), value(i),
                s.output_granularity[output] == eComponent && held_planes(i) > 1 ? " + e.plane"
                                                                                 : ""));
            ++output;
            continue;
        }
        const GroupRead& read = e.reads[input];
        const bool pixel = s.inputs[input].granularity == ePixel;
        const std::string meta = input_name(e.stage, indexer);
        Reach to;
        if (indexer.freedom == eRandom) {
            to = {meta, fmt::format("args.in{}, e", read.index)};
        } else if (read.from == From::kMemory) {
            const bool safe =
                kernel.inputs[static_cast<std::size_t>(read.index)].access == GpuAccess::kGlobal;
            // The sides that a tile leaves tell of what lies around its elements alone: all others
            // check every side.
            const std::string left = safe                          ? ", 0"
                                     : s.inputs[input].is_scaled() ? std::string()
                                                                   : fmt::format(", {}", sides);
            to = {fmt::format("weft::Bordered<{}{}>", meta, left),
                  fmt::format("args.in{}, e", read.index)};
        } else if (read.from == From::kTile) {
            to = reach(e, input, meta);
        } else {
            to = {fmt::format("weft::Held<{}>", meta),
                  fmt::format("{}{}", value(read.index),
                              !pixel && held_planes(read.index) > 1 ? " + e.plane" : "")};
        }
        texts.push_back(fmt::format("weft::{}<{}>({}{})", cuda_accessor(indexer.freedom),
                                    to.storage, to.place,
                                    cuda_own_argument(s.inputs[input], meta)));
        ++input;
    }
    return texts;
}

}  // namespace weft
