// Rules over all built-in functors and effects: documented, described, valid, and no idle control.
#include <algorithm>
#include <fstream>
#include <random>
#include <set>
#include <sstream>

#include <gmock/gmock.h>

#include "effect_names.h"
#include "graph/choose_inputs.h"
#include "harness.h"
#include "pictures_table.h"
#include "plan/facts.h"
#include "range_ends.h"

namespace weft::test {
namespace {

/// Lower case, words joined by '-'.
bool is_kebab_case(const std::string& name) {
    char last = '-';
    for (const char c : name) {
        const bool letter = c >= 'a' && c <= 'z', digit = c >= '0' && c <= '9';
        if (!letter && !digit && (c != '-' || last == '-')) return false;
        last = c;
    }
    return last != '-' && name[0] >= 'a' && name[0] <= 'z';
}

struct Parameters final : ParameterVisitor {
    std::vector<ParameterRef> list;
    void parameter(const ParameterRef& p) override { list.push_back(p); }
};

struct Indexers final : IndexerVisitor {
    std::vector<std::string> names;
    int inputs = 0, outputs = 0;
    void indexer(const char* name, int length, IndexerBase& indexer) override {
        names.emplace_back(name, static_cast<std::size_t>(length));
        ++(indexer.direction == eInput ? inputs : outputs);
    }
};

/// A functor by name, at its defaults.
struct Subject {
    explicit Subject(const std::string& name)
        : type(*builtin_library().find(name)), functor(type.create()) {
        functor->visit_parameters(parameters);
        functor->visit_indexers(indexers);
    }
    const FunctorType& type;
    std::unique_ptr<FunctorBase> functor;
    Parameters parameters;
    Indexers indexers;
};

/// Random pictures for every input, five planes being alpha and one more; of one plane where the
/// functor needs it.
std::vector<Picture> pictures_for(const Graph& graph, const Rect& domain = {0, 0, 37, 19},
                                  int planes = 5) {
    std::vector<Picture> pictures;
    unsigned seed = 0;
    for (const ImageShape& shape : usual_input_shapes(graph, builtin_library(), domain, planes))
        pictures.push_back(random_picture(shape.domain, shape.planes, ++seed));
    return pictures;
}

/// The same as whole numbers would be: what some functors take.
std::vector<Picture> thousandfold(std::vector<Picture> pictures) {
    for (Picture& picture : pictures)
        for (int p = 0; p < picture.planes(); ++p)
            for (int y = picture.domain().y0; y < picture.domain().y1; ++y)
                for (int x = picture.domain().x0; x < picture.domain().x1; ++x)
                    picture.at(x, y, p) = std::round(1000.0f * picture.at(x, y, p));
    return pictures;
}

std::vector<Picture> run_on(const Graph& graph, const std::vector<Picture>& inputs) {
    std::vector<const Picture*> pointers;
    for (const Picture& picture : inputs) pointers.push_back(&picture);
    return run(graph, pointers);
}

bool differ(const std::vector<Picture>& a, const std::vector<Picture>& b) {
    for (std::size_t i = 0; i < a.size(); ++i)
        if (a[i].domain() != b[i].domain() || a[i].planes() != b[i].planes() ||
            count_differences(a[i], b[i]) > 0)
            return true;
    return false;
}

int count_nan(const std::vector<Picture>& pictures) {
    int count = 0;
    for (const Picture& picture : pictures)
        for (int p = 0; p < picture.planes(); ++p)
            for (int y = picture.domain().y0; y < picture.domain().y1; ++y)
                for (int x = picture.domain().x0; x < picture.domain().x1; ++x)
                    count += std::isnan(picture.at(x, y, p));
    return count;
}

/// Another valid value of a parameter.
struct Jiggle {
    const ParameterRef& p;
    ParameterValue operator()(float v) const {
        const auto part = static_cast<float>((p.maximum - p.minimum) / 16);
        const float step = v == 0.0f ? std::min(part, 16.0f) : 0.25f * std::abs(v);
        return v + step <= p.maximum ? v + step : v - step;
    }
    ParameterValue operator()(int v) const { return v + 1 <= p.maximum ? v + 1 : v - 1; }
    ParameterValue operator()(bool v) const { return !v; }
    ParameterValue operator()(Axis v) const { return v == eHorizontal ? eVertical : eHorizontal; }
    ParameterValue operator()(std::vector<float> v) const {
        if (v.empty()) return std::vector<float>{1.0f, 0.5f};
        v.back() += 0.5f;
        return v;
    }
    ParameterValue operator()(std::vector<Offset> v) const {
        if (v.empty()) return std::vector<Offset>{{1, 2}};
        v.back().x += 3;
        return v;
    }
};

std::string to_text(const ParameterValue& value) {
    if (const float* v = std::get_if<float>(&value)) return std::to_string(*v);
    if (const int* v = std::get_if<int>(&value)) return std::to_string(*v);
    if (const bool* v = std::get_if<bool>(&value)) return *v ? "true" : "false";
    std::string text;
    if (const auto* list = std::get_if<std::vector<float>>(&value))
        for (const float v : *list) text += (text.empty() ? "" : ",") + std::to_string(v);
    return text;
}

class BuiltinFunctor : public testing::TestWithParam<std::string> {};

TEST_P(BuiltinFunctor, IsDescribed) {
    const Subject subject(GetParam());
    EXPECT_TRUE(subject.indexers.inputs >= 1 || subject.functor->has_shape());
    EXPECT_GE(subject.indexers.outputs, 1);
    const auto& names = subject.indexers.names;
    EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());

