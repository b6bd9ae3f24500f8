#include "emit/host/pixel_text.h"

#include "emit/host/loop_text.h"

namespace weft {
namespace {

class PixelPrinter : LoopText {
  public:
    PixelPrinter(const CpuPlan& plan, const Loop& loop, const PixelRows& pixels, Writer& out)
        : LoopText(plan, loop, out), pixels_(pixels) {}

    void print(const std::string& symbol) {
        out_.line("");
        out_.open("extern \"C\" void {}(const weft::RowArgs* args) {{", symbol);
        declare_types_and_members();
        out_.line("constexpr int kPlanes = {};", pixels_.planes);
        out_.open("for (long x = 0; x < args->count; x += S::kWidth) {{");
        out_.line("const long left = args->count - x;");
        out_.line("const bool whole = left >= S::kWidth;");
        for (std::size_t i = 0; i < pixels_.inputs.size(); ++i) print_load(i);
        for (const Id<PlanImage> image : pixels_.outputs)
            out_.line("F made{}[kPlanes];", image.number());
        if (loop_.planes > 1) {
            out_.raw("#pragma clang loop unroll(full)");
            out_.open("for (int plane = 0; plane < kPlanes; ++plane) {{");
            out_.line("const int row_plane [[maybe_unused]] = plane;");
        }
        print_stages();
        if (loop_.planes > 1) out_.close();
        for (std::size_t o = 0; o < pixels_.outputs.size(); ++o) print_store(o);
        out_.close();
        out_.close();
    }

  private:
    void print_load(std::size_t i) {
        const int image = pixels_.inputs[i].number();
        out_.line("const float* from{0} = args->in[{1}] + kPlanes * x;  // {2}", image, i,
                  plan_.images[pixels_.inputs[i]].name);
        out_.line("weft::prefetch_pixels<kPlanes>(from{}, args->prefetch[{}]);", image, i);
        out_.line("float last{}[kPlanes * S::kWidth];", image);
        out_.line("if (!whole) from{0} = weft::last_pixels<kPlanes>(from{0}, left, last{0});",
                  image);
        out_.line("F pixels{}[kPlanes];", image);
        out_.line("weft::load_pixels(from{0}, pixels{0});", image);
    }

    void print_stages() {
        const auto by_pixels = [this](const Read& read, const std::string& metadata, const char*,
                                      const std::string&) {
            const bool one_plane = loop_.planes > 1 && read.slot_planes == 1;
            return fmt::format("weft::ValueInput<S, {}>{{pixels{}{}}}", metadata,
                               read.image.number(), one_plane ? " + plane" : "");
        };
        call_stages(place_in_row(""), by_pixels);
        for (const Write& write : loop_.writes)
            for (int q = 0; q < write.slot_planes; ++q)
                out_.line("made{0}[{1}] = v{0}[{2}];", write.image.number(),
                          write.slot_planes > 1 ? std::to_string(q) : "plane", q);
    }

    void print_store(std::size_t o) {
        const int image = pixels_.outputs[o].number();
        out_.line("float* const to{0} = args->out[{1}] + kPlanes * x;  // {2}", image, o,
                  plan_.images[pixels_.outputs[o]].name);
        out_.open("if (whole) {{");
        out_.line("weft::store_pixels(to{0}, made{0}, args->streams != 0);", image);
        out_.close();
        out_.open("else {{");
        out_.line("float end[kPlanes * S::kWidth];");
        out_.line("weft::store_pixels(end, made{}, false);", image);
        out_.line("for (long i = 0; i < kPlanes * left; ++i) to{}[i] = end[i];", image);
        out_.close();
    }

    const PixelRows& pixels_;
};

}  // namespace

void print_pixels(const CpuPlan& plan, const Kernel& kernel, const PixelRows& pixels,
                  const std::string& symbol, Writer& out) {
    PixelPrinter(plan, kernel.loops[pixels.loop], pixels, out).print(symbol);
}

}  // namespace weft
