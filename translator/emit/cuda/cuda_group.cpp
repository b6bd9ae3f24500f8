// The text of a group: each functor's body once, constants stage by stage, one function for each
// loop that evaluates an element of it, and the tiles of a block.
#include "emit/cuda/cuda_group.h"

#include <algorithm>
#include <set>

#include "emit/cuda/cuda_arguments.h"
#include "emit/cuda/cuda_blocks.h"
#include "emit/cuda/cuda_metadata.h"
#include "emit/cuda/external_text.h"
#include "emit/cuda/gpu_preamble_text.h"
#include "emit/cuda/group_hybrid.h"
#include "emit/cuda/group_strip.h"
#include "emit/cuda/group_text.h"
#include "emit/cuda/region_text.h"
#include "emit/cuda/shared_loops.h"
#include "graph/library.h"
#include "plan/group_levels.h"

namespace weft {

namespace {

/// Names of a group's arguments.
struct GroupNames : NoArguments {
    const GroupText& text;

    using NoArguments::operator();
    std::string operator()(const LevelArgument& bounds) const {
        return bounds.level == kResultsLevel ? "inner"
                                             : fmt::format("inner{}", bounds.level.number());
    }
    std::string operator()(const LoopArgument& bounds) const {
        return fmt::format("domain{}", bounds.loop.number());
    }
    std::string operator()(const InputArgument& read) const {
        return fmt::format("in{}", read.input.number());
    }
    std::string operator()(const OutputArgument& output) const {
        return fmt::format("out{}", output.index);
    }
    std::string operator()(const TileBorderArgument& border) const {
        return fmt::format("outside{}", border.tile.number());
    }
    std::string operator()(const MembersArgument& members) const {
        return fmt::format("members{}", text.number(members.stage));
    }
    std::string operator()(const ReachArgument& reach) const {
        const Stage& stage = text.stage(reach.by.stage);
        const IndexerFacts& indexer = *indexers_of(stage, eInput)[reach.by.input.index()];
        return cuda_own_name(text.input_name(reach.by.stage, indexer));
    }
    std::string comment(Id<PlanImage> image) const { return "  // " + text.image(image).name; }
};

class GroupPrinter {
  public:
    GroupPrinter(const GroupText& text, Writer& out)
        : t_(text), kernel_(text.kernel), group_(text.group), out_(out) {}

    void print() {
        print_metadata();
        out_.line("");
        print_arguments();
        for (const Id<GroupLoop> l : group_.loops.ids()) {
            out_.line("");
            print_shared_loop(t_, SharedForm::kPieces, l, out_);
        }
        out_.line("");
        print_tile_function();
        if (in_registers(group_.kind)) print_body();
        out_.line("");
        print_kernel();
    }

  private:
    void print_metadata() {
        out_.line("// The structure that this kernel is compiled for, stage by stage.");
        for (const Id<Stage> s : kernel_.stages) {
            const Stage& stage = t_.stage(s);
            out_.line("// {}: {}", t_.number(s), stage.name);
            print_cuda_baked(stage, t_.baked(s), out_);
            const auto inputs = indexers_of(stage, eInput);
            for (std::size_t n = 0; n < inputs.size(); ++n) {
                const Id<StageInput> i(n);
                const Id<PlanImage> image = image_read(s, i);
                print_cuda_input(stage.inputs[i], *inputs[n], t_.image(image),
                                 storage_of(t_.plan, image).layout,
                                 cuda_input_type(kernel_, t_.external, image),
                                 t_.input_name(s, *inputs[n]), out_);
            }
            const auto outputs = indexers_of(stage, eOutput);
            for (std::size_t o = 0; o < outputs.size(); ++o)
                print_cuda_output(stage.output_granularity[o], *outputs[o],
                                  t_.image(stage.outputs[o]),
                                  storage_of(t_.plan, stage.outputs[o]).layout,
                                  t_.output_name(s, *outputs[o]), out_);
        }
        print_shared_tiles(t_, SharedForm::kPieces, out_);
    }

