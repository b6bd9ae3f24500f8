#include "emit/host/host_kernel.h"

#include <algorithm>
#include <set>

#include "emit/host/lone_kernel.h"
#include "emit/host/loop_text.h"
#include "emit/host/pixel_text.h"
#include "emit/host/preamble_text.h"
#include "emit/host/profiler_text.h"
#include "emit/host/recurrence_text.h"
#include "emit/host/reduction_loop.h"
#include "emit/host/register_tile_text.h"
#include "emit/host/stage_metadata.h"
#include "emit/host/timed_text.h"
#include "emit/host/unroll_and_jam_text.h"
#include "emit/host/watch_text.h"
#include "emit/writer.h"
#include "plan/code_rows.h"
#include "plan/kernel_sections.h"

namespace weft {

namespace {

/// Prints one loop.
class LoopPrinter : LoopText {
  public:
    using LoopText::LoopText;

    void print(const std::string& symbol) {
        const bool along = loop_.kind == LoopKind::kHorizontalScan;
        if (along) print_scan_groups(symbol);
        out_.line("");
        out_.open("extern \"C\" void {}(const weft::RowArgs* args) {{", symbol);
        if (along) {
            print_scan_along_row(symbol);
        } else {
            declare_types_and_members();
            if (loop_.batch_rows > 1)
                print_batch();
            else
                print_row("", "0", "args->count");
        }
        out_.close();
    }

  private:
    void print_row(const std::string& row, const char* first, const char* last) {
        declare_pointers(row);
        print_elements(row, first, last);
    }

    /// Part of each row, then the same part of the next: what both read is still in the cache.
    void print_batch() {
        out_.open("for (long first = 0; first < args->count; first += {}) {{", loop_.batch_columns);
        out_.line("const long last = first + {0} < args->count ? first + {0} : args->count;",
                  loop_.batch_columns);
        out_.open("for (int row = 0; row < args->rows; ++row) {{");
        print_row("row", "first", "last");
        out_.close();
        out_.close();
    }

    void print_elements(const std::string& row, const char* first, const char* last) {
        const std::string place = place_in_row(row);
        out_.open("for (long x = {}; x < {}; x += S::kWidth) {{", first, last);
        fetch_ahead("in.slots", loop_.batch_rows, 1);
        for (const Id<Stage> s : loop_.stages) {
            const Stage& stage = plan_.stages[s];
            out_.line("// {}: {}", stage.name, stage.functor);
            declare_values(stage);
            declare_state(s);
            if (loop_.kind == LoopKind::kVerticalScan) {
                load_state(s);
                out_.open("if (args->rebuild != 0) {{");
                out_.line("state{} = {{}};", s.number());
                call(s, "Initialise", place, by_rows);
                out_.close();
            }
            call(s, "Kernel", place, by_rows);
            if (loop_.kind == LoopKind::kVerticalScan) store_state(s);
        }
        store_values();
        out_.close();
    }

    /// The row in groups of kWidth segments side by side. Two groups at a time where there are as
    /// many: each element waits for the one before it, and two chains wait together.
    void print_scan_along_row(const std::string& symbol) {
        const long group = static_cast<long>(loop_.restart_period) * loop_.width;
        out_.open("for (long first = 0; first < args->count;) {{");
        out_.open("if (args->count - first > {}) {{", group);
        out_.line("{}_groups<2>(args, first);", symbol);
        out_.line("first += {};", 2 * group);
        out_.close();
        out_.open("else {{");
        out_.line("{}_groups<1>(args, first);", symbol);
        out_.line("first += {};", group);
        out_.close();
        out_.close();
    }

