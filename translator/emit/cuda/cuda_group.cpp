// The text of a group: each functor's body once, constants stage by stage, one function for each
// loop that evaluates an element of it, and the tiles of a block.
#include "emit/cuda/cuda_group.h"

#include <algorithm>
#include <set>

#include "emit/cuda/cuda_blocks.h"
#include "emit/cuda/cuda_metadata.h"
#include "emit/writer.h"
#include "graph/library.h"

namespace weft {

namespace {

using From = GroupRead::From;

class GroupPrinter {
  public:
    GroupPrinter(const Plan& plan, const GpuKernel& kernel, std::string symbol, Writer& out)
        : plan_(plan),
          kernel_(kernel),
          group_(kernel.group),
          rows_(kernel.layout == Layout::kRows),
          args_(symbol + "_Args"),
          symbol_(std::move(symbol)),
          out_(out) {}

    void print() {
        print_metadata();
        out_.line("");
        print_arguments();
        for (std::size_t l = 0; l < group_.loops.size(); ++l) {
            out_.line("");
            print_loop(l);
        }
        out_.line("");
        print_tile_function();
        out_.line("");
        print_kernel();
    }

  private:
    const Stage& stage(int s) const { return plan_.stages[static_cast<std::size_t>(s)]; }
    const PlanImage& image(int i) const { return plan_.images[static_cast<std::size_t>(i)]; }
    const GroupTile& tile(int t) const { return group_.tiles[static_cast<std::size_t>(t)]; }
    const GroupLoop& loop(std::size_t l) const { return group_.loops[l]; }
    bool is_last(std::size_t l) const { return l + 1 == group_.loops.size(); }

    /// The stage's number in the text: the plan's other stages are no part of it.
    int number(int s) const {
        return static_cast<int>(std::find(kernel_.stages.begin(), kernel_.stages.end(), s) -
                                kernel_.stages.begin());
    }
    std::string baked(int s) const { return fmt::format("Baked{}", number(s)); }
    std::string input_name(int s, const IndexerFacts& i) const {
        return fmt::format("In{}_{}", number(s), i.name);
    }
    std::string output_name(int s, const IndexerFacts& o) const {
        return fmt::format("Out{}_{}", number(s), o.name);
    }
    /// The variable that holds a picture's value at the element.
    std::string value(int i) const {
        const int s = image(i).producer;
        return fmt::format("v{}_{}", number(s), indexers_of(stage(s), eOutput)[output_of(i)]->name);
    }
    std::size_t output_of(int i) const {
        const std::vector<int>& outputs = stage(image(i).producer).outputs;
        return static_cast<std::size_t>(std::find(outputs.begin(), outputs.end(), i) -
                                        outputs.begin());
    }
    /// Planes of a picture that a thread holds at once.
    int held_planes(int i) const { return group_.planes_inside ? image(i).shape.planes : 1; }
    bool over_planes(int s) const { return group_.planes_inside && stage(s).planes > 1; }

    int first_u(const Window& w) const { return rows_ ? w.x_first : w.y_first; }
    int last_u(const Window& w) const { return rows_ ? w.x_last : w.y_last; }
    int first_v(const Window& w) const { return rows_ ? w.y_first : w.x_first; }
    int last_v(const Window& w) const { return rows_ ? w.y_last : w.x_last; }

    void print_metadata() {
        out_.line("// The structure that this kernel is compiled for, stage by stage.");
        for (int s : kernel_.stages) {
            out_.line("// {}: {}", number(s), stage(s).name);
            print_cuda_baked(stage(s), baked(s), out_);
            const auto inputs = indexers_of(stage(s), eInput);
            for (std::size_t i = 0; i < inputs.size(); ++i)
                print_cuda_input(stage(s).inputs[i], image(image_read(s, i)),
                                 input_name(s, *inputs[i]), out_);
            const auto outputs = indexers_of(stage(s), eOutput);
            for (std::size_t o = 0; o < outputs.size(); ++o)
                print_cuda_output(stage(s).output_granularity[o], image(stage(s).outputs[o]),
                                  output_name(s, *outputs[o]), out_);
        }
        for (std::size_t t = 0; t < group_.tiles.size(); ++t) print_tile(t);
    }

    /// The picture in memory, which may be a transposed copy of the graph's.
    int image_read(int s, std::size_t i) const {
        for (const GroupLoop& l : group_.loops)
            for (const GroupEvaluation& e : l.evaluations)
                if (e.stage == s && e.reads[i].from == From::kMemory)
                    return kernel_.inputs[static_cast<std::size_t>(e.reads[i].index)].image;
        return stage(s).inputs[i].image;
    }

