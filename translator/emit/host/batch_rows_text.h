// The text of loops that compute several rows together: pointers of all rows of a batch.
#pragma once

#include "emit/host/loop_text.h"

namespace weft {

/// Printed for a batch whose rows go side by side.
class BatchText : protected LoopText {
  public:
    using LoopText::LoopText;

  protected:
    /// For each plane of each write: print(write, plane).
    template <class Print>
    void for_written(Print print) const {
        for (const Write& write : loop_.writes)
            for (int q = 0; q < write.slot_planes; ++q) print(write, q);
    }

    /// A loop over `row`, unrolled; `head` is its head, with {} for the number of rows.
    template <class Print>
    void for_rows(const char* head, Print print) {
        out_.raw("#pragma clang loop unroll(full)");
        out_.open("for ({}) {{", fmt::format(fmt::runtime(head), loop_.batch_rows));
        print();
        out_.close();
    }

    /// Declares in[row][slot], and out{slot}[row]. A batch at the end of a tile may have fewer
    /// rows. What the others come to goes where the last row lies, before the last row does: rows
    /// are to be stored from the last upwards.
    void declare_batch_pointers();

    /// Storage of call() for the row named `row`.
    static std::string by_batch_rows(const Read& read, const std::string& metadata,
                                     const char* accessor, const std::string& reach) {
        return rows_at(fmt::format("in[row] + {}", read.first_slot), read, metadata, accessor,
                       reach);
    }

  private:
    std::string pointers_of(int row) const;
};

}  // namespace weft
