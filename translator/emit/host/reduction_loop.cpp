#include "emit/host/reduction_loop.h"

#include "emit/host/timed_text.h"

namespace weft {

namespace {

/// Numbers of a state that vectors of it may take of the machine's registers.
constexpr int kMaxLanesInRegisters = 16;

class ReductionPrinter : TimedText {
  public:
    ReductionPrinter(const CpuPlan& plan, const Loop& loop, std::optional<int> timed_part,
                     Writer& out)
        : TimedText(plan, loop, timed_part, out),
          reduction_(loop.stages.back()),
          stage_(plan.stages[reduction_]),
          floats_(state_image().state_floats) {}

    void print(const std::string& symbol) {
        out_.line("");
        out_.open("extern \"C\" void {}(const weft::RowArgs* args) {{", symbol);
        declare_types_and_members();
        out_.line("using Leaf = {}_scalar::State<weft::Scalar>;", stage_.functor);
        out_.line("static_assert(sizeof(Leaf) <= {} * sizeof(float));", floats_);
        if (loop_.kind == LoopKind::kReduce)
            print_collecting();
        else
            print_results();
        out_.close();
    }

  private:
    const PlanImage& state_image() const {
        return plan_.images[loop_.kind == LoopKind::kReduce
                                ? plan_.stages[loop_.stages.back()].outputs.front()
                                : plan_.stages[loop_.stages.back()].inputs.front().image];
    }

    /// A row, leaf by leaf. Lanes lie side by side as the form's own values have them.
    void print_collecting() {
        declare_pointers("");
        out_.line("constexpr int kGroups = weft::kLeafLanes / S::kWidth;");
        out_.line("auto* lanes = reinterpret_cast<{}_{}::State<S>*>(args->scratch);",
                  stage_.functor, form_of(loop_));
        out_.line("float* leaf = out{};", state_slot());
        if (in_pieces()) {
            declare_profiler();
            declare_pieces();
        }
        out_.open(
            "for (long first = 0; first < args->count; "
            "first += {0}, lanes += kGroups, leaf += {1}) {{",
            state_image().leaf.width, floats_);
        out_.line("const long last = first + {0} < args->count ? first + {0} : args->count;",
                  state_image().leaf.width);
        if (in_pieces())
            for (std::size_t i = 0; i + 1 < loop_.stages.size(); ++i)
                print_stage(i, "", "first", "last");
        out_.open("if (args->rebuild != 0) {{");
        out_.open("for (int g = 0; g < kGroups; ++g) {{");
        out_.line("lanes[g] = {{}};");
        out_.line("{0}_{1}::Initialise<S, Baked{2}>(members{2}, lanes[g], S::M(true){3});",
                  stage_.functor, form_of(loop_), reduction_.number(), watch_of(stage_));
        out_.close();
        out_.close();
        if (loop_.width > 1)
            print_groups();
        else
            print_one_by_one();
        out_.open("if (args->complete != 0) {{");
        print_fold();
        out_.close();
        if (in_pieces()) charge_stage(loop_.stages.size() - 1, "last - first");
        out_.close();
    }

    int state_slot() const {
        for (const Write& write : loop_.writes)
            if (write.image == stage_.outputs.front()) return write.first_slot;
        return 0;
    }

    /// States stay in registers along a leaf's row, unless they are large.
    void print_groups() {
        const bool in_registers = floats_ <= kMaxLanesInRegisters;
        if (in_registers) {
            out_.line("{}_{}::State<S> states[kGroups];", stage_.functor, form_of(loop_));
            out_.line("for (int g = 0; g < kGroups; ++g) states[g] = lanes[g];");
        } else {
            out_.line("auto* const states = lanes;");
        }
        out_.line("long at = first;");
        out_.open("for (; at + weft::kLeafLanes <= last; at += weft::kLeafLanes) {{");
        out_.raw("#pragma clang loop unroll(full)");
        out_.open("for (int g = 0; g < kGroups; ++g) {{");
        out_.line("const long x = at + g * S::kWidth;");
        out_.line("auto& state{} = states[g];", reduction_.number());
        print_element();
        out_.close();
        out_.close();
        out_.open("for (int g = 0; g < kGroups && at + g * S::kWidth < last; ++g) {{");
        out_.line("const long x = at + g * S::kWidth;");
        out_.line("auto state{} = states[g];", reduction_.number());
        print_element();
        out_.line("const S::M here = weft::first_lanes(static_cast<int>(last - x));");
        for_members([&](const std::string& member) {
            out_.line("states[g].{0} = weft::select(here, state{1}.{0}, states[g].{0});", member,
                      reduction_.number());
        });
        out_.close();
        if (in_registers) out_.line("for (int g = 0; g < kGroups; ++g) lanes[g] = states[g];");
    }

