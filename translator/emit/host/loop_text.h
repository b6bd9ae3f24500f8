// What the text of every loop is made of: its stages' members, values, accessors and calls.
#pragma once

#include <algorithm>

#include "emit/host/stage_metadata.h"
#include "emit/writer.h"
#include "plan/ranges.h"
#include "plan/reach_arguments.h"

namespace weft {

/// "simd" or "scalar": which form of its functors a loop runs.
inline const char* form_of(const Loop& loop) { return loop.width > 1 ? "simd" : "scalar"; }
/// The value types of that form.
inline const char* types_of(const Loop& loop) {
    return loop.width > 1 ? "weft::Lanes" : "weft::Scalar";
}

/// Prints into `out`; made for one loop of a kernel of `plan`.
class LoopText {
  public:
    /// `code`: the type of the codes that it computes on (plan/code_rows.h), or nothing.
    LoopText(const CpuPlan& plan, const Loop& loop, Writer& out, std::string code = {})
        : plan_(plan), loop_(loop), out_(out), code_(std::move(code)) {}
    virtual ~LoopText() = default;

  protected:
    const Read& read_of(const ReadBy& by) const { return *find_read(loop_, by); }
    /// The position of a picture that is read anywhere.
    std::size_t picture_of(const ReadBy& by) const {
        const auto at = std::find_if(loop_.pictures.begin(), loop_.pictures.end(),
                                     [&](const PictureRead& r) { return r.by == by; });
        return static_cast<std::size_t>(at - loop_.pictures.begin());
    }
    bool made_here(Id<PlanImage> image) const {
        const std::optional<Id<Stage>> producer = plan_.images[image].producer();
        return producer &&
               std::find(loop_.stages.begin(), loop_.stages.end(), *producer) != loop_.stages.end();
    }

    void declare_types_and_members() {
        out_.line("using S = {};",
                  code_.empty() ? types_of(loop_) : fmt::format("weft::CodeLanes<{}>", code_));
        out_.line("using F [[maybe_unused]] = S::F;");
        for (std::size_t i = 0; i < loop_.stages.size(); ++i)
            out_.line(
                "weft::Held<{1}_{2}::Members>::Type members{0} = *static_cast<const "
                "{1}_{2}::Members*>(args->members[{3}]);",
                loop_.stages[i].number(), plan_.stages[loop_.stages[i]].functor, form_of(loop_), i);
        // By value, where stores cannot change them, so that what follows from them alone is
        // computed once for a row.
        out_.line("const int row_x [[maybe_unused]] = args->x, row_y [[maybe_unused]] = args->y;");
        out_.line("const int row_plane [[maybe_unused]] = args->plane;");
        for (std::size_t i = 0; i < loop_.pictures.size(); ++i)
            out_.line("const weft::PictureArgs picture{0} [[maybe_unused]] = {1};", i,
                      picture_text(i));
    }

    /// The description of the picture at a position of Loop::pictures.
    virtual std::string picture_text(std::size_t i) const {
        return fmt::format("args->pictures[{}]", i);
    }

    /// The row's pointers; `row` is the row of the batch, or empty.
    void declare_pointers(const std::string& row) {
        out_.line("const weft::Pointers<{}{}> in({}{});", loop_.read_slots,
                  code_.empty() ? "" : ", " + code_, rows_read(),
                  row.empty() ? "" : fmt::format(" + {} * {}", row, loop_.read_slots));
        const std::string first =
            row.empty() ? "" : fmt::format("{} * {} + ", row, loop_.write_slots);
        for (const Write& write : loop_.writes)
            for (int q = 0; q < write.slot_planes; ++q) {
                const std::string slot = std::to_string(write.first_slot + q);
                out_.line("{}* const out{} = {};", sample(), slot, row_written(first + slot));
            }
    }

    /// The type of what rows hold.
    std::string sample() const { return code_.empty() ? "float" : code_; }
    /// The addresses of the rows that are read.
    const char* rows_read() const {
        return code_.empty() ? "args->in" : "weft::rows_of<S>(args->in)";
    }
    /// The address of the row that is written at `slot`.
    std::string row_written(const std::string& slot) const {
        const std::string row = "args->out[" + slot + "]";
        return code_.empty() ? row : "weft::row_of<S>(" + row + ")";
    }

