// Every function that kernels may call, with every mixture of arguments: literals, members, values
// that are the same for all pixels, and values that differ. What the translator takes gives the
// reference's bits everywhere.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <regex>
#include <set>

#include "../full_run.h"
#include "compiler_fixture.h"
#include "effects/builtin.h"
#include "engine/differential.h"
#include "engine/load_functors.h"

namespace weft::test {
namespace {

/// Types as letters: f float, i int, u unsigned, b bool.
struct MathsFunction {
    const char* name;
    const char* takes;
    char gives;
};

constexpr MathsFunction kFunctions[] = {
    {"abs", "f", 'f'},          {"sign", "f", 'f'},       {"fract", "f", 'f'},
    {"floor", "f", 'f'},        {"ceil", "f", 'f'},       {"trunc", "f", 'f'},
    {"round", "f", 'f'},        {"round_even", "f", 'f'}, {"sqrt", "f", 'f'},
    {"rsqrt", "f", 'f'},        {"cbrt", "f", 'f'},       {"exp", "f", 'f'},
    {"exp2", "f", 'f'},         {"log", "f", 'f'},        {"log2", "f", 'f'},
    {"log10", "f", 'f'},        {"sin", "f", 'f'},        {"cos", "f", 'f'},
    {"tan", "f", 'f'},          {"asin", "f", 'f'},       {"acos", "f", 'f'},
    {"atan", "f", 'f'},         {"sinh", "f", 'f'},       {"cosh", "f", 'f'},
    {"tanh", "f", 'f'},         {"isnan", "f", 'b'},      {"isinf", "f", 'b'},
    {"isfinite", "f", 'b'},     {"to_int", "f", 'i'},     {"floor_to_int", "f", 'i'},
    {"round_to_int", "f", 'i'}, {"as_int", "f", 'i'},     {"as_uint", "f", 'u'},
    {"abs", "i", 'i'},          {"to_float", "i", 'f'},   {"as_uint", "i", 'u'},
    {"as_float", "i", 'f'},     {"abs", "u", 'u'},        {"to_float", "u", 'f'},
    {"as_int", "u", 'i'},       {"as_float", "u", 'f'},   {"copysign", "ff", 'f'},
    {"mod", "ff", 'f'},         {"step", "ff", 'f'},      {"pow", "ff", 'f'},
    {"atan2", "ff", 'f'},       {"hypot", "ff", 'f'},     {"min", "ff", 'f'},
    {"max", "ff", 'f'},         {"min", "ii", 'i'},       {"max", "ii", 'i'},
    {"divide", "ii", 'i'},      {"modulo", "ii", 'i'},    {"shift_left", "ii", 'i'},
    {"shift_right", "ii", 'i'}, {"min", "uu", 'u'},       {"max", "uu", 'u'},
    {"divide", "uu", 'u'},      {"modulo", "uu", 'u'},    {"shift_left", "ui", 'u'},
    {"shift_right", "ui", 'u'}, {"mix", "fff", 'f'},      {"smoothstep", "fff", 'f'},
    {"clamp", "fff", 'f'},      {"fma", "fff", 'f'},      {"clamp", "iii", 'i'},
    {"clamp", "uuu", 'u'},      {"select", "bff", 'f'},   {"select", "bii", 'i'},
    {"select", "buu", 'u'},     {"select", "bbb", 'b'}};

/// What may stand as an argument of a type, by its place: a value that differs between pixels,
/// a literal, a member, a value that is the same for all pixels.
constexpr int kForms = 4;
std::string argument(char type, int form, std::size_t place) {
    struct Forms {
        char type;
        const char* varying[3];
        const char *literal[3], *member, *uniform;
    };
    // Whole numbers of every size, 0 and the least among them; shifts by less than 0 and more
    // than 31.
    static constexpr Forms kAll[] = {
        {'f',
         {"Input()", "(Input() * 40.0f - 20.0f)", "(0.3f - Input())"},
         {"0.75f", "-2.5f", "1e-3f"},
         "Real",
         "twice"},
        {'i',
         {"(X() * 0x20000000)", "(X() - 2 * Y())", "(Y() & 7)"},
         {"-3", "-1", "37"},
         "Whole",
         "less"},
        {'u',
         {"weft::as_uint(X())", "(weft::as_uint(Y()) * 2654435761u)", "weft::as_uint(X() - Y())"},
         {"1u", "5u", "4000000000u"},
         "Bits",
         "more"},
        {'b',
         {"(Input() > 0.5f)", "(X() > Y())", "(X() == 3)"},
         {"true", "false", "true"},
         "Chosen",
         "large"}};
    for (const Forms& f : kAll)
        if (f.type == type)
            return form == 0   ? f.varying[place]
                   : form == 1 ? f.literal[place]
                   : form == 2 ? f.member
                               : f.uniform;
    return {};
}

/// The bits of a value, those of every NaN alike.
std::string bits(char type, const std::string& value) {
    switch (type) {
        case 'f':
            return fmt::format("(weft::isnan({0}) ? 0x7fc00000u : weft::as_uint({0}))", value);
        case 'i': return fmt::format("weft::as_uint({})", value);
        case 'b': return fmt::format("({} ? 1u : 0u)", value);
        default: return value;
    }
}

/// Statements that call `function` with all mixtures of arguments.
std::string calls(const MathsFunction& function) {
    const std::size_t count = std::string_view(function.takes).size();
    std::string text;
    int mixtures = 1;
    for (std::size_t i = 0; i < count; ++i) mixtures *= kForms;
    for (int mixture = 0; mixture < mixtures; ++mixture) {
        std::string arguments;
        for (std::size_t i = 0, rest = static_cast<std::size_t>(mixture); i < count; ++i) {
            if (i > 0) arguments += ", ";
            arguments += argument(function.takes[i], static_cast<int>(rest % kForms), i);
            rest /= kForms;
        }
        const std::string call = fmt::format("weft::{}({})", function.name, arguments);
        const char* const type = function.gives == 'f'   ? "float"
                                 : function.gives == 'i' ? "int"
                                 : function.gives == 'u' ? "unsigned"
                                                         : "bool";
        text += fmt::format("        {{ const {} value = {}; hash = hash * 31u + {}; }}\n", type,
                            call, bits(function.gives, "value"));
    }
    return text;
}

std::string functor(const std::string& name, const std::string& body) {
    return fmt::format(R"(
/// Calls functions.
class {} : public weft::Functor<{}, weft::eParallel> {{
    weft::Indexer<weft::eInput, weft::eComponent> Input;
    weft::Indexer<weft::eOutput, weft::eComponent> Output;
    float Real = -1.25f;
    int Whole = 6;
    unsigned Bits = 9u;
    bool Chosen = false;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("real", Real).Range(-4.0, 4.0),
                       Parameter("whole", Whole).Range(0, 100), Parameter("chosen", Chosen))
  public:
    void Kernel() {{
        const float twice = Real * 2.0f;
        const int less = Whole - 5;
        const unsigned more = Bits + 1u;
        const bool large = Whole > 2;
        unsigned hash = more + (large ? 1u : 0u) + weft::as_uint(less) + weft::as_uint(twice);
{}        Output() = weft::to_float(hash >> 8);
    }}
}};
)",
                       name, name, body);
}

