#include "emit/host/register_tile_text.h"

#include "emit/affine_text.h"
#include "emit/host/batch_rows_text.h"

namespace weft {

namespace {

class RegisterTilePrinter : BatchText {
  public:
    RegisterTilePrinter(const CpuPlan& plan, const Loop& loop, Writer& out)
        : BatchText(plan, loop, out),
          id_(loop.stages.front()),
          stage_(plan.stages[id_]),
          sums_(*stage_.accumulation),
          tile_(*register_tile(plan, loop)) {}

    void print(const std::string& symbol) {
        out_.line("");
        out_.line("// {}: {}; tiles of {} rows and {} vectors, terms in the functor's order",
                  stage_.name, stage_.functor, tile_.rows, tile_.columns);
        out_.line("template <int kColumns, bool kWithin, bool kFloats>");
        out_.open("WEFT_INLINE void {}_tile(const weft::RowArgs* args, long first) {{", symbol);
        declare_types_and_members();
        declare_batch_pointers();
        print_tile();
        out_.close();
        print_row_of_tiles(symbol);
    }

  private:
    /// Whole tiles, then vectors one by one.
    void print_row_of_tiles(const std::string& symbol) {
        out_.line("");
        out_.open("extern \"C\" void {}(const weft::RowArgs* args) {{", symbol);
        out_.line("constexpr long kVector = {};", loop_.width);
        out_.line("long x = 0;");
        if (!loop_.pictures.empty()) {
            std::string floats;
            for (std::size_t i = 0; i < loop_.pictures.size(); ++i)
                floats += fmt::format("{}weft::has_rows_of_floats(args->pictures[{}])",
                                      i > 0 ? " && " : "", i);
            out_.line("const bool floats = {};", floats);
        }
        if (tile_.columns > 1) {
            out_.open("for (; args->count - x > {} * kVector; x += {} * kVector) {{",
                      tile_.columns - 1, tile_.columns);
            print_choice(symbol, tile_.columns);
            out_.close();
        }
        out_.open("for (; x < args->count; x += kVector) {{");
        print_choice(symbol, 1);
        out_.close();
        out_.close();
    }

    /// Where pictures that are read anywhere are rows of floats, nothing asks how each sample is
    /// stored; where all columns that terms read lie in their pictures, nothing asks where each is.
    void print_choice(const std::string& symbol, int columns) {
        if (loop_.pictures.empty())
            return out_.line("{}_tile<{}, false, false>(args, x);", symbol, columns);
        out_.line("if (!floats)");
        out_.line("    {}_tile<{}, false, false>(args, x);", symbol, columns);
        const std::string within = columns > 1 ? all_columns_within(columns) : std::string();
        if (!within.empty()) {
            out_.line("else if ({})", within);
            out_.line("    {}_tile<{}, true, true>(args, x);", symbol, columns);
        }
        out_.line("else");
        out_.line("    {}_tile<{}, false, true>(args, x);", symbol, columns);
    }

    /// That all columns lie in their pictures that terms of so many vectors read, or nothing.
    std::string all_columns_within(int columns) const {
        std::string within;
        for (const PictureRead& read : loop_.pictures)
            if (const TermRange* range = columns_of(read.by))
                within += fmt::format(
                    "{0}weft::columns_within(args->pictures[{1}], args->x + static_cast<int>(x) + "
                    "{2}, args->x + static_cast<int>(x) + {3})",
                    within.empty() ? "" : " && ", picture_of(read.by), range->low,
                    range->high + columns * loop_.width - 1);
        return within;
    }

    /// The columns that terms read around their element's, where that is known of all of them.
    const TermRange* columns_of(const ReadBy& by) const {
        const std::optional<TermRange>& columns = sums_.reads[by.input].columns;
        return columns && columns->along == Affine{0, {{"X", 1}}} ? &*columns : nullptr;
    }

    std::string within(const ReadBy& by) const override {
        return in_term_ && columns_of(by) != nullptr ? "kWithin" : "false";
    }

    std::string picture_text(std::size_t i) const override {
        return fmt::format("weft::as_rows_of_floats<kFloats>(args->pictures[{}])", i);
    }

