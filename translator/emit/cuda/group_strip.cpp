#include "emit/cuda/group_strip.h"

#include <algorithm>

#include "emit/cuda/cuda_metadata.h"

namespace weft {

namespace {

class StripBody {
  public:
    StripBody(const GroupText& text, Writer& out)
        : t_(text), group_(text.group), strip_(text.group.strip), out_(out) {}

    void print() {
        for (const Id<GroupTile> t : group_.tiles.ids()) print_line_buffer(t);
        out_.line("// Rows of a strip away from all borders, {} columns a lane.", strip_.columns);
        out_.open("WEFT_INLINE void strip(const {}& args, weft::Element first, int v0, int v1) {{",
                  t_.args);
        out_.line("using S = weft::Scalar;");
        out_.line("const int lane = static_cast<int>(threadIdx.x) % {};", group_.team_u);
        out_.line("const int u0 = lane * {}{};", strip_.columns, plus(-strip_.margin));
        for (const Id<GroupTile> t : group_.tiles.ids())
            out_.line(
                "float line_buffer{0}[{1} * LineBuffer{0}::kRows][LineBuffer{0}::kWidth] = {{}};",
                t.number(), group_.tiles[t].planes);
        out_.line("WEFT_NO_UNROLL");
        out_.line("for (int row0 = v0{}; row0 < v1; row0 += {})", plus(-most_rows()),
                  strip_.period);
        out_.line("    WEFT_UNROLL");
        out_.open("    for (int m = 0; m < {}; ++m) {{", strip_.period);
        out_.line("const int row = row0 + m;");
        for (const Id<GroupLoop> l : group_.loops.ids()) print_loop(l);
        out_.close("    }");
        out_.close();
    }

  private:
    Window halo(Id<GroupLoop> l) const { return t_.uv(t_.loop(l).halo); }
    static int rows(const Window& halo) { return halo.y_last - halo.y_first; }
    /// Rows that are computed before the first row of the outputs is.
    int most_rows() const {
        int most = 0;
        for (const Id<GroupLoop> l : group_.loops.ids()) most = std::max(most, rows(halo(l)));
        return most;
    }

    void print_line_buffer(Id<GroupTile> t) {
        const GroupPart& part = group_.parts[t];
        out_.line("// {} in registers.", t_.image(group_.tiles[t].image).name);
        out_.open("struct LineBuffer{} {{", t.number());
        out_.line("static constexpr bool kThreadsAlongY = {};", !t_.rows);
        out_.line("static constexpr int kColumns = {}, kRows = {};", strip_.columns, part.rows);
        out_.line("static constexpr int kBefore = {}, kAfter = {}, kWidth = {};", part.before,
                  part.after, part.before + strip_.columns + part.after);
        out_.close("};");
    }

    /// Every loop is so many rows further down as others need below the row that they compute.
    void print_loop(Id<GroupLoop> l) {
        const Window h = halo(l);
        out_.line("// {}", t_.loop_names(l));
        out_.open("if (row >= v0{} && row < v1) {{", plus(-rows(h)));
        out_.line("const int v = row{};", plus(h.y_last));
        if (t_.loop(l).copies)
            print_copy(l, h);
        else
            print_columns(l, h);
        for (const Id<GroupTile> t : t_.loop(l).tiles)
            for (int p = 0; p < t_.tile(t).planes; ++p)
                if (t_.part(t).before + t_.part(t).after > 0)
                    out_.line("weft::widen<LineBuffer{0}>(line_buffer{0}[{1}], lane);", t.number(),
                              line_buffer_row(t, p));
        out_.close();
    }

    /// The row of the line buffer that is computed now.
    std::string line_buffer_row(Id<GroupTile> t, int plane) const {
        return fmt::format("{} + m % LineBuffer{}::kRows", plane * t_.part(t).rows, t.number());
    }

    void print_copy(Id<GroupLoop> l, const Window& h) {
        const Id<GroupTile> t = t_.loop(l).tiles.front();
        const Id<GpuInput> copied = *t_.loop(l).copies;
        for (int p = 0; p < t_.tile(t).planes; ++p) {
            out_.line("weft::load_columns<{}>(&line_buffer{}[{}][LineBuffer{}::kBefore],",
                      strip_.columns, t.number(), line_buffer_row(t, p), t.number());
            out_.line("    weft::sample_address<{}>(args.in{}, {{{}, {}}}), u0, {}, {});",
                      t_.by_columns(t_.input(copied).image), copied.number(),
                      t_.element_at("u0", "v"), plane_text(t_.tile(t).planes, p), h.x_first,
                      group_.tile_u + h.x_last);
        }
    }

