#include "emit/host/unroll_and_jam_text.h"

#include <algorithm>
#include <optional>

#include "emit/host/loop_text.h"

namespace weft {

namespace {

/// The tap row of a read's slot, from its element's; none where no tap lies in that row.
std::optional<int> tap_row(const Read& read, int slot) {
    const auto at = static_cast<std::size_t>(slot / read.slot_planes);
    if (!read.slot_rows.empty()) return read.slot_rows[at];
    const int row = read.slot_row0 + static_cast<int>(at);
    if (std::binary_search(read.rows.begin(), read.rows.end(), row)) return row;
    return std::nullopt;
}

/// Where the pointer of a slot is taken from: a row of the batch, and the slot there.
struct Source {
    int row, slot;
};

/// The first row of the batch that has the same pointer: taps of neighbouring rows meet in the rows
/// that they read. At another resolution they need not.
Source source_of(const Read& read, int row, int slot) {
    const std::optional<int> tap = tap_row(read, slot);
    if (!tap || read.scale_y != Scale{}) return {row, slot};
    for (int before = 0; before < row; ++before)
        for (int s = slot % read.slot_planes; s < slot_count(read); s += read.slot_planes)
            if (const std::optional<int> other = tap_row(read, s);
                other && before + *other == row + *tap)
                return {before, s};
    return {row, slot};
}

class SideBySidePrinter : LoopText {
  public:
    using LoopText::LoopText;

    void print(const std::string& symbol) {
        out_.line("");
        out_.open("extern \"C\" void {}(const weft::RowArgs* args) {{", symbol);
        declare_types_and_members();
        declare_batch_pointers();
        out_.open("for (long x = 0; x < args->count; x += S::kWidth) {{");
        fetch_ahead(fmt::format("in[{}]", loop_.batch_rows - 1), 1, loop_.batch_rows);
        for_written([&](const Write& write, int q) {
            out_.line("F made{}[{}];", write.first_slot + q, loop_.batch_rows);
        });
        for_rows("int row = 0; row < {}; ++row", [&] { print_row(); });
        // From the last row upwards: see declare_batch_pointers().
        for_rows("int row = {} - 1; row >= 0; --row", [&] {
            for_written([&](const Write& write, int q) {
                out_.line("weft::{0}<S>(out{1}[row] + x, made{1}[row]);",
                          write.non_temporal ? "stream" : "store", write.first_slot + q);
            });
        });
        out_.close();
        out_.close();
    }

  private:
    template <class Print>
    void for_written(Print print) const {
        for (const Write& write : loop_.writes)
            for (int q = 0; q < write.slot_planes; ++q) print(write, q);
    }

    template <class Print>
    void for_rows(const char* loop, Print print) {
        out_.raw("#pragma clang loop unroll(full)");
        out_.open("for ({}) {{", fmt::format(fmt::runtime(loop), loop_.batch_rows));
        print();
        out_.close();
    }

    /// A batch at the end of a tile may have fewer rows. What the others come to goes where the
    /// last row lies, before the last row does.
    void declare_batch_pointers() {
        const int rows = loop_.batch_rows;
        out_.line("const int last = args->rows - 1;");
        for_rows_of_text([&](int row) {
            out_.line("const long row{0} = last < {0} ? last : {0};", row);
            out_.line("const float* const* const in{0} = args->in + row{0} * {1};", row,
                      loop_.read_slots);
        });
        out_.open("const float* const in[{}][{}] = {{", rows, std::max(loop_.read_slots, 1));
        for_rows_of_text([&](int row) { out_.line("{{{}}},", pointers_of(row)); });
        out_.close("};");
        for_written([&](const Write& write, int q) {
            std::string pointers;
            for_rows_of_text([&](int row) {
                pointers += fmt::format("{}args->out[row{} * {} + {}]", row > 0 ? ", " : "", row,
                                        loop_.write_slots, write.first_slot + q);
            });
            out_.line("float* const out{}[] = {{{}}};", write.first_slot + q, pointers);
        });
    }

    /// The pointers that a row reads through, slot by slot.
    std::string pointers_of(int row) const {
        std::string text;
        for (const Read& read : loop_.reads)
            for (int slot = 0; slot < slot_count(read); ++slot) {
                const Source source = source_of(read, row, slot);
                text += fmt::format("{}in{}[{}]", text.empty() ? "" : ", ", source.row,
                                    read.first_slot + source.slot);
            }
        return text;
    }

    template <class Print>
    void for_rows_of_text(Print print) const {
        for (int row = 0; row < loop_.batch_rows; ++row) print(row);
    }

    void print_row() {
        const auto by_batch_rows = [](const Read& read, const auto&... rest) {
            return rows_at(fmt::format("in[row] + {}", read.first_slot), read, rest...);
        };
        call_stages(place_in_row("row"), by_batch_rows);
        for_written([&](const Write& write, int q) {
            out_.line("made{}[row] = v{}[{}];", write.first_slot + q, write.image.number(), q);
        });
    }
};

}  // namespace

void print_side_by_side(const CpuPlan& plan, const Loop& loop, const std::string& symbol,
                        Writer& out) {
    SideBySidePrinter(plan, loop, out).print(symbol);
}

}  // namespace weft
