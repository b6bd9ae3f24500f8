#include "emit/cuda/accumulation_text.h"

#include "emit/affine_text.h"
#include "emit/cuda/cuda_blocks.h"
#include "emit/cuda/cuda_metadata.h"
#include "emit/cuda/cuda_text.h"

namespace weft {

namespace {

class AccumulationPrinter {
  public:
    AccumulationPrinter(const ElementText& text, Writer& out)
        : text_(text),
          out_(out),
          kernel_(text.kernel),
          bound_(*text.stage.accumulation),
          block_(fmt::format("<{}, {}>", kernel_.shape.block_u, kernel_.shape.block_v)) {}

    void print() {
        out_.line("// A tile of {}x{} elements; terms in the order of the functor's loops.",
                  kernel_.tile_u(), kernel_.tile_v());
        out_.open(
            "extern \"C\" __global__ void __launch_bounds__({1}) {0}(const __grid_constant__ "
            "{0}_Args args) {{",
            text_.symbol, kernel_.shape.threads());
        out_.line("WEFT_SHARED(shared);");
        text_.declare_types(out_);
        for_blocks(kernel_, kernel_.tile_u(), kernel_.tile_v(), out_, [&] { print_tile(); });
        out_.close();
    }

  private:
    void print_tile() {
        out_.line(
            "const weft::Element last = {{weft::min(block.x + {}, args.range.x1) - 1, "
            "weft::min(block.y + {}, args.range.y1) - 1, block.plane}};",
            kernel_.tile_u(), kernel_.tile_v());
        out_.line("{}_scalar::Kept kept[{}][{}];", text_.stage.functor,
                  kernel_.accumulation.elements_v, kernel_.accumulation.elements_u);
        for (const IndexerFacts* output : text_.outputs)
            out_.line("unsigned long long {}[{}][{}] = {{}};", written(*output),
                      kernel_.accumulation.elements_v, kernel_.accumulation.elements_u);
        for (const BoundLoop& loop : bound_.planes) open_loop(loop);
        open_elements(false);
        call("Begin", {});
        close_elements();
        print_copies();
        open_elements(true);
        call("End", {});
        close_elements();
        for (std::size_t i = 0; i < bound_.planes.size(); ++i) out_.close();
        open_elements(true);
        for (const IndexerFacts* output : text_.outputs)
            out_.line("weft::store_unwritten<{}>(args.{}, e, {}[v][u]);",
                      cuda_output_metadata(*output), cuda_output_picture(*output),
                      written(*output));
        close_elements();
    }

    /// The outermost loop of terms, some turns at a time, between barriers.
    void print_copies() {
        const BoundLoop& loop = bound_.outermost();
        const int turns = kernel_.accumulation.turns;
        out_.line("const long long first_turn = {}, last_turn = {};",
                  affine_text(text_.members(), loop.first),
                  affine_text(text_.members(), loop.last));
        out_.line("WEFT_NO_UNROLL");
        out_.open("for (long long from = first_turn; from <= last_turn; from += {}) {{",
                  1ll * turns * loop.step);
        out_.line("const int here = static_cast<int>(from);");
        out_.line("const long long left = (last_turn - from) / {} + 1;", loop.step);
        out_.line("const int turns = left < {0} ? static_cast<int>(left) : {0};", turns);
        out_.line("const int there = here + (turns - 1) * {};", loop.step);
        for (const Id<GpuInput> i : kernel_.inputs.ids())
            if (is_boxed(i)) print_box(i);
        out_.line("__syncthreads();  // all have read the last copies");
        for (const Id<GpuInput> i : kernel_.inputs.ids())
            if (is_boxed(i))
                out_.line("weft::copy_box<{}, {}>(shared + {}, args.{}, {});",
                          cuda_input_metadata(indexer(i)), kernel_.shape.threads(),
                          kernel_.inputs[i].shared_offset / sizeof(float),
                          cuda_input_picture(indexer(i)), box_name(i));
        out_.line("__syncthreads();");
        out_.open("for (int turn = 0; turn < turns; ++turn) {{");
        out_.line("const int {} = here + turn * {};", variable(loop), loop.step);
        for (std::size_t l = 1; l < bound_.loops.size(); ++l) open_loop(bound_.loops[l]);
        open_elements(false);
        call("Term", bound_.loops);
        close_elements();
        for (std::size_t l = 1; l < bound_.loops.size(); ++l) out_.close();
        out_.close();
        out_.close();
    }

    void print_box(Id<GpuInput> i) {
        const TermReads::Box& box = *bound_.reads[kernel_.inputs[i].by.input].box;
        const bool pixel = text_.plan.stages[kernel_.inputs[i].by.stage]
                               .inputs[kernel_.inputs[i].by.input]
                               .granularity == ePixel;
        const auto corner = [&](bool first) {
            const std::string plane = edge(box.plane, first);
            return fmt::format("{{{}, {}, {}}}", edge(box.x, first), edge(box.y, first),
                               pixel ? fmt::format("weft::bounded({}, 0, {}::Planes - 1)", plane,
                                                   cuda_input_metadata(indexer(i)))
                                     : "block.plane");
        };
        out_.line("const weft::Box {} = weft::box_between({}, {});", box_name(i), corner(true),
                  corner(false));
    }