/// In a run of the gate several functions share a functor, which is one kernel; in a full one each
/// has its own, so that a difference has a name.
struct Sweep {
    std::string header = "#include \"core/functor.h\"\n";
    std::vector<std::pair<std::string, std::string>> functors;  ///< and the functions it calls
};

Sweep sweep() {
    const std::size_t together = full_run() ? 1 : 9;
    Sweep all;
    for (std::size_t first = 0; first < std::size(kFunctions); first += together) {
        std::string body, names;
        for (std::size_t i = first; i < std::min(first + together, std::size(kFunctions)); ++i) {
            body += calls(kFunctions[i]);
            names += fmt::format(" {}({})", kFunctions[i].name, kFunctions[i].takes);
        }
        const std::string name = fmt::format("Sweep{}", all.functors.size());
        all.header += functor(name, body);
        all.functors.emplace_back(name, names);
    }
    return all;
}

TEST(OutsideMaths, EveryMixtureOfArgumentsGivesTheReferencesBits) {
    const Sweep all = sweep();
    Library library;
    const Status loaded = load_functors({"sweep.h", all.header}, *shared_compiler(), library);
    ASSERT_TRUE(loaded) << loaded.error().message;
    for (const auto& [name, functions] : all.functors)
        for (const char* const device : {"cpu", "simt"}) {
            SCOPED_TRACE(fmt::format("{} on {}:{}", name, device, functions));
            DifferentialCase c;
            c.domain = {-5, -3, 40, 16};
            c.planes = 1;
            c.keep_borders = true;
            c.device = device;
            if (c.device == "simt") c.target = "sm_90";
            const auto outcome =
                compare_devices(graph_of(*library.find(name)), library, c, {}, shared_compiler());
            ASSERT_TRUE(outcome) << outcome.error().message;
            EXPECT_TRUE(outcome->agrees) << outcome->difference;
        }
}

/// The names that match the first group of `pattern` in a header.
std::set<std::string> names_in(const std::string& file, const char* pattern) {
    std::ifstream stream(WEFT_FRAMEWORK_DIR "/core/" + file);
    const std::string text((std::istreambuf_iterator<char>(stream)), {});
    const std::regex expression(pattern);
    std::set<std::string> names;
    for (std::sregex_iterator at(text.begin(), text.end(), expression), end; at != end; ++at)
        names.insert((*at)[1]);
    return names;
}

TEST(OutsideMaths, NoFunctionIsForgotten) {
    std::set<std::string> swept;
    for (const MathsFunction& f : kFunctions) swept.insert(f.name);
    std::set<std::string> there = names_in("math.h", R"(WEFT_MATH_\w+\([FIU], (?:E, )?(\w+)\))");
    there.merge(names_in("math.h", R"(WEFT_INLINE [FIUM] (\w+)\()"));
    EXPECT_GT(there.size(), 40u);
    // Those on which the others are built stand in math/values.h, among what is no one's to call.
    there.merge(std::set<std::string>{"floor", "ceil", "trunc", "round_even", "sqrt", "fma",
                                      "select", "to_float", "as_int", "as_uint", "as_float"});
    EXPECT_EQ(there, swept);
}

}  // namespace
}  // namespace weft::test
