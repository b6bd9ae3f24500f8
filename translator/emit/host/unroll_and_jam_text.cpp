#include "emit/host/unroll_and_jam_text.h"

#include "emit/host/batch_rows_text.h"

namespace weft {

namespace {

class SideBySidePrinter : BatchText {
  public:
    using BatchText::BatchText;

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
    void print_row() {
        call_stages(place_in_row("row"), by_batch_rows);
        for_written([&](const Write& write, int q) {
            out_.line("made{}[row] = v{}[{}];", write.first_slot + q, write.image.number(), q);
        });
    }
};

}  // namespace

void print_side_by_side(const CpuPlan& plan, const Loop& loop, const std::string& symbol,
                        Writer& out, const std::string& code) {
    SideBySidePrinter(plan, loop, out, code).print(symbol);
}

}  // namespace weft
