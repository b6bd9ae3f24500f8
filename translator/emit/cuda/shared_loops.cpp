#include "emit/cuda/shared_loops.h"

#include "core/border.h"
#include "emit/cuda/cuda_metadata.h"
#include "graph/border_modes.h"
#include "plan/group_levels.h"

namespace weft {

namespace {

class SharedLoop {
  public:
    SharedLoop(const GroupText& text, SharedForm form, Id<GroupLoop> l, Writer& out)
        : t_(text), form_(form), l_(l), loop_(text.loop(l)), out_(out) {}

    void print() {
        out_.line("// One element of {}{}.", t_.loop_names(l_),
                  is_part() ? ", in the shared part of a tile" : "");
        if (!is_part()) out_.line("template <int kSides>");
        out_.open(
            "WEFT_INLINE void {}{}(const {}& args, weft::Element first, int u, int v, "
            "float* shared) {{",
            is_part() ? "part" : "element", l_.number(), t_.args);
        if (loop_.copies)
            print_copy();
        else
            print_evaluations();
        out_.close();
    }

  private:
    bool is_part() const { return form_ == SharedForm::kParts; }
    const char* own_sides() const { return is_part() ? "0" : "kSides"; }
    bool is_row(Id<GroupTile> tile) const { return t_.has_a_row_of_each_warp(tile); }
    std::string place(Id<GroupTile> tile) const {
        return shared_place(t_, form_, tile, "u", is_row(tile) ? "row" : "v");
    }

    /// Stores a value of each plane in every tile that the loop fills.
    template <class Value>
    void store_in_tiles(Value value) {
        for (const Id<GroupTile> t : loop_.tiles) {
            const bool several = t_.tile(t).planes > 1;
            if (several) out_.line("{}", t_.plane_loop(t_.tile(t).planes));
            out_.line("{}weft::shared_store({}, {});", several ? "    " : "", place(t),
                      value(t, several));
        }
    }

    void print_copy() {
        const Id<GroupTile> t = loop_.tiles.front();
        const GpuInput& in = t_.input(*loop_.copies);
        out_.line("const int x = first.x + {}, y = first.y + {};", t_.rows ? "u" : "v",
                  t_.rows ? "v" : "u");
        const bool several = t_.tile(t).planes > 1;
        if (several) out_.line("{}", t_.plane_loop(t_.tile(t).planes));
        out_.line("{}weft::shared_store({},", several ? "    " : "", place(t));
        out_.line("{}    weft::bordered_load<{}, weft::{}, {}>(args.in{}, {{x, y, {}}}));",
                  several ? "    " : "", t_.by_columns(in.image),
                  border_enumerator(t_.tile(t).border.mode),
                  in.access == GpuAccess::kGlobal ? "0" : own_sides(), loop_.copies->number(),
                  several ? "p" : "first.plane");
    }

    /// Of loops that go row by row together: which row in flight is the thread's, and what is read
    /// of others in it. That is where the thread is, not where its border sends it: rows beyond the
    /// domain hold the same elements, and those inside are other warps'.
    void print_row() {
        if (!goes_with_others(t_.group, loop_)) return;
        out_.line("const int row = weft::{}Team<{}, {}>::index() / 32;",
                  t_.group.kind == TileKind::kBlock ? "Block" : "Warp", t_.group.team_u,
                  t_.group.team_v);
        if (reads_rows()) out_.line("const weft::Spot in_row = {{at.e, at.u, row, false}};");
    }
    bool reads_rows() const {
        for (const GroupEvaluation& e : loop_.evaluations)
            for (const GroupRead& r : e.reads)
                if (const auto* from = std::get_if<FromTile>(&r); from && is_row(from->tile))
                    return true;
        return false;
    }

    void print_evaluations() {
        const bool exchanges = leaves_domain(t_.kernel, loop_) && !is_part();
        out_.line("using S = weft::Scalar;");
        out_.line("const weft::Spot at = weft::spot<{}, weft::{}, {}>(args.domain{}, first, u, v);",
                  !t_.rows, exchanges ? border_enumerator(loop_.border.mode) : "eClamp",
                  exchanges ? "kSides" : "0", l_.number());
        print_row();
        if (exchanges && loop_.border.mode == eConstant) print_outside();
        out_.line("[[maybe_unused]] weft::Element e = at.e;");
        const bool far = exchanges && reads_far_side(loop_.border.mode);
        const char* sides = far ? "weft::both_ends(kSides)" : own_sides();
        for (const GroupEvaluation& e : loop_.evaluations) {
            t_.declare_values(e, out_);
            t_.evaluate(
                e, sides,
                [&](const GroupEvaluation& of, Id<StageInput> i, Id<GroupTile> t,
                    const std::string& meta) { return tiled(of, i, t, meta); },
                out_);
        }
        store_in_tiles([&](Id<GroupTile> t, bool several) {
            return fmt::format("{}[{}]", t_.value(t_.tile(t).image), several ? "p" : "0");
        });
        if (t_.is_last(l_)) print_stores();
    }

