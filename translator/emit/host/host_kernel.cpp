#include "emit/host/host_kernel.h"

#include <algorithm>
#include <set>

#include "emit/host/preamble_text.h"
#include "emit/host/stage_metadata.h"
#include "emit/writer.h"

namespace weft {

namespace {

const char* form_of(const Loop& loop) { return loop.width > 1 ? "simd" : "scalar"; }
const char* types_of(const Loop& loop) { return loop.width > 1 ? "weft::Lanes" : "weft::Scalar"; }

/// Prints one loop.
class LoopPrinter {
  public:
    LoopPrinter(const Plan& plan, const Loop& loop, Writer& out)
        : plan_(plan), loop_(loop), out_(out) {}

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
    const Read& read_of(int stage, int input) const {
        return *std::find_if(loop_.reads.begin(), loop_.reads.end(),
                             [&](const Read& r) { return r.stage == stage && r.input == input; });
    }
    /// The position of a picture that is read anywhere.
    std::size_t picture_of(int stage, int input) const {
        const auto at = std::find_if(
            loop_.pictures.begin(), loop_.pictures.end(),
            [&](const PictureRead& r) { return r.stage == stage && r.input == input; });
        return static_cast<std::size_t>(at - loop_.pictures.begin());
    }
    bool made_here(int image) const {
        const int producer = plan_.images[image].producer;
        return std::find(loop_.stages.begin(), loop_.stages.end(), producer) != loop_.stages.end();
    }

    void declare_types_and_members() {
        out_.line("using S = {};", types_of(loop_));
        out_.line("using F [[maybe_unused]] = S::F;");
        for (std::size_t i = 0; i < loop_.stages.size(); ++i)
            out_.line(
                "const auto& members{0} = *static_cast<const "
                "{1}_{2}::Members*>(args->members[{3}]);",
                loop_.stages[i], plan_.stages[loop_.stages[i]].functor, form_of(loop_), i);
    }

    /// The row's pointers; `row` is the row of the batch, or empty.
    void declare_pointers(const std::string& row) {
        out_.line("const weft::Pointers<{}> in(args->in{});", loop_.read_slots,
                  row.empty() ? "" : fmt::format(" + {} * {}", row, loop_.read_slots));
        for (const Write& write : loop_.writes)
            for (int q = 0; q < write.slot_planes; ++q)
                out_.line("float* const out{0} = args->out[{1}{0}];", write.first_slot + q,
                          row.empty() ? "" : fmt::format("{} * {} + ", row, loop_.write_slots));
    }

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

    void declare_values(const Stage& stage) {
        for (std::size_t o = 0; o < stage.outputs.size(); ++o)
            out_.line("F v{}[{}] = {{}};  // {}", stage.outputs[o], value_planes(plan_, stage, o),
                      plan_.images[stage.outputs[o]].name);
    }

    /// `storage(read, metadata)` says how a row input is reached.
    template <class Storage>
    std::string arguments(int s, Storage storage) {
        const Stage& stage = plan_.stages[s];
        std::string text;
        std::size_t input = 0, output = 0;
        for (const IndexerFacts& indexer : stage.facts.indexers) {
            if (indexer.direction == eOutput) {
                text += fmt::format(", weft::Output<S, {}>{{v{}}}", output_metadata(s, output),
                                    stage.outputs[output]);
                ++output;
                continue;
            }
            const StageInput& in = stage.inputs[input];
            const std::string metadata = input_metadata(s, input);
            if (in.freedom == eRandom)
                text += fmt::format(", weft::InputRandom<S, {}>{{args->pictures[{}], args->plane}}",
                                    metadata, picture_of(s, static_cast<int>(input)));
            else if (made_here(in.image))
                text += fmt::format(", weft::ValueInput<S, {}>{{v{}}}", metadata, in.image);
            else
                text += fmt::format(", {}", storage(read_of(s, static_cast<int>(input)), metadata,
                                                    accessor_of(in.freedom)));
            ++input;
        }
        return text;
    }

    /// `place` says where the first lane's element lies, for those that ask.
    template <class Storage>
    void call(int s, const char* function, const std::string& place, Storage storage) {
        const Stage& stage = plan_.stages[s];
        const std::string asked =
            stage.facts.places ? fmt::format(", weft::Place<S>{{{}}}", place) : std::string();
        out_.line("{0}_{1}::{2}<S, Baked{3}>(members{3}, state{3}, S::M(true){4}{5});",
                  stage.functor, form_of(loop_), function, s, asked, arguments(s, storage));
    }

