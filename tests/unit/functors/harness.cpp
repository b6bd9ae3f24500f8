#include "harness.h"

#include <algorithm>
#include <random>

namespace weft::test {
namespace {

/// The coordinate a border sends `i` to, one reflection or one period at a time; false for outside.
bool resolve(int& i, int lo, int hi, BorderMode mode) {
    while (i < lo || i >= hi) {
        if (mode == eConstant) return false;
        if (mode == eClamp) i = i < lo ? lo : hi - 1;
        if (mode == eRepeat) i += i < lo ? hi - lo : lo - hi;
        if (mode == eMirror) i = (i < lo ? 2 * lo : 2 * hi) - 1 - i;
    }
    return true;
}

struct Directions final : IndexerVisitor {
    std::vector<Direction> list;
    void indexer(const char*, int, IndexerBase& indexer) override {
        list.push_back(indexer.direction);
    }
};

}  // namespace

Picture random_picture(Rect domain, int planes, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> value(-0.2f, 1.2f);
    Picture picture(domain, planes);
    for (int plane = 0; plane < planes; ++plane)
        for (int y = domain.y0; y < domain.y1; ++y)
            for (int x = domain.x0; x < domain.x1; ++x) picture.at(x, y, plane) = value(random);
    return picture;
}

Picture flat_picture(Rect domain, int planes, float value) {
    Picture picture(domain, planes);
    for (int plane = 0; plane < planes; ++plane)
        for (int y = domain.y0; y < domain.y1; ++y)
            for (int x = domain.x0; x < domain.x1; ++x) picture.at(x, y, plane) = value;
    return picture;
}

double sample(const Picture& picture, int x, int y, int plane, Border border) {
    const Rect d = picture.domain();
    if (!resolve(x, d.x0, d.x1, border.mode) || !resolve(y, d.y0, d.y1, border.mode))
        return border.value;
    return picture.at(x, y, plane);
}

namespace {

/// All of a result, or of a very large one its last pixels.
Rect tested_part(const Rect& domain) {
    constexpr long long kLarge = 1 << 18;
    constexpr int kSide = 64;
    if (domain.area() <= kLarge) return domain;
    return {std::max(domain.x0, domain.x1 - kSide), std::max(domain.y0, domain.y1 - kSide),
            domain.x1, domain.y1};
}

}  // namespace

std::vector<Picture> run(const Graph& graph, const std::vector<const Picture*>& inputs) {
    std::vector<ImageShape> shapes;
    for (const Picture* picture : inputs) shapes.push_back({picture->domain(), picture->planes()});
    return run(graph, shapes, inputs);
}

std::vector<Picture> run(const Graph& graph, const std::vector<ImageShape>& shapes,
                         const std::vector<const Picture*>& inputs) {
    const Library library = builtin_library();
    std::vector<PictureView> input_views, output_views;
    for (const Picture* picture : inputs) input_views.push_back(picture->view());
    const auto inferred = infer_shapes(graph, library, shapes);
    if (!inferred) {
        ADD_FAILURE() << inferred.error().message;
        return {};
    }
    std::vector<Picture> outputs;
    std::vector<Rect> regions;
    for (const GraphOutput& output : graph.outputs) {
        const ImageShape& shape = inferred->at(output.image);
        regions.push_back(tested_part(shape.domain));
        outputs.emplace_back(regions.back(), shape.planes);
        output_views.push_back(outputs.back().view());
    }
    auto prepared = prepare_reference({graph, library, shapes, regions});
    if (!prepared) {
        ADD_FAILURE() << prepared.error().message;
        return {};
    }
    if (const Status status = (*prepared)->run(input_views, output_views, {}); !status) {
        ADD_FAILURE() << status.error().message;
        return {};
    }
    return outputs;
}

Graph effect(const std::string& name,
             const std::vector<std::pair<std::string, std::string>>& controls) {
    Graph graph = find_effect(name)->build();
    for (const auto& [control, value] : controls) {
        const Status set = set_parameter(graph, builtin_library(), control, value);
        EXPECT_TRUE(set) << set.error().message;
    }
    return graph;
}

std::vector<double> gaussian_weights(double sigma, int radius, bool normalise) {
    std::vector<double> weights;
    double sum = 0;
    for (int i = -radius; i <= radius; ++i) {
        weights.push_back(std::exp(-i * i / (2 * sigma * sigma)) /
                          (sigma * std::sqrt(2 * std::acos(-1.0))));
        sum += weights.back();
    }
    for (double& w : weights)
        if (normalise) w /= sum;
    return weights;
}

Graph graph_of_one(const FunctorType& type, FunctorBase& functor, Border border) {
    Directions directions;
    functor.visit_indexers(directions);
    GraphBuilder build(type.name);
    build.border(border);
    std::vector<Image> images(directions.list.size());
    std::vector<Image*> arguments;
    for (std::size_t i = 0; i < images.size(); ++i) {
        if (directions.list[i] == eInput) images[i] = build.input("input" + std::to_string(i));
        arguments.push_back(&images[i]);
    }
    build.record(type, functor, arguments.data(), static_cast<int>(arguments.size()));
    for (std::size_t i = 0; i < images.size(); ++i)
        if (directions.list[i] == eOutput) build.output("output" + std::to_string(i), images[i]);
    return build.finish();
}

void expect_picture(const Picture& actual, const std::function<double(int, int, int)>& formula,
                    double tolerance) {
    const Rect d = actual.domain();
    for (int plane = 0; plane < actual.planes(); ++plane)
        for (int y = d.y0; y < d.y1; ++y)
            for (int x = d.x0; x < d.x1; ++x) {
                const double expected = formula(x, y, plane);
                ASSERT_NEAR(actual.at(x, y, plane), expected,
                            tolerance * (1.0 + std::abs(expected)))
                    << "at x " << x << ", y " << y << ", plane " << plane << " of " << d.width()
                    << "x" << d.height();
            }
}

int count_differences(const Picture& a, const Picture& b) {
    const Rect d = a.domain();
    int count = 0;
    for (int plane = 0; plane < a.planes(); ++plane)
        for (int y = d.y0; y < d.y1; ++y)
            for (int x = d.x0; x < d.x1; ++x) count += a.at(x, y, plane) != b.at(x, y, plane);
    return count;
}

const std::vector<Rect>& domains() {
    static const std::vector<Rect> list = {
        {0, 0, 1, 1}, {0, 0, 6, 1}, {3, -2, 4, 5}, {0, 0, 2, 2}, {-5, 7, 2, 12}, {0, 0, 17, 33},
    };
    return list;
}

const std::vector<Border>& borders() {
    static const std::vector<Border> list = {
        {eClamp, 0.0f}, {eMirror, 0.0f}, {eRepeat, 0.0f}, {eConstant, 0.25f}};
    return list;
}

}  // namespace weft::test