    void print_outside() {
        out_.open("if (at.outside) {{");
        store_in_tiles(
            [&](Id<GroupTile> t, bool) { return fmt::format("args.outside{}", t.number()); });
        out_.line("return;");
        out_.close();
    }

    GroupText::Reach tiled(const GroupEvaluation& e, Id<StageInput> i, Id<GroupTile> t,
                           const std::string& meta) const {
        const bool pixel = t_.stage(e.stage).inputs[i].granularity == ePixel;
        const bool elsewhere = t_.tile(t).level != loop_.level;
        return {fmt::format("weft::Tiled{}<{}, {}>", elsewhere ? "Around" : "", meta,
                            shared_tile(form_, t)),
                fmt::format("{}, {}, {}{}", shared_pointer(t_, form_, t),
                            is_row(t) ? "in_row" : "at", elsewhere ? "first, " : "",
                            !pixel && t_.tile(t).planes > 1 ? "e.plane" : "0")};
    }

    void print_stores() {
        for (std::size_t o = 0; o < t_.group.stores.size(); ++o) {
            const GroupStore& store = t_.group.stores[o];
            const bool several = t_.held_planes(store.image) > 1;
            if (several) out_.line("{}", t_.plane_loop(t_.held_planes(store.image)));
            const std::string from =
                store.tile ? fmt::format("weft::shared_load({})", place(*store.tile))
                           : fmt::format("{}[{}]", t_.value(store.image), several ? "p" : "0");
            out_.line(
                "{}weft::device_store(weft::sample_address<{}>(args.out{}, {{e.x, e.y, {}}}), {});",
                several ? "    " : "", t_.by_columns(store.image), o, several ? "p" : "e.plane",
                from);
        }
    }

    const GroupText& t_;
    const SharedForm form_;
    const Id<GroupLoop> l_;
    const GroupLoop& loop_;
    Writer& out_;
};

struct SharedPlace {
    std::size_t offset, bytes;
    int pitch;
};
SharedPlace place_of(const GroupText& text, SharedForm form, Id<GroupTile> t) {
    if (form == SharedForm::kPieces)
        return {text.tile(t).offset, text.tile(t).bytes, text.tile(t).pitch};
    return {text.part(t).offset, text.part(t).bytes, text.part(t).pitch};
}

}  // namespace

void print_shared_tiles(const GroupText& text, SharedForm form, Writer& out) {
    for (const Id<GroupTile> t : text.group.tiles.ids()) {
        const GroupTile& tile = text.tile(t);
        const SharedPlace place = place_of(text, form, t);
        Window halo = text.uv(tile.halo);
        const bool in_flight = text.has_a_row_of_each_warp(t);
        if (in_flight) halo.y_first = 0;
        out.line("// {} in shared memory{}.", text.image(tile.image).name,
                 in_flight ? ", a row of each warp" : "");
        out.open("struct {} {{", shared_tile(form, t));
        out.line("static constexpr bool kThreadsAlongY = {};", !text.rows);
        out.line("static constexpr int kFirstU = {}, kFirstV = {};", halo.x_first, halo.y_first);
        out.line("static constexpr int kPitch = {}, kTilePlane = {};", place.pitch,
                 place.bytes / sizeof(float) / static_cast<std::size_t>(tile.planes));
        out.close("};");
    }
}

std::string shared_pointer(const GroupText& text, SharedForm form, Id<GroupTile> tile) {
    return fmt::format("shared + {}", place_of(text, form, tile).offset / sizeof(float));
}

std::string shared_tile(SharedForm form, Id<GroupTile> tile) {
    return fmt::format("{}{}", form == SharedForm::kPieces ? "Tile" : "Part", tile.number());
}

std::string shared_place(const GroupText& text, SharedForm form, Id<GroupTile> tile,
                         const std::string& u, const std::string& v) {
    const std::string name = shared_tile(form, tile);
    return fmt::format(
        "{} + weft::tile_index<{}>({}, {}){}", shared_pointer(text, form, tile), name, u, v,
        text.tile(tile).planes > 1 ? fmt::format(" + p * {}::kTilePlane", name) : "");
}

void print_shared_loop(const GroupText& text, SharedForm form, Id<GroupLoop> loop, Writer& out) {
    SharedLoop(text, form, loop, out).print();
}

}  // namespace weft