    void print_tile(std::size_t t) {
        const GroupTile& tile = group_.tiles[t];
        out_.line("// {} in shared memory.", image(tile.image).name);
        out_.open("struct Tile{} {{", t);
        out_.line("static constexpr bool kThreadsAlongY = {};", !rows_);
        out_.line("static constexpr int kFirstU = {}, kFirstV = {};", first_u(tile.halo),
                  first_v(tile.halo));
        out_.line("static constexpr int kPitch = {}, kTilePlane = {};", tile.pitch,
                  tile.bytes / sizeof(float) / static_cast<std::size_t>(tile.planes));
        out_.close("};");
    }

    void print_arguments() {
        out_.line("// What the kernel is launched with.");
        out_.open("struct {} {{", args_);
        out_.line("weft::GpuRange range;");
        out_.line("weft::GpuBounds inner;");
        for (std::size_t l = 0; l < group_.loops.size(); ++l)
            out_.line("weft::GpuBounds domain{};", l);
        for (std::size_t i = 0; i < kernel_.inputs.size(); ++i)
            out_.line("weft::GpuPicture in{};  // {}", i, image(kernel_.inputs[i].image).name);
        for (std::size_t o = 0; o < kernel_.outputs.size(); ++o)
            out_.line("weft::GpuPicture out{};  // {}", o, image(kernel_.outputs[o]).name);
        for (std::size_t t = 0; t < group_.tiles.size(); ++t) out_.line("float outside{};", t);
        for (int s : kernel_.stages)
            if (!stage(s).facts.members.empty())
                out_.line("{}_scalar::Members members{};", stage(s).functor, number(s));
        out_.close("};");
    }

    std::string loop_names(std::size_t l) const {
        if (loop(l).copies >= 0)
            return "a copy of " +
                   image(kernel_.inputs[static_cast<std::size_t>(loop(l).copies)].image).name;
        std::string names;
        for (const GroupEvaluation& e : loop(l).evaluations)
            names += (names.empty() ? "" : ", ") + stage(e.stage).name;
        return names.empty() ? "the outputs" : names;
    }

    void print_loop(std::size_t l) {
        out_.line("// One element of {}.", loop_names(l));
        out_.line("template <int kSides>");
        out_.open(
            "WEFT_INLINE void element{}(const {}& args, weft::Element first, int u, int v, "
            "float* shared) {{",
            l, args_);
        if (loop(l).copies >= 0)
            print_copy(l);
        else
            print_evaluations(l);
        out_.close();
    }

    std::string plane_loop(int planes) const {
        return fmt::format("for (int p = 0; p < {}; ++p)", planes);
    }
    std::string tile_pointer(int t) const {
        return fmt::format("shared + {}", tile(t).offset / sizeof(float));
    }
    /// Where tile t holds element (u, v), of plane p where it has several.
    std::string tile_place(int t) const {
        return fmt::format("{} + weft::tile_index<Tile{}>(u, v){}", tile_pointer(t), t,
                           tile(t).planes > 1 ? fmt::format(" + p * Tile{}::kTilePlane", t) : "");
    }

    void print_copy(std::size_t l) {
        const int t = loop(l).tiles.front();
        const GpuInput& in = kernel_.inputs[static_cast<std::size_t>(loop(l).copies)];
        out_.line("const int x = first.x + {}, y = first.y + {};", rows_ ? "u" : "v",
                  rows_ ? "v" : "u");
        const bool several = tile(t).planes > 1;
        if (several) out_.line("{}", plane_loop(tile(t).planes));
        out_.line("{}weft::shared_store({},", several ? "    " : "", tile_place(t));
        out_.line("{}    weft::bordered_load<{}, weft::{}, {}>(args.in{}, {{x, y, {}}}));",
                  several ? "    " : "", image(in.image).layout == Layout::kColumns,
                  cuda_border(tile(t).border.mode),
                  in.access == GpuAccess::kGlobal ? "0" : "kSides", loop(l).copies,
                  several ? "p" : "first.plane");
    }

