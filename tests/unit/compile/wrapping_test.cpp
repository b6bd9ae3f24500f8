// Signed arithmetic wraps on a GPU as in the reference: whether NVRTC takes x + 1 > x and its kin
// for true, or lets the sample decide.
#include <gtest/gtest.h>

#include <dlfcn.h>

#include "compile/nvrtc/nvrtc_library.h"
#include "emit/cuda/cuda_kernel.h"
#include "translate_fixture.h"

namespace weft::test {
namespace {

struct Case {
    const char* name;
    const char* body;
};

std::ostream& operator<<(std::ostream& out, const Case& c) { return out << c.name; }

/// Calls the scalar text of Subject for one sample.
constexpr const char* kCaller = R"(
struct Scalars {
    using F = float; using I = int; using U = unsigned; using M = bool;
};
struct Baked {};
struct In {
    const float* sample;
    float operator()() const { return *sample; }
};
struct Out {
    float* sample;
    float& operator()() const { return *sample; }
};
extern "C" __global__ void subject(const float* in, float* out) {
    Subject_scalar::State<Scalars> state;
    Subject_scalar::Kernel<Scalars, Baked>({}, state, true, In{in}, Out{out});
}
)";

/// The kernel text of a functor that computes `result` from any whole number x.
std::string scalar_text(const char* body) {
    return translate_one(
               functor_with(std::string("const int x = as_int(Input());\nint result = 0;\n") +
                            body + "\nOutput() = as_float(result);\n"))
        .scalar_text;
}

/// `text` as it would be if int were left to the compiler.
std::string without_wrapping(std::string text) {
    for (const std::string word : {"weft::wrapping_ref", "weft::wrapping"})
        for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos;)
            text.erase(at, word.size());
    return text;
}

/// The instructions that NVRTC makes of a functor's scalar text; what it says where it refuses.
std::string instructions(const std::string& scalar_text) {
    using Size = int (*)(NvrtcLibrary::Program, std::size_t*);
    using Get = int (*)(NvrtcLibrary::Program, char*);
    const NvrtcLibrary& nvrtc = **nvrtc_library();
    void* library = dlopen(nvrtc.path.c_str(), RTLD_NOW);
    const auto ptx_size = reinterpret_cast<Size>(dlsym(library, "nvrtcGetPTXSize"));
    const auto get_ptx = reinterpret_cast<Get>(dlsym(library, "nvrtcGetPTX"));
    if (ptx_size == nullptr || get_ptx == nullptr) return "no PTX from " + nvrtc.path;
    const std::string text = cuda_preamble() + scalar_text + kCaller;
    NvrtcLibrary::Program program = nullptr;
    nvrtc.create(&program, text.c_str(), "subject", 0, nullptr, nullptr);
    const char* options[] = {"--gpu-architecture=compute_90", "--std=c++20",
                             "--device-as-default-execution-space", "--fmad=false"};
    const bool good = nvrtc.compile(program, 4, options) == 0;
    std::size_t size = 0;
    (good ? ptx_size : nvrtc.log_size)(program, &size);
    std::string out(size, '\0');
    (good ? get_ptx : nvrtc.log)(program, out.data());
    nvrtc.destroy(&program);
    dlclose(library);
    return good ? out.substr(out.find(".entry subject")) : out;
}

/// Bodies that, were overflow left to the compiler, would give every sample the same result.
class WrappingTest : public ::testing::TestWithParam<Case> {
  protected:
    void SetUp() override {
        if (!nvrtc_library()) GTEST_SKIP() << nvrtc_library().error().message;
    }

    /// Whether the compiler has left anything for the sample to decide.
    static ::testing::AssertionResult reads_its_sample(const std::string& scalar_text) {
        const std::string ptx = instructions(scalar_text);
        if (ptx.find("st.global") == std::string::npos)
            return ::testing::AssertionFailure() << "no kernel: " << ptx;
        return (ptx.find("ld.global") == std::string::npos ? ::testing::AssertionFailure()
                                                           : ::testing::AssertionSuccess())
               << scalar_text << "became\n"
               << ptx;
    }
};

