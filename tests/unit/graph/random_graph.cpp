// Draws random graphs.
#include "random_graph.h"

#include <cstdlib>
#include <limits>
#include <map>

#include "graph/border_modes.h"
#include "graph/descriptor.h"
#include "graph/parameter_types.h"
#include "graph/tangents.h"
#include "sample_functors.h"

namespace weft::test {

namespace {

int draw(std::mt19937& random, int first, int last) {
    return std::uniform_int_distribution<int>(first, last)(random);
}

float draw_float(std::mt19937& random, double first, double last) {
    return static_cast<float>(std::uniform_real_distribution<double>(first, last)(random));
}

ParameterValue random_value(std::mt19937& random, const ParameterRef& p) {
    const int lo = static_cast<int>(p.minimum), hi = static_cast<int>(p.maximum);
    switch (form_of(p.type)) {
        case ValueForm::kNumber: return draw_float(random, p.minimum, p.maximum);
        case ValueForm::kWhole:
        case ValueForm::kFlag:
        case ValueForm::kNamed: return *from_number(p, draw(random, lo, hi));
        case ValueForm::kNumberList: {
            std::vector<float> list(static_cast<std::size_t>(draw(random, 0, p.capacity)));
            for (float& v : list) v = draw_float(random, p.minimum, p.maximum);
            return list;
        }
        case ValueForm::kText: break;
    }
    std::vector<Offset> list(static_cast<std::size_t>(draw(random, 1, 6)));
    for (Offset& o : list) o = {draw(random, -20, 20), draw(random, -20, 20)};
    return list;
}

std::vector<Tangent> random_tangents(std::mt19937& random, std::size_t count) {
    if (draw(random, 0, 2) == 0) return {};
    std::vector<Tangent> tangents(count);
    for (Tangent& t : tangents) {
        t.slope = draw_float(random, -9, 9);
        if (draw(random, 0, 1) == 1) t.weight = draw_float(random, 0, kMaxWeight);
    }
    return tangents;
}

Curve random_curve(std::mt19937& random, const ParameterDescriptor& p) {
    Curve curve;
    curve.parameter = p.name;
    int frame = draw(random, -100, 100);
    for (int n = draw(random, 1, 4); n > 0; --n, frame += draw(random, 1, 50)) {
        Keyframe key{frame, random_value(random, p.ref), kInterpolations[draw(random, 0, 4)]};
        const std::size_t count = numbers_of(key.value).size();
        key.in = random_tangents(random, count);
        key.out = random_tangents(random, count);
        curve.keys.push_back(std::move(key));
    }
    drop_idle_tangents(p.ref, curve.keys);
    return curve;
}

Border random_border(std::mt19937& random) {
    constexpr auto& modes = ChoicesOf<BorderMode>::kAll;
    const auto mode = modes[draw(random, 0, static_cast<int>(std::size(modes)) - 1)].value;
    if (mode != eConstant) return {mode, 0.0f};
    const float values[] = {0.5f, -0.0f, 1e-42f, std::numeric_limits<float>::infinity(),
                            draw_float(random, -2, 2)};
    return {mode, values[draw(random, 0, 4)]};
}

std::string random_name(std::mt19937& random, int number) {
    static const char* const kParts[] = {"node", "level 2/blur", "\xc3\xa9t\xc3\xa9", "a-b_c",
                                         "\\tab'"};
    return std::string(kParts[draw(random, 0, 4)]) + std::to_string(number);
}

}  // namespace

Library sample_library() {
    Library library;
    for (const FunctorType* type :
         {&functor_type<Grade>(), &functor_type<Split>(), &functor_type<Area>(),
          &functor_type<Scatter>(), &functor_type<Box>(), &functor_type<Brightest>(),
          &functor_type<Reverse>(), &functor_type<Add3>(), &functor_type<Wide>(),
          &functor_type<Smooth>()})
        library.add(*type);
    return library;
}

Graph random_graph(std::mt19937& random, int max_nodes) {
    const Library library = sample_library();
    static const char* const kFunctors[] = {"Grade", "Split", "Area", "Scatter", "Box", "Add3"};
    Graph graph;
    graph.name = "random";
    graph.summary = draw(random, 0, 1) == 1 ? "Quotes \" and\nlines" : "";
    if (draw(random, 0, 3) == 0) graph.intermediates = Intermediates::kUnbounded;
    std::vector<ImageId> images;
    for (int i = draw(random, 1, 3); i > 0; --i) {
        images.push_back({NodeId{}, static_cast<int>(graph.inputs.size())});
        graph.inputs.push_back({"input" + std::to_string(graph.inputs.size())});
    }
    std::map<int, bool> taken;
    const auto pick = [&] {
        return images[static_cast<std::size_t>(
            draw(random, 0, static_cast<int>(images.size()) - 1))];
    };
    for (int n = draw(random, 0, max_nodes); n > 0; --n) {
        Node node;
        do node.id.value = draw(random, 0, 99);
        while (!taken.emplace(node.id.value, true).second);
        node.name = random_name(random, static_cast<int>(graph.nodes.size()));
        node.functor = kFunctors[draw(random, 0, 5)];
        const FunctorDescriptor d = describe(*library.find(node.functor));
        for (const ParameterDescriptor& p : d.parameters)
            node.parameters.push_back(random_value(random, p.ref));
        for (std::size_t i = 0; i < d.inputs.size(); ++i) {
            node.inputs.push_back(pick());
            node.borders.push_back(random_border(random));
        }
        if (d.dependence == eMovingAverage)
            node.restart_period =
                draw(random, 0, 1) == 1 ? draw(random, 1, 40) : default_restart_period(3);
        for (int o = 0; o < static_cast<int>(d.outputs.size()); ++o) images.push_back({node.id, o});
        for (const ParameterDescriptor& p : d.parameters)
            if (draw(random, 0, 9) == 0) node.curves.push_back(random_curve(random, p));
        if (!d.parameters.empty() && draw(random, 0, 3) == 0)
            graph.controls.push_back({"control" + std::to_string(graph.controls.size()),
                                      "Label",
                                      "Help",
                                      {{node.id, d.parameters.front().name}}});
        if (!d.inputs.empty() && draw(random, 0, 5) == 0)
            graph.optional_inputs.push_back(
                {"optional" + std::to_string(graph.optional_inputs.size()),
                 "Help",
                 {{node.id, d.inputs.front().name}}});
        const int invert = d.find_parameter("invert");
        if (invert >= 0 && !graph.optional_inputs.empty() && draw(random, 0, 1) == 0)
            graph.optional_inputs.back().told.emplace_back(node.id, "invert");
        graph.nodes.push_back(std::move(node));
    }
    for (int o = draw(random, 1, 3); o > 0; --o)
        graph.outputs.push_back({"out" + std::to_string(graph.outputs.size()), pick()});
    if (!arrange(graph)) std::abort();  // nodes read earlier ones only
    return graph;
}

std::uint32_t test_seed() {
    const char* text = std::getenv("WEFT_TEST_SEED");
    return text ? static_cast<std::uint32_t>(std::strtoul(text, nullptr, 10)) : 20240229u;
}

}  // namespace weft::test
