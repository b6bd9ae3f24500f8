// The compiler end to end: text becomes code that runs, once.
#include "compile/host_compiler.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

#include "compile/file_bytes.h"
#include "compile/kernel_key.h"
#include "compile_fixture.h"

namespace weft {
namespace {

using test::answer_source;
using test::call_answer;
using ::testing::HasSubstr;

class HostCompilerTest : public test::CompileTest {};

TEST_F(HostCompilerTest, CompilesAndCalls) {
    const auto compiler = make_host_compiler(options());
    const auto object = compiler->compile(answer_source(42));
    ASSERT_TRUE(object) << object.error().message;
    EXPECT_EQ(call_answer(**object), 42);
    EXPECT_EQ((*object)->symbol("no_such_symbol"), nullptr);
    EXPECT_EQ(compiler->statistics().compiled, 1);
    EXPECT_EQ(compiler->statistics().from_cache, 0);
    EXPECT_GT(compiler->statistics().compile_seconds, 0);
    EXPECT_TRUE(compiler->statistics().notes.empty());
}

/// Macros, types, templates and functions of a preamble, and one of them per `number`.
HostSource behind_preamble(int number, const std::string& kernel) {
    const std::string preamble = "#define NUMBER " + std::to_string(number) + R"(
namespace given {
template <class T> struct Twice { T value; T get() const { return value + value; } };
static inline int number() { return Twice<int>{NUMBER}.get(); }
}
)";
    return {"behind", preamble + kernel, "native", false, {}, preamble.size()};
}

TEST_F(HostCompilerTest, KernelsBehindOnePreambleAreCompiledAsIfAlone) {
    const auto compiler = make_host_compiler(options());
    // More preambles than a worker keeps, twice.
    for (int round = 0; round < 2; ++round)
        for (int number = 0; number < 6; ++number) {
            const HostSource source = behind_preamble(
                number, "extern \"C\" int answer() { return given::number() + NUMBER + " +
                            std::to_string(round) + "; }\n");
            const auto object = compiler->compile(source);
            ASSERT_TRUE(object) << object.error().message;
            EXPECT_EQ(call_answer(**object), 3 * number + round);
        }
    EXPECT_EQ(compiler->statistics().compiled, 12);
}

TEST_F(HostCompilerTest, LinesOfDiagnosticsCountThePreamble) {
    const auto compiler = make_host_compiler(options());
    for (int tries = 0; tries < 2; ++tries) {
        const auto wrong =
            compiler->compile(behind_preamble(1, "\nint wrong() { return absent; }\n"));
        ASSERT_FALSE(wrong);
        EXPECT_THAT(wrong.error().message, HasSubstr("behind:7:22: error: use of undeclared"));
    }
    HostSource source = behind_preamble(1, "int right();\n");
    source.text.replace(0, 1, "int broken\n#");
    source.preamble += 11;
    const auto wrong = compiler->compile(source);
    ASSERT_FALSE(wrong);
    EXPECT_THAT(wrong.error().message, HasSubstr("behind:1:11: error: expected ';'"));
    const auto object = compiler->compile(
        behind_preamble(1, "extern \"C\" int answer() { return given::number(); }\n"));
    ASSERT_TRUE(object) << object.error().message;
    EXPECT_EQ(call_answer(**object), 2);
}

TEST_F(HostCompilerTest, VectorKernel) {
    const auto compiler = make_host_compiler(options());
    HostSource source{"saxpy",
                      R"(
        typedef float F __attribute__((ext_vector_type(16), aligned(4)));
        extern "C" void saxpy(float a, const float* x, float* y, int n) {
            int i = 0;
            for (; i + 16 <= n; i += 16) *(F*)(y + i) = a * *(const F*)(x + i) + *(F*)(y + i);
            for (; i < n; ++i) y[i] = a * x[i] + y[i];
        })",
                      "native",
                      false,
                      {}};
    const auto object = compiler->compile(source);
    ASSERT_TRUE(object) << object.error().message;
    auto* saxpy =
        reinterpret_cast<void (*)(float, const float*, float*, int)>((*object)->symbol("saxpy"));
    ASSERT_NE(saxpy, nullptr);
    std::vector<float> x(37), y(37);
    for (int i = 0; i < 37; ++i) x[i] = 0.1f * float(i), y[i] = 1.0f / float(i + 1);
    const std::vector<float> before = y;
    saxpy(1.7f, x.data(), y.data(), 37);
    for (int i = 0; i < 37; ++i) {
        const volatile float product = 1.7f * x[i];
        EXPECT_EQ(y[i], product + before[i]) << i;
    }
}

