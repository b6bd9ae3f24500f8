// The CUDA compiler: what is found of it, what it says, what it caches. Tests that need NVRTC skip
// where it is missing.
#include <fstream>
#include <thread>

#include "compile/file_bytes.h"
#include "compile/nvrtc/cubin.h"
#include "compile/nvrtc/device_code_entry.h"
#include "compile/nvrtc/device_compiler.h"
#include "compile/nvrtc/nvrtc_library.h"
#include "compile/nvrtc/nvrtc_log.h"
#include "compile/shared_libraries.h"
#include "compile_fixture.h"

namespace weft {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(NvrtcLog, ErrorsAreFileAndLine) {
    const std::string log =
        "point/sum.h(12): error: identifier \"foo\" is undefined\n"
        "      float v = foo;\n"
        "                ^\n"
        "\n"
        "point/sum.h(13): warning #177-D: variable \"v\" was declared but never referenced\n"
        "      float v = foo;\n"
        "            ^\n"
        "\n"
        "Remark: The warnings can be suppressed with \"-diag-suppress <warning-number>\"\n"
        "\n"
        "a (copy)(2).h(7): catastrophic error: out of patience\n"
        "2 errors detected in the compilation of \"x\".\n";
    EXPECT_EQ(nvrtc_errors(log).substr(0, 92),
              "point/sum.h:12: error: identifier \"foo\" is undefined\n"
              "      float v = foo;\n"
              "                ^\n");
    EXPECT_THAT(nvrtc_errors(log), AllOf(HasSubstr("a (copy)(2).h:7: catastrophic error: out of"),
                                         Not(HasSubstr("warning")), Not(HasSubstr("Remark"))));
}

TEST(NvrtcLog, ALogOfAnotherFormIsKept) {
    EXPECT_EQ(nvrtc_errors("nvrtc: error: invalid value"), "nvrtc: error: invalid value");
    EXPECT_EQ(nvrtc_errors(""), "");
    EXPECT_EQ(nvrtc_errors("ptxas fatal : no\nptxas error   : Entry uses too much shared data"),
              "ptxas error   : Entry uses too much shared data");
}

TEST(NvrtcLog, WarningsAreCounted) {
    EXPECT_EQ(nvrtc_warnings(""), 0);
    EXPECT_EQ(nvrtc_warnings("a.h(12): error: a warning is no error\n"
                             "ptxas info    : Used 99 registers, used 1 barriers\n"),
              0);
    EXPECT_EQ(nvrtc_warnings("a.h(13): warning #177-D: variable \"v\" was never referenced\n"
                             "      float v = foo;\n"
                             "            ^\n"
                             "\n"
                             "Remark: The warnings can be suppressed\n"
                             "a.h(14): remark: whatever\n"
                             "ptxas warning : Stack size cannot be determined\n"),
              3);
}

TEST(NvrtcLog, ResourcesAreThoseOfTheKernel) {
    const std::string log =
        "ptxas info    : Compiling entry function 'other' for 'sm_90'\n"
        "ptxas info    : Function properties for other\n"
        "ptxas         .     8 bytes stack frame, 4 bytes spill stores, 4 bytes spill loads\n"
        "ptxas info    : Used 99 registers, used 1 barriers, 64 bytes smem\n"
        "ptxas info    : Compiling entry function 'weft_Sum' for 'sm_90'\n"
        "ptxas info    : Function properties for weft_Sum\n"
        "    16 bytes stack frame, 12 bytes spill stores, 20 bytes spill loads\n"
        "ptxas info    : Used 22 registers, used 0 barriers, 128 bytes smem, 424 bytes cmem[0]\n";
    const auto r = nvrtc_resources(log, "weft_Sum");
    ASSERT_TRUE(r);
    EXPECT_EQ(r->registers, 22);
    EXPECT_EQ(r->shared_bytes, 128u);
    EXPECT_EQ(r->stack_bytes, 16u);
    EXPECT_EQ(r->spill_stores, 12u);
    EXPECT_EQ(r->spill_loads, 20u);
    EXPECT_EQ(nvrtc_resources(log, "other")->registers, 99);
    EXPECT_FALSE(nvrtc_resources(log, "Sum_none"));
    EXPECT_FALSE(nvrtc_resources("", "weft_Sum"));
}

TEST(DeviceCodeEntry, ComesBackAsItWas) {
    NvrtcOutput output;
    output.cubin = {std::byte{0}, std::byte{10}, std::byte{255}, std::byte{' '}};
    for (const char* log : {"", "\n", "9 registers\n7"}) {
        output.log = log;
        const auto read = from_entry(to_entry(output));
        ASSERT_TRUE(read) << log;
        EXPECT_EQ(read->cubin, output.cubin);
        EXPECT_EQ(read->log, log);
    }
}

TEST(DeviceCodeEntry, NothingElseIsRead) {
    const std::string entry = to_entry({.cubin = {std::byte{1}}, .log = "log"});
    for (std::size_t n = 0; n < entry.size(); ++n)
        EXPECT_FALSE(from_entry(entry.substr(0, n))) << n;
    EXPECT_TRUE(from_entry("weft-cubin-3 1\nxy"));
    EXPECT_FALSE(from_entry("weft-cubin-2 1\nxy"));
    EXPECT_FALSE(from_entry("weft-cubin-3 -1\nxy"));
    EXPECT_FALSE(from_entry("weft-cubin-3 99999999999999999999999\nxy"));
}

TEST(NvrtcPlaces, TheUsersOwnComeFirst) {
    const auto places = nvrtc_places("/opt/cuda", "/usr/local/cuda");
    ASSERT_EQ(places.size(), 9u);
    EXPECT_EQ(places[0], "/opt/cuda/lib64/libnvrtc.so.13");
    EXPECT_EQ(places[3], "/usr/local/cuda/lib64/libnvrtc.so.13");
    EXPECT_EQ(places[6], "libnvrtc.so.13");
    EXPECT_EQ(nvrtc_places(nullptr, ""), nvrtc_places("", nullptr));
    EXPECT_EQ(nvrtc_places(nullptr, nullptr).front(), "libnvrtc.so.13");
}

class NvrtcTest : public test::CompileTest {
  protected:
    /// A compiler with a cache of this test's own.
    std::unique_ptr<DeviceCompiler> compiler() const { return make_device_compiler(options()); }

