// Runs every form of a module's functors over test pictures and compares bits with the reference.
#include "strangers_test/compare_forms.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>

#include "strangers_test/kernel_program.h"

namespace weft::test {
namespace {

constexpr int kWidth = 37, kHeight = 13, kPlanes = 3;

/// Sample patterns: what a kernel may meet.
enum Pattern { eRandom_, eSteps, eSpecials, eHuge, kPatterns };

std::vector<float> make_samples(Pattern pattern, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> unit(-2.0f, 2.0f);
    const float specials[] = {0.0f,  -0.0f,    1.0f,      -1.0f,         0.5f,
                              NAN,   INFINITY, -INFINITY, 1e-42f,        -1e-42f,
                              3e38f, -3e38f,   1e-30f,    2147483648.0f, 1.25f};
    std::vector<float> samples(kWidth * kHeight * kPlanes);
    for (float& s : samples) {
        s = unit(random);
        if (pattern == eSteps) s = std::round(s * 4.0f) / 4.0f;
        if (pattern == eSpecials && random() % 3 == 0) s = specials[random() % 15];
        if (pattern == eHuge && random() % 2 == 0) s *= std::ldexp(1.0f, int(random() % 250) - 125);
    }
    return samples;
}

struct Pictures {
    std::vector<std::vector<float>> samples;
    std::vector<TestPicture> views;
};

/// One picture per indexer of the facts: inputs hold `pattern`, outputs zeros.
Pictures make_pictures(const FunctorFacts& facts, Pattern pattern, unsigned seed) {
    Pictures p;
    for (std::size_t i = 0; i < facts.indexers.size(); ++i)
        p.samples.push_back(facts.indexers[i].direction == eInput
                                ? make_samples(pattern, seed + 101 * static_cast<unsigned>(i))
                                : std::vector<float>(kWidth * kHeight * kPlanes));
    for (auto& s : p.samples) p.views.push_back({s.data(), kWidth, kHeight, kPlanes});
    return p;
}

std::vector<PlaneRef> planes_of(const TestPicture& v) {
    std::vector<PlaneRef> planes;
    for (int p = 0; p < v.planes; ++p)
        planes.push_back({v.samples + std::ptrdiff_t{p} * v.width * v.height,
                          v.width,
                          {0, 0, v.width, v.height}});
    return planes;
}

/// The functor's own C++ over all pixels.
void run_reference(FunctorBase& functor, const FunctorFacts& facts, const Pictures& pictures) {
    const std::vector<IndexerBase*> indexers = indexers_of(functor, facts);
    std::vector<std::vector<PlaneRef>> planes;
    for (const TestPicture& v : pictures.views) planes.push_back(planes_of(v));
    for (std::size_t i = 0; i < indexers.size(); ++i)
        indexers[i]->bind(planes[i].data(), pictures.views[i].planes);
    const auto go_to = [&](int x, int y, int plane) {
        functor.move_to(x, y, plane);
        for (IndexerBase* i : indexers) i->move_to(x, y, plane);
    };
    bool per_plane = true;  // where a pixel is written, all its planes are, once
    for (const IndexerFacts& x : facts.indexers)
        per_plane &= x.direction == eInput || x.granularity == eComponent;
    const bool scans = !is_elementwise(facts.dependence), vertical = functor.ScanAxis == eVertical;
    const int across = vertical ? kWidth : kHeight, along = vertical ? kHeight : kWidth;
    for (int plane = 0; plane < (per_plane ? kPlanes : 1); ++plane)
        for (int a = 0; a < across; ++a)
            for (int step = 0; step < along; ++step) {
                const int s = functor.ScanBackwards ? along - 1 - step : step;
                go_to(vertical ? a : s, vertical ? s : a, plane);
                if (scans && step == 0) functor.initialise();
                functor.kernel();
            }
}

bool same(float a, float b) {
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b) ||
           (std::isnan(a) && std::isnan(b));
}

/// Functor objects to run: as constructed, and with every border.
std::unique_ptr<FunctorBase> make_functor(const TranslatedFunctor& t, BorderMode border) {
    struct Setter final : IndexerVisitor {
        BorderMode mode;
        void indexer(const char*, int, IndexerBase& i) override {
            i.border = {mode, 0.75f};
            i.Domain = {0, 0, kWidth, kHeight};
            i.Planes = kPlanes;
        }
    } setter;
    setter.mode = border;
    std::unique_ptr<FunctorBase> functor(t.type->create());
    functor->visit_indexers(setter);
    functor->prepare();
    functor->measure();
    return functor;
}

/// One object of each functor of a module, and the program that runs their kernel texts. Reductions
/// are left out: their kernels write nothing.
struct Subjects {
    std::vector<const TranslatedFunctor*> translated;
    std::vector<std::unique_ptr<FunctorBase>> functors;
    std::string program;
};

Subjects make_subjects(const FunctorModule& module) {
    const BorderMode borders[] = {eMirror, eClamp, eRepeat, eConstant};
    Subjects subjects;
    for (int i = 0; i < module.count; ++i) {
        const TranslatedFunctor& t = module.functors[i];
        const FunctorFacts facts = *facts_from_json(t.facts);
        EXPECT_TRUE(facts.simd) << facts.name << ": " << facts.scalar_reason;
        if (facts.dependence == eReduction) continue;
        subjects.translated.push_back(&t);
        subjects.functors.push_back(make_functor(t, borders[i % 4]));
        subjects.program += print_program(t, *subjects.functors.back(),
                                          std::vector<int>(facts.indexers.size(), kPlanes));
    }
    return subjects;
}

}  // namespace

