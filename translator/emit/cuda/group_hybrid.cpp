#include "emit/cuda/group_hybrid.h"

#include <algorithm>

#include "emit/cuda/cuda_metadata.h"
#include "emit/cuda/shared_loops.h"
#include "support/integers.h"

namespace weft {

namespace {

class HybridBody {
  public:
    HybridBody(const GroupText& text, Writer& out)
        : t_(text), group_(text.group), split_(text.group.split), out_(out) {}

    void print() {
        print_shared_tiles(t_, SharedForm::kParts, out_);
        if (has_register_tile()) print_metadata();
        for (const Id<GroupLoop> l : group_.loops.ids()) {
            if (shared_elements(l) == 0) continue;
            out_.line("");
            print_shared_loop(t_, SharedForm::kParts, l, out_);
        }
        out_.line("");
        print_body();
    }

  private:
    bool has_register_tile() const { return split_.shared_parallelograms < split_.parallelograms; }
    Window halo(Id<GroupLoop> l) const { return t_.uv(t_.loop(l).halo); }
    Window halo_of(Id<GroupTile> tile) const { return t_.uv(t_.tile(tile).halo); }

    /// Rows of lanes across the split that hold a loop's elements.
    int across(const Window& halo) const {
        return split_.along_u
                   ? divide_up(group_.tile_v + halo.y_last - halo.y_first, group_.team_v)
                   : divide_up(group_.tile_u + halo.x_last - halo.x_first, group_.team_u);
    }
    int shared_width(Id<GroupLoop> l) const {
        const Window h = halo(l);
        return h.x_last - h.x_first +
               (split_.along_u ? split_.shared_parallelograms * group_.team_u : group_.tile_u);
    }
    int shared_height(Id<GroupLoop> l) const {
        const Window h = halo(l);
        return h.y_last - h.y_first +
               (split_.along_u ? group_.tile_v : split_.shared_parallelograms * group_.team_v);
    }
    int shared_elements(Id<GroupLoop> l) const { return shared_width(l) * shared_height(l); }

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
            out_.line("static constexpr int kShared = {}, kHeld = {}, kAcross = {};",
                      split_.shared_parallelograms,
                      split_.parallelograms - split_.shared_parallelograms, across(halo_of(t)));
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
        if (has_register_tile())
            for (const Id<GroupTile> t : group_.tiles.ids())
                out_.line(
                    "float held{0}[{1}][RegisterTile{0}::kHeld][RegisterTile{0}::kAcross] = {{}};",
                    t.number(), group_.tiles[t].planes);
        for (const Id<GroupLoop> l : group_.loops.ids()) {
            out_.line("// {}", t_.loop_names(l));
            if (t_.loop(l).barrier_before) out_.line("Team::sync();");
            if (shared_elements(l) > 0) print_shared_part(l);
            if (has_register_tile()) print_register_tile(l);
        }
        out_.close();
    }

    void print_shared_part(Id<GroupLoop> l) {
        const Window h = halo(l);
        const int width = shared_width(l);
        out_.line("WEFT_NO_UNROLL");
        out_.line("for (int i = Team::index(); i < {}; i += {})", shared_elements(l),
                  group_.team_u * group_.team_v);
        out_.line("    part{}(args, first, i % {}{}, i / {}{}, shared);", l.number(), width,
                  plus(h.x_first), width, plus(h.y_first));
    }

    void print_register_tile(Id<GroupLoop> l) {
        const Window h = halo(l);
        const int rows = across(h);
        out_.line("WEFT_UNROLL");
        out_.line("for (int parallelogram = {}; parallelogram < {}; ++parallelogram)",
                  split_.shared_parallelograms, split_.parallelograms);
        out_.line("    WEFT_UNROLL");
        out_.open("    for (int across = 0; across < {}; ++across) {{", rows);
        const auto along = [&](const char* lane, int warp, int last) {
            return fmt::format("parallelogram * {} + {}{}", warp, lane, plus(last));
        };
        const auto over = [&](const char* lane, int warp, int first) {
            return fmt::format("across * {} + {}{}", warp, lane, plus(first));
        };
        out_.line("const int u = {};", split_.along_u ? along("lane_u", group_.team_u, h.x_last)
                                                      : over("lane_u", group_.team_u, h.x_first));
        out_.line("const int v = {};", split_.along_u ? over("lane_v", group_.team_v, h.y_first)
                                                      : along("lane_v", group_.team_v, h.y_last));
        const int extent = split_.along_u ? group_.tile_v + h.y_last : group_.tile_u + h.x_last;
        out_.line("[[maybe_unused]] const bool active = {} < {};", split_.along_u ? "v" : "u",
                  extent);
        out_.line("const weft::Spot at = {{{{{}, first.plane}}, u, v, false}};",
                  t_.element_at("u", "v"));
        out_.line("[[maybe_unused]] weft::Element e = at.e;");
        if (t_.loop(l).copies)
            print_copy(l);
        else
            print_evaluations(l);
        out_.close("    }");
    }

    void print_copy(Id<GroupLoop> l) {
        const Id<GroupTile> t = t_.loop(l).tiles.front();
        const Id<GpuInput> copied = *t_.loop(l).copies;
        const bool several = t_.tile(t).planes > 1;
        out_.line("WEFT_UNROLL");
        out_.line("{}", t_.plane_loop(t_.tile(t).planes));
        out_.line("    held{}[p][parallelogram - {}][across] = active ? weft::device_load(",
                  t.number(), split_.shared_parallelograms);
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
            out_.line("    held{}[p][parallelogram - {}][across] = {}[p];", t.number(),
                      split_.shared_parallelograms, t_.value(t_.tile(t).image));
        }
        if (t_.is_last(l)) print_stores();
    }

    /// A lane's read of a tile at a tap, by its distance in lanes: algorithm 1's phi - phi_r along
    /// the split axis; across it all is held from the halo's first on.
    std::string read(Id<GroupTile> t, const Window& reader, int u, int v) const {
        const Window& p = halo_of(t);
        const int du = u + (split_.along_u ? reader.x_last - p.x_last : reader.x_first - p.x_first);
        const int dv = v + (split_.along_u ? reader.y_first - p.y_first : reader.y_last - p.y_last);
        return fmt::format(
            "weft::read_register_tile<RegisterTile{0}, {1}, {2}>(held{0}[p], parallelogram, "
            "across, lane_u, lane_v, active, "
            "{3})",
            t.number(), du, dv,
            shared_place(t_, SharedForm::kParts, t, "u" + plus(u), "v" + plus(v)));
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
                          read(t, halo(l), at.x_first, at.y_first));
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
            out_.line("    stored{}[p] = {};", o, read(*store.tile, halo(l), 0, 0));
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
    Writer& out_;
};

}  // namespace

void print_hybrid_body(const GroupText& text, Writer& out) { HybridBody(text, out).print(); }

}  // namespace weft