    /// The least or the greatest value of a coordinate, for the tile and the turns that are copied.
    std::string edge(const TermRange& range, bool first) const {
        const std::int64_t constant = first ? range.low : range.high;
        std::string sum =
            constant != 0 || range.along.is_constant() ? std::to_string(constant) : "";
        for (const auto& [name, factor] : range.along.factors)
            sum += fmt::format("{}{}{}", sum.empty() ? "" : " + ",
                               factor == 1 ? "" : fmt::format("{} * ", factor),
                               value_of(name, (factor > 0) == first));
        return sum;
    }

    /// What a name of a coordinate is at its least or its greatest.
    std::string value_of(const std::string& name, bool least) const {
        if (name == "X") return least ? "block.x" : "last.x";
        if (name == "Y") return least ? "block.y" : "last.y";
        if (name == "Plane") return "block.plane";
        if (name == bound_.outermost().variable) return least ? "here" : "there";
        if (!bound_.planes.empty() && name == bound_.planes.front().variable)
            return variable(bound_.planes.front());
        return member_text(text_.members(), name);
    }

    /// Its bounds are constants.
    void open_loop(const BoundLoop& loop) {
        out_.open("for (int {0} = {1}; {0} <= {2}; {0} += {3}) {{", variable(loop),
                  loop.first.constant, loop.last.constant, loop.step);
    }

    /// `inside`: those of the tile alone, not the last ones again.
    void open_elements(bool inside) {
        out_.line("WEFT_UNROLL");
        out_.open("for (int v = 0; v < {}; ++v) {{", kernel_.accumulation.elements_v);
        out_.line("WEFT_UNROLL");
        out_.open("for (int u = 0; u < {}; ++u) {{", kernel_.accumulation.elements_u);
        out_.line("const weft::Element e = weft::element_of_thread{}(block, last, u, v);", block_);
        if (inside) out_.line("if (!weft::has_element{}(block, last, u, v)) continue;", block_);
    }
    void close_elements() {
        out_.close();
        out_.close();
    }

    /// A part of the functor, for `e`; terms have the variables of their loops besides the planes'.
    void call(const char* part, const std::vector<BoundLoop>& loops) {
        const bool boxes = !loops.empty();
        std::string line = fmt::format("{}_scalar::{}<S, Baked>({}, kept[v][u], S::M(true)",
                                       text_.stage.functor, part, text_.members());
        for (const BoundLoop& loop : bound_.planes) line += ", " + variable(loop);
        for (const BoundLoop& loop : loops) line += ", " + variable(loop);
        line += text_.stage.facts.places ? ", weft::Place<S>{e}" : "";
        line += text_.watch();
        std::size_t input = 0;
        for (const IndexerFacts& facts : text_.stage.facts.indexers) {
            out_.line("{},", line);
            if (facts.direction == eOutput) {
                line = fmt::format(
                    "    weft::OutputAtOnce<{0}, decltype(args.{1})>(args.{1}, e, "
                    "{2}[v][u])",
                    cuda_output_metadata(facts), cuda_output_picture(facts), written(facts));
                continue;
            }
            const Id<GpuInput> i(input++);
            line = "    " + (boxes && is_boxed(i)
                                 ? boxed(i)
                                 : text_.accessor(facts, kernel_.inputs[i], place_of(i)));
        }
        out_.line("{});", line);
    }

    std::string boxed(Id<GpuInput> i) const {
        const std::string metadata = cuda_input_metadata(indexer(i));
        const std::string from = fmt::format(
            "shared + {}, {}, e", kernel_.inputs[i].shared_offset / sizeof(float), box_name(i));
        if (indexer(i).freedom == eRandom)
            return fmt::format("weft::BoxedAnywhere<{}>({})", metadata, from);
        return fmt::format("weft::{}<weft::Boxed<{}>>({})", cuda_accessor(indexer(i).freedom),
                           metadata, from);
    }

    /// How what is boxed for terms is read by the parts around them.
    GpuAccess place_of(Id<GpuInput> i) const {
        return is_boxed(i) ? GpuAccess::kBordered : kernel_.inputs[i].access;
    }
    bool is_boxed(Id<GpuInput> i) const { return kernel_.inputs[i].access == GpuAccess::kShared; }
    const IndexerFacts& indexer(Id<GpuInput> i) const { return *text_.inputs[i.index()]; }
    std::string box_name(Id<GpuInput> i) const { return "box_" + indexer(i).name; }
    static std::string written(const IndexerFacts& output) { return "written_" + output.name; }
    static std::string variable(const BoundLoop& loop) { return "loop_" + loop.variable; }

    const ElementText& text_;
    Writer& out_;
    const GpuKernel& kernel_;
    const BoundAccumulation& bound_;
    const std::string block_;
};

}  // namespace

void print_accumulation(const ElementText& text, Writer& out) {
    AccumulationPrinter(text, out).print();
}

}  // namespace weft