    void print_tile() {
        out_.line("{}_simd::Kept<S> kept[{}][kColumns];", stage_.functor, tile_.rows);
        for (std::size_t o = 0; o < stage_.outputs.size(); ++o)
            out_.line("F made{}[{}][kColumns][{}] = {{}};  // {}", image(o), tile_.rows,
                      value_planes(plan_, stage_, o), plan_.images[stage_.outputs[o]].name);
        for (const BoundLoop& loop : sums_.planes) open_loop(loop);
        for_elements(kUpwards, [&] { print_part("Begin", {}); });
        for (const BoundLoop& loop : sums_.loops) open_loop(loop);
        in_term_ = true;
        for_elements(kUpwards, [&] { print_part("Term", sums_.loops); });
        in_term_ = false;
        for (std::size_t i = 0; i < sums_.loops.size(); ++i) out_.close();
        for_elements(kUpwards, [&] { print_part("End", {}); });
        for (std::size_t i = 0; i < sums_.planes.size(); ++i) out_.close();
        for_elements(kDownwards, [&] { print_stores(); });
    }

    static constexpr const char* kUpwards = "int row = 0; row < {}; ++row";
    static constexpr const char* kDownwards = "int row = {} - 1; row >= 0; --row";

    template <class Print>
    void for_elements(const char* rows, Print print) {
        for_rows(rows, [&] {
            out_.raw("#pragma clang loop unroll(full)");
            out_.open("for (int column = 0; column < kColumns; ++column) {{");
            out_.line("const long x = first + column * S::kWidth;");
            print();
            out_.close();
        });
    }

    /// Bounds of loops that are known as it runs follow from members and edges of domains.
    void open_loop(const BoundLoop& loop) {
        const std::string members = fmt::format("members{}", id_.number());
        out_.line("const long {0}_first = {1}, {0}_last = {2};", variable(loop),
                  affine_text(members, loop.first), affine_text(members, loop.last));
        out_.open("for (long {0}_at = {0}_first; {0}_at <= {0}_last; {0}_at += {1}) {{",
                  variable(loop), loop.step);
        out_.line("const int {0} = static_cast<int>({0}_at);", variable(loop));
    }

    /// A part of the functor; terms have the variables of their loops besides the planes'.
    void print_part(const char* part, const std::vector<BoundLoop>& loops) {
        for (std::size_t o = 0; o < stage_.outputs.size(); ++o)
            out_.line("[[maybe_unused]] F (&v{0})[{1}] = made{0}[row][column];", image(o),
                      value_planes(plan_, stage_, o));
        std::string variables;
        for (const BoundLoop& loop : sums_.planes) variables += ", " + variable(loop);
        for (const BoundLoop& loop : loops) variables += ", " + variable(loop);
        const std::string place =
            stage_.facts.places ? fmt::format(", weft::Place<S>{{{}}}", place_in_row("row")) : "";
        out_.line(
            "{0}_simd::{1}<S, Baked{2}>(members{2}, kept[row][column], S::M(true){3}{4}{5}{6});",
            stage_.functor, part, id_.number(), variables, place, watch_of(stage_),
            arguments(id_, by_batch_rows));
    }

    void print_stores() {
        for (const Write& write : loop_.writes)
            for (int q = 0; q < write.slot_planes; ++q) {
                if (write.prefetch)
                    out_.line("__builtin_prefetch(out{}[row] + x + weft::kFurtherOn, 1);",
                              write.first_slot + q);
                out_.line("weft::{}<S>(out{}[row] + x, made{}[row][column][{}]);",
                          write.non_temporal ? "stream" : "store", write.first_slot + q,
                          write.image.number(), q);
            }
    }

    int image(std::size_t output) const { return stage_.outputs[output].number(); }
    static std::string variable(const BoundLoop& loop) { return "loop_" + loop.variable; }

    const Id<Stage> id_;
    const Stage& stage_;
    const BoundAccumulation& sums_;
    const RegisterTile tile_;
    bool in_term_ = false;
};

}  // namespace

void print_register_tile(const CpuPlan& plan, const Loop& loop, const std::string& symbol,
                         Writer& out) {
    RegisterTilePrinter(plan, loop, out).print(symbol);
}

}  // namespace weft
