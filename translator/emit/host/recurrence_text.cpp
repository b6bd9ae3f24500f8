#include "emit/host/recurrence_text.h"

#include "emit/host/loop_text.h"

namespace weft {

namespace {

/// Of a recurrence along columns: as many as make rows of several cache lines, where as much state
/// stays in registers.
int vectors_side_by_side(const Stage& stage) {
    constexpr int kVectors = 4, kMaxState = 6;  // of 32 registers a quarter for the body
    int floats = 0;
    for (const MemberFacts& member : stage.facts.state) floats += std::max(member.count, 1);
    return floats <= kMaxState ? kVectors : 1;
}

class RecurrencePrinter : LoopText {
  public:
    RecurrencePrinter(const CpuPlan& plan, const Loop& loop, Writer& out)
        : LoopText(plan, loop, out) {}

    void print(const std::string& symbol) {
        const bool rows = loop_.kind == LoopKind::kHorizontalScan;
        if (rows)
            print_rows_side_by_side(symbol);
        else
            print_columns_side_by_side(symbol);
        out_.line("");
        out_.open("extern \"C\" void {}(const weft::RowArgs* args) {{", symbol);
        if (rows)
            print_row_groups(symbol);
        else
            print_column_groups(symbol);
        out_.close();
    }

  private:
    /// A recurrence down or up columns: state stays in registers over the rows of a batch, of as
    /// many vectors side by side as makes each row's part several cache lines.
    void print_columns_side_by_side(const std::string& symbol) {
        const Id<Stage> s = loop_.stages.front();
        const Stage& stage = plan_.stages[s];
        out_.line("");
        out_.line("// {}: {}; vectors side by side, row after row", stage.name, stage.functor);
        out_.line("template <int kVectors>");
        out_.open("WEFT_INLINE void {}_columns(const weft::RowArgs* args, long first) {{", symbol);
        declare_types_and_members();
        out_.line("{}_{}::State<S> states[kVectors] = {{}};", stage.functor, form_of(loop_));
        const auto for_vectors = [&](const auto& print) {
            out_.raw("#pragma clang loop unroll(full)");
            out_.open("for (int v = 0; v < kVectors; ++v) {{");
            out_.line("const long x = first + v * S::kWidth;");
            out_.line("auto& state{} = states[v];", s.number());
            print();
            out_.close();
        };
        out_.open("if (args->rebuild == 0) {{");
        for_vectors([&] { load_state(s); });
        out_.close();
        out_.open("for (int n = 0; n < args->rows; ++n) {{");
        out_.line("const int row = {};", loop_.backwards ? "args->rows - 1 - n" : "n");
        declare_pointers("row");
        for_vectors([&] {
            declare_values(stage);
            out_.open("if (args->rebuild != 0 && n == 0) {{");
            call(s, "Initialise", place_in_row("row"), by_rows);
            out_.close();
            call(s, "Kernel", place_in_row("row"), by_rows);
            store_values();
        });
        out_.close();
        for_vectors([&] { store_state(s); });
        out_.close();
    }

    void print_column_groups(const std::string& symbol) {
        const int vectors = vectors_side_by_side(plan_.stages[loop_.stages.front()]);
        out_.line("long x = 0;");
        if (vectors > 1)
            out_.line("for (; x + {0} <= args->count; x += {0}) {1}_columns<{2}>(args, x);",
                      vectors * loop_.width, symbol, vectors);
        out_.line("for (; x < args->count; x += {}) {}_columns<1>(args, x);", loop_.width, symbol);
    }

    /// A batch in groups of kWidth rows, two at a time where there are as many.
    void print_row_groups(const std::string& symbol) {
        out_.open("for (int top = 0; top < args->rows;) {{");
        out_.open("if (args->rows - top > {}) {{", loop_.width);
        out_.line("{}_rows<2>(args, top);", symbol);
        out_.line("top += {};", 2 * loop_.width);
        out_.close();
        out_.open("else {{");
        out_.line("{}_rows<1>(args, top);", symbol);
        out_.line("top += {};", loop_.width);
        out_.close();
        out_.close();
    }

    /// A recurrence along rows: a lane for each row, transposed a chunk of columns at a time.
    /// Inside the tiles it goes down columns.
    void print_rows_side_by_side(const std::string& symbol) {
        const Id<Stage> s = loop_.stages.front();
        const Stage& stage = plan_.stages[s];
        out_.line("");
        out_.line("// {}: {}; rows side by side, {} elements at a time", stage.name, stage.functor,
                  kScanChunk);
        out_.line("template <int kGroups>");
        out_.open("WEFT_INLINE void {}_rows(const weft::RowArgs* args, int top) {{", symbol);
        declare_types_and_members();
        out_.line("const long count = args->count;");
        out_.line("{}_{}::State<S> states[kGroups] = {{}};", stage.functor, form_of(loop_));
        if (loop_.backwards)
            out_.open("for (long first = (count - 1) / {0} * {0}; first >= 0; first -= {0}) {{",
                      kScanChunk);
        else
            out_.open("for (long first = 0; first < count; first += {}) {{", kScanChunk);
        out_.line("const long length = count - first < {0} ? count - first : {0};", kScanChunk);
        out_.line("float* scratch = args->scratch;");
        for (std::size_t r = 0; r < loop_.reads.size(); ++r) print_rows_in(r);
        declare_made();
        print_run_along_tiles(s);
        for_made_planes([&](std::size_t w, int q, const Write& write) {
            out_.open("for (int g = 0; g < kGroups; ++g) {{");
            out_.line("const int begin = top + g * S::kWidth;");
            out_.line(
                "weft::rows_out<S, {}>(made{} + {}L * ({} * kGroups + g), args->out + begin * {} + "
                "{}, {}, args->rows - begin, first, length);",
                write.non_temporal, w, made_floats(), q, loop_.write_slots, write.first_slot + q,
                loop_.write_slots);
            out_.close();
        });
        out_.close();
        out_.close();
    }

    void print_rows_in(std::size_t r) {
        print_tiles_in(r, [&](const Read& read) {
            out_.line("const int begin = top + g * S::kWidth;");
            out_.line(
                "weft::rows_in<S>(args->in + begin * {0} + {1} + slot, {0}, args->rows - begin, "
                "first + ({2}), length + {3}, scratch);",
                loop_.read_slots, read.first_slot, read.x_first, read.x_last - read.x_first);
        });
    }

    /// The elements of a chunk one after another; the state goes on from chunk to chunk.
    void print_run_along_tiles(Id<Stage> s) {
        const Stage& stage = plan_.stages[s];
        const auto tiles = [&](const auto&... read) { return by_tiles(read...); };
        const char* const place =
            "row_x + static_cast<int>(first + i), row_y + top + g * S::kWidth, row_plane, 0";
        out_.open("for (long n = 0; n < length; ++n) {{");
        out_.line("const long i = {};", loop_.backwards ? "length - 1 - n" : "n");
        out_.raw("#pragma clang loop unroll(full)");
        out_.open("for (int g = 0; g < kGroups; ++g) {{");
        out_.line("auto& state{} = states[g];", s.number());
        declare_values(stage);
        out_.open("if (n == 0 && {}) {{",
                  loop_.backwards ? "first + length == count" : "first == 0");
        call(s, "Initialise", place, tiles);
        out_.close();
        call(s, "Kernel", place, tiles);
        store_made();
        out_.close();
        out_.close();
    }
};

}  // namespace

void print_recurrence(const CpuPlan& plan, const Loop& loop, const std::string& symbol,
                      Writer& out) {
    RecurrencePrinter(plan, loop, out).print(symbol);
}

}  // namespace weft