    std::set<std::string> seen;
    for (const ParameterRef& p : subject.parameters.list) {
        SCOPED_TRACE(p.name);
        EXPECT_TRUE(seen.insert(p.name).second) << "named twice";
        EXPECT_TRUE(is_kebab_case(p.name));
        ASSERT_STRNE(p.label, "");
        EXPECT_TRUE(std::isupper(p.label[0])) << p.label;
        ASSERT_STRNE(p.help, "");
        EXPECT_TRUE(std::isupper(p.help[0]) || std::isdigit(p.help[0])) << p.help;
        EXPECT_EQ(p.help[std::string(p.help).size() - 1], '.') << p.help;
        EXPECT_LT(p.minimum, p.maximum);
        EXPECT_GE(p.minimum, -1.0e6) << "no range given";
        EXPECT_LE(p.maximum, 1.0e6) << "no range given";
        const bool shape = p.type == ParameterType::eAxis || p.type == ParameterType::eOffsetList ||
                           std::string(p.name).find("radius") != std::string::npos;
        if (shape) {
            EXPECT_TRUE(p.structure);
        }
    }
}

TEST_P(BuiltinFunctor, IsUnderstoodInFull) {
    const Library library = builtin_library();
    const TranslatedFunctor* translated = library.find_translated(GetParam());
    ASSERT_NE(translated, nullptr);
    const Result<FunctorFacts> facts = facts_from_json(translated->facts);
    ASSERT_TRUE(facts) << facts.error().message;
    EXPECT_EQ(facts->name, GetParam());
    EXPECT_TRUE(facts->summary.ends_with(".")) << "no /// comment";
    EXPECT_TRUE(facts->simd) << facts->scalar_reason;
    EXPECT_FALSE(facts->divergent);
    for (const IndexerFacts& indexer : facts->indexers)
        EXPECT_EQ(indexer.dense, indexer.freedom == eRandom)
            << indexer.name << ": the offsets it reads at are not known";
    EXPECT_NE(std::string(translated->scalar_text), "");
    EXPECT_NE(std::string(translated->simd_text), "");

    // Members are written whole, and nothing beyond them.
    const Subject subject(GetParam());
    const auto size = static_cast<std::size_t>(translated->members_size);
    std::vector<unsigned char> low(size + 64, 0x11), high(size + 64, 0xee);
    translated->read_members(*subject.functor, low.data());
    translated->read_members(*subject.functor, high.data());
    EXPECT_EQ(std::count(low.begin() + translated->members_size, low.end(), 0x11), 64);
    EXPECT_TRUE(std::equal(low.begin(), low.begin() + translated->members_size, high.begin()));
}

TEST_P(BuiltinFunctor, StandsAloneAtItsDefaults) {
    const Subject subject(GetParam());
    const Graph graph = graph_of(subject.type);
    const Status valid = validate(graph, builtin_library());
    EXPECT_TRUE(valid) << valid.error().message;
    EXPECT_EQ(graph.name, GetParam());
    EXPECT_EQ(static_cast<int>(graph.inputs.size()), subject.indexers.inputs);
    EXPECT_EQ(static_cast<int>(graph.outputs.size()), subject.indexers.outputs);
    EXPECT_EQ(graph.controls.size(), subject.parameters.list.size());
    const auto outputs = run_on(graph, pictures_for(graph));
    EXPECT_EQ(outputs.size(), graph.outputs.size());
}

TEST_P(BuiltinFunctor, EveryParameterChangesTheOutput) {
    const Subject subject(GetParam());
    const Graph defaults = graph_of(subject.type);
    const std::vector<ParameterRef>& parameters = subject.parameters.list;
    const std::vector<Picture> samples = pictures_for(defaults),
                               numbers = thousandfold(pictures_for(defaults));
    const auto jiggle = [&](Graph& graph, std::size_t i) {
        ParameterValue& value = graph.nodes[0].parameters[i];
        value = std::visit(Jiggle{parameters[i]}, value);
    };
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        // Beside the defaults, or where those hide it (normalising weights that add up to one),
        // beside other values.
        Graph others = defaults;
        for (std::size_t j = 0; j < parameters.size(); ++j)
            if (j != i) jiggle(others, j);
        bool changed = false;
        for (const Graph& base : {defaults, others}) {
            Graph graph = base;
            jiggle(graph, i);
            const Status valid = validate(graph, builtin_library());
            ASSERT_TRUE(valid) << valid.error().message;
            for (const std::vector<Picture>* inputs : {&samples, &numbers})
                changed = changed || differ(run_on(base, *inputs), run_on(graph, *inputs));
        }
        EXPECT_TRUE(changed) << parameters[i].name;
    }
}

