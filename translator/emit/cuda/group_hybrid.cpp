#include "emit/cuda/group_hybrid.h"

#include <algorithm>

#include "emit/cuda/cuda_metadata.h"
#include "emit/cuda/shared_loops.h"
#include "plan/hybrid_tile.h"

namespace weft {

namespace {

class HybridBody {
  public:
    HybridBody(const GroupText& text, Writer& out)
        : t_(text),
          group_(text.group),
          split_(text.group.split),
          scaling_(scaling_of(text.kernel)),
          out_(out) {}

    void print() {
        print_shared_tiles(t_, SharedForm::kParts, out_);
        if (has_register_tile()) print_metadata();
        for (const Id<GroupLoop> l : group_.loops.ids()) {
            if (part(l).shared_elements() == 0) continue;
            out_.line("");
            print_shared_loop(t_, SharedForm::kParts, l, out_);
        }
        out_.line("");
        print_body();
    }

  private:
    bool has_register_tile() const { return split_.shared_parallelograms < split_.parallelograms; }
    HybridPart part(Id<GroupLoop> l) const {
        return hybrid_part(t_.kernel, scaling_, t_.loop(l).level, t_.loop(l).halo);
    }
    HybridPart part_of(Id<GroupTile> t) const {
        return hybrid_part(t_.kernel, scaling_, t_.tile(t).level, t_.tile(t).halo);
    }
    const LevelScaling& steps(Id<GroupLoop> l) const { return scaling_[t_.loop(l).level]; }

    std::string reads_name(const GroupEvaluation& e, Id<StageInput> i) const {
        return fmt::format("Reads{}_{}", t_.number(e.stage), i.number());
    }
    std::string reads_variable(const GroupEvaluation& e, Id<StageInput> i) const {
        return fmt::format("r{}_{}", t_.number(e.stage), i.number());
    }

    void print_metadata() {
        for (const Id<GroupTile> t : group_.tiles.ids()) {
            out_.line("// {} in registers.", t_.image(t_.tile(t).image).name);
            out_.open("struct RegisterTile{} {{", t.number());
            out_.line("static constexpr bool kAlongU = {};", split_.along_u);
            out_.line("static constexpr int kWarpU = {}, kWarpV = {};", group_.team_u,
                      group_.team_v);
            const LevelScaling& level = scaling_[t_.tile(t).level];
            out_.line("static constexpr int kStepU = {}, kStepV = {};", level.u.step, level.v.step);
            out_.line("static constexpr int kShared = {}, kHeld = {}, kAcross = {};",
                      split_.shared_parallelograms, part_of(t).held, part_of(t).across);
            out_.close("};");
        }
        std::vector<std::string> printed;
        for (const GroupLoop& loop : group_.loops)
            for (const GroupEvaluation& e : loop.evaluations)
                for (const Id<StageInput> i : e.reads.ids()) {
                    if (!std::holds_alternative<FromTile>(e.reads[i])) continue;
                    const std::string name = reads_name(e, i);
                    if (std::find(printed.begin(), printed.end(), name) != printed.end()) continue;
                    printed.push_back(name);
                    const Window w = taps_xy(e, i);
                    const int width = w.x_last - w.x_first + 1;
                    out_.open("struct {} {{", name);
                    out_.line("static constexpr int kFirstX = {}, kFirstY = {};", w.x_first,
                              w.y_first);
                    out_.line("static constexpr int kWidth = {}, kCount = {};", width,
                              width * (w.y_last - w.y_first + 1));
                    out_.close("};");
                }
    }

    Window taps_xy(const GroupEvaluation& e, Id<StageInput> i) const {
        return in_uv(t_.taps(e.stage, i), t_.kernel.layout);  // twice is once more the picture's
    }

