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
    double next() {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        return static_cast<double>(state_ >> 40) / 16777216.0;
    }

  private:
    unsigned long long state_ = 2026;
};

Grid make_subject(int width, int height, int planes, Subject subject) {
    Numbers numbers;
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
            }
    return grid;
}

/// The picture at an origin of its own, which changes nothing but where colours lie in a mosaic.
Picture to_picture(const Grid& grid) {
    Picture picture({-3, 2, grid.width - 3, grid.height + 2}, grid.planes);
    for (int p = 0; p < grid.planes; ++p)
        for (int y = 0; y < grid.height; ++y)
            for (int x = 0; x < grid.width; ++x)
                picture.at(x - 3, y + 2, p) = static_cast<float>(grid.at(x, y, p));
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
                expect_value(trial, actual.at(x - 3, y + 2, p), expected.at(x, y, p));
                if (testing::Test::HasFatalFailure()) return;
            }
}

void run_trial(const Trial& trial, const Graph& graph, const std::string& device,
               const Grid& subject, const Grid& expected) {
    SCOPED_TRACE(device);
    EngineOptions options;
    options.device = device;
    options.shared_compiler = shared_compiler();
    Engine engine(options);
    const Library library = builtin_library();
    const Picture input = to_picture(subject);
    const auto prepared = engine.prepare({.graph = graph,
                                          .library = library,
                                          .inputs = {{input.domain(), input.planes()}},
                                          .regions = {input.domain()}});
    ASSERT_TRUE(prepared) << prepared.error().message;
    Picture output(input.domain(), expected.planes);
    const Status ran = (*prepared)->run({input.view()}, {output.view()}, {});
    ASSERT_TRUE(ran) << ran.error().message;
    expect_grid(trial, output, expected);
}

}  // namespace

Grid make(const Grid& like, const std::function<double(int, int, int)>& formula, int planes) {
    Grid grid(like.width, like.height, planes > 0 ? planes : like.planes);
    for (int p = 0; p < grid.planes; ++p)
        for (int y = 0; y < grid.height; ++y)
            for (int x = 0; x < grid.width; ++x) grid.at(x, y, p) = formula(x, y, p);
    return grid;
}

void expect_oracle(const Trial& trial, const Oracle& oracle) {
    const Effect* effect = find_effect(trial.effect);
    ASSERT_NE(effect, nullptr) << trial.effect;
    Graph graph = effect->build();
    testing::Message settings;
    for (const auto& [control, value] : trial.settings) {
        const Status set = set_parameter(graph, builtin_library(), control, value);
        ASSERT_TRUE(set) << set.error().message;
        settings << " " << control << "=" << value;
    }
    for (const auto& [width, height] : kSizes) {
        SCOPED_TRACE(testing::Message() << trial.effect << settings << ", " << width << "x"
                                        << height << " of " << trial.planes);
        const Grid subject = make_subject(width, height, trial.planes, trial.subject);
        const Grid expected = oracle(subject);
        const auto [low, high] =
            std::minmax_element(expected.values.begin(), expected.values.end());
        ASSERT_GT(*high - *low, trial.least_range) << "nothing to see";
        for (const char* device : {"reference", "cpu"}) {
            run_trial(trial, graph, device, subject, expected);
            if (testing::Test::HasFatalFailure()) return;
        }
    }
}

}  // namespace weft::test