    void print_one_by_one() {
        out_.open("for (long x = first; x < last; ++x) {{");
        out_.line("auto& state{} = lanes[(x - first) % weft::kLeafLanes];", reduction_.number());
        print_element();
        out_.close();
    }

    /// Values that other stages make of the element, then the reduction, which takes them in.
    void print_element() {
        const std::string place = "row_x + static_cast<int>(x), row_y, row_plane, 1";
        if (in_pieces()) {
            take_values(loop_.stages.size() - 1, "first");
            return call(reduction_, "Kernel", place, by_rows);
        }
        for (const Id<Stage> s : loop_.stages) {
            out_.line("// {}: {}", plan_.stages[s].name, plan_.stages[s].functor);
            if (s != reduction_) {
                declare_values(plan_.stages[s]);
                declare_state(s);
            }
            call(s, "Kernel", place, by_rows);
        }
    }

    /// The leaf's lanes as one state.
    void print_fold() {
        out_.line("Leaf all[weft::kLeafLanes];");
        out_.open("for (int k = 0; k < weft::kLeafLanes; ++k) {{");
        if (loop_.width == 1)
            out_.line("all[k] = lanes[k];");
        else
            for_members([&](const std::string& member) {
                out_.line("all[k].{0} = weft::lane(lanes[k / S::kWidth].{0}, k % S::kWidth);",
                          member);
            });
        out_.close();
        out_.open("weft::combine_neighbours(weft::kLeafLanes, [&](int a, int b) {{");
        print_combine("all[a]", "all[b]");
        out_.close("});");
        out_.line("*reinterpret_cast<Leaf*>(leaf) = all[0];");
    }

    void print_combine(const std::string& into, const std::string& from) {
        const std::string members =
            loop_.width == 1
                ? fmt::format("members{}", reduction_.number())
                : fmt::format("*static_cast<const {}_scalar::Members*>(args->members[{}])",
                              stage_.functor, loop_.stages.size() - 1);
        out_.line("{}_scalar::Combine<weft::Scalar, Baked{}>({}, {}, {}{});", stage_.functor,
                  reduction_.number(), members, into, from, watch_of(stage_));
    }

    /// Combines all leaves of a plane where asked to; else makes a row of the outputs.
    void print_results() {
        out_.line("const weft::PictureArgs& states = args->pictures[0];");
        out_.line("const long count = static_cast<long>(states.x1) * states.y1;");
        out_.line(
            "float* const leaves = const_cast<float*>(states.first) + args->plane * count * {};",
            floats_);
        out_.open("const auto leaf = [&](long i) -> Leaf& {{");
        out_.line("return *reinterpret_cast<Leaf*>(leaves + i * {});", floats_);
        out_.close("};");
        out_.open("if (args->rebuild != 0) {{");
        out_.open("weft::combine_neighbours(static_cast<int>(count), [&](int a, int b) {{");
        print_combine("leaf(a)", "leaf(b)");
        out_.close("});");
        out_.line("return;");
        out_.close();
        declare_pointers("");
        out_.line("Leaf& state{} = leaf(0);", reduction_.number());
        out_.open("for (long x = 0; x < args->count; ++x) {{");
        declare_values(stage_);
        call(reduction_, "Result", "row_x + static_cast<int>(x), row_y, row_plane, 1", by_rows);
        for (const Write& write : loop_.writes)
            for (int q = 0; q < write.slot_planes; ++q)
                out_.line("out{}[x] = v{}[{}];", write.first_slot + q, write.image.number(), q);
        out_.close();
    }

    /// Calls print(member expression) for every member of the state, in loops over arrays.
    template <class Print>
    void for_members(Print print) {
        for (const MemberFacts& member : stage_.facts.state) {
            if (!member.array) {
                print(member.name);
                continue;
            }
            out_.open("for (int i = 0; i < {}; ++i) {{", member.count);
            print(member.name + "[i]");
            out_.close();
        }
    }

    const Id<Stage> reduction_;
    const Stage& stage_;
    const int floats_;
};

}  // namespace

void print_reduction_loop(const CpuPlan& plan, const Loop& loop, std::optional<int> timed_part,
                          const std::string& symbol, Writer& out) {
    ReductionPrinter(plan, loop, timed_part, out).print(symbol);
}

}  // namespace weft
