// Prints and compiles a C++ program that runs the kernel texts of functors over small pictures.
#include "strangers_test/kernel_program.h"

#include <fmt/format.h>

#include <atomic>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "strangers_test/compile_and_load.h"

namespace weft::test {

namespace {

struct Collector final : IndexerVisitor {
    const FunctorFacts& facts;
    std::vector<IndexerBase*> used;
    explicit Collector(const FunctorFacts& f) : facts(f) {}
    void indexer(const char* name, int length, IndexerBase& i) override {
        if (used.size() == facts.indexers.size()) return;
        const std::string& wanted = facts.indexers[used.size()].name;
        if (wanted == std::string_view(name, static_cast<std::size_t>(length))) used.push_back(&i);
    }
};

std::string float_text(float v) {
    return fmt::format("__builtin_bit_cast(float, 0x{:08x}u)", [&] {
        unsigned bits;
        std::memcpy(&bits, &v, sizeof bits);
        return bits;
    }());
}

/// The baked members of `functor` as static constants.
std::string baked_text(const TranslatedFunctor& translated, const FunctorBase& functor,
                       const FunctorFacts& facts) {
    std::vector<unsigned char> bytes(translated.members_size + 1);
    translated.read_members(functor, bytes.data());
    std::string out;
    std::size_t at = 0;
    for (const MemberFacts& m : facts.members) {
        const std::size_t size = m.type == "bool" ? 1 : 4;
        at = (at + size - 1) / size * size;
        if (m.baked) {
            float f;
            int i;
            std::memcpy(&f, &bytes[at], size);
            std::memcpy(&i, &bytes[at], size);
            const std::string value = m.type == "float"  ? float_text(f)
                                      : m.type == "bool" ? (bytes[at] ? "true" : "false")
                                                         : fmt::format("{}", i);
            out += fmt::format("    static constexpr {} {} = {};\n", m.type, m.name, value);
        }
        at += size * m.count;
    }
    return out;
}

/// What Clang's checks call, each counting.
std::string check_handlers() {
    std::string out = "extern \"C\" { int undefined_operations = 0; }\n";
    for (const char* check :
         {"add_overflow", "sub_overflow", "mul_overflow", "negate_overflow", "divrem_overflow",
          "shift_out_of_bounds", "out_of_bounds", "float_cast_overflow"})
        out += fmt::format(
            "extern \"C\" void __ubsan_handle_{}_minimal() {{ ++undefined_operations; }}\n", check);
    return out;
}

}  // namespace

std::vector<IndexerBase*> indexers_of(FunctorBase& functor, const FunctorFacts& facts) {
    Collector collector(facts);
    functor.visit_indexers(collector);
    return collector.used;
}

std::string print_metadata(const FunctorBase& functor, const FunctorFacts& facts,
                           const std::string& prefix, const std::vector<int>& planes) {
    std::unique_ptr<FunctorBase> copy(functor.clone());
    const std::vector<IndexerBase*> indexers = indexers_of(*copy, facts);
    std::string out;
    for (std::size_t i = 0; i < indexers.size(); ++i) {
        const IndexerBase& x = *indexers[i];
        std::string xs, ys;
        for (int k = 0; k < x.Offsets.count; ++k) {
            xs += fmt::format("{}, ", x.Offsets.items[k].x);
            ys += fmt::format("{}, ", x.Offsets.items[k].y);
        }
        const int offsets = x.freedom == e0D ? 0 : x.freedom == e2D || x.freedom == eRandom ? 2 : 1;
        out += fmt::format(
            "struct {}_{} {{\n"
            "    static constexpr int Radius = {}, RadiusX = {}, RadiusY = {}, Count = {};\n"
            "    static constexpr int Planes = {}, Axis = {}, kOffsets = {}, kFreedom = {};\n"
            "    static constexpr bool kPixel = {};\n"
            "    static constexpr weft::Scale kScaleX = {{{}, {}, {}}}, kScaleY = {{{}, {}, {}}};\n"
            "    static constexpr weft::BorderMode kBorder = static_cast<weft::BorderMode>({});\n"
            "    static constexpr float kBorderValue = {};\n"
            "    static constexpr int kX[] = {{{}0}}, kY[] = {{{}0}};\n}};\n",
            prefix, facts.indexers[i].name, x.Radius, x.RadiusX, x.RadiusY, x.Offsets.count,
            planes[i], static_cast<int>(x.Axis), offsets, static_cast<int>(x.freedom),
            x.granularity == ePixel ? "true" : "false", x.ScaleX.times, x.ScaleX.plus,
            x.ScaleX.over, x.ScaleY.times, x.ScaleY.plus, x.ScaleY.over,
            static_cast<int>(x.border.mode), float_text(x.border.value), xs, ys);
    }
    return out;
}

std::string print_program(const TranslatedFunctor& translated, const FunctorBase& functor,
                          const std::vector<int>& planes) {
    const Result<FunctorFacts> parsed = facts_from_json(translated.facts);
    if (!parsed) return "#error " + parsed.error().message + "\n";
    const FunctorFacts& facts = *parsed;
    const std::string name = facts.name;
    std::string out = fmt::format("namespace {}_space {{\n{}{}struct Baked {{\n{}}};\n", name,
                                  translated.scalar_text, translated.simd_text,
                                  baked_text(translated, functor, facts));
    out += print_metadata(functor, facts, "Meta", planes);
    std::string arguments, stores;
    bool per_plane = true;
    for (std::size_t i = 0; i < facts.indexers.size(); ++i) {
        const IndexerFacts& x = facts.indexers[i];
        if (x.direction == eInput) {
            arguments +=
                fmt::format(", harness::Input<S, Meta_{}>(&pictures[{}], &place)", x.name, i);
        } else {
            per_plane &= x.granularity == eComponent;
            arguments += fmt::format(", harness::Output<S, Meta_{}>(out[{}])", x.name, i);
            stores += fmt::format(
                "        for (int p = 0; p < {0}; ++p)\n"
                "            for (int l = 0; l < lanes; ++l)\n"
                "                pictures[{1}].samples[(({2}) * pictures[{1}].height + place.y[l]) "
                "* "
                "pictures[{1}].width + place.x[l]] = harness::lane_of(out[{1}][p], l);\n",
                x.granularity == eComponent ? "1" : fmt::format("{}", planes[i]), i,
                x.granularity == eComponent ? "plane" : "p");
        }
    }
    if (facts.places) arguments = ", weft::Place<S>{place.x, place.y[0], place.plane}" + arguments;
    const bool scans = !is_elementwise(facts.dependence);
    const bool vertical = functor.ScanAxis == eVertical;
    // Lanes lie side by side along x, or across the axis of a scan.
    const bool lanes_along_x = !scans || vertical;
    const int first_output = [&] {
        for (std::size_t i = 0; i < facts.indexers.size(); ++i)
            if (facts.indexers[i].direction == eOutput) return static_cast<int>(i);
        return 0;
    }();
    out += fmt::format(
        R"(template <class S, class Text>
void run(const void* members_bytes, harness::Picture* pictures) {{
    const auto& members = *static_cast<const typename Text::Members*>(members_bytes);
    const int width = pictures[{0}].width, height = pictures[{0}].height;
    const int across = {1} ? width : height, along = {1} ? height : width;
    for (int plane = 0; plane < {2}; ++plane)
    for (int first = 0; first < across; first += {7}) {{
        typename Text::template State<S> state{{}};
        const int lanes = across - first < {7} ? across - first : {7};
        for (int step = 0; step < along; ++step) {{
        harness::Place place;
        for (int l = 0; l < S::kWidth; ++l) {{
            // Lanes beyond the picture stand where their values are odd, to see that masks hold.
            const int a = first + l;
            const int along_line = {8} ? along - 1 - step : step;
            place.x[l] = {1} ? a : along_line;
            place.y[l] = {1} ? along_line : a;
        }}
        place.plane = plane;
        const auto mask = harness::first_lanes<S>(lanes);
        typename S::F out[{3}][64];
        for (auto& o : out) for (auto& v : o) v = typename S::F(0.0f);
        {4}
        Text::template Kernel<S, Baked>(members, state, mask{5});
{6}        }}
    }}
}}
)",
        first_output, lanes_along_x ? "true" : "false",
        per_plane ? fmt::format("pictures[{}].planes", first_output) : "1", facts.indexers.size(),
        scans ? fmt::format(
                    "if (step == 0) Text::template Initialise<S, Baked>(members, state, mask{});",
                    arguments)
              : "",
        arguments, stores,
        // Whoever asks for a place is told of one row.
        !lanes_along_x && facts.places ? "1" : "S::kWidth",
        functor.ScanBackwards ? "true" : "false");
    out += fmt::format(
        "}}\nextern \"C\" void run_{0}_scalar(const void* m, harness::Picture* p) {{ "
        "{0}_space::run<weft::Scalar, {0}_space::{0}_scalar>(m, p); }}\n"
        "extern \"C\" void run_{0}_simd(const void* m, harness::Picture* p) {{ "
        "{0}_space::run<weft::Lanes, {0}_space::{0}_simd>(m, p); }}\n"
        "extern \"C\" void run_{0}_simd_one(const void* m, harness::Picture* p) {{ "
        "{0}_space::run<weft::Scalar, {0}_space::{0}_simd>(m, p); }}\n",
        name);
    return out;
}