    void print_body() {
        out_.line(
            "// A whole tile away from all borders: {} of its {} parallelograms in registers.",
            split_.parallelograms - split_.shared_parallelograms, split_.parallelograms);
        out_.open("WEFT_INLINE void body(const {}& args, weft::Element first, float* shared) {{",
                  t_.args);
        out_.line("using S = weft::Scalar;");
        out_.line("using Team = weft::WarpTeam<{}, {}>;", group_.team_u, group_.team_v);
        out_.line("[[maybe_unused]] const int lane_u = Team::u(), lane_v = Team::v();");
        if (group_.levels.size() > 1) {
            out_.line("constexpr int extent_u = {}, extent_v = {};", group_.tile_u, group_.tile_v);
            t_.declare_levels("first", out_);
        }
        if (has_register_tile())
            for (const Id<GroupTile> t : group_.tiles.ids())
                out_.line(
                    "float held{0}[{1}][RegisterTile{0}::kHeld][RegisterTile{0}::kAcross] = {{}};",
                    t.number(), group_.tiles[t].planes);
        for (const Id<GroupLoop> l : group_.loops.ids()) {
            out_.line("// {}", t_.loop_names(l));
            if (t_.loop(l).barrier_before) out_.line("Team::sync();");
            if (part(l).shared_elements() > 0) print_shared_part(l);
            if (has_register_tile()) print_register_tile(l);
        }
        out_.close();
    }

    void print_shared_part(Id<GroupLoop> l) {
        const Window h = t_.uv(t_.loop(l).halo);
        const HybridPart own = part(l);
        out_.line("WEFT_NO_UNROLL");
        out_.line("for (int i = Team::index(); i < {}; i += {})", own.shared_elements(),
                  group_.team_u * group_.team_v);
        out_.line("    part{}(args, {}, i % {}{}, i / {}{}, shared);", l.number(),
                  t_.first_of(t_.loop(l)), own.shared_u, plus(h.x_first), own.shared_u,
                  plus(h.y_first));
    }

    /// Loops over parallelograms, rows of lanes and the elements of a step, whose text is written
    /// out by the compiler.
    void print_register_tile(Id<GroupLoop> l) {
        const HybridPart own = part(l);
        const AxisScaling &u = steps(l).u, &v = steps(l).v;
        int loops = 0;
        const auto over = [&](const char* name, int first, int end) {
            out_.line("WEFT_UNROLL");
            out_.open("for (int {0} = {1}; {0} < {2}; ++{0}) {{", name, first, end);
            ++loops;
        };
        over("parallelogram", split_.shared_parallelograms, split_.parallelograms);
        over("across", 0, own.across / (split_.along_u ? v.step : u.step));
        if (u.step > 1) over("of_step_u", 0, u.step);
        if (v.step > 1) over("of_step_v", 0, v.step);
        print_place(l, own);
        if (t_.loop(l).copies)
            print_copy(l);
        else
            print_evaluations(l);
        while (loops-- > 0) out_.close();
    }

    /// The number of the lane's step along an axis.
    std::string step_number(bool along_u) const {
        return fmt::format("{} * {} + lane_{}",
                           along_u == split_.along_u ? "parallelogram" : "across",
                           along_u ? group_.team_u : group_.team_v, along_u ? "u" : "v");
    }

    /// An element of a step, so many of which are side by side.
    static std::string of_step(const std::string& number, int step, const std::string& element) {
        if (step == 1) return element == "0" ? number : number + " + " + element;
        return fmt::format("({}) * {} + {}", number, step, element);
    }

    /// The lane's element: where it is, and whether there is one.
    void print_place(Id<GroupLoop> l, const HybridPart& own) {
        const Window h = t_.uv(t_.loop(l).halo);
        out_.line("const int u = {}{};", of_step(step_number(true), steps(l).u.step, own_u(l)),
                  plus(own.first_u));
        out_.line("const int v = {}{};", of_step(step_number(false), steps(l).v.step, own_v(l)),
                  plus(own.first_v));
        std::string active = fmt::format("{} < {}", split_.along_u ? "v" : "u", own.end);
        if (own.begins_before)
            active += split_.along_u ? fmt::format(" && u >= {}", h.x_first)
                                     : fmt::format(" && v >= {}", h.y_first);
        out_.line("[[maybe_unused]] const bool active = {};", active);
        const std::string first = t_.first_of(t_.loop(l));
        out_.line(
            "const weft::Spot at = {{{{{0}.x + {1}, {0}.y + {2}, first.plane}}, u, v, false}};",
            first, t_.rows ? "u" : "v", t_.rows ? "v" : "u");
        out_.line("[[maybe_unused]] weft::Element e = at.e;");
    }