    /// The picture in memory, which may be a transposed copy of the graph's.
    Id<PlanImage> image_read(Id<Stage> s, Id<StageInput> i) const {
        for (const GroupLoop& l : group_.loops)
            for (const GroupEvaluation& e : l.evaluations)
                if (e.stage == s)
                    if (const auto* from = std::get_if<FromMemory>(&e.reads[i]))
                        return t_.input(from->input).image;
        return t_.stage(s).inputs[i].image;
    }

    void print_arguments() {
        out_.line("// What the kernel is launched with.");
        print_cuda_arguments(t_.plan, kernel_, t_.external, t_.args, GroupNames{{}, t_}, out_);
    }

    bool by_block() const { return group_.kind == TileKind::kBlock; }
    const char* team() const { return by_block() ? "BlockTeam" : "WarpTeam"; }

    /// The loops of one tile, and the barriers between them.
    void print_tile_function() {
        if (in_registers(group_.kind))
            out_.line("// A piece of a tile, from its first element to what the tile ends with.");
        else
            out_.line("// A team's tile, from its first element to what the region ends with.");
        out_.line("template <int kSides>");
        out_.open(
            "WEFT_INLINE void tile(const {}& args, weft::Element first, float* shared, "
            "int extent_u, int extent_v) {{",
            t_.args);
        out_.line("using Team = weft::{}<{}, {}>;", team(), group_.team_u, group_.team_v);
        t_.declare_levels("first", out_);
        std::vector<Id<GroupLoop>> together;
        for (const Id<GroupLoop> l : group_.loops.ids()) {
            if (t_.loop(l).barrier_before && !goes_with_the_last(group_, l))
                out_.line("Team::sync();");
            const Window halo = t_.uv(t_.loop(l).halo);
            if (goes_with_others(group_, t_.loop(l))) {
                together.push_back(l);
                if (t_.loop(l).rows == LoopRows::kWithNext) continue;
                print_together(together);
                together.clear();
            } else if (goes_by_rows(kernel_.layout, t_.loop(l))) {
                print_rows(l, halo);
            } else {
                print_flat(l, halo);
            }
        }
        out_.close();
    }

    /// "level1.", or "" of the results.
    static std::string level_prefix(const GroupLoop& loop) {
        return loop.level == kResultsLevel ? "" : fmt::format("level{}.", loop.level.number());
    }

    /// A warp takes a row of all these loops, its lanes along it, and waits for itself alone:
    /// before what one of them reads of another, and before a row takes the place of the one it has
    /// been through.
    void print_together(const std::vector<Id<GroupLoop>>& loops) {
        const GroupLoop& first = t_.loop(loops.front());
        const std::string of = level_prefix(first);
        const Window rows = t_.uv(first.halo);
        const int warps = row_warps(group_);
        out_.line("WEFT_NO_UNROLL");
        out_.open("for (int v = Team::index() / 32{}; v < {}extent_v{}; v += {}) {{",
                  plus(rows.y_first), of, plus(rows.y_last), warps);
        for (const Id<GroupLoop> l : loops) {
            const Window halo = t_.uv(t_.loop(l).halo);
            if (l != loops.front() && t_.loop(l).barrier_before) print_warp_barrier();
            out_.line("WEFT_NO_UNROLL");
            out_.line("for (int u = Team::index() % 32{}; u < {}extent_u{}; u += 32)",
                      plus(halo.x_first), of, plus(halo.x_last));
            print_element(l, "    ");
        }
        const TileExtent piece{group_.piece_u, group_.piece_v};
        if (loop_extent(group_, kernel_.layout, first, piece).v > warps) print_warp_barrier();
        out_.close();
    }

    void print_warp_barrier() { out_.line("weft::WarpTeam<32, 1>::sync();"); }