TEST_F(HostCompilerTest, StrictAndFastArithmeticDiffer) {
    const auto compiler = make_host_compiler(options());
    HostSource source{"arithmetic",
                      R"(
        extern "C" float cancel(float a, float b) { return (a + b) - a; }
        extern "C" bool is_nan(float x) { return x != x; }
        extern "C" float times_zero(float x) { return x * 0.0f; }
        extern "C" int next_is_greater(int x) { return x + 1 > x; })",
                      "native",
                      false,
                      {}};
    for (const bool fast : {false, true}) {
        source.fast_math = fast;
        const auto object = compiler->compile(source);
        ASSERT_TRUE(object) << object.error().message;
        auto* cancel = reinterpret_cast<float (*)(float, float)>((*object)->symbol("cancel"));
        auto* is_nan = reinterpret_cast<bool (*)(float)>((*object)->symbol("is_nan"));
        auto* times_zero = reinterpret_cast<float (*)(float)>((*object)->symbol("times_zero"));
        auto* greater = reinterpret_cast<int (*)(int)>((*object)->symbol("next_is_greater"));
        EXPECT_EQ(cancel(1e20f, 1.0f), fast ? 1.0f : 0.0f);
        EXPECT_TRUE(is_nan(std::numeric_limits<float>::quiet_NaN()));
        EXPECT_FALSE(is_nan(std::numeric_limits<float>::infinity()));
        EXPECT_TRUE(std::isnan(times_zero(std::numeric_limits<float>::infinity())));
        EXPECT_EQ(greater(std::numeric_limits<int>::max()), 0);
    }
    EXPECT_EQ(compiler->statistics().compiled, 2);
}

TEST_F(HostCompilerTest, StrictNeverContracts) {
    if (!__builtin_cpu_supports("fma")) GTEST_SKIP() << "this processor has no fused multiply-add";
    const auto compiler = make_host_compiler(options());
    HostSource source{"contract",
                      "extern \"C\" float f(float a, float b, float c) { return a * b + c; }",
                      "x86-64-v3",
                      false,
                      {}};
    const float a = 1.0f + 0x1p-12f, c = -1.0f - 0x1p-11f;  // a * a = 1 + 2^-11 + 2^-24
    for (const bool fast : {false, true}) {
        source.fast_math = fast;
        const auto object = compiler->compile(source);
        ASSERT_TRUE(object) << object.error().message;
        auto* f = reinterpret_cast<float (*)(float, float, float)>((*object)->symbol("f"));
        EXPECT_EQ(f(a, a, c), fast ? 0x1p-24f : 0.0f);
    }
}

TEST_F(HostCompilerTest, KernelsSeeNoHeaders) {
    const auto compiler = make_host_compiler(options());
    const auto object = compiler->compile({"headers", "#include <cmath>\n", "native", false, {}});
    ASSERT_FALSE(object);
    EXPECT_THAT(object.error().message, HasSubstr("'cmath' file not found"));
}

TEST_F(HostCompilerTest, ErrorsAreAtTheFunctorsOwnPlace) {
    const auto compiler = make_host_compiler(options());
    const auto object =
        compiler->compile({"broken.kernel0",
                           "int before;\n#line 14 \"shrink.h\"\n  float v = no_such_thing;\n",
                           "native",
                           false,
                           {}});
    ASSERT_FALSE(object);
    EXPECT_EQ(object.error().kind, ErrorKind::kCompile);
    EXPECT_THAT(object.error().message, HasSubstr("'broken.kernel0' does not compile"));
    EXPECT_THAT(object.error().message, HasSubstr("shrink.h:14:13: error: use of undeclared"));
    EXPECT_THAT(object.error().message, HasSubstr("no_such_thing"));
    EXPECT_EQ(compiler->statistics().compiled, 0);
    EXPECT_TRUE(entries().empty());
    EXPECT_TRUE(compiler->compile(answer_source(1))) << "the worker goes on after an error";
}

TEST_F(HostCompilerTest, ManyErrorsAreCutShortAndWarningsAreNotShown) {
    const auto compiler = make_host_compiler(options());
    HostSource source = answer_source(1);
    source.text += "\nint unused(int x) { if (x = 1) ; }";
    EXPECT_TRUE(compiler->compile(source));
    for (int i = 0; i < 100; ++i) source.text += "\nint v" + std::to_string(i) + " = missing;";
    const auto object = compiler->compile(source);
    ASSERT_FALSE(object);
    const std::string& message = object.error().message;
    EXPECT_THAT(message, HasSubstr("too many errors"));
    EXPECT_THAT(message, ::testing::Not(HasSubstr("warning")));
    EXPECT_LT(std::count(message.begin(), message.end(), '\n'), 100);
}

