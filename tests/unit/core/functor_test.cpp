// Functors as values: metadata, parameters, copies, and the reference run by hand.
#include "core/functor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace weft {
namespace {

namespace inner {

/// Scales by a derived factor; its window sums along an axis.
class WindowSum : public Functor<WindowSum, eMovingAverage> {
    Indexer<eInput, eComponent, e1D> Input;
    Indexer<eInput, ePixel, eSparse> Guide;
    Indexer<eOutput, eComponent> Result;
    mFunctorIndexers(Input, Guide, Result)
    mFunctorParameters(Parameter("radius", Input.Radius)
                           .Structure()
                           .Range(0, 64)
                           .Label("Radius")
                           .Help("In pixels."),
                       Parameter("axis", Input.Axis), Parameter("gain", Gain).Range(0.0, 8.0),
                       Parameter("taps", Guide.Offsets), Parameter("weights", Weights),
                       Parameter("mode", Mode).Choices({"sum", "mean"}),
                       Parameter("invert", Invert))
    float Gain = 2.0f;
    float Factor = 0.0f;
    float Sum = 0.0f;
    int Mode = 0;
    bool Invert = false;
    FloatList<5> Weights;
    Baked<int> Levels = 3;

  public:
    void Prepare() { Factor = Gain / static_cast<float>(2 * Input.Radius + Levels - 2); }
    void Initialise() {
        Sum = 0.0f;
        for (int i = -Input.Radius; i < Input.Radius; ++i) Sum += Input(i);
    }
    void Kernel() {
        Sum += Input(Input.Radius);
        Result() = Sum * Factor;
        Sum -= Input(-Input.Radius);
    }
};

}  // namespace inner

struct Names final : IndexerVisitor {
    std::vector<std::string> names;
    std::vector<IndexerBase*> indexers;
    void indexer(const char* name, int length, IndexerBase& i) override {
        names.emplace_back(name, static_cast<std::size_t>(length));
        indexers.push_back(&i);
    }
};

struct Parameters final : ParameterVisitor {
    std::vector<ParameterRef> all;
    void parameter(const ParameterRef& p) override { all.push_back(p); }
    const ParameterRef& operator[](const std::string& name) const {
        for (const ParameterRef& p : all)
            if (name == p.name) return p;
        ADD_FAILURE() << "no parameter " << name;
        return all.front();
    }
};

std::unique_ptr<FunctorBase> make() {
    return std::unique_ptr<FunctorBase>(functor_type<inner::WindowSum>().create());
}

TEST(Functor, NamesItsClassAndIndexers) {
    const std::unique_ptr<FunctorBase> functor = make();
    EXPECT_STREQ(functor->name(), "WindowSum");
    EXPECT_STREQ(functor_type<inner::WindowSum>().name, "WindowSum");
    EXPECT_EQ(functor->dependence(), eMovingAverage);
    Names names;
    functor->visit_indexers(names);
    EXPECT_EQ(names.names, (std::vector<std::string>{"Input", "Guide", "Result"}));
    EXPECT_EQ(names.indexers[0]->freedom, e1D);
    EXPECT_EQ(names.indexers[1]->granularity, ePixel);
    EXPECT_EQ(names.indexers[2]->direction, eOutput);
}

TEST(Functor, DescribesItsParameters) {
    const std::unique_ptr<FunctorBase> functor = make();
    Parameters parameters;
    functor->visit_parameters(parameters);
    ASSERT_EQ(parameters.all.size(), 7u);
    const ParameterRef& radius = parameters["radius"];
    EXPECT_EQ(radius.type, ParameterType::eInt);
    EXPECT_TRUE(radius.structure);
    EXPECT_EQ(radius.maximum, 64);
    EXPECT_STREQ(radius.label, "Radius");
    EXPECT_STREQ(radius.help, "In pixels.");
    EXPECT_EQ(parameters["axis"].type, ParameterType::eAxis);
    EXPECT_TRUE(parameters["axis"].structure);
    EXPECT_EQ(*static_cast<float*>(parameters["gain"].value), 2.0f);
    EXPECT_FALSE(parameters["gain"].structure);
    EXPECT_EQ(parameters["taps"].type, ParameterType::eOffsetList);
    EXPECT_EQ(parameters["weights"].capacity, 5);
    EXPECT_EQ(parameters["mode"].type, ParameterType::eChoice);
    EXPECT_EQ(parameters["mode"].choice_count, 2);
    EXPECT_STREQ(parameters["mode"].choices[1], "mean");
    EXPECT_EQ(parameters["invert"].type, ParameterType::eBool);
}

TEST(Functor, ACloneIsIndependent) {
    const std::unique_ptr<FunctorBase> functor = make();
    Parameters before;
    functor->visit_parameters(before);
    *static_cast<int*>(before["radius"].value) = 5;
    const std::unique_ptr<FunctorBase> copy(functor->clone());
    *static_cast<int*>(before["radius"].value) = 6;
    Parameters after;
    copy->visit_parameters(after);
    EXPECT_EQ(*static_cast<int*>(after["radius"].value), 5);
}

TEST(Functor, PrepareCountsOffsets) {
    const std::unique_ptr<FunctorBase> functor = make();
    Parameters parameters;
    functor->visit_parameters(parameters);
    const Offset offsets[] = {{1, 2}, {3, 4}};
    *static_cast<OffsetList*>(parameters["taps"].value) = OffsetList(offsets);
    functor->prepare();
    Names names;
    functor->visit_indexers(names);
    EXPECT_EQ(names.indexers[1]->Count, 2);
}

/// A row through the reference: initialise once, then a kernel per element.
TEST(Functor, MovingAverageRunsAsPlainCode) {
    const std::unique_ptr<FunctorBase> functor = make();
    Parameters parameters;
    functor->visit_parameters(parameters);
    *static_cast<int*>(parameters["radius"].value) = 2;
    functor->prepare();

    float in[] = {1, 2, 4, 8, 16, 32}, out[6] = {};
    const Rect domain{10, 0, 16, 1};
    const PlaneRef source{in, 6, domain}, target{out, 6, domain};
    Names names;
    functor->visit_indexers(names);
    names.indexers[0]->bind(&source, 1);
    names.indexers[1]->bind(&source, 1);
    names.indexers[2]->bind(&target, 1);
    for (int x = domain.x0; x < domain.x1; ++x) {
        for (IndexerBase* indexer : names.indexers) indexer->move_to(x, 0, 0);
        if (x == domain.x0) functor->initialise();
        functor->kernel();
    }
    for (int x = 0; x < 6; ++x) {
        float sum = 0;
        for (int i = -2; i <= 2; ++i) sum += in[std::min(std::max(x + i, 0), 5)];
        EXPECT_EQ(out[x], sum * (2.0f / 5.0f)) << x;
    }
}

}  // namespace
}  // namespace weft