    /// Rows as wide as the tile: whole rows of threads.
    void print_rows(Id<GroupLoop> l, const Window& halo) {
        out_.line("WEFT_NO_UNROLL");
        out_.line("for (int v = Team::v(){}; v < extent_v{}; v += {})", plus(halo.y_first),
                  plus(halo.y_last), group_.team_v);
        out_.line("    WEFT_NO_UNROLL");
        out_.line("    for (int u = Team::u(); u < extent_u; u += {})", group_.team_u);
        print_element(l, "        ");
    }

    /// Told apart by warps, the elements that need no check are those of the body.
    void print_element(Id<GroupLoop> l, const char* indent) {
        const GroupLoop& loop = t_.loop(l);
        const std::string first = t_.first_of(loop);
        const auto call = [&](const char* sides) {
            return fmt::format("element{}<{}>(args, {}, u, v, shared);", l.number(), sides, first);
        };
        const Window w = reads(l);
        const bool checks = !w.is_point() || leaves_domain(kernel_, loop);
        if (kernel_.borders != BorderScheme::kWarp || !checks) {
            out_.line("{}{}", indent, call("kSides"));
            return;
        }
        // Rows of threads are whole warps, all of which goes one way: by the warp's columns.
        const bool whole = group_.team_u % 32 == 0 &&
                           (goes_by_rows(kernel_.layout, loop) || goes_with_others(group_, loop));
        out_.line("{}if (weft::is_inner<{}, {}>({}, {}, u, v, {}, {}, {}, {}))", indent, !t_.rows,
                  whole, t_.inner_of(loop.level), first, w.x_first, w.y_first, w.x_last, w.y_last);
        out_.line("{}    {}", indent, call("0"));
        out_.line("{}else", indent);
        out_.line("{}    {}", indent, call("kSides"));
    }

    Window reads(Id<GroupLoop> l) const {
        Window window;
        for (const GroupEvaluation& e : t_.loop(l).evaluations)
            for (const StageInput& input : t_.stage(e.stage).inputs)
                for (const Offset& tap : input.taps)
                    window = hull(window, {tap.x, tap.x, tap.y, tap.y});
        return window;
    }

    /// Rows with a halo: a row of threads would mostly idle in its last iteration, so that threads
    /// go over all of them by one index.
    void print_flat(Id<GroupLoop> l, const Window& halo) {
        const auto [columns, height] =
            loop_extent(group_, kernel_.layout, t_.loop(l), {group_.piece_u, group_.piece_v});
        const int width = columns_gone_over(t_.loop(l), columns);
        const int before = t_.loop(l).from_boundary.value_or(0);
        const std::string of = level_prefix(t_.loop(l));
        const int threads = group_.team_u * group_.team_v;
        out_.line("WEFT_NO_UNROLL");
        out_.open("for (int i = Team::index(); i < {}; i += {}) {{", width * height, threads);
        out_.line("const int u = i % {}{}, v = i / {}{};", width, plus(halo.x_first - before),
                  width, plus(halo.y_first));
        out_.line("if ({3}u < {0}extent_u{1} && v < {0}extent_v{2})", of, plus(halo.x_last),
                  plus(halo.y_last), before > 0 ? fmt::format("u >= {} && ", halo.x_first) : "");
        print_element(l, "    ");
        out_.close();
    }