/// Functors that document that they do.
const std::set<std::string>& makers_of_nan() {
    static const std::set<std::string> names = {"UnsharpMask"};
    return names;
}

/// Zeros, denormals and halves' extremes in every combination that chance gives.
TEST_P(BuiltinFunctor, MakesNoNaNOfFiniteValues) {
    constexpr float kValues[] = {-65504.0f, -1.0f, -1e-40f, -0.0f, 0.0f,
                                 1e-40f,    0.5f,  1.0f,    2.0f,  65504.0f};
    const Graph graph = graph_of(Subject(GetParam()).type);
    std::vector<Picture> inputs = pictures_for(graph);
    std::mt19937 random(1);
    for (Picture& picture : inputs)
        for (int plane = 0; plane < picture.planes(); ++plane)
            for (int y = 0; y < picture.domain().y1; ++y)
                for (int x = 0; x < picture.domain().x1; ++x)
                    picture.at(x, y, plane) = kValues[random() % std::size(kValues)];
    const int found = count_nan(run_on(graph, inputs));
    EXPECT_EQ(found > 0, makers_of_nan().contains(GetParam())) << found;
}

/// False where a functor that says how large its result is leaves nothing of its input: a crop.
bool leaves_pixels(const Graph& graph, const std::vector<Picture>& inputs) {
    std::vector<ImageShape> shapes;
    for (const Picture& picture : inputs) shapes.push_back({picture.domain(), picture.planes()});
    const auto inferred = infer_shapes(graph, builtin_library(), shapes);
    EXPECT_TRUE(inferred || graph.nodes[0].functor == "Crop") << inferred.error().message;
    return static_cast<bool>(inferred);
}