void* compile_program(const std::string& text, int width, Undefined undefined, std::string& log) {
    static std::atomic<int> counter{0};
    const std::filesystem::path folder = std::filesystem::temp_directory_path() /
                                         fmt::format("weft-strangers-{}-{}", getpid(), counter++);
    std::filesystem::create_directories(folder);
    const bool counted = undefined == Undefined::kCounted;
    std::ofstream(folder / "kernels.cpp") << "#include \"strangers_test/lane_accessors.h\"\n"
                                          << (counted ? check_handlers() : "") << text;
    const char* arithmetic =
        counted ? "-fsanitize=signed-integer-overflow,integer-divide-by-zero,shift,bounds,"
                  "float-cast-overflow -fsanitize-minimal-runtime"
                : "-fwrapv";
    // What `native` means has a part in the name by which ccache knows the object again.
    const std::string compiler = fmt::format(
        "{0} -std=c++20 -O1 -march=native -ffp-contract=off {1} -nostdinc++ -DWEFT_WIDTH={2} "
        "-DWEFT_PROCESSOR=$({0} -march=native -dM -E -x c++ /dev/null | cksum | tr -d ' ')",
        WEFT_TEST_CLANG, arithmetic, width);
    void* handle = compile_and_load(folder.string(), "kernels.cpp", compiler, log);
    if (std::getenv("WEFT_KEEP_KERNELS") == nullptr) std::filesystem::remove_all(folder);
    return handle;
}

}  // namespace weft::test