    /// What a whole tile away from borders is computed by, and how others are.
    void print_body() {
        out_.line("");
        if (group_.kind == TileKind::kHybrid)
            print_hybrid_body(t_, out_);
        else
            print_strip_body(t_, out_);
        out_.line("");
        out_.line("// Rows v0 ... v1 - 1 of a tile by way of shared memory.");
        out_.open(
            "WEFT_INLINE void pieces(const {}& args, weft::Element first, float* shared, "
            "int extent_u, int v0, int v1) {{",
            t_.args);
        out_.line("WEFT_NO_UNROLL");
        out_.line("for (int v = v0; v < v1; v += {})", group_.piece_v);
        out_.line("    WEFT_NO_UNROLL");
        out_.open("    for (int u = 0; u < extent_u; u += {}) {{", group_.piece_u);
        if (kernel_.borders == BorderScheme::kNine) {
            print_piece_by_region();
        } else {
            out_.line("tile<{}>(args, {{{}, first.plane}}, shared,", kAllSides,
                      t_.element_at("u", "v"));
            out_.line("    weft::bounded(extent_u - u, 0, {}), weft::bounded(v1 - v, 0, {}));",
                      group_.piece_u, group_.piece_v);
        }
        out_.line("weft::WarpTeam<{}, {}>::sync();", group_.team_u, group_.team_v);
        out_.close("    }");
        out_.close();
    }

    /// A piece of a tile by the variant for the region that it lies in.
    void print_piece_by_region() {
        out_.line("const weft::Element piece = {{{}, first.plane}};", t_.element_at("u", "v"));
        out_.line("const int piece_u = weft::bounded(extent_u - u, 0, {});", group_.piece_u);
        out_.line("const int piece_v = weft::bounded(v1 - v, 0, {});", group_.piece_v);
        print_sides("piece", "piece_");
        const auto call = [](int sides) {
            return fmt::format("tile<{}>(args, piece, shared, piece_u, piece_v);", sides);
        };
        print_regions(BorderScheme::kNine, call, out_);
    }