    void print_evaluations(std::size_t l) {
        const bool halo = !loop(l).halo.is_point();
        out_.line("using S = weft::Scalar;");
        out_.line("const weft::Spot at = weft::spot<{}, weft::{}, {}>(args.domain{}, first, u, v);",
                  !rows_, halo ? cuda_border(loop(l).border.mode) : "eClamp", halo ? "kSides" : "0",
                  l);
        if (halo && loop(l).border.mode == eConstant) print_outside(l);
        out_.line("[[maybe_unused]] weft::Element e = at.e;");
        const bool far = halo && loop(l).border.mode == eRepeat;
        const char* sides = far ? "weft::both_ends(kSides)" : "kSides";
        for (const GroupEvaluation& e : loop(l).evaluations) print_evaluation(e, sides);
        for (int t : loop(l).tiles) {
            const bool several = tile(t).planes > 1;
            if (several) out_.line("{}", plane_loop(tile(t).planes));
            out_.line("{}weft::shared_store({}, {}[{}]);", several ? "    " : "", tile_place(t),
                      value(tile(t).image), several ? "p" : "0");
        }
        if (is_last(l)) print_stores();
    }

    void print_outside(std::size_t l) {
        out_.open("if (at.outside) {{");
        for (int t : loop(l).tiles) {
            const bool several = tile(t).planes > 1;
            if (several) out_.line("{}", plane_loop(tile(t).planes));
            out_.line("{}weft::shared_store({}, args.outside{});", several ? "    " : "",
                      tile_place(t), t);
        }
        out_.line("return;");
        out_.close();
    }

    void print_evaluation(const GroupEvaluation& e, const char* sides) {
        const Stage& s = stage(e.stage);
        const auto outputs = indexers_of(s, eOutput);
        for (std::size_t o = 0; o < outputs.size(); ++o)
            out_.line("float {}[{}] = {{}};  // {}", value(s.outputs[o]), held_planes(s.outputs[o]),
                      image(s.outputs[o]).name);
        if (over_planes(e.stage))
            out_.open("for (e.plane = 0; e.plane < {}; ++e.plane) {{", s.planes);
        else
            out_.open("{{");
        out_.line("{}_scalar::State<S> state{{}};", s.functor);
        const bool members = !s.facts.members.empty();
        if (!members) out_.line("const {}_scalar::Members members{{}};", s.functor);
        out_.line("{}_scalar::Kernel<S, {}>({}, state, S::M(true),", s.functor, baked(e.stage),
                  members ? fmt::format("args.members{}", number(e.stage)) : "members");
        const std::vector<std::string> arguments = accessors(e, sides);
        for (std::size_t i = 0; i < arguments.size(); ++i)
            out_.line("    {}{}", arguments[i], i + 1 < arguments.size() ? "," : ");");
        out_.close();
        if (over_planes(e.stage)) out_.line("e.plane = at.e.plane;");
    }

    std::vector<std::string> accessors(const GroupEvaluation& e, const char* sides) const {
        const Stage& s = stage(e.stage);
        std::vector<std::string> texts;
        std::size_t input = 0, output = 0;
        for (const IndexerFacts& indexer : s.facts.indexers) {
            if (indexer.direction == eOutput) {
                const int i = s.outputs[output];
                texts.push_back(fmt::format(
                    "weft::Output<{}>({}{})", output_name(e.stage, indexer), value(i),
                    s.output_granularity[output] == eComponent && held_planes(i) > 1 ? " + e.plane"
                                                                                     : ""));
                ++output;
                continue;
            }
            const GroupRead& read = e.reads[input];
            const bool pixel = s.inputs[input].granularity == ePixel;
            const std::string meta = input_name(e.stage, indexer);
            std::string storage, place;
            if (read.from == From::kMemory) {
                const GpuInput& in = kernel_.inputs[static_cast<std::size_t>(read.index)];
                storage = fmt::format("weft::Bordered<{}, {}>", meta,
                                      in.access == GpuAccess::kGlobal ? "0" : sides);
                place = fmt::format("args.in{}, e", read.index);
            } else if (read.from == From::kTile) {
                storage = fmt::format("weft::Tiled<{}, Tile{}>", meta, read.index);
                place = fmt::format("{}, at, {}", tile_pointer(read.index),
                                    !pixel && tile(read.index).planes > 1 ? "e.plane" : "0");
            } else {
                storage = fmt::format("weft::Held<{}>", meta);
                place = fmt::format("{}{}", value(read.index),
                                    !pixel && held_planes(read.index) > 1 ? " + e.plane" : "");
            }
            texts.push_back(
                fmt::format("weft::{}<{}>({})", cuda_accessor(indexer.freedom), storage, place));
            ++input;
        }
        return texts;
    }