    /// Brings near, of every row that is read in place, the elements from x on of the `rows` rows
    /// after the last that is read. `pointers` is an array of slots.
    void fetch_ahead(const std::string& pointers, int first, int rows) {
        for (std::size_t r = 0; r < loop_.reads.size(); ++r) {
            const Read& read = loop_.reads[r];
            if (!read.prefetch) continue;
            for (int row = first; row < first + rows; ++row)
                for (int q = 0; q < read.slot_planes; ++q)
                    out_.line("__builtin_prefetch({}[{}] + x + {} * args->prefetch[{}]);", pointers,
                              read.first_slot + last_row_slot(read) + q, row, r);
        }
    }

    /// The slot of a read's last tap row, of its first plane.
    static int last_row_slot(const Read& read) {
        const std::vector<int>& rows = read.slot_rows;
        const auto row = rows.empty() ? read.rows.back() - read.slot_row0
                                      : std::max_element(rows.begin(), rows.end()) - rows.begin();
        return static_cast<int>(row) * read.slot_planes;
    }

    void declare_values(const Stage& stage) {
        for (std::size_t o = 0; o < stage.outputs.size(); ++o)
            out_.line("F v{}[{}] = {{}};  // {}", stage.outputs[o].number(),
                      value_planes(plan_, stage, o), plan_.images[stage.outputs[o]].name);
    }

    /// The last argument of an accessor whose input has a reach of its own, else nothing.
    std::string dynamic_stencil(const ReadBy& by) const {
        if (!input_of(plan_, by).own) return {};
        std::size_t at = 0;
        for (const Id<Stage> stage : loop_.stages) {
            const Table<StageInput>& inputs = plan_.stages[stage].inputs;
            for (const Id<StageInput> i : inputs.ids()) {
                if (ReadBy{stage, i} == by)
                    return fmt::format(", {}(args->reaches + {})", input_metadata(by), at);
                at += cpu_reach_arguments(inputs[i]).size();
            }
        }
        return {};
    }

    /// `storage(read, metadata, accessor, reach)` says how a row input is reached.
    template <class Storage>
    std::string arguments(Id<Stage> s, Storage storage) {
        const Stage& stage = plan_.stages[s];
        std::string text;
        std::size_t input = 0, output = 0;
        for (const IndexerFacts& indexer : stage.facts.indexers) {
            if (indexer.direction == eOutput) {
                text += fmt::format(", weft::Output<S, {}>{{v{}}}", output_metadata(s, output),
                                    stage.outputs[output].number());
                ++output;
                continue;
            }
            const ReadBy by{s, Id<StageInput>(input)};
            const StageInput& in = stage.inputs[by.input];
            const std::string metadata = input_metadata(by);
            if (in.freedom == eRandom)
                text += fmt::format(", weft::InputRandom<S, {}{}>{{picture{}, row_plane}}",
                                    metadata, promises(by), picture_of(by));
            else if (made_here(in.image))
                text += fmt::format(", weft::ValueInput<S, {}>{{v{}{}}}", metadata,
                                    in.image.number(), dynamic_stencil(by));
            else
                text += fmt::format(", {}", storage(read_of(by), metadata, accessor_of(in.freedom),
                                                    dynamic_stencil(by)));
            ++input;
        }
        return text;
    }

    /// Whether the columns in which an input is read anywhere lie within its picture: an
    /// expression.
    virtual std::string within(const ReadBy&) const { return "false"; }

    /// The arguments of InputRandom after the metadata.
    std::string promises(const ReadBy& by) const {
        const std::string columns = within(by);
        if (loop_.pictures[picture_of(by)].prefetch) return fmt::format(", {}, true", columns);
        return columns == "false" ? "" : ", " + columns;
    }

    /// `place` says where the first lane's element lies, for those that ask.
    template <class Storage>
    void call(Id<Stage> s, const char* function, const std::string& place, Storage storage) {
        const Stage& stage = plan_.stages[s];
        const std::string asked =
            stage.facts.places ? fmt::format(", weft::Place<S>{{{}}}", place) : std::string();
        out_.line("{0}_{1}::{2}<S, Baked{3}>(members{3}, state{3}, S::M(true){4}{5}{6});",
                  stage.functor, form_of(loop_), function, s.number(), asked, watch_of(stage),
                  arguments(s, storage));
    }

    /// The loop's stages one after the other, of which none has a state to keep.
    template <class Storage>
    void call_stages(const std::string& place, Storage storage) {
        for (const Id<Stage> s : loop_.stages) {
            const Stage& stage = plan_.stages[s];
            out_.line("// {}: {}", stage.name, stage.functor);
            declare_values(stage);
            declare_state(s);
            call(s, "Kernel", place, storage);
        }
    }

    /// The argument by which loops learn that they are to stop.
    static const char* watch_of(const Stage& stage) {
        return stage.facts.watched
                   ? ", weft::Watch{static_cast<const weft::WatchedArgs*>(args)->watch}"
                   : "";
    }