    void declare_state(int s) {
        out_.line("{0}_{1}::State<S> state{2}{{}};", plan_.stages[s].functor, form_of(loop_), s);
    }

    void print_elements(const std::string& row, const char* first, const char* last) {
        const std::string place = fmt::format("args->x + static_cast<int>(x), args->y{}, args->plane, 1",
                                              row.empty() ? "" : " + " + row);
        const auto rows = [](const Read& read, const std::string& metadata, const char* accessor) {
            if (read.scale_x != Scale{})
                return fmt::format("{0}<S, weft::ScaledRows<S, {1}>>{{in.slots + {2}, x, args->x}}",
                                   accessor, metadata, read.first_slot);
            return fmt::format("{0}<S, weft::Rows<S, {1}>>{{in.slots + {2}, x}}", accessor,
                               metadata, read.first_slot);
        };
        out_.open("for (long x = {}; x < {}; x += S::kWidth) {{", first, last);
        for (int s : loop_.stages) {
            const Stage& stage = plan_.stages[s];
            out_.line("// {}: {}", stage.name, stage.functor);
            declare_values(stage);
            declare_state(s);
            if (loop_.kind == LoopKind::kVerticalScan) {
                for_state(stage, [&](const std::string& member, const MemberFacts& m, int row) {
                    out_.line(
                        "state{}.{} = weft::state_from<S, {}>(weft::load<S>(args->state[{}] + x));",
                        s, member, m.type, row);
                });
                out_.open("if (args->rebuild != 0) {{");
                out_.line("state{} = {{}};", s);
                call(s, "Initialise", place, rows);
                out_.close();
            }
            call(s, "Kernel", place, rows);
            if (loop_.kind == LoopKind::kVerticalScan)
                for_state(stage, [&](const std::string& member, const MemberFacts& m, int row) {
                    out_.line(
                        "weft::store<S>(args->state[{}] + x, weft::state_to<S, {}>(state{}.{}));",
                        row, m.type, s, member);
                });
        }
        for (const Write& write : loop_.writes)
            for (int q = 0; q < write.slot_planes; ++q)
                out_.line("weft::{}<S>(out{} + x, v{}[{}]);",
                          write.non_temporal ? "stream" : "store", write.first_slot + q,
                          write.image, q);
        out_.close();
    }

    /// Calls print(member expression, facts, row of state) for every float of state.
    template <class Print>
    void for_state(const Stage& stage, Print print) {
        int row = 0;
        for (const MemberFacts& member : stage.facts.state) {
            if (!member.array) {
                print(member.name, member, row++);
                continue;
            }
            for (int i = 0; i < member.count; ++i)
                print(fmt::format("{}[{}]", member.name, i), member, row++);
        }
    }