    static DeviceSource source(const std::string& body = "p[threadIdx.x] = 1.0f / p[0];") {
        return {"a kernel", "scale", "extern \"C\" __global__ void scale(float* p) {" + body + "}",
                90};
    }
};

TEST_F(NvrtcTest, AFileIsFoundWithoutBeingLoaded) {
    const std::string here = folder_.folder().string(), file = here + "/libnvrtc.so.12";
    EXPECT_EQ(nvrtc_file({file, "libnvrtc.so.12"}, {here}), std::nullopt);
    write("libnvrtc.so.12", "no library at all");
    EXPECT_EQ(nvrtc_file({here + "/lib64/libnvrtc.so.13", file}, {}), file);
    EXPECT_EQ(nvrtc_file({"libnvrtc.so.13", "libnvrtc.so.12"}, {"/nowhere", here}), file);
    const auto folders = library_folders("/first::/second");
    EXPECT_EQ(folders[0], "/first");
    EXPECT_EQ(folders[1], "/second");
    EXPECT_EQ(library_folders("").size() + 2, folders.size());
}

TEST_F(NvrtcTest, ALibraryThatIsMissingIsNamed) {
    const auto none = load_nvrtc({folder_.path("libnvrtc.so"), "libweft-no-nvrtc.so.13"});
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().kind, ErrorKind::kDevice);
    EXPECT_THAT(none.error().message, AllOf(HasSubstr("not installed"), HasSubstr("CUDA_HOME"),
                                            HasSubstr("libweft-no-nvrtc.so.13")));
}

TEST_F(NvrtcTest, AFileThatIsNoLibraryIsNamed) {
    const std::string path = write("libnvrtc.so.13", "not a library");
    const auto none = load_nvrtc({path});
    ASSERT_FALSE(none);
    EXPECT_THAT(none.error().message, AllOf(HasSubstr("cannot be used"), HasSubstr(path)));
}

#define NEEDS_NVRTC() \
    if (const auto v = nvrtc_version(); !v) GTEST_SKIP() << v.error().message

TEST_F(NvrtcTest, CompilesAndCountsResources) {
    NEEDS_NVRTC();
    const auto code = compiler()->compile(source());
    ASSERT_TRUE(code) << code.error().message;
    ASSERT_GT((*code)->cubin.size(), 4u);
    EXPECT_EQ((*code)->cubin[1], std::byte{'E'}) << "an ELF file";
    EXPECT_GT((*code)->registers, 0);
    EXPECT_EQ((*code)->stack_bytes, 0u);
    const auto big = compiler()->compile(
        source("__shared__ float s[64]; float a[99]; for (int i = 0; i < 99; ++i) a[i] = p[i];"
               "s[threadIdx.x] = a[int(p[99])]; __syncthreads(); p[0] = s[threadIdx.x ^ 1];"));
    ASSERT_TRUE(big) << big.error().message;
    EXPECT_GE((*big)->stack_bytes, 99u * sizeof(float));
    EXPECT_GE((*big)->shared_bytes, 64u * sizeof(float));
}