    void print_scan_groups(const std::string& symbol) {
        const Id<Stage> s = loop_.stages.front();
        const Stage& stage = plan_.stages[s];
        const int period = loop_.restart_period;
        out_.line("");
        out_.line("// {}: {}; segments of {} elements side by side", stage.name, stage.functor,
                  period);
        out_.line("template <int kGroups>");
        out_.open("WEFT_INLINE void {}_groups(const weft::RowArgs* args, long first) {{", symbol);
        declare_types_and_members();
        out_.line("const long count = args->count - first;");
        declare_pointers("");
        out_.line("float* scratch = args->scratch;");
        for (std::size_t r = 0; r < loop_.reads.size(); ++r)
            print_tiles_in(r, [&](const Read& read) {
                out_.line("const long segments = {}L * S::kWidth * g;", period);
                out_.line(
                    "weft::transpose_in<S>(in.slots[{} + slot] + first + segments + ({}), "
                    "count - segments, {}, {}, scratch);",
                    read.first_slot, read.x_first, period, period + read.x_last - read.x_first);
            });
        declare_made();
        out_.line("{}_{}::State<S> states[kGroups] = {{}};", stage.functor, form_of(loop_));
        const auto tiles = [&](const auto&... read) { return by_tiles(read...); };
        const std::string place = fmt::format(
            "row_x + static_cast<int>(first + {0}L * S::kWidth * g + i), row_y, row_plane, "
            "{0}",
            period);
        out_.open("for (long i = 0; i < {}; ++i) {{", period);
        out_.raw("#pragma clang loop unroll(full)");
        out_.open("for (int g = 0; g < kGroups; ++g) {{");
        out_.line("auto& state{} = states[g];", s.number());
        declare_values(stage);
        out_.open("if (i == 0) {{");
        call(s, "Initialise", place, tiles);
        out_.close();
        call(s, "Kernel", place, tiles);
        store_made();
        out_.close();
        out_.close();
        out_.open("for (int g = 0; g < kGroups; ++g) {{");
        out_.line("const long segments = {}L * S::kWidth * g;", period);
        for_made_planes([&](std::size_t w, int q, const Write& write) {
            out_.line(
                "weft::transpose_out<S>(made{} + {}L * ({} * kGroups + g), count - segments, {}, "
                "out{} + first + segments);",
                w, made_floats(), q, period, write.first_slot + q);
        });
        out_.close();
        out_.close();
    }
};

bool is_reduction(const Loop& loop) {
    return loop.kind == LoopKind::kReduce || loop.kind == LoopKind::kResult;
}

/// Whether some stage of the functor has taps that are better known by name.
bool unrolls_taps_of(const CpuPlan& plan, const Kernel& kernel, const std::string& functor) {
    for (const Loop& loop : kernel.loops)
        for (const Id<Stage> s : loop.stages)
            if (plan.stages[s].functor == functor && unrolls_taps(plan, loop, s)) return true;
    return false;
}

/// Whether all stages of the functor write few planes.
bool unrolls_planes_of(const CpuPlan& plan, const Kernel& kernel, const std::string& functor) {
    return std::all_of(kernel.stages.begin(), kernel.stages.end(), [&](Id<Stage> s) {
        return plan.stages[s].functor != functor || unrolls_planes(plan, s);
    });
}

/// Both forms of a functor carry the same name for helpers, so each is printed once per form.
void print_functors(const CpuPlan& plan, const Kernel& kernel, const Library& library,
                    Writer& out) {
    std::set<std::string> printed;
    const auto define = [&](const char* mark, bool unrolls) {
        out.raw(fmt::format("#undef {0}\n#define {0}{1}", mark, unrolls ? " WEFT_UNROLLED" : ""));
    };
    const auto print = [&](const std::string& functor, bool wide) {
        if (!printed.insert(functor + (wide ? "_simd" : "_scalar")).second) return;
        const TranslatedFunctor& translated = *library.find_translated(functor);
        out.raw("");
        if (wide) {
            define("WEFT_TAPS", unrolls_taps_of(plan, kernel, functor));
            define("WEFT_PLANES", unrolls_planes_of(plan, kernel, functor));
        }
        out.raw(wide ? translated.simd_text : translated.scalar_text);
        out.raw("#line 1 \"kernel\"");
    };
    for (const Loop& loop : kernel.loops)
        for (const Id<Stage> s : loop.stages) {
            print(plan.stages[s].functor, loop.width > 1);
            if (plan.stages[s].phase == Phase::kReduce) print(plan.stages[s].functor, false);
        }
}

bool watches(const CpuPlan& plan, const Kernel& kernel) {
    return std::any_of(kernel.stages.begin(), kernel.stages.end(),
                       [&](Id<Stage> s) { return plan.stages[s].facts.watched; });
}

/// Prints a loop of rows that no other printer is for; `code`: of LoopText.
void print_rows(const CpuPlan& plan, const Loop& loop, const std::string& symbol, Writer& out,
                const std::string& code = {}) {
    if (is_unrolled_and_jammed(loop))
        print_side_by_side(plan, loop, symbol, out, code);
    else
        LoopPrinter(plan, loop, out, code).print(symbol);
}

/// The loops of a kernel that only selects once more, on codes of the type `code`.
Table<std::string, Loop> print_on_codes(const CpuPlan& plan, const Kernel& kernel,
                                        const std::string& code, const std::string& prefix,
                                        Writer& out) {
    Table<std::string, Loop> symbols;
    int computing = 0;
    for (const Loop& loop : kernel.loops) {
        if (loop.stages.empty()) {
            symbols.add({});
            continue;
        }
        symbols.add(fmt::format("{}_{}", prefix, computing++));
        print_rows(plan, loop, symbols.back(), out, code);
    }
    return symbols;
}

}  // namespace

std::string host_preamble(const Target& target) {
    return fmt::format("#define WEFT_WIDTH {}\n", std::max(target.vector_width, 4)) +
           host_preamble_text() + "\nusing namespace weft;\n\n";
}

HostKernel emit_host_kernel(const CpuPlan& whole, const Kernel& among, const Library& library,
                            const HostEmission& how) {
    const auto [plan, kernel] = lone_kernel(whole, among);
    HostKernel result;
    int computing = 0;
    Writer out;
    out.raw(fmt::format("// {}: {} stages in {} loops", kernel.name, kernel.stages.size(),
                        kernel.loops.size()));
    if (how.timed || watches(plan, kernel)) out.raw(watch_text());
    if (how.timed) out.raw(profiler_text());
    print_functors(plan, kernel, library, out);
    for (const Loop& loop : kernel.loops)
        for (const Id<Stage> s : loop.stages) print_stage_metadata(plan, loop, s, out);
    for (const Id<Loop> l : kernel.loops.ids()) {
        if (kernel.loops[l].stages.empty()) {
            result.symbols.add({});
            continue;
        }
        result.symbols.add(fmt::format("weft_loop_{}", computing++));
        std::optional<int> section;
        if (how.timed) section = first_section(kernel, l);
        const bool in_pieces = section && kernel.loops[l].stages.size() > 1;
        if (is_reduction(kernel.loops[l]))
            print_reduction_loop(plan, kernel.loops[l], section, result.symbols.back(), out);
        else if (in_pieces)
            print_timed_loop(plan, kernel.loops[l], *section, result.symbols.back(), out);
        else if (kernel.loops[l].is_recurrence())
            print_recurrence(plan, kernel.loops[l], result.symbols.back(), out);
        else if (register_tile(plan, kernel.loops[l]))
            print_register_tile(plan, kernel.loops[l], result.symbols.back(), out);
        else
            print_rows(plan, kernel.loops[l], result.symbols.back(), out);
        if (section && !in_pieces)
            result.symbols.back() = print_timed_call(*section, result.symbols.back(), out);
    }
    if (const auto pixels = pixel_rows(plan, kernel)) {
        const bool in_pieces = kernel.loops[pixels->loop].stages.size() > 1;
        if (!how.timed || !in_pieces) {
            result.pixels = "weft_pixels";
            print_pixels(plan, kernel, *pixels, result.pixels, out);
        }
        if (how.timed && !in_pieces)
            result.pixels =
                print_timed_call(first_section(kernel, pixels->loop), result.pixels, out);
    }
    if (!how.timed && selects_only(plan, kernel)) {
        result.u8_symbols = print_on_codes(plan, kernel, "unsigned char", "weft_u8", out);
        result.u16_symbols = print_on_codes(plan, kernel, "unsigned short", "weft_u16", out);
    }
    result.text = out.take();
    return result;
}

}  // namespace weft