TEST_F(HostCompilerTest, UnknownCpuIsAnErrorThatNamesIt) {
    const auto compiler = make_host_compiler(options());
    HostSource source = answer_source(1);
    source.cpu = "x86-64-v99";
    const auto object = compiler->compile(source);
    ASSERT_FALSE(object);
    EXPECT_THAT(object.error().message, HasSubstr("unknown target CPU 'x86-64-v99'"));
}

TEST_F(HostCompilerTest, SymbolsOfTwoObjectsDoNotMeet) {
    CompilerOptions without_cache = options();
    without_cache.use_cache = false;
    for (const CompilerOptions& o : {options(), without_cache}) {
        const auto compiler = make_host_compiler(o);
        const auto one = compiler->compile(answer_source(1)),
                   two = compiler->compile(answer_source(2));
        ASSERT_TRUE(one && two);
        EXPECT_EQ(call_answer(**one), 1);
        EXPECT_EQ(call_answer(**two), 2);
    }
    EXPECT_EQ(entries().size(), 2u);
}

TEST_F(HostCompilerTest, ManyObjectsFromMemoryComeAndGo) {
    CompilerOptions o = options();
    o.use_cache = false;
    const auto compiler = make_host_compiler(o);
    for (int i = 0; i < 20; ++i) {
        const auto object = compiler->compile(answer_source(i));
        ASSERT_TRUE(object) << object.error().message;
        EXPECT_EQ(call_answer(**object), i);
    }
}

TEST_F(HostCompilerTest, WarmHitStartsNoWorker) {
    ASSERT_TRUE(make_host_compiler(options())->compile(answer_source(7)));
    const auto compiler = make_host_compiler(options());
    const auto object = compiler->compile(answer_source(7));
    ASSERT_TRUE(object) << object.error().message;
    EXPECT_EQ(call_answer(**object), 7);
    EXPECT_EQ(compiler->statistics().compiled, 0);
    EXPECT_EQ(compiler->statistics().from_cache, 1);
    EXPECT_EQ(compiler->statistics().compile_seconds, 0);
    EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "there is no child";
    ASSERT_TRUE(compiler->compile(answer_source(8)));
    EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), 0) << "but now";
}

TEST_F(HostCompilerTest, EverythingThatDecidesTheBitsIsInTheKey) {
    const auto compiler = make_host_compiler(options());
    std::vector<HostSource> sources(4, answer_source(3));
    sources[1].text += " ";
    sources[2].fast_math = true;
    sources[3].cpu = "x86-64-v2";
    for (const HostSource& s : sources) ASSERT_TRUE(compiler->compile(s));
    EXPECT_EQ(compiler->statistics().compiled, 4);
    EXPECT_EQ(entries().size(), 4u);
    HostSource renamed = sources[0];
    renamed.name = "another name, the same bits";
    ASSERT_TRUE(compiler->compile(renamed));
    EXPECT_EQ(compiler->statistics().compiled, 4);
    EXPECT_EQ(compiler->statistics().from_cache, 1);
}

/// The names of nodes stand in them.
TEST(KernelKey, CommentsDecideNothing) {
    const auto key = [](const std::string& text) {
        return kernel_key({"k", text, "x86-64-v3", false, {}}, "compiler").key();
    };
    EXPECT_EQ(key("int a;  // one\n// two\nint b;\n"),
              key("int a;  // three, longer\n//\nint b;\n"));
    EXPECT_EQ(key("int a;//one"), key("int a;//"));
    const char* const different[] = {
        "f(\"a//b\");",      "f(\"a//c\");",      "f('/', '//', 1);", "f('/', '//', 2);",
        "#include <a//b>\n", "#include <a//c>\n", "//\\\nint a;\n",   "//\nint a;\n",
        "// a\n\nint a;\n",  "/* // */ int a;",   "/* // */ int b;",  "/*\n// */ int a;",
        "/*\n// */ int b;",  "R\"(\n//a\n)\"",    "R\"(\n//b\n)\"",
    };
    std::set<std::string> keys;
    for (const char* text : different) EXPECT_TRUE(keys.insert(key(text)).second) << text;
}