    /// Which element of its step a lane computes: the loops' variables.
    std::string own_u(Id<GroupLoop> l) const { return steps(l).u.step > 1 ? "of_step_u" : "0"; }
    std::string own_v(Id<GroupLoop> l) const { return steps(l).v.step > 1 ? "of_step_v" : "0"; }

    /// Which of a tile's registers holds the lane's element: its indices along the split axis and
    /// across it.
    std::string own_register(Id<GroupLoop> l) const {
        const std::string held = fmt::format("parallelogram - {}", split_.shared_parallelograms);
        const auto index = [&](bool u) {
            return of_step(u == split_.along_u ? held : "across",
                           u ? steps(l).u.step : steps(l).v.step, u ? own_u(l) : own_v(l));
        };
        return fmt::format("[{}][{}]", index(split_.along_u), index(!split_.along_u));
    }

    void print_copy(Id<GroupLoop> l) {
        const Id<GroupTile> t = t_.loop(l).tiles.front();
        const Id<GpuInput> copied = *t_.loop(l).copies;
        const bool several = t_.tile(t).planes > 1;
        out_.line("WEFT_UNROLL");
        out_.line("{}", t_.plane_loop(t_.tile(t).planes));
        out_.line("    held{}[p]{} = active ? weft::device_load(", t.number(), own_register(l));
        out_.line("        weft::sample_address<{}>(args.in{}, {{e.x, e.y, {}}})) : 0.0f;",
                  t_.by_columns(t_.input(copied).image), copied.number(),
                  several ? "p" : "e.plane");
    }

    void print_evaluations(Id<GroupLoop> l) {
        const GroupLoop& loop = t_.loop(l);
        for (const GroupEvaluation& e : loop.evaluations) print_reads(l, e);
        if (t_.is_last(l)) print_stored_reads(l);
        for (const GroupEvaluation& e : loop.evaluations) t_.declare_values(e, out_);
        if (!loop.evaluations.empty()) {
            out_.open("if (active) {{");
            for (const GroupEvaluation& e : loop.evaluations)
                t_.evaluate(
                    e, "0",
                    [&](const GroupEvaluation& of, Id<StageInput> i, Id<GroupTile> t,
                        const std::string& meta) { return read_before(of, i, t, meta); },
                    out_);
            out_.close();
        }
        for (const Id<GroupTile> t : loop.tiles) {
            out_.line("WEFT_UNROLL");
            out_.line("{}", t_.plane_loop(t_.tile(t).planes));
            out_.line("    held{}[p]{} = {}[p];", t.number(), own_register(l),
                      t_.value(t_.tile(t).image));
        }
        if (t_.is_last(l)) print_stores();
    }

    /// A lane's read of a tile, so far from its element or from the one around which it reads: by
    /// its distance from the lane's own step, algorithm 1's phi - phi_r.
    std::string read(Id<GroupLoop> l, Id<GroupTile> t, int tap_u, int tap_v) const {
        const HybridPart own = part(l), other = part_of(t);
        const LevelScaling &of = steps(l), &to = scaling_[t_.tile(t).level];
        const bool scaled = t_.tile(t).level != t_.loop(l).level;
        const auto distance = [&](const AxisScaling& a, const AxisScaling& b,
                                  const std::string& own_element, int first, int from) {
            if (a.step == 1)
                return std::to_string((scaled ? read_around(a, b, first) : first) + from);
            if (!scaled) return own_element + plus(first + from);
            return fmt::format("weft::scaled({{{}, {}, {}}}, {}{}){}", b.scale.times, b.scale.plus,
                               b.scale.over, own_element, plus(a.first + first),
                               plus(from - b.first));
        };
        const std::string at_u = distance(of.u, to.u, own_u(l), own.first_u, tap_u - other.first_u);
        const std::string at_v = distance(of.v, to.v, own_v(l), own.first_v, tap_v - other.first_v);
        std::string u = "u" + plus(tap_u), v = "v" + plus(tap_v);
        if (scaled) {
            u = of_step(step_number(true), to.u.step, at_u) + plus(other.first_u);
            v = of_step(step_number(false), to.v.step, at_v) + plus(other.first_v);
        }
        return fmt::format(
            "weft::read_register_tile<RegisterTile{0}>(held{0}[p], parallelogram, across, {1}, "
            "{2}, lane_u, lane_v, active, {3})",
            t.number(), at_u, at_v, shared_place(t_, SharedForm::kParts, t, u, v));
    }

