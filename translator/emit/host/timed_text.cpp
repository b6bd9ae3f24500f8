#include "emit/host/timed_text.h"

#include "plan/unroll_and_jam.h"

namespace weft {

namespace {

/// Elements of a piece where `values` of each are kept.
int piece_of(int values) {
    constexpr int kMost = 512, kLeast = 64, kFloats = (32 << 10) / sizeof(float);
    int piece = kMost;
    while (piece > kLeast && piece * values > kFloats) piece /= 2;
    return piece;
}

}  // namespace

TimedText::TimedText(const CpuPlan& plan, const Loop& loop, std::optional<int> first_section,
                     Writer& out)
    : LoopText(plan, loop, out), first_section_(first_section) {
    int values = 0;
    for (std::size_t i = 0; i < loop.stages.size(); ++i)
        for (const Id<PlanImage> image : values_read(i)) {
            if (std::find(buffered_.begin(), buffered_.end(), image) != buffered_.end()) continue;
            buffered_.push_back(image);
            values += planes_made(image);
        }
    piece_ = loop.kind == LoopKind::kReduce ? leaf_of(plan, loop).width : piece_of(values);
}

/// Those that are made in the loop, each once.
std::vector<Id<PlanImage>> TimedText::values_read(std::size_t i) const {
    std::vector<Id<PlanImage>> images;
    for (const StageInput& input : plan_.stages[loop_.stages[i]].inputs)
        if (made_here(input.image) && input.freedom != eRandom &&
            std::find(images.begin(), images.end(), input.image) == images.end())
            images.push_back(input.image);
    return images;
}

int TimedText::planes_made(Id<PlanImage> image) const {
    const Stage& producer = plan_.stages[*plan_.images[image].producer()];
    const auto at = std::find(producer.outputs.begin(), producer.outputs.end(), image);
    return value_planes(plan_, producer, static_cast<std::size_t>(at - producer.outputs.begin()));
}

void TimedText::declare_profiler() {
    out_.line(
        "weft::Profiler& profiler = *static_cast<const weft::ProfiledArgs*>(args)->profiler;");
}

void TimedText::charge_stage(std::size_t i, const std::string& elements) {
    out_.line("weft::charge(profiler, {}, {});", *first_section_ + static_cast<int>(i), elements);
}

void TimedText::declare_pieces() {
    for (const Id<PlanImage> image : buffered_)
        out_.line("F piece{}[{} / S::kWidth][{}];  // {}", image.number(), piece_,
                  planes_made(image), plan_.images[image].name);
}

void TimedText::take_values(std::size_t i, const char* begin) {
    for (const Id<PlanImage> image : values_read(i))
        out_.line("const auto& v{0} = piece{0}[(x - {1}) / S::kWidth];", image.number(), begin);
}

void TimedText::print_stage(std::size_t i, const std::string& row, const char* begin,
                            const char* end) {
    const Id<Stage> s = loop_.stages[i];
    const Stage& stage = plan_.stages[s];
    out_.line("// {}: {}", stage.name, stage.functor);
    out_.open("for (long x = {}; x < {}; x += S::kWidth) {{", begin, end);
    take_values(i, begin);
    declare_values(stage);
    declare_state(s);
    call(s, "Kernel", place_in_row(row), by_rows);
    for (const Id<PlanImage> image : buffered_)
        if (plan_.images[image].producer() == s)
            for (int q = 0; q < planes_made(image); ++q)
                out_.line("piece{0}[(x - {1}) / S::kWidth][{2}] = v{0}[{2}];", image.number(),
                          begin, q);
    for (const Write& write : loop_.writes)
        if (plan_.images[write.image].producer() == s) store_value(write);
    out_.close();
    charge_stage(i, fmt::format("{} - {}", end, begin));
}

namespace {

class TimedLoopPrinter : TimedText {
  public:
    using TimedText::TimedText;

    void print(const std::string& symbol) {
        out_.line("");
        out_.open("extern \"C\" void {}(const weft::RowArgs* args) {{", symbol);
        declare_types_and_members();
        declare_profiler();
        declare_pieces();
        if (is_unrolled_and_jammed(loop_)) {
            out_.open("for (int row = 0; row < args->rows; ++row) {{");
            print_row("row", "0", "args->count");
            out_.close();
        } else if (loop_.batch_rows > 1) {
            out_.open("for (long part = 0; part < args->count; part += {}) {{",
                      loop_.batch_columns);
            out_.line("const long rest = args->count - part;");
            out_.line("const long stop = rest < {0} ? args->count : part + {0};",
                      loop_.batch_columns);
            out_.open("for (int row = 0; row < args->rows; ++row) {{");
            print_row("row", "part", "stop");
            out_.close();
            out_.close();
        } else {
            print_row("", "0", "args->count");
        }
        out_.close();
    }

  private:
    void print_row(const std::string& row, const char* begin, const char* end) {
        declare_pointers(row);
        out_.open("for (long first = {}; first < {}; first += {}) {{", begin, end, piece());
        out_.line("const long last = {1} - first < {0} ? {1} : first + {0};", piece(), end);
        for (std::size_t i = 0; i < loop_.stages.size(); ++i) print_stage(i, row, "first", "last");
        out_.close();
    }
};

}  // namespace

void print_timed_loop(const CpuPlan& plan, const Loop& loop, int first_section,
                      const std::string& symbol, Writer& out) {
    TimedLoopPrinter(plan, loop, first_section, out).print(symbol);
}

std::string print_timed_call(int section, const std::string& symbol, Writer& out) {
    std::string name = symbol + "_timed";
    out.line("");
    out.open("extern \"C\" void {}(const weft::RowArgs* args) {{", name);
    out.line("{}(args);", symbol);
    out.line(
        "weft::charge(*static_cast<const weft::ProfiledArgs*>(args)->profiler, {}, args->count * "
        "args->rows);",
        section);
    out.close();
    return name;
}

}  // namespace weft
