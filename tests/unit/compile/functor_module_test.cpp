// A stranger's functor header becomes a loaded module, or the translator's own diagnostics.
#include <thread>

#include "compile/host_compiler.h"
#include "compile_fixture.h"
#include "core/module.h"

namespace weft {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* kHalve = R"(#include "core/functor.h"

/// Halves every sample.
class Halve : public weft::Functor<Halve, weft::eParallel> {
    weft::Indexer<weft::eInput, weft::eComponent> Input;
    weft::Indexer<weft::eOutput, weft::eComponent> Output;
    float Factor = 0.5f;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("factor", Factor).Range(0.0, 1.0))

  public:
    void Kernel() { Output() = Factor * Input(); }
};
)";

class FunctorModuleTest : public test::CompileTest {
  protected:
    static const FunctorModule* module_of(const LoadedObject& object) {
        auto* get = reinterpret_cast<const FunctorModule* (*)()>(object.symbol(kModuleSymbol));
        return get ? get() : nullptr;
    }

    /// What the module's only functor makes of `value`, by its own C++.
    static float run(const FunctorModule& module, float value) {
        struct Binder final : IndexerVisitor {
            explicit Binder(float* cells) : cells(cells) {}
            void indexer(const char*, int, IndexerBase& i) override {
                planes[next] = {cells + next, 1, {0, 0, 1, 1}};
                i.bind(&planes[next++], 1);
                i.move_to(0, 0, 0);
            }
            float* cells;
            PlaneRef planes[2];
            int next = 0;
        };
        float cells[2] = {value, 0.0f};
        const std::unique_ptr<FunctorBase> functor(module.functors[0].type->create());
        Binder binder(cells);
        functor->visit_indexers(binder);
        functor->kernel();
        return cells[1];
    }

    /// File times advance in steps: a header is cached only once it is surely older than its use.
    static void let_files_settle() { std::this_thread::sleep_for(std::chrono::milliseconds(50)); }
};

TEST_F(FunctorModuleTest, HeaderBecomesAModule) {
    const std::string header = write("halve.h", kHalve);
    const auto compiler = make_host_compiler(options());
    const auto object = compiler->compile_functors({header});
    ASSERT_TRUE(object) << object.error().message;
    const FunctorModule* module = module_of(**object);
    ASSERT_NE(module, nullptr);
    EXPECT_EQ(module->version, kModuleVersion);
    ASSERT_EQ(module->count, 1);
    const TranslatedFunctor& functor = module->functors[0];
    EXPECT_STREQ(functor.type->name, "Halve");
    EXPECT_THAT(functor.scalar_text, HasSubstr("struct Halve_scalar"));
    EXPECT_THAT(functor.simd_text, HasSubstr("struct Halve_simd"));
    EXPECT_THAT(functor.facts, HasSubstr("Halves every sample"));
    float members = 0;
    ASSERT_EQ(functor.members_size, static_cast<int>(sizeof members));
    const std::unique_ptr<FunctorBase> instance(functor.type->create());
    functor.read_members(*instance, &members);
    EXPECT_EQ(members, 0.5f);
    EXPECT_EQ(run(*module, 3.0f), 1.5f);
}

TEST_F(FunctorModuleTest, UnchangedHeaderNeedsNoWorkToLoad) {
    const std::string header = write("halve.h", kHalve);
    let_files_settle();
    ASSERT_TRUE(make_host_compiler(options())->compile_functors({header}));
    const auto compiler = make_host_compiler(options());
    ASSERT_TRUE(compiler->compile_functors({header}));
    EXPECT_EQ(compiler->statistics().compiled, 0);
    EXPECT_EQ(compiler->statistics().from_cache, 1);
    EXPECT_EQ(compiler->statistics().compile_seconds, 0);
}

TEST_F(FunctorModuleTest, ChangedHeadersAreCompiledAgain) {
    write("factor.h", "#pragma once\ninline constexpr float kFactor = 0.5f;\n");
    std::string text = kHalve;
    text.replace(text.find("0.5f"), 4, "kFactor");
    const std::string header = write("halve.h", "#include \"factor.h\"\n" + text);
    const auto compiler = make_host_compiler(options());
    for (const char* factor : {"0.5f", "0.25f", "0.125f"}) {
        write("factor.h",
              std::string("#pragma once\ninline constexpr float kFactor = ") + factor + ";\n");
        let_files_settle();
        const auto object = compiler->compile_functors({header});
        ASSERT_TRUE(object) << object.error().message;
        EXPECT_EQ(run(*module_of(**object), 1.0f), std::stof(factor));
    }
    EXPECT_EQ(compiler->statistics().compiled, 3);
}

TEST_F(FunctorModuleTest, DiagnosticsAreTheTranslators) {
    std::string text = kHalve;
    const std::string body = "Output() = Factor * Input();";
    text.replace(text.find(body), body.size(),
                 "\n        int* p = nullptr;\n        Output() = Input();\n    ");
    const std::string header = write("pointer.h", text);
    const auto compiler = make_host_compiler(options());
    const auto object = compiler->compile_functors({header});
    ASSERT_FALSE(object);
    EXPECT_EQ(object.error().kind, ErrorKind::kFunctor);
    EXPECT_THAT(object.error().message, StartsWith(header + ":13:"));
    EXPECT_THAT(object.error().message, HasSubstr("error: "));
    EXPECT_THAT(object.error().message, HasSubstr("int* p = nullptr;"));
    EXPECT_EQ(compiler->statistics().compiled, 0);
}

TEST_F(FunctorModuleTest, SyntaxErrorsHaveTheirPlace) {
    const std::string header =
        write("broken.h", "#include \"core/functor.h\"\nclass Halve {\n  int\n};");
    const auto object = make_host_compiler(options())->compile_functors({header});
    ASSERT_FALSE(object);
    EXPECT_EQ(object.error().kind, ErrorKind::kFunctor);
    EXPECT_THAT(object.error().message, StartsWith(header + ":"));
}

TEST_F(FunctorModuleTest, MissingAndEmptyHeadersAreNamed) {
    const auto compiler = make_host_compiler(options());
    const auto missing = compiler->compile_functors({"/no/such/functor.h"});
    ASSERT_FALSE(missing);
    EXPECT_THAT(missing.error().message, HasSubstr("/no/such/functor.h"));
    const auto empty = compiler->compile_functors({write("empty.h", "")});
    ASSERT_FALSE(empty);
    EXPECT_THAT(empty.error().message, HasSubstr("empty.h"));
}

TEST_F(FunctorModuleTest, RelativePathsAreRelativeToThisProcess) {
    write("halve.h", kHalve);
    const auto compiler = make_host_compiler(options());
    ASSERT_FALSE(compiler->compile_functors({"halve.h"})) << "the worker now runs, elsewhere";
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(folder_.folder());
    const auto object = compiler->compile_functors({"halve.h"});
    std::filesystem::current_path(before);
    ASSERT_TRUE(object) << object.error().message;
    EXPECT_STREQ(module_of(**object)->functors[0].header, "halve.h");
}

TEST_F(FunctorModuleTest, TheSystemsHeadersAreFoundWhereItHasThem) {
    if (!std::filesystem::exists("/usr/include/stdlib.h")) GTEST_SKIP() << "no system headers here";
    const std::string header = write("halve.h", std::string("#include <cmath>\n") + kHalve);
    const auto object = make_host_compiler(options())->compile_functors({header});
    ASSERT_TRUE(object) << object.error().message;
    EXPECT_EQ(run(*module_of(**object), 3.0f), 1.5f);
}

}  // namespace
}  // namespace weft
