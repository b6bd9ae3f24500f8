// Pictures as compositors know them: what a functor or an effect at rest gives is the picture, to
// the bit, whatever it holds.
#include <bit>
#include <cstdint>
#include <set>
#include <sstream>

#include "effect_names.h"
#include "graph/descriptor.h"
#include "graph/regions.h"
#include "harness.h"
#include "pictures_table.h"
#include "range_ends.h"
#include "strange_picture.h"

namespace weft::test {
namespace {

bool same_bits(float a, float b) {
    return std::isnan(a) ? std::isnan(b)
                         : std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

/// The samples of `shown` that are not `given`'s, the first of them in words.
std::string first_change(const Picture& given, const Picture& shown) {
    if (shown.domain() != given.domain() || shown.planes() != given.planes())
        return "another size or other planes";
    int changes = 0;
    std::ostringstream text;
    for (int p = 0; p < given.planes(); ++p)
        for (int y = given.domain().y0; y < given.domain().y1; ++y)
            for (int x = given.domain().x0; x < given.domain().x1; ++x) {
                const float a = given.at(x, y, p), b = shown.at(x, y, p);
                if (!same_bits(a, b) && ++changes == 1)
                    text << a << " is " << b << " at " << x << ", " << y << ", plane " << p;
            }
    return changes == 0 ? std::string()
                        : text.str() + "; " + std::to_string(changes) + " changes in all";
}

void expect_at_rest(const Graph& graph, const Rest& row) {
    SCOPED_TRACE(row.name + " " + row.settings);
    for (const Rect& domain : domains())
        for (const int planes : {1, 2, 3, 4, 5}) {
            std::vector<Picture> pictures;
            std::vector<const Picture*> inputs;
            for (const ImageShape& shape :
                 usual_input_shapes(graph, builtin_library(), domain, planes))
                pictures.push_back(
                    strange_picture(shape, static_cast<unsigned>(pictures.size()) + 1));
            for (const Picture& picture : pictures) inputs.push_back(&picture);
            for (const Picture& output : run(graph, inputs))
                EXPECT_EQ(first_change(pictures[static_cast<std::size_t>(row.input)], output), "")
                    << planes << " planes";
        }
}

template <class Names>
void expect_each_is_listed(const std::vector<Rest>& rows, const Names& names) {
    std::set<std::string> listed;
    for (const Rest& row : rows) {
        EXPECT_TRUE(listed.insert(row.name).second || row.never.empty()) << row.name;
    }
    EXPECT_EQ(listed, std::set<std::string>(names.begin(), names.end()));
}

TEST(PicturesAtRest, AreOfAllFunctorsAndEffects) {
    expect_each_is_listed(functors_at_rest(), builtin_library().names());
    expect_each_is_listed(effects_at_rest(), effect_names());
}

/// The functor says so itself, for hosts that then need not run it.
TEST(PicturesAtRest, AreLeftAloneByFunctors) {
    const Library library = builtin_library();
    for (const Rest& row : functors_at_rest()) {
        if (!row.never.empty()) continue;
        Graph graph = graph_of(*library.find(row.name));
        set_all(graph, row.settings);
        EXPECT_EQ(instantiate(graph.nodes[0], library)->copied_input(), row.input) << row.name;
        expect_at_rest(graph, row);
    }
}

TEST(PicturesAtRest, AreLeftAloneByEffects) {
    for (const Rest& row : effects_at_rest()) {
        if (!row.never.empty()) continue;
        expect_at_rest(effect(row.name, settings_of(row.settings)), row);
    }
}

/// A functor that says it copies does.
TEST(PicturesAtRest, AreWhatFunctorsCallThem) {
    const Library library = builtin_library();
    for (const std::string& name : library.names()) {
        const Graph defaults = graph_of(*library.find(name));
        const std::vector<ParameterDescriptor> parameters =
            describe(*library.find(name)).parameters;
        for (std::size_t i = 0; i < parameters.size(); ++i)
            for (const bool high : {false, true}) {
                Graph graph = defaults;
                ParameterValue& value = graph.nodes[0].parameters[i];
                value = std::visit(RangeEnd{parameters[i].ref, high}, value);
                const int input = instantiate(graph.nodes[0], library)->copied_input();
                if (input >= 0)
                    expect_at_rest(
                        graph, {name, parameters[i].name + (high ? " high" : " low"), input, {}});
            }
    }
}

/// What becomes of an opaque picture of one value, at most how far from it.
float change_of_flat(const Graph& graph, float value) {
    std::vector<Picture> pictures;
    std::vector<const Picture*> inputs;
    for (const ImageShape& shape : usual_input_shapes(graph, builtin_library(), {0, 0, 37, 29}, 3))
        pictures.push_back(flat_picture(shape.domain, shape.planes, value));
    for (const Picture& picture : pictures) inputs.push_back(&picture);
    float most = 0.0f;
    for (const Picture& output : run(graph, inputs))
        for (int p = 0; p < output.planes(); ++p)
            for (int y = output.domain().y0; y < output.domain().y1; ++y)
                for (int x = output.domain().x0; x < output.domain().x1; ++x) {
                    const float change = std::abs(output.at(x, y, p) - value);
                    most = change <= most ? most : change;  // a NaN stays
                }
    return most;
}

TEST(PicturesFlat, AreInTheTable) {
    std::vector<std::string> names;
    for (const Flat& row : effects_on_flat()) names.push_back(row.name);
    EXPECT_EQ(names, effect_names());
}

/// Of any level: above white and below black too.
TEST(PicturesFlat, KeepTheirLevel) {
    for (const Flat& row : effects_on_flat()) {
        SCOPED_TRACE(row.name);
        bool kept = true;
        for (const float value : {-1.0f, 0.0f, 0.18f, 0.25f, 0.5f, 1.0f, 2.0f, 1000.0f}) {
            const float change = change_of_flat(effect(row.name), value);
            const bool same = change <= 2e-6f * std::abs(value);
            kept = kept && same;
            EXPECT_TRUE(same || !row.not_kept.empty()) << value << " changes by " << change;
        }
        EXPECT_EQ(kept, row.not_kept.empty()) << row.not_kept;
    }
}

}  // namespace
}  // namespace weft::test