    void print_stores() {
        for (std::size_t o = 0; o < group_.stores.size(); ++o) {
            const GroupStore& store = group_.stores[o];
            const bool several = held_planes(store.image) > 1;
            if (several) out_.line("{}", plane_loop(held_planes(store.image)));
            const std::string from =
                store.tile < 0 ? fmt::format("{}[{}]", value(store.image), several ? "p" : "0")
                               : fmt::format("weft::shared_load({})", tile_place(store.tile));
            out_.line(
                "{}weft::device_store(weft::sample_address<{}>(args.out{}, {{e.x, e.y, {}}}), {});",
                several ? "    " : "", image(store.image).layout == Layout::kColumns, o,
                several ? "p" : "e.plane", from);
        }
    }

    const char* team() const { return group_.team == TileTeam::kBlock ? "BlockTeam" : "WarpTeam"; }

    /// The loops of one tile, and the barriers between them.
    void print_tile_function() {
        out_.line("// A team's tile, from its first element to what the region ends with.");
        out_.line("template <int kSides>");
        out_.open(
            "WEFT_INLINE void tile(const {}& args, weft::Element first, float* shared, "
            "int extent_u, int extent_v) {{",
            args_);
        out_.line("using Team = weft::{}<{}, {}>;", team(), group_.team_u, group_.team_v);
        for (std::size_t l = 0; l < group_.loops.size(); ++l) {
            if (loop(l).barrier_before) out_.line("Team::sync();");
            if (first_u(loop(l).halo) == last_u(loop(l).halo))
                print_rows(l);
            else
                print_flat(l);
        }
        out_.close();
    }

    /// Rows as wide as the tile: whole rows of threads.
    void print_rows(std::size_t l) {
        const Window& halo = loop(l).halo;
        out_.line("WEFT_NO_UNROLL");
        out_.line("for (int v = Team::v(){}; v < extent_v{}; v += {})", offset(first_v(halo)),
                  offset(last_v(halo)), group_.team_v);
        out_.line("    WEFT_NO_UNROLL");
        out_.line("    for (int u = Team::u(); u < extent_u; u += {})", group_.team_u);
        print_element(l, "        ");
    }

    /// Told apart by warps, the elements that need no check are those of the body.
    void print_element(std::size_t l, const char* indent) {
        const auto call = [&](const char* sides) {
            return fmt::format("element{}<{}>(args, first, u, v, shared);", l, sides);
        };
        const Window w = reads(l);
        if (group_.borders != BorderScheme::kWarp || (w.is_point() && loop(l).halo.is_point())) {
            out_.line("{}{}", indent, call("kSides"));
            return;
        }
        // Rows of threads are whole warps, all of which goes one way: by the warp's columns.
        const bool whole = group_.team_u % 32 == 0 && first_u(loop(l).halo) == last_u(loop(l).halo);
        out_.line("{}if (weft::is_inner<{}, {}>(args.inner, first, u, v, {}, {}, {}, {}))", indent,
                  !rows_, whole, w.x_first, w.y_first, w.x_last, w.y_last);
        out_.line("{}    {}", indent, call("0"));
        out_.line("{}else", indent);
        out_.line("{}    {}", indent, call("kSides"));
    }

    Window reads(std::size_t l) const {
        Window window;
        for (const GroupEvaluation& e : loop(l).evaluations)
            for (const StageInput& input : stage(e.stage).inputs)
                for (const Offset& tap : input.taps)
                    window = hull(window, {tap.x, tap.x, tap.y, tap.y});
        return window;
    }

    /// Rows with a halo: a row of threads would mostly idle in its last turn, so that threads go
    /// over all of them by one index.
    void print_flat(std::size_t l) {
        const Window& halo = loop(l).halo;
        const int width = group_.tile_u + last_u(halo) - first_u(halo);
        const int height = group_.tile_v + last_v(halo) - first_v(halo);
        const int threads = group_.team_u * group_.team_v;
        out_.line("WEFT_NO_UNROLL");
        out_.open("for (int i = Team::index(); i < {}; i += {}) {{", width * height, threads);
        out_.line("const int u = i % {}{}, v = i / {}{};", width, offset(first_u(halo)), width,
                  offset(first_v(halo)));
        out_.line("if (u < extent_u{} && v < extent_v{})", offset(last_u(halo)),
                  offset(last_v(halo)));
        print_element(l, "    ");
        out_.close();
    }