TEST_F(NvrtcTest, InstructionsAreCountedInWholeCubinsAlone) {
    NEEDS_NVRTC();
    const auto code = compiler()->compile(source());
    ASSERT_TRUE(code) << code.error().message;
    const std::vector<std::byte>& cubin = (*code)->cubin;
    const int instructions = instructions_in(cubin, source().symbol);
    EXPECT_EQ((*code)->instructions, instructions);
    EXPECT_GT(instructions, 4);
    EXPECT_LT(static_cast<std::size_t>(16 * instructions), cubin.size());
    const auto shorter = compiler()->compile(source("p[threadIdx.x] = p[0];"));
    ASSERT_TRUE(shorter);
    EXPECT_LT((*shorter)->instructions, instructions) << "no division";
    EXPECT_EQ(instructions_in(cubin, "another"), 0);
    EXPECT_TRUE(instructions % 8 != 0 || (*shorter)->instructions % 8 != 0)
        << "what fills code up to whole lines of 128 bytes is not counted";
    for (std::size_t size = 0; size < cubin.size(); ++size) {
        const auto end = cubin.begin() + static_cast<std::ptrdiff_t>(size);
        const int of_part = instructions_in({cubin.begin(), end}, source().symbol);
        EXPECT_TRUE(of_part == 0 || of_part == instructions) << size;
    }
}

TEST_F(NvrtcTest, StrictAndFastDiffer) {
    NEEDS_NVRTC();
    DeviceSource fast = source();
    fast.fast_math = true;
    const auto compiled = compiler();
    const auto strict_code = compiled->compile(source()), fast_code = compiled->compile(fast);
    ASSERT_TRUE(strict_code && fast_code);
    EXPECT_LT((*fast_code)->cubin.size(), (*strict_code)->cubin.size())
        << "an exact division is longer";
    EXPECT_EQ(compiled->statistics().compiled, 2);
}

TEST_F(NvrtcTest, CompilesOnceAndKeepsIt) {
    NEEDS_NVRTC();
    const auto first = compiler();
    const auto code = first->compile(source());
    ASSERT_TRUE(code);
    DeviceSource renamed = source();
    renamed.name = "another launch of the same";
    ASSERT_TRUE(first->compile(renamed));
    EXPECT_EQ(first->statistics().compiled, 1);
    EXPECT_EQ(first->statistics().from_cache, 1);

    const auto second = compiler();
    const auto again = second->compile(source());
    ASSERT_TRUE(again);
    EXPECT_EQ((*again)->cubin, (*code)->cubin);
    EXPECT_EQ((*again)->registers, (*code)->registers);
    EXPECT_EQ(second->statistics().compiled, 0);
    DeviceSource other = source();
    other.capability = 80;
    ASSERT_TRUE(second->compile(other));
    EXPECT_EQ(second->statistics().compiled, 1);
}

TEST_F(NvrtcTest, ADamagedEntryIsCompiledAgain) {
    NEEDS_NVRTC();
    ASSERT_TRUE(compiler()->compile(source()));
    ASSERT_EQ(entries(".cubin").size(), 1u);
    const auto path = entries(".cubin").front();
    std::string bytes = *read_file(path);
    bytes[bytes.size() / 2] ^= 1;
    std::ofstream(path, std::ios::binary) << bytes;
    const auto again = compiler();
    ASSERT_TRUE(again->compile(source()));
    EXPECT_EQ(again->statistics().compiled, 1);
    const auto third = compiler();
    ASSERT_TRUE(third->compile(source()));
    EXPECT_EQ(third->statistics().from_cache, 1) << "the entry was replaced";
}

TEST_F(NvrtcTest, ErrorsShowTheFunctorsOwnLine) {
    NEEDS_NVRTC();
    const auto refused = compiler()->compile(source("\n#line 41 \"mine.h\"\n  p[0] = missing;\n"));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::kCompile);
    EXPECT_THAT(refused.error().message,
                AllOf(HasSubstr("'a kernel' does not compile for sm_90"),
                      HasSubstr("mine.h:41: error: "), HasSubstr("missing")));
    EXPECT_TRUE(entries(".cubin").empty());
}

TEST_F(NvrtcTest, UnknownCapabilitiesAndKernelsAreRefused) {
    NEEDS_NVRTC();
    DeviceSource old = source();
    old.capability = 13;
    const auto refused = compiler()->compile(old);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::kDevice);
    EXPECT_THAT(refused.error().message, AllOf(HasSubstr("sm_13"), HasSubstr("sm_90")));
    DeviceSource nameless = source();
    nameless.symbol = "other";
    const auto without = compiler()->compile(nameless);
    ASSERT_FALSE(without);
    EXPECT_THAT(without.error().message, HasSubstr("no kernel other"));
}

TEST_F(NvrtcTest, SeveralThreadsMayCompile) {
    NEEDS_NVRTC();
    const auto shared = compiler();
    std::vector<std::size_t> sizes(12);
    {
        std::vector<std::jthread> threads;
        for (std::size_t t = 0; t < 4; ++t)
            threads.emplace_back([&, t] {
                for (std::size_t i = t; i < sizes.size(); i += 4) {
                    const auto code =
                        shared->compile(source("p[" + std::to_string(i % 6) + "] = 2.0f;"));
                    sizes[i] = code ? (*code)->cubin.size() : 0;
                }
            });
    }
    for (std::size_t size : sizes) EXPECT_GT(size, 0u);
    const CompileStatistics s = shared->statistics();
    EXPECT_EQ(s.compiled + s.from_cache, 12);
    EXPECT_GE(s.compiled, 6);
}

}  // namespace
}  // namespace weft