/// On ordinary values, 0 and 1 among them.
TEST_P(BuiltinFunctor, MakesNoNaNAtTheEndsOfItsRanges) {
    const Subject subject(GetParam());
    const Graph defaults = graph_of(subject.type);
    std::vector<Picture> inputs;
    for (const ImageShape& shape :
         usual_input_shapes(defaults, builtin_library(), {0, 0, 9, 7}, 5)) {
        inputs.push_back(random_picture(shape.domain, shape.planes, 2));
        for (int p = 0; p < shape.planes; ++p)
            for (int x = 0; x < 9; ++x) inputs.back().at(x, 3, p) = static_cast<float>(x & 1);
    }
    const std::vector<ParameterRef>& parameters = subject.parameters.list;
    for (std::size_t i = 0; i < parameters.size(); ++i)
        for (const bool high : {false, true}) {
            SCOPED_TRACE(std::string(parameters[i].name) + (high ? " highest" : " lowest"));
            Graph graph = defaults;
            ParameterValue& value = graph.nodes[0].parameters[i];
            value = std::visit(RangeEnd{parameters[i], high}, value);
            const Status valid = validate(graph, builtin_library());
            ASSERT_TRUE(valid) << valid.error().message;
            if (!leaves_pixels(graph, inputs)) continue;
            EXPECT_EQ(count_nan(run_on(graph, inputs)), 0);
        }
}

INSTANTIATE_TEST_SUITE_P(All, BuiltinFunctor, testing::ValuesIn(builtin_library().names()),
                         [](const auto& info) { return info.param; });

/// The functor classes that a header's own lines declare.
std::set<std::string> classes_of(const std::string& path) {
    std::ifstream file(path);
    EXPECT_TRUE(file) << path;
    std::set<std::string> classes;
    const std::string start = "class ", end = " : public Functor<";
    for (std::string line; std::getline(file, line);) {
        const std::size_t base = line.find(end);
        if (line.starts_with(start) && base != std::string::npos)
            classes.insert(line.substr(start.size(), base - start.size()));
    }
    return classes;
}

TEST(BuiltinFunctors, AreAllFound) {
    std::istringstream headers(WEFT_FUNCTOR_HEADERS);
    std::set<std::string> declared;
    for (std::string header; std::getline(headers, header, ',');) {
        const std::set<std::string> classes = classes_of(header);
        EXPECT_EQ(classes.size(), 1u) << header << " should hold one functor";
        declared.insert(classes.begin(), classes.end());
    }
    const std::vector<std::string> names = builtin_library().names();
    EXPECT_EQ(declared, std::set<std::string>(names.begin(), names.end()));
    EXPECT_GE(names.size(), 31u);
}

class BuiltinEffect : public testing::TestWithParam<std::string> {};

TEST_P(BuiltinEffect, IsDescribed) {
    const Effect& effect = *find_effect(GetParam());
    const Graph graph = effect.build();
    EXPECT_EQ(graph.name, effect.name);
    EXPECT_EQ(graph.summary, effect.summary);
    EXPECT_TRUE(is_kebab_case(effect.name));
    EXPECT_EQ(effect.summary.back(), '.');
    EXPECT_EQ(effect.build(), graph);
    std::set<std::string> seen;
    for (const Control& control : graph.controls) {
        SCOPED_TRACE(control.name);
        EXPECT_TRUE(seen.insert(control.name).second) << "named twice";
        EXPECT_TRUE(is_kebab_case(control.name));
        EXPECT_TRUE(std::isupper(control.label.at(0))) << control.label;
        EXPECT_EQ(control.help.back(), '.') << control.help;
        EXPECT_FALSE(control.targets.empty());
    }
    EXPECT_FALSE(graph.controls.empty());
}