    static std::string offset(int n) {
        if (n == 0) return {};
        return n < 0 ? fmt::format(" - {}", -n) : fmt::format(" + {}", n);
    }
    void print_kernel() {
        const int teams_u = kernel_.shape.block_u / group_.team_u;
        const int teams_v = kernel_.shape.block_v / group_.team_v;
        out_.open(
            "extern \"C\" __global__ void __launch_bounds__({1}) {0}(const __grid_constant__ {2} "
            "args) {{",
            symbol_, kernel_.shape.threads(), args_);
        if (group_.team_bytes > 0)
            out_.line("WEFT_SHARED(shared);");
        else
            out_.line("float* const shared = nullptr;");
        const auto team_of = [&](const char* axis, int threads, int elements) {
            return fmt::format("static_cast<int>(threadIdx.{}) / {} * {}", axis, threads, elements);
        };
        for_blocks(kernel_, group_.tile_u * teams_u, group_.tile_v * teams_v, out_, [&] {
            if (group_.team == TileTeam::kBlock) {
                print_tile_call("block", "shared");
                return;
            }
            const std::string along_u = team_of("x", group_.team_u, group_.tile_u);
            const std::string along_v = team_of("y", group_.team_v, group_.tile_v);
            out_.line("const weft::Element mine = {{block.x + {}, block.y + {}, block.plane}};",
                      rows_ ? along_u : along_v, rows_ ? along_v : along_u);
            std::string memory = "shared";
            if (group_.team_bytes > 0) {
                out_.line(
                    "const int warp = static_cast<int>(threadIdx.y) / {} * {} + "
                    "static_cast<int>(threadIdx.x) / {};",
                    group_.team_v, teams_u, group_.team_u);
                memory = fmt::format("shared + warp * {}", group_.team_bytes / sizeof(float));
            }
            out_.open("if (mine.x < args.range.x1 && mine.y < args.range.y1) {{");
            print_tile_call("mine", memory);
            out_.close();
        });
        out_.close();
    }

    void print_tile_call(const std::string& first, const std::string& memory) {
        const auto extent = [&](const char* axis, int elements) {
            return fmt::format("args.range.{0}1 - {1}.{0} < {2} ? args.range.{0}1 - {1}.{0} : {2}",
                               axis, first, elements);
        };
        out_.line("const int extent_u = {};", extent(u_axis(kernel_), group_.tile_u));
        out_.line("const int extent_v = {};", extent(v_axis(kernel_), group_.tile_v));
        const auto call = [&](int sides) {
            return fmt::format("tile<{}>(args, {}, {}, extent_u, extent_v);", sides, first, memory);
        };
        constexpr int kAll = 15;
        if (group_.borders == BorderScheme::kNaive || group_.borders == BorderScheme::kWarp) {
            out_.line("{}", call(kAll));
            return;
        }
        const Window& r = group_.reach;
        out_.line(
            "const int sides = weft::sides_left(args.inner, {0}.x{1}, {0}.y{2}, {0}.x + {3}{4}, "
            "{0}.y + {5}{6});",
            first, offset(r.x_first), offset(r.y_first), rows_ ? "extent_u" : "extent_v",
            offset(r.x_last), rows_ ? "extent_v" : "extent_u", offset(r.y_last));
        if (group_.borders == BorderScheme::kBody) {
            out_.line("if (sides == 0)");
            out_.line("    {}", call(0));
            out_.line("else");
            out_.line("    {}", call(kAll));
            return;
        }
        out_.open("switch (sides) {{");
        for (int sides : {0, 1, 2, 4, 8, 5, 6, 9, 10})
            out_.line("case {}: {} break;", sides, call(sides));
        out_.line("default: {}", call(kAll));
        out_.close();
    }

    const Plan& plan_;
    const GpuKernel& kernel_;
    const GpuGroup& group_;
    const bool rows_;
    const std::string args_, symbol_;
    Writer& out_;
};

}  // namespace

CudaKernelText emit_cuda_group(const Plan& plan, const GpuKernel& kernel, const Library& library) {
    const auto functor = [&](int s) { return plan.stages[static_cast<std::size_t>(s)].functor; };
    CudaKernelText result{
        fmt::format("weft_{}_{}", functor(kernel.stages.front()), functor(kernel.stages.back())),
        {}};
    const std::string file = result.symbol + ".cu";
    std::string text = fmt::format("#line 2 \"{}\"\n", file);
    std::set<std::string> printed;
    for (int s : kernel.stages) {
        if (!printed.insert(functor(s)).second) continue;
        Writer body;
        body.raw(text);
        body.raw(library.find_translated(functor(s))->scalar_text);
        text = with_line_directive(body.take(), file);
    }
    Writer body;
    body.line("");
    GroupPrinter(plan, kernel, result.symbol, body).print();
    result.text = text + body.take();
    return result;
}

}  // namespace weft
