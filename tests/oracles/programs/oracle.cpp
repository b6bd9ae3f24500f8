#include "oracle.h"

#include <algorithm>
#include <cmath>

#include "differential/compiler_fixture.h"
#include "effects/builtin.h"
#include "engine/engine.h"

namespace weft::test {
namespace {

constexpr std::pair<int, int> kSizes[] = {{37, 23}, {71, 45}};

/// Numbers from 0 to 1 that seem random, the same on every machine.
class Numbers {
  public:
    explicit Numbers(unsigned long long seed) : state_(seed) {}
    double next() {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        return static_cast<double>(state_ >> 40) / 16777216.0;
    }

  private:
    unsigned long long state_;
};

Picture to_picture(const Trial& trial, const Grid& grid) {
    const int left = trial.left, top = trial.top;
    Picture picture({left, top, left + grid.width, top + grid.height}, grid.planes);
    for (int p = 0; p < grid.planes; ++p)
        for (int y = 0; y < grid.height; ++y)
            for (int x = 0; x < grid.width; ++x)
                picture.at(left + x, top + y, p) = static_cast<float>(grid.at(x, y, p));
    return picture;
}

void expect_value(const Trial& trial, double actual, double expected) {
    switch (trial.agreement) {
        case Agreement::eRelative:
            ASSERT_NEAR(actual, expected, trial.tolerance * (1.0 + std::abs(expected)));
            break;
        case Agreement::eExact: ASSERT_EQ(actual, expected); break;
        case Agreement::eRounded: {
            const double whole = std::round(255.0 * actual);
            ASSERT_EQ(static_cast<float>(actual), static_cast<float>(whole) * (1.0f / 255.0f));
            // Which of two neighbours is nearer to half-way between them, float cannot tell.
            ASSERT_LE(std::abs(whole - expected), 0.5 + 1e-4);
        }
    }
}

void expect_grid(const Trial& trial, const Picture& actual, const Grid& expected) {
    ASSERT_EQ(actual.planes(), expected.planes);
    for (int p = 0; p < expected.planes; ++p)
        for (int y = trial.margin; y < expected.height - trial.margin; ++y)
            for (int x = trial.margin; x < expected.width - trial.margin; ++x) {
                SCOPED_TRACE(testing::Message() << "at " << x << ", " << y << ", plane " << p);
                expect_value(trial, actual.at(trial.left + x, trial.top + y, p),
                             expected.at(x, y, p));
                if (testing::Test::HasFatalFailure()) return;
            }
}

void run_trial(const Trial& trial, const Graph& graph, const std::string& device,
               const std::vector<Grid>& subjects, const Grid& expected) {
    SCOPED_TRACE(device);
    EngineOptions options;
    options.device = device;
    options.shared_compiler = shared_compiler();
    Engine engine(options);
    const Library library = builtin_library();
    std::vector<Picture> inputs;
    std::vector<ImageShape> shapes;
    std::vector<PictureView> views;
    for (const Grid& subject : subjects) inputs.push_back(to_picture(trial, subject));
    for (Picture& input : inputs) {
        shapes.push_back({input.domain(), input.planes()});
        views.push_back(input.view());
    }
    Picture output = to_picture(trial, Grid(expected.width, expected.height, expected.planes));
    const auto prepared = engine.prepare(
        {.graph = graph, .library = library, .inputs = shapes, .regions = {output.domain()}});
    ASSERT_TRUE(prepared) << prepared.error().message;
    const Status ran = (*prepared)->run(views, {output.view()}, {});
    ASSERT_TRUE(ran) << ran.error().message;
    expect_grid(trial, output, expected);
}

/// The effect with its settings, which the message is told.
Graph graph_of(const Trial& trial, testing::Message& settings) {
    const Effect* effect = find_effect(trial.effect);
    if (effect == nullptr) {
        ADD_FAILURE() << "no effect " << trial.effect;
        return {};
    }
    Graph graph = effect->build();
    for (const auto& [control, value] : trial.settings) {
        const Status set = set_parameter(graph, builtin_library(), control, value);
        EXPECT_TRUE(set) << set.error().message;
        settings << " " << control << "=" << value;
    }
    return graph;
}

}  // namespace

Grid make_subject(int width, int height, int planes, Subject subject, unsigned long long seed) {
    Numbers numbers(seed);
    Grid grid(width, height, planes);
    std::vector<double> patches(static_cast<std::size_t>(planes * 32 * 32));
    for (double& patch : patches) patch = numbers.next();
    for (int p = 0; p < planes; ++p)
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) {
                const int patch = (p * 32 + y / 5) * 32 + x / 6;
                const double v =
                    0.02 + 0.9 * patches[static_cast<std::size_t>(patch)] + 0.08 * numbers.next();
                grid.at(x, y, p) = static_cast<float>(v);
                if (subject == Subject::eBytes)
                    grid.at(x, y, p) = static_cast<float>(std::floor(v * 255.0)) / 255.0f;
                if (subject == Subject::eHoles && p == 3 && v < 0.5) grid.at(x, y, p) = 0.0;
            }
    return grid;
}

Grid make(const Grid& like, const std::function<double(int, int, int)>& formula, int planes) {
    Grid grid(like.width, like.height, planes > 0 ? planes : like.planes);
    for (int p = 0; p < grid.planes; ++p)
        for (int y = 0; y < grid.height; ++y)
            for (int x = 0; x < grid.width; ++x) grid.at(x, y, p) = formula(x, y, p);
    return grid;
}

void expect_picture(const Trial& trial, const std::vector<Grid>& subjects, const Grid& expected) {
    testing::Message settings;
    const Graph graph = graph_of(trial, settings);
    const Grid& first = subjects.front();
    SCOPED_TRACE(testing::Message() << trial.effect << settings << ", " << first.width << "x"
                                    << first.height << " of " << first.planes);
    const auto [low, high] = std::minmax_element(expected.values.begin(), expected.values.end());
    ASSERT_GT(*high - *low, trial.least_range) << "nothing to see";
    for (const char* device : {"reference", "cpu"}) {
        run_trial(trial, graph, device, subjects, expected);
        if (testing::Test::HasFatalFailure()) return;
    }
}

void expect_oracle(const Trial& trial, const Oracle& oracle) {
    for (const auto& [width, height] : kSizes) {
        const Grid subject = make_subject(width, height, trial.planes, trial.subject);
        expect_picture(trial, {subject}, oracle(subject));
        if (testing::Test::HasFatalFailure()) return;
    }
}

}  // namespace weft::test
