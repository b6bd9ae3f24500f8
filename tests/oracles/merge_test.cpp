// Merge: every operation against values worked by hand, with alpha 0, 1 and beyond.
#include "pixel/merge.h"

#include <limits>

#include "pixels.h"

namespace weft::test {
namespace {

using functors::Merge;

/// Grey and alpha of A and of B, and of the result of every operation.
struct Column {
    const char* what;
    Pixel a, b;
};
const Column kColumns[] = {
    {"half over whole", {0.25f, 0.5f}, {0.75f, 1.0f}},
    {"nothing over half", {0.0f, 0.0f}, {0.5f, 0.5f}},
    {"a bright light over half", {2.0f, 1.0f}, {0.5f, 0.5f}},
    {"alpha beyond one", {1.5f, 1.5f}, {2.0f, 1.0f}},
    {"whole over nothing", {0.5f, 1.0f}, {0.0f, 0.0f}},
};

struct Row {
    Merge::Operation operation;
    const char* name;
    std::vector<double> results[5];
};
constexpr double kThird = 1.0 / 3.0;
const double kRoot = std::sqrt(0.5);
const Row kRows[] = {
    {Merge::eOver, "over", {{0.625, 1}, {0.5, 0.5}, {2, 1}, {0.5, 1}, {0.5, 1}}},
    {Merge::eUnder, "under", {{0.75, 1}, {0.5, 0.5}, {1.5, 1}, {2, 1}, {0.5, 1}}},
    {Merge::eIn, "in", {{0.25, 0.5}, {0, 0}, {1, 0.5}, {1.5, 1.5}, {0, 0}}},
    {Merge::eOut, "out", {{0, 0}, {0, 0}, {1, 0.5}, {0, 0}, {0.5, 1}}},
    {Merge::eAtop, "atop", {{0.625, 1}, {0.5, 0.5}, {1, 0.5}, {0.5, 1}, {0, 0}}},
    {Merge::eXor, "xor", {{0.375, 0.5}, {0.5, 0.5}, {1, 0.5}, {-1, -0.5}, {0.5, 1}}},
    {Merge::eMask, "mask", {{0.375, 0.5}, {0, 0}, {0.5, 0.5}, {3, 1.5}, {0, 0}}},
    {Merge::eStencil, "stencil", {{0.375, 0.5}, {0.5, 0.5}, {0, 0}, {-1, -0.5}, {0, 0}}},
    {Merge::ePlus, "plus", {{1, 1.5}, {0.5, 0.5}, {2.5, 1.5}, {3.5, 2.5}, {0.5, 1}}},
    {Merge::eMinus, "minus", {{-0.5, -0.5}, {-0.5, -0.5}, {1.5, 0.5}, {-0.5, 0.5}, {0.5, 1}}},
    {Merge::eMultiply, "multiply", {{0.1875, 0.5}, {0, 0}, {1, 0.5}, {3, 1.5}, {0, 0}}},
    {Merge::eDivide, "divide", {{kThird, 0.5}, {0, 0}, {4, 2}, {0.75, 1.5}, {0, 0}}},
    {Merge::eDifference, "difference", {{0.5, 0.5}, {0.5, 0.5}, {1.5, 0.5}, {0.5, 0.5}, {0.5, 1}}},
    {Merge::eAverage,
     "average",
     {{0.5, 0.75}, {0.25, 0.25}, {1.25, 0.75}, {1.75, 1.25}, {0.25, 0.5}}},
    {Merge::eMin, "min", {{0.25, 0.5}, {0, 0}, {0.5, 0.5}, {1.5, 1}, {0, 0}}},
    {Merge::eMax, "max", {{0.75, 1}, {0.5, 0.5}, {2, 1}, {2, 1.5}, {0.5, 1}}},
    {Merge::eScreen, "screen", {{0.8125, 1}, {0.5, 0.5}, {2, 1}, {2, 1.5}, {0.5, 1}}},
    {Merge::eOverlay, "overlay", {{0.625, 1}, {0, 0}, {2, 1}, {3, 1.5}, {0, 0}}},
    {Merge::eHardLight, "hard-light", {{0.375, 1}, {0, 0}, {3, 1}, {2, 2}, {0, 1}}},
    {Merge::eSoftLight, "soft-light", {{0.65625, 1}, {0.25, 0.25}, {kRoot, kRoot}, {2, 1}, {0, 0}}},
};

TEST(Merge, GivesTheValuesWorkedByHand) {
    for (const Row& row : kRows)
        for (int i = 0; i < 5; ++i) {
            const Column& column = kColumns[i];
            SCOPED_TRACE(std::string(row.name) + ", " + column.what);
            expect_pixel(apply(Merge(row.operation), {column.a, column.b}), row.results[i]);
        }
}

TEST(Merge, OperationsAreNamedAsTheTableNamesThem) {
    Merge merge;
    struct Names final : ParameterVisitor {
        std::vector<std::string> list;
        void parameter(const ParameterRef& p) override {
            for (int i = 0; i < p.choice_count; ++i) list.emplace_back(p.choices[i]);
        }
    } names;
    merge.visit_parameters(names);
    ASSERT_EQ(names.list.size(), std::size(kRows));
    for (const Row& row : kRows)
        EXPECT_EQ(names.list[static_cast<std::size_t>(row.operation)], row.name);
}

/// The W3C's blend function B(Cb, Cs), compositing level 1, for values from 0 to 1.
double w3c(Merge::Operation operation, double cb, double cs) {
    const auto multiply = [](double b, double s) { return b * s; };
    const auto screen = [](double b, double s) { return 1 - (1 - b) * (1 - s); };
    const auto hard = [&](double b, double s) {
        return s <= 0.5 ? multiply(b, 2 * s) : screen(b, 2 * s - 1);
    };
    if (operation == Merge::eScreen) return screen(cb, cs);
    if (operation == Merge::eHardLight) return hard(cb, cs);
    if (operation == Merge::eOverlay) return hard(cs, cb);
    if (cs <= 0.5) return cb - (1 - 2 * cs) * cb * (1 - cb);
    const double d = cb <= 0.25 ? ((16 * cb - 12) * cb + 4) * cb : std::sqrt(cb);
    return cb + (2 * cs - 1) * (d - cb);
}

TEST(Merge, LightsAreThoseOfTheW3C) {
    for (const auto operation :
         {Merge::eScreen, Merge::eOverlay, Merge::eHardLight, Merge::eSoftLight})
        for (float a = 0.0f; a <= 1.0f; a += 0.0625f)
            for (float b = 0.0f; b <= 1.0f; b += 0.0625f)
                expect_pixel(apply(Merge(operation), {{a}, {b}}), {w3c(operation, b, a)});
}

TEST(Merge, LightsHaveNoJumps) {
    for (const auto operation :
         {Merge::eScreen, Merge::eOverlay, Merge::eHardLight, Merge::eSoftLight})
        for (const float at : {0.0f, 0.25f, 0.5f, 1.0f})
            for (const float other : {-2.0f, 0.0f, 0.3f, 1.0f, 3.0f})
                for (const bool first : {true, false}) {
                    const auto value = [&](float v) {
                        return apply(Merge(operation), {{first ? v : other}, {first ? other : v}});
                    };
                    EXPECT_NEAR(value(at - 1e-5f).at(0), value(at + 1e-5f).at(0), 2e-4)
                        << operation << " at " << at << " beside " << other;
                }
}

TEST(Merge, FormulasHoldForEveryPlaneOfColour) {
    const Rect domain{-3, 2, 14, 9};
    const Picture a = random_picture(domain, 4, 1), b = random_picture(domain, 4, 2);
    const auto over = run(Merge(), {&a, &b});
    const auto atop = run(Merge(Merge::eAtop), {&a, &b});
    ASSERT_EQ(over.size() + atop.size(), 2u);
    expect_picture(over[0], [&](int x, int y, int p) {
        return a.at(x, y, p) + b.at(x, y, p) * (1.0 - a.at(x, y, 3));
    });
    expect_picture(atop[0], [&](int x, int y, int p) {
        return double{a.at(x, y, p)} * b.at(x, y, 3) + b.at(x, y, p) * (1.0 - a.at(x, y, 3));
    });
}

TEST(Merge, TakesMissingPlanesForWhatTheyMean) {
    const Pixel grey{0.25f}, veil{0.25f, 0.5f}, colour{0.5f, 0.25f, 1.0f},
        glass{0.1f, 0.2f, 0.3f, 0.5f}, deep{0.5f, 0.25f, 1.0f, 0.5f, 7.0f};
    // A picture without alpha is opaque; grey serves all colours.
    expect_pixel(apply(Merge(), {grey, deep}), {0.25, 0.25, 0.25, 1, 0});
    expect_pixel(apply(Merge(), {veil, colour}), {0.5, 0.375, 0.75});
    expect_pixel(apply(Merge(), {veil, deep}), {0.5, 0.375, 0.75, 0.75, 3.5});
    expect_pixel(apply(Merge(), {glass, colour}), {0.35, 0.325, 0.8, 1});
    expect_pixel(apply(Merge(), {colour, glass}), {0.5, 0.25, 1, 1});
    expect_pixel(apply(Merge(Merge::eIn), {colour, glass}), {0.25, 0.125, 0.5, 0.5});
    expect_pixel(apply(Merge(Merge::ePlus), {deep, glass}), {0.6, 0.45, 1.3, 1, 7});
}

TEST(Merge, UnitesAlphasAndMixes) {
    const Pixel a{0.5f, 0.5f, 0.5f, 0.5f}, b{0.25f, 0.5f, 0.75f, 0.75f};
    expect_pixel(apply(Merge(Merge::ePlus, true), {a, b}), {0.75, 1, 1.25, 0.875});
    expect_pixel(apply(Merge(Merge::eDifference, true), {a, b}), {0.25, 0, 0.25, 0.875});
    expect_pixel(apply(Merge(Merge::ePlus, true, 0.5f), {a, b}), {0.5, 0.75, 1, 0.8125});
    expect_pixel(apply(Merge(Merge::ePlus, true, 0.0f), {a, b}), {0.25, 0.5, 0.75, 0.75}, 0);
}

TEST(Merge, MakesNoNaNOfFiniteValues) {
    const float least = std::numeric_limits<float>::denorm_min();
    const float values[] = {-65504.0f, -1.0f, -least, -0.0f, 0.0f,
                            least,     0.5f,  1.0f,   2.0f,  65504.0f};
    constexpr int kCount = static_cast<int>(std::size(values));
    const Rect domain{0, 0, kCount * kCount, kCount * kCount};
    Picture a(domain, 2), b(domain, 2);
    for (int y = 0; y < domain.y1; ++y)
        for (int x = 0; x < domain.x1; ++x) {
            a.at(x, y, 0) = values[x % kCount];
            a.at(x, y, 1) = values[x / kCount];
            b.at(x, y, 0) = values[y % kCount];
            b.at(x, y, 1) = values[y / kCount];
        }
    for (const Row& row : kRows)
        for (const float mix : {0.0f, 0.5f, 1.0f}) {
            const auto outputs = run(Merge(row.operation, false, mix), {&a, &b});
            ASSERT_EQ(outputs.size(), 1u);
            for (int y = 0; y < domain.y1; ++y)
                for (int x = 0; x < domain.x1; ++x)
                    for (const int p : {0, 1})
                        ASSERT_FALSE(std::isnan(outputs[0].at(x, y, p)))
                            << row.name << " of " << a.at(x, y, p) << " and " << b.at(x, y, p);
        }
}

}  // namespace
}  // namespace weft::test