    /// Floats of one group's tiles of a read, and of one made plane.
    long tile_floats(const Read& read) const {
        return (loop_.restart_period + read.x_last - read.x_first + 16) *
               static_cast<long>(loop_.width);
    }
    long made_floats() const {
        return (loop_.restart_period + 16) * static_cast<long>(loop_.width);
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

    /// The name of a table that tells which of the read's rows lie between its taps, or "" where
    /// none do.
    std::string print_untapped_rows(const Read& read, std::size_t r) {
        const int rows = read.rows.back() - read.rows.front() + 1;
        if (!read.slot_rows.empty() || rows == static_cast<int>(read.rows.size())) return {};
        std::string entries;
        for (int i = 0; i < rows; ++i)
            entries += std::binary_search(read.rows.begin(), read.rows.end(), read.rows.front() + i)
                           ? "0, "
                           : "1, ";
        entries.resize(entries.size() - 2);
        std::string name = fmt::format("untapped{}", r);
        out_.line("static constexpr bool {}[] = {{{}}};", name, entries);
        return name;
    }

    void print_scan_groups(const std::string& symbol) {
        const int s = loop_.stages.front();
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
        for (std::size_t r = 0; r < loop_.reads.size(); ++r) {
            const Read& read = loop_.reads[r];
            out_.line("float* const tile{} = scratch;  // slot by slot, group by group", r);
            const std::string untapped = print_untapped_rows(read, r);
            out_.open("for (int slot = 0; slot < {}; ++slot) {{", slot_count(read));
            if (!untapped.empty()) {
                out_.open("if ({}[slot / {}]) {{  // its pointers are not set", untapped,
                          read.slot_planes);
                out_.line("scratch += {}L * kGroups;", tile_floats(read));
                out_.line("continue;");
                out_.close();
            }
            out_.open("for (int g = 0; g < kGroups; ++g) {{");
            out_.line("const long segments = {}L * S::kWidth * g;", period);
            out_.line(
                "weft::transpose_in<S>(in.slots[{} + slot] + first + segments + ({}), "
                "count - segments, {}, {}, scratch);",
                read.first_slot, read.x_first, period, period + read.x_last - read.x_first);
            out_.line("scratch += {};", tile_floats(read));
            out_.close();
            out_.close();
        }
        for (std::size_t w = 0; w < loop_.writes.size(); ++w) {
            out_.line("float* const made{} = scratch;  // plane by plane, group by group", w);
            out_.line("scratch += {}L * kGroups;", loop_.writes[w].slot_planes * made_floats());
        }
        out_.line("{}_{}::State<S> states[kGroups] = {{}};", stage.functor, form_of(loop_));
        const auto tiles = [&](const Read& read, const std::string& metadata,
                               const char* accessor) {
            return fmt::format(
                "{0}<S, weft::Tiles<S, {1}>>{{tile{2} + {3}L * g + (i - ({4})) * "
                "S::kWidth, {3}L * kGroups}}",
                accessor, metadata, &read - loop_.reads.data(), tile_floats(read), read.x_first);
        };
        const std::string place = fmt::format(
            "args->x + static_cast<int>(first + {0}L * S::kWidth * g + i), args->y, args->plane, {0}",
            period);
        out_.open("for (long i = 0; i < {}; ++i) {{", period);
        out_.raw("#pragma clang loop unroll(full)");
        out_.open("for (int g = 0; g < kGroups; ++g) {{");
        out_.line("auto& state{} = states[g];", s);
        declare_values(stage);
        out_.open("if (i == 0) {{");
        call(s, "Initialise", place, tiles);
        out_.close();
        call(s, "Kernel", place, tiles);
        for_made_planes([&](std::size_t w, int q, const Write& write) {
            out_.line("weft::store<S>(made{} + {}L * ({} * kGroups + g) + i * S::kWidth, v{}[{}]);",
                      w, made_floats(), q, write.image, q);
        });
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

    template <class Print>
    void for_made_planes(Print print) {
        for (std::size_t w = 0; w < loop_.writes.size(); ++w)
            for (int q = 0; q < loop_.writes[w].slot_planes; ++q) print(w, q, loop_.writes[w]);
    }

    const Plan& plan_;
    const Loop& loop_;
    Writer& out_;
};

/// Both forms of a functor carry the same name for helpers, so each is printed once per form.
void print_functors(const Plan& plan, const Kernel& kernel, const Library& library, Writer& out) {
    std::set<std::string> printed;
    for (const Loop& loop : kernel.loops)
        for (int s : loop.stages) {
            const std::string& functor = plan.stages[s].functor;
            if (!printed.insert(functor + "_" + form_of(loop)).second) continue;
            const TranslatedFunctor& translated = *library.find_translated(functor);
            out.raw("");
            out.raw(loop.width > 1 ? translated.simd_text : translated.scalar_text);
            out.raw(fmt::format("#line 1 \"{}\"", kernel.name));
        }
}

}  // namespace

std::string host_preamble(const Target& target) {
    return fmt::format("#define WEFT_WIDTH {}\n", std::max(target.vector_width, 4)) +
           host_preamble_text() + "\nusing namespace weft;\n\n";
}

HostKernel emit_host_kernel(const Plan& plan, const Kernel& kernel, const Library& library) {
    HostKernel result;
    Writer out;
    out.raw(fmt::format("// {}: {} stages in {} loops", kernel.name, kernel.stages.size(),
                        kernel.loops.size()));
    print_functors(plan, kernel, library, out);
    for (const Loop& loop : kernel.loops)
        for (int s : loop.stages) print_stage_metadata(plan, loop, s, out);
    for (std::size_t l = 0; l < kernel.loops.size(); ++l) {
        if (kernel.loops[l].stages.empty()) {
            result.symbols.emplace_back();
            continue;
        }
        result.symbols.push_back(fmt::format("weft_loop_{}", l));
        LoopPrinter(plan, kernel.loops[l], out).print(result.symbols.back());
    }
    result.text = out.take();
    return result;
}

}  // namespace weft
