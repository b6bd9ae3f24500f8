// The text of loops that compute several rows together: pointers of all rows of a batch.
#include "emit/host/batch_rows_text.h"

#include <algorithm>
#include <optional>

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

}  // namespace

void BatchText::declare_batch_pointers() {
    const int rows = loop_.batch_rows;
    out_.line("const int last = args->rows - 1;");
    for (int row = 0; row < rows; ++row) {
        out_.line("const long row{0} = last < {0} ? last : {0};", row);
        out_.line("const {2}* const* const in{0} = {3} + row{0} * {1};", row, loop_.read_slots,
                  sample(), rows_read());
    }
    out_.open("const {}* const in[{}][{}] = {{", sample(), rows, std::max(loop_.read_slots, 1));
    for (int row = 0; row < rows; ++row) out_.line("{{{}}},", pointers_of(row));
    out_.close("};");
    for_written([&](const Write& write, int q) {
        std::string pointers;
        for (int row = 0; row < rows; ++row)
            pointers +=
                fmt::format("{}{}", row > 0 ? ", " : "",
                            row_written(fmt::format("row{} * {} + {}", row, loop_.write_slots,
                                                    write.first_slot + q)));
        out_.line("{}* const out{}[] = {{{}}};", sample(), write.first_slot + q, pointers);
    });
}

/// The pointers that a row reads through, slot by slot.
std::string BatchText::pointers_of(int row) const {
    std::string text;
    for (const Read& read : loop_.reads)
        for (int slot = 0; slot < slot_count(read); ++slot) {
            const Source source = source_of(read, row, slot);
            text += fmt::format("{}in{}[{}]", text.empty() ? "" : ", ", source.row,
                                read.first_slot + source.slot);
        }
    return text;
}

}  // namespace weft