TEST_P(BuiltinEffect, RunsOnAnyShape) {
    const Graph graph = find_effect(GetParam())->build();
    const Status valid = validate(graph, builtin_library());
    ASSERT_TRUE(valid) << valid.error().message;
    for (const Rect& domain : domains())
        for (const int planes : {1, 2, 3, 4, 5}) {
            const auto outputs = run_on(graph, pictures_for(graph, domain, planes));
            ASSERT_EQ(outputs.size(), 1u);
            EXPECT_THAT(outputs[0].planes(), testing::AnyOf(planes, 1, 3));
            EXPECT_EQ(outputs[0].domain(), domain);
        }
}

/// Settings of an effect that at its defaults leaves the size of a picture, and all of it, alone.
std::string size_of_its_own(const std::string& effect) {
    if (effect == "reformat") return "width=20 height=20";
    return effect == "resize" ? "scale=0.7" : "";
}

/// With all optional inputs given: some controls are of those alone.
TEST_P(BuiltinEffect, EveryControlChangesTheOutput) {
    const Library library = builtin_library();
    const Graph plain = find_effect(GetParam())->build();
    std::vector<std::string> optional;
    for (const OptionalInput& input : plain.optional_inputs) optional.push_back(input.name);
    Graph defaults = *with_inputs(plain, library, optional);
    set_all(defaults, size_of_its_own(GetParam()));
    const std::vector<Picture> inputs = pictures_for(defaults, {0, 0, 41, 29}, 4);
    const auto before = run_on(defaults, inputs);
    for (const Control& control : defaults.controls) {
        const Node& node = *defaults.find(control.targets.front().first);
        const Subject subject(node.functor);
        for (std::size_t i = 0; i < subject.parameters.list.size(); ++i) {
            const ParameterRef& p = subject.parameters.list[i];
            if (p.name != control.targets.front().second) continue;
            Graph graph = defaults;
            const ParameterValue value = std::visit(Jiggle{p}, node.parameters[i]);
            const Status set = set_parameter(graph, library, control.name, to_text(value));
            ASSERT_TRUE(set) << set.error().message;
            EXPECT_TRUE(differ(before, run_on(graph, inputs))) << control.name;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, BuiltinEffect, testing::ValuesIn(effect_names()), test_name);

TEST(BuiltinEffects, AreFoundByName) {
    EXPECT_EQ(effect_names(), (std::vector<std::string>{"bilateral-13x13",
                                                        "bilateral-grid",
                                                        "bilateral-grid-halide",
                                                        "bilateral-grid-polymage",
                                                        "blur-3x3",
                                                        "blur-3x3-halide",
                                                        "box-blur",
                                                        "camera-pipe",
                                                        "camera-pipe-stages",
                                                        "colour-transform",
                                                        "conv-layer",
                                                        "defocus",
                                                        "degrain",
                                                        "diffusion",
                                                        "directional-blur",
                                                        "enhance",
                                                        "equalise",
                                                        "erode-dilate",
                                                        "gaussian-3x3",
                                                        "gaussian-blur",
                                                        "gaussian-boxes",
                                                        "glow",
                                                        "harris",
                                                        "harris-halide",
                                                        "harris-polymage",
                                                        "iir-blur",
                                                        "interpolate",
                                                        "interpolate-halide",
                                                        "interpolate-polymage",
                                                        "laplace-5x5",
                                                        "lens-blur",
                                                        "lens-blur-stages",
                                                        "local-laplacian",
                                                        "local-laplacian-halide",
                                                        "matrix-product",
                                                        "max-filter",
                                                        "median",
                                                        "night",
                                                        "night-two-levels",
                                                        "nl-means",
                                                        "nl-means-halide",
                                                        "nl-means-stages",
                                                        "normalise",
                                                        "pyramid-blend",
                                                        "recursive-gaussian",
                                                        "reformat",
                                                        "resize",
                                                        "sharpen",
                                                        "shi-tomasi",
                                                        "sobel",
                                                        "stencil-chain",
                                                        "unsharp",
                                                        "unsharp-halide",
                                                        "unsharp-hipacc",
                                                        "unsharp-polymage"}));
    EXPECT_EQ(find_effect("degrian"), nullptr);
    EXPECT_EQ(find_effect(""), nullptr);
}

}  // namespace
}  // namespace weft::test