    void print_kernel() {
        const int teams_u = kernel_.shape.block_u / group_.team_u;
        const int teams_v = kernel_.shape.block_v / group_.team_v;
        // Asked for one block at least, the assembler keeps what lies in registers there; asked for
        // nothing it puts some aside to make room for more blocks. Where tiles of very many levels
        // begin takes registers too; with fewer than so many it finds room for all.
        constexpr std::size_t kManyLevels = 18;
        const bool keeps = in_registers(group_.kind) || group_.levels.size() > kManyLevels;
        out_.open(
            "extern \"C\" __global__ void __launch_bounds__({1}{2}) {0}(const __grid_constant__ "
            "{3} args) {{",
            t_.symbol, kernel_.shape.threads(), keeps ? ", 1" : "", t_.args);
        if (group_.team_bytes > 0)
            out_.line("WEFT_SHARED(shared);");
        else
            out_.line("float* const shared = nullptr;");
        const auto team_of = [&](const char* axis, int threads, int elements) {
            return fmt::format("static_cast<int>(threadIdx.{}) / {} * {}", axis, threads, elements);
        };
        for_blocks(kernel_, group_.tile_u * teams_u, group_.tile_v * teams_v, out_, [&] {
            if (by_block()) {
                print_tile_call("block", "shared");
                return;
            }
            const std::string along_u = team_of("x", group_.team_u, group_.tile_u);
            const std::string along_v = team_of("y", group_.team_v, group_.tile_v);
            out_.line("const weft::Element mine = {{block.x + {}, block.y + {}, block.plane}};",
                      t_.rows ? along_u : along_v, t_.rows ? along_v : along_u);
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
        if (group_.kind == TileKind::kStream)
            print_strip_call(first, memory);
        else if (group_.kind == TileKind::kHybrid)
            print_hybrid_call(first, memory);
        else
            print_shared_call(first, memory);
    }

    /// The variable `sides` of the elements from `first` on, whose extents' names begin with
    /// `extent`.
    void print_sides(const std::string& first, const std::string& extent = "extent_") {
        t_.declare_levels(first, out_, extent);
        std::string sides = sides_of(kResultsLevel, first, extent);
        for (const Id<GroupLevel> k : group_.levels.ids())
            if (k != kResultsLevel)
                sides += " |\n                      " +
                         sides_of(k, fmt::format("level{}.first", k.number()),
                                  fmt::format("level{}.extent_", k.number()));
        out_.line("const int sides = {};", sides);
    }

    /// Which sides the reads on a level may leave.
    std::string sides_of(Id<GroupLevel> level, const std::string& first,
                         const std::string& extent) const {
        const Window& r = group_.levels[level].reach;
        return fmt::format(
            "weft::sides_left({1}, {0}.x{2}, {0}.y{3}, {0}.x + {4}{5}, {0}.y + {6}{7})", first,
            t_.inner_of(level), plus(r.x_first), plus(r.y_first), extent + (t_.rows ? "u" : "v"),
            plus(r.x_last), extent + (t_.rows ? "v" : "u"), plus(r.y_last));
    }

    void print_shared_call(const std::string& first, const std::string& memory) {
        const auto call = [&](int sides) {
            return fmt::format("tile<{}>(args, {}, {}, extent_u, extent_v);", sides, first, memory);
        };
        if (kernel_.borders == BorderScheme::kNaive || kernel_.borders == BorderScheme::kWarp) {
            out_.line("{}", call(kAllSides));
            return;
        }
        print_sides(first);
        print_regions(kernel_.borders, call, out_);
    }

    void print_hybrid_call(const std::string& first, const std::string& memory) {
        print_sides(first);
        out_.line("if (sides == 0 && extent_u == {} && extent_v == {})", group_.tile_u,
                  group_.tile_v);
        out_.line("    body(args, {}, {});", first, memory);
        out_.line("else");
        out_.line("    pieces(args, {}, {}, extent_u, 0, extent_v);", first, memory);
    }

    /// The rows above and below those that need no check go the other way, and first: what they
    /// need is not kept in registers then.
    void print_strip_call(const std::string& first, const std::string& memory) {
        const Window r = t_.uv(group_.levels.front().reach);
        out_.line("weft::InnerRows inner = {{0, 0}};");
        out_.line("if (extent_u == {})", group_.tile_u);
        out_.line("    inner = weft::inner_rows<{}>(args.inner, {}, {}, extent_v, {}, {}, {}, {});",
                  !t_.rows, first, group_.tile_u, -r.x_first, r.x_last, -r.y_first, r.y_last);
        out_.line("WEFT_NO_UNROLL");
        out_.line("for (int below = 0; below < 2; ++below)");
        out_.line("    pieces(args, {}, {}, extent_u, below ? inner.last : 0,", first, memory);
        out_.line("           below ? extent_v : inner.first);");
        out_.line("if (inner.first < inner.last) strip(args, {}, inner.first, inner.last);", first);
    }

    const GroupText& t_;
    const GpuKernel& kernel_;
    const GpuGroup& group_;
    Writer& out_;
};

}  // namespace

CudaKernelText emit_cuda_group(const GpuPlan& plan, const GpuKernel& kernel, const Library& library,
                               const ExternalImages& external) {
    const auto functor = [&](Id<Stage> s) { return plan.stages[s].functor; };
    CudaKernelText result{
        fmt::format("weft_{}_{}", functor(kernel.stages.front()), functor(kernel.stages.back())),
        {}};
    const std::string file = result.symbol + ".cu";
    std::string text = fmt::format("#line 2 \"{}\"\n", file);
    std::set<std::string> printed;
    for (const Id<Stage> s : kernel.stages) {
        if (!printed.insert(functor(s)).second) continue;
        Writer body;
        body.raw(text);
        body.raw(library.find_translated(functor(s))->scalar_text);
        text = with_line_directive(body.take(), file);
    }
    Writer body;
    body.line("");
    GroupPrinter(GroupText(plan, kernel, external, result.symbol), body).print();
    const bool watched = std::any_of(kernel.stages.begin(), kernel.stages.end(),
                                     [&](Id<Stage> s) { return plan.stages[s].facts.watched; });
    result.text = external_head(kernel, external) +
                  (kernel.group.levels.size() > 1 ? group_levels_text() : "") +
                  (watched ? gpu_watch_text() : "") + text + body.take();
    return result;
}

}  // namespace weft