void expect_defined_scalar_forms(const FunctorModule& module) {
    const Subjects subjects = make_subjects(module);
    std::string log;
    void* object = compile_program(subjects.program, 4, Undefined::kCounted, log);
    ASSERT_NE(object, nullptr) << log;
    int* const undefined = static_cast<int*>(dlsym(object, "undefined_operations"));
    ASSERT_NE(undefined, nullptr);
    for (std::size_t i = 0; i < subjects.functors.size(); ++i) {
        const TranslatedFunctor& t = *subjects.translated[i];
        const FunctorFacts facts = *facts_from_json(t.facts);
        std::vector<unsigned char> members(t.members_size + 1);
        t.read_members(*subjects.functors[i], members.data());
        const auto run =
            reinterpret_cast<RunKernel>(dlsym(object, ("run_" + facts.name + "_scalar").c_str()));
        ASSERT_NE(run, nullptr) << facts.name;
        for (int pattern = 0; pattern < kPatterns; ++pattern) {
            *undefined = 0;
            run(members.data(), make_pictures(facts, Pattern(pattern), 1).views.data());
            EXPECT_EQ(*undefined, 0) << facts.name << ", pattern " << pattern;
        }
    }
}

void expect_same_bits_in_every_form(const FunctorModule& module, int width) {
    const Subjects subjects = make_subjects(module);
    std::string log;
    void* object = compile_program(subjects.program, width, Undefined::kWraps, log);
    ASSERT_NE(object, nullptr) << log;
    for (std::size_t i = 0; i < subjects.functors.size(); ++i) {
        const TranslatedFunctor& t = *subjects.translated[i];
        const FunctorFacts facts = *facts_from_json(t.facts);
        std::vector<unsigned char> members(t.members_size + 1);
        t.read_members(*subjects.functors[i], members.data());
        for (const char* form : {"scalar", "simd", "simd_one"}) {
            const auto run = reinterpret_cast<RunKernel>(
                dlsym(object, ("run_" + facts.name + "_" + form).c_str()));
            ASSERT_NE(run, nullptr) << facts.name;
            for (int pattern = 0; pattern < kPatterns; ++pattern)
                for (unsigned seed = 1; seed <= 3; ++seed) {
                    Pictures expected = make_pictures(facts, Pattern(pattern), seed);
                    Pictures actual = make_pictures(facts, Pattern(pattern), seed);
                    run_reference(*subjects.functors[i], facts, expected);
                    run(members.data(), actual.views.data());
                    int wrong = 0;
                    for (std::size_t k = 0; k < expected.samples.size(); ++k)
                        for (std::size_t n = 0; n < expected.samples[k].size(); ++n)
                            if (!same(expected.samples[k][n], actual.samples[k][n]) && wrong++ == 0)
                                ADD_FAILURE()
                                    << facts.name << " " << form << ", pattern " << pattern
                                    << ", seed " << seed << ": " << facts.indexers[k].name
                                    << " at x " << n % kWidth << ", y " << n / kWidth % kHeight
                                    << ", plane " << n / (kWidth * kHeight) << " is "
                                    << actual.samples[k][n] << ", the reference says "
                                    << expected.samples[k][n];
                    if (wrong > 0) seed = 4, pattern = kPatterns;
                }
        }
    }
}

}  // namespace weft::test