TEST_F(HostCompilerTest, IncludedFilesArePartOfTheKey) {
    const auto compiler = make_host_compiler(options());
    HostSource source{"including",
                      "#include \"value.h\"\nextern \"C\" int answer() { return VALUE; }",
                      "native",
                      false,
                      {folder_.folder().string()}};
    const auto answer_with = [&](const char* value) {
        write("value.h", std::string("#define VALUE ") + value + "\n");
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        const auto object = compiler->compile(source);
        return object ? call_answer(**object) : -1;
    };
    EXPECT_EQ(answer_with("1"), 1);
    EXPECT_EQ(answer_with("2"), 2);
    EXPECT_EQ(compiler->statistics().compiled, 2);
    EXPECT_EQ(answer_with("2"), 2);
    EXPECT_EQ(compiler->statistics().from_cache, 1);
}

TEST_F(HostCompilerTest, ParallelCompilations) {
    const auto compiler = make_host_compiler(options());
    std::vector<int> seen(12, -1);
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([&, t] {
            for (int i = t; i < 12; i += 4)
                if (const auto object = compiler->compile(answer_source(100 + i)))
                    seen[i] = call_answer(**object);
        });
    for (std::thread& t : threads) t.join();
    for (int i = 0; i < 12; ++i) EXPECT_EQ(seen[i], 100 + i);
    EXPECT_EQ(compiler->statistics().compiled, 12);
}

TEST_F(HostCompilerTest, LibrariesOfTheApplicationAreNotTheWorkers) {
    write("libz3.so.4", "of another version, so to say");
    setenv("LD_LIBRARY_PATH", folder_.folder().c_str(), 1);
    const auto object = make_host_compiler(options())->compile(answer_source(9));
    unsetenv("LD_LIBRARY_PATH");
    ASSERT_TRUE(object) << object.error().message;
}

TEST_F(HostCompilerTest, OfThreadsThatWantTheSameOneCompiles) {
    CompilerOptions o = options();
    o.worker = slow_worker("0.1");
    const auto compiler = make_host_compiler(o);
    std::vector<std::thread> threads;
    std::atomic<int> right{0};
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([&] {
            const auto object = compiler->compile(answer_source(5));
            if (object && call_answer(**object) == 5) ++right;
        });
    for (std::thread& t : threads) t.join();
    EXPECT_EQ(right, 4);
    EXPECT_EQ(compiler->statistics().compiled, 1);
    EXPECT_EQ(compiler->statistics().from_cache, 3);
}

TEST_F(HostCompilerTest, WhoCompilesAndWhoWaitsCanBeCancelled) {
    CompilerOptions o = options();
    o.worker = held_worker();
    const auto compiler = make_host_compiler(o);
    std::atomic<bool> first_stops{false}, second_stops{false};
    std::optional<Result<std::shared_ptr<LoadedObject>>> first, second, third;
    std::thread compiles([&] { first = compiler->compile(answer_source(6), &first_stops); });
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    std::thread waits([&] { second = compiler->compile(answer_source(6), &second_stops); });
    std::thread inherits([&] { third = compiler->compile(answer_source(6)); });
    second_stops = true;
    waits.join();
    EXPECT_FALSE(first) << "who waits does not wait for who compiles";
    EXPECT_EQ(second->error().kind, ErrorKind::kCancelled);
    first_stops = true;
    compiles.join();
    EXPECT_EQ(first->error().kind, ErrorKind::kCancelled);
    let_workers_go();
    inherits.join();
    ASSERT_TRUE(*third) << third->error().message;
    EXPECT_EQ(call_answer(***third), 6);
    EXPECT_EQ(compiler->statistics().compiled, 1);
}

TEST_F(HostCompilerTest, ProcessesShareOneCache) {
    std::vector<pid_t> children;
    for (int p = 0; p < 3; ++p) {
        const pid_t child = fork();
        if (child == 0) {
            const auto compiler = make_host_compiler(options());
            int wrong = 0;
            for (int i = 0; i < 8; ++i) {
                const auto object = compiler->compile(answer_source(i));
                wrong += !object || call_answer(**object) != i;
            }
            _exit(wrong + (compiler->statistics().notes.empty() ? 0 : 100));
        }
        children.push_back(child);
    }
    for (const pid_t child : children) {
        int status = -1;
        ASSERT_EQ(waitpid(child, &status, 0), child);
        EXPECT_TRUE(WIFEXITED(status));
        EXPECT_EQ(WEXITSTATUS(status), 0);
    }
    EXPECT_EQ(entries().size(), 8u);
    for (const auto& item : std::filesystem::directory_iterator(cache()))
        EXPECT_FALSE(item.path().filename().string().starts_with(".weft-")) << item.path();
}

}  // namespace
}  // namespace weft