using Wrapping = WrappingTest;

TEST_P(Wrapping, IsNotFoldedAway) {
    const std::string text = scalar_text(GetParam().body);
    EXPECT_TRUE(reads_its_sample(text));
    EXPECT_FALSE(reads_its_sample(without_wrapping(text))) << "the case shows nothing";
}

INSTANTIATE_TEST_SUITE_P(
    Int, Wrapping,
    ::testing::Values(Case{"Sum", "result = x + 1 > x;"}, Case{"Difference", "result = x - 1 < x;"},
                      Case{"Product", "result = x * 2 / 2 == x;"},
                      Case{"Negation", "result = x < 0 && -x < 0;"},
                      Case{"Nested", "result = x + 1 + 1 > x + 1;"},
                      Case{"InParentheses", "result = (x ^ 5) + 1 > (x ^ 5);"},
                      Case{"OverLines", "result = x\n + 1 >\n x;"},
                      Case{"Argument", "result = max(x + 1, x) != x + 1;"},
                      Case{"Increment", "int n = x;\n++n;\nresult = n > x;"},
                      Case{"Decrement", "int n = x;\nn--;\nresult = n < x;"},
                      Case{"CompoundSum", "int n = x;\nn += 7;\nresult = n > x;"},
                      Case{"CompoundDifference", "int n = x;\nn -= 7;\nresult = n < x;"},
                      Case{"CompoundProduct", "int n = x;\nn *= 2;\nresult = n / 2 == x;"},
                      Case{"LoopHeader",
                           "int n = x;\nfor (int i = 0; i < 1; ++i, n += 1) {}\nresult = n > x;"}),
    [](const auto& info) { return info.param.name; });

/// What the language or weft's functions define already.
using Defined = WrappingTest;

TEST_P(Defined, IsNotFoldedAway) {
    const std::string text = scalar_text(GetParam().body);
    EXPECT_EQ(text, without_wrapping(text));
    EXPECT_TRUE(reads_its_sample(text));
}

INSTANTIATE_TEST_SUITE_P(
    Int, Defined,
    ::testing::Values(Case{"Shift", "result = (x << 3) / 8 == x;"},
                      Case{"CompoundShift", "int n = x;\nn <<= 3;\nresult = n / 8 == x;"},
                      Case{"ShiftLeft", "result = shift_left(x, 35) / 8 == x;"},
                      Case{"Abs", "result = abs(x) < 0;"},
                      Case{"Divide", "result = x < 0 && divide(x, -1) < 0;"}),
    [](const auto& info) { return info.param.name; });

/// What cannot overflow is left as it was written.
TEST(WrappingText, KnownRangesStay) {
    for (const char* body :
         {"for (int i = 0; i < 9; ++i) result ^= i * 7 + 1;",
          "for (int i = Input.Radius; i >= -Input.Radius; --i) result ^= 2 * i - i / 3;",
          "result = (x & 255) + 1 - (x % 100) * 3 + (x >> 4) - -(x / 2);",
          "result = clamp(x, -9, 9) * 5 - min(max(x, 0), 3);",
          "bool odd = x > 0;\nodd += 3;\nresult = odd + (x > 5) - !odd;"}) {
        const std::string text = scalar_text(body);
        EXPECT_EQ(text, without_wrapping(text)) << body;
    }
}

/// Nor is the simd form touched: its compiler wraps by itself.
TEST(WrappingText, SimdFormsStay) {
    const std::string text =
        translate_one(functor_with("int n = to_int(Input()) * 2;\nn++;\nOutput() = n + 1;\n"))
            .simd_text;
    ASSERT_NE(text, "");
    EXPECT_EQ(text, without_wrapping(text));
}

}  // namespace
}  // namespace weft::test