    void print_reads(Id<GroupLoop> l, const GroupEvaluation& e) {
        for (const Id<StageInput> i : e.reads.ids()) {
            const auto* from = std::get_if<FromTile>(&e.reads[i]);
            if (from == nullptr) continue;
            const Id<GroupTile> t = from->tile;
            const std::string name = reads_name(e, i), variable = reads_variable(e, i);
            const Window w = taps_xy(e, i);
            out_.line("float {}[{}][{}::kCount] = {{}};", variable, t_.tile(t).planes, name);
            out_.line("WEFT_UNROLL");
            out_.open("for (int p = 0; p < {}; ++p) {{", t_.tile(t).planes);
            for (const Offset& tap : t_.stage(e.stage).inputs[i].taps) {
                const Window at = t_.uv({tap.x, tap.x, tap.y, tap.y});
                out_.line("{}[p][{}] = {};", variable,
                          (tap.y - w.y_first) * (w.x_last - w.x_first + 1) + tap.x - w.x_first,
                          read(l, t, at.x_first, at.y_first));
            }
            out_.close();
        }
    }

    void print_stored_reads(Id<GroupLoop> l) {
        for (std::size_t o = 0; o < group_.stores.size(); ++o) {
            const GroupStore& store = group_.stores[o];
            if (!store.tile) continue;
            out_.line("float stored{}[{}] = {{}};", o, t_.tile(*store.tile).planes);
            out_.line("WEFT_UNROLL");
            out_.line("{}", t_.plane_loop(t_.tile(*store.tile).planes));
            out_.line("    stored{}[p] = {};", o, read(l, *store.tile, 0, 0));
        }
    }

    void print_stores() {
        for (std::size_t o = 0; o < group_.stores.size(); ++o) {
            const GroupStore& store = group_.stores[o];
            const bool several = t_.held_planes(store.image) > 1;
            out_.line("if (active)");
            if (several) out_.line("    WEFT_UNROLL");
            if (several) out_.line("    {}", t_.plane_loop(t_.held_planes(store.image)));
            out_.line(
                "    {}weft::device_store(weft::sample_address<{}>(args.out{}, {{e.x, e.y, {}}}), "
                "{}[{}]);",
                several ? "    " : "", t_.by_columns(store.image), o, several ? "p" : "e.plane",
                store.tile ? fmt::format("stored{}", o) : t_.value(store.image),
                several ? "p" : "0");
        }
    }

    GroupText::Reach read_before(const GroupEvaluation& e, Id<StageInput> i, Id<GroupTile> t,
                                 const std::string& meta) const {
        const bool pixel = t_.stage(e.stage).inputs[i].granularity == ePixel;
        const bool own = !pixel && t_.tile(t).planes > 1;
        return {fmt::format("weft::ReadBefore<{}, {}>", meta, reads_name(e, i)),
                reads_variable(e, i) + (own ? " + e.plane" : "")};
    }

    const GroupText& t_;
    const GpuGroup& group_;
    const GroupSplit& split_;
    const GroupScaling scaling_;
    Writer& out_;
};

}  // namespace

void print_hybrid_body(const GroupText& text, Writer& out) { HybridBody(text, out).print(); }

}  // namespace weft