    static std::string plane_text(int planes, int plane) {
        return planes > 1 ? std::to_string(plane) : "first.plane";
    }

    void print_columns(Id<GroupLoop> l, const Window& h) {
        const GroupLoop& loop = t_.loop(l);
        if (t_.is_last(l))
            for (std::size_t o = 0; o < group_.stores.size(); ++o)
                out_.line("float stored{}[{}][{}];", o, t_.held_planes(group_.stores[o].image),
                          strip_.columns);
        out_.line("WEFT_UNROLL");
        out_.open("for (int c = 0; c < {}; ++c) {{", strip_.columns);
        out_.line("const int u = u0 + c;");
        for (const GroupEvaluation& e : loop.evaluations) t_.declare_values(e, out_);
        if (!loop.evaluations.empty()) print_evaluations(loop, h);
        for (const Id<GroupTile> t : loop.tiles)
            for (int p = 0; p < t_.tile(t).planes; ++p)
                out_.line("line_buffer{0}[{1}][LineBuffer{0}::kBefore + c] = {2}[{3}];", t.number(),
                          line_buffer_row(t, p), t_.value(t_.tile(t).image), p);
        if (t_.is_last(l)) print_outputs(h);
        out_.close();
        if (t_.is_last(l)) print_stores();
    }

    void print_evaluations(const GroupLoop& loop, const Window& h) {
        out_.open("if (u >= {} && u < {}) {{", h.x_first, group_.tile_u + h.x_last);
        out_.line("const weft::Spot at = {{{{{}, first.plane}}, u, v, false}};",
                  t_.element_at("u", "v"));
        out_.line("[[maybe_unused]] weft::Element e = at.e;");
        for (const GroupEvaluation& e : loop.evaluations)
            t_.evaluate(
                e, "0",
                [&](const GroupEvaluation& of, Id<StageInput> i, Id<GroupTile> t,
                    const std::string& meta) { return in_line_buffer(of, i, t, meta, h); },
                out_);
        out_.close();
    }

    /// Where a reader's own row lies, from the one that is computed now; 0 or before it.
    int behind(Id<GroupTile> tile, const Window& reader) const {
        return reader.y_last - t_.uv(t_.tile(tile).halo).y_last;
    }

    GroupText::Reach in_line_buffer(const GroupEvaluation& e, Id<StageInput> i, Id<GroupTile> t,
                                    const std::string& meta, const Window& reader) const {
        const bool pixel = t_.stage(e.stage).inputs[i].granularity == ePixel;
        const bool own = !pixel && t_.tile(t).planes > 1;
        return {fmt::format("weft::InLineBuffer<{}, LineBuffer{}>", meta, t.number()),
                fmt::format("line_buffer{}{}, m{}, c", t.number(),
                            own ? fmt::format(" + e.plane * LineBuffer{}::kRows", t.number()) : "",
                            plus(behind(t, reader)))};
    }

    void print_outputs(const Window& h) {
        for (std::size_t o = 0; o < group_.stores.size(); ++o) {
            const GroupStore& store = group_.stores[o];
            for (int p = 0; p < t_.held_planes(store.image); ++p) {
                const std::string from =
                    store.tile ? fmt::format(
                                     "line_buffer{0}[{1} + "
                                     "weft::line_buffer_row<LineBuffer{0}>(m{2})]["
                                     "LineBuffer{0}::kBefore + c]",
                                     store.tile->number(), p * t_.part(*store.tile).rows,
                                     plus(behind(*store.tile, h)))
                               : fmt::format("{}[{}]", t_.value(store.image), p);
                out_.line("stored{}[{}][c] = {};", o, p, from);
            }
        }
    }

    /// Tiles and margins are whole lanes wide.
    void print_stores() {
        out_.open("if (u0 >= 0 && u0 < {}) {{", group_.tile_u);
        for (std::size_t o = 0; o < group_.stores.size(); ++o) {
            const Id<PlanImage> image = group_.stores[o].image;
            for (int p = 0; p < t_.held_planes(image); ++p) {
                out_.line("weft::store_columns<{}>(", strip_.columns);
                out_.line("    weft::sample_address<{}>(args.out{}, {{{}, {}}}), stored{}[{}]);",
                          t_.by_columns(image), o, t_.element_at("u0", "v"),
                          plane_text(t_.held_planes(image), p), o, p);
            }
        }
        out_.close();
    }

    const GroupText& t_;
    const GpuGroup& group_;
    const GroupStrip& strip_;
    Writer& out_;
};

}  // namespace

void print_strip_body(const GroupText& text, Writer& out) { StripBody(text, out).print(); }

}  // namespace weft