    void declare_state(Id<Stage> s) {
        out_.line("{0}_{1}::State<S> state{2}{{}};", plan_.stages[s].functor, form_of(loop_),
                  s.number());
    }

    static std::string place_in_row(const std::string& row) {
        return fmt::format("row_x + static_cast<int>(x), row_y{}, row_plane, 1",
                           row.empty() ? "" : " + " + row);
    }
    /// Storage of call(): pointers to rows, read at x.
    static std::string by_rows(const Read& read, const std::string& metadata, const char* accessor,
                               const std::string& reach) {
        return rows_at(fmt::format("in.slots + {}", read.first_slot), read, metadata, accessor,
                       reach);
    }
    /// An accessor of the rows whose pointers begin at `slots`.
    static std::string rows_at(const std::string& slots, const Read& read,
                               const std::string& metadata, const char* accessor,
                               const std::string& reach) {
        if (read.scale_x != Scale{})
            return fmt::format("{0}<S, weft::ScaledRows<S, {1}>>{{{2}, x, row_x{3}}}", accessor,
                               metadata, slots, reach);
        return fmt::format("{0}<S, weft::Rows<S, {1}>>{{{2}, x{3}}}", accessor, metadata, slots,
                           reach);
    }

    void load_state(Id<Stage> s) {
        for_state(plan_.stages[s], [&](const std::string& member, const MemberFacts& m, int row) {
            out_.line("state{}.{} = weft::state_from<S, {}>(weft::load<S>(args->state[{}] + x));",
                      s.number(), member, m.type, row);
        });
    }
    void store_state(Id<Stage> s) {
        for_state(plan_.stages[s], [&](const std::string& member, const MemberFacts& m, int row) {
            out_.line("weft::store<S>(args->state[{}] + x, weft::state_to<S, {}>(state{}.{}));",
                      row, m.type, s.number(), member);
        });
    }
    void store_values() {
        for (const Write& write : loop_.writes) store_value(write);
    }
    void store_value(const Write& write) {
        for (int q = 0; q < write.slot_planes; ++q)
            out_.line("weft::{}<S>(out{} + x, v{}[{}]);", write.non_temporal ? "stream" : "store",
                      write.first_slot + q, write.image.number(), q);
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

    /// Elements of a line between its transpositions.
    int tile_length() const { return loop_.is_recurrence() ? kScanChunk : loop_.restart_period; }

    /// Floats of one group's tiles of a read, and of one made plane.
    long tile_floats(const Read& read) const {
        return (tile_length() + read.x_last - read.x_first + 16) * static_cast<long>(loop_.width);
    }
    long made_floats() const { return (tile_length() + 16) * static_cast<long>(loop_.width); }

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

    /// Brings what a read sees to tiles, slot by slot, group by group; `print_group` prints how a
    /// group's lines get there.
    template <class Print>
    void print_tiles_in(std::size_t r, Print print_group) {
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
        print_group(read);
        out_.line("scratch += {};", tile_floats(read));
        out_.close();
        out_.close();
    }

    /// Storage of call(): tiles, read at element i of group g.
    std::string by_tiles(const Read& read, const std::string& metadata, const char* accessor,
                         const std::string& reach) const {
        return fmt::format(
            "{0}<S, weft::Tiles<S, {1}>>{{tile{2} + {3}L * g + (i - ({4})) * "
            "S::kWidth, {3}L * kGroups{5}}}",
            accessor, metadata, &read - loop_.reads.data(), tile_floats(read), read.x_first, reach);
    }

    /// What is made of element i stays in tiles too, until its line is transposed back.
    void declare_made() {
        for (std::size_t w = 0; w < loop_.writes.size(); ++w) {
            out_.line("float* const made{} = scratch;  // plane by plane, group by group", w);
            out_.line("scratch += {}L * kGroups;", loop_.writes[w].slot_planes * made_floats());
        }
    }
    void store_made() {
        for_made_planes([&](std::size_t w, int q, const Write& write) {
            out_.line("weft::store<S>(made{} + {}L * ({} * kGroups + g) + i * S::kWidth, v{}[{}]);",
                      w, made_floats(), q, write.image.number(), q);
        });
    }

    template <class Print>
    void for_made_planes(Print print) {
        for (std::size_t w = 0; w < loop_.writes.size(); ++w)
            for (int q = 0; q < loop_.writes[w].slot_planes; ++q) print(w, q, loop_.writes[w]);
    }

    const CpuPlan& plan_;
    const Loop& loop_;
    Writer& out_;
    const std::string code_;
};

}  // namespace weft
