// Random control flow, translated, compiled and executed: every form must give the reference's
// bits. WEFT_RANDOM_SEED chooses the first seed; a failure names the seed and leaves the header in
// its message's folder.
#include <dlfcn.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "frontend/translate.h"
#include "strangers_test/compare_forms.h"
#include "strangers_test/compile_and_load.h"
#include "strangers_test/random_functor.h"

namespace weft::test {
namespace {

/// Compiles the module as the reference is compiled.
const FunctorModule* load_module(const std::string& folder, std::string& log) {
    void* object = compile_and_load(folder, "module.cpp",
                                    WEFT_TEST_CXX " -std=c++20 -O1 -ffp-contract=off -fwrapv", log);
    if (object == nullptr) return nullptr;
    const auto get = reinterpret_cast<const FunctorModule* (*)()>(dlsym(object, kModuleSymbol));
    return get != nullptr ? get() : nullptr;
}

class RandomFunctorsTest : public ::testing::TestWithParam<int> {};

TEST_P(RandomFunctorsTest, EveryFormGivesTheReferencesBits) {
    const char* first = std::getenv("WEFT_RANDOM_SEED");
    const std::uint32_t seed =
        static_cast<std::uint32_t>((first ? std::atoi(first) : 20) + GetParam());
    const std::string folder =
        (std::filesystem::temp_directory_path() / fmt::format("weft-random-{}-{}", getpid(), seed))
            .string();
    SCOPED_TRACE(fmt::format("seed {}, in {}", seed, folder));
    std::filesystem::create_directories(folder);
    const std::string text = random_functors(seed, 12);
    std::ofstream(folder + "/random.h") << text;

    TranslateOptions options;
    options.header = folder + "/random.h";
    options.include_paths = {WEFT_TEST_FRAMEWORK};
    options.display_name = "random.h";
    const Result<Translation> translation = translate(options);
    ASSERT_TRUE(translation) << translation.error().message;
    ASSERT_TRUE(translation->diagnostics.empty()) << format_diagnostics(translation->diagnostics);
    const Result<std::string> module_text = print_module({*translation}, "");
    ASSERT_TRUE(module_text) << module_text.error().message;
    std::ofstream(folder + "/module.cpp") << *module_text;
    std::string log;
    const FunctorModule* module = load_module(folder, log);
    ASSERT_NE(module, nullptr) << "the module does not compile: " << log;
    expect_same_bits_in_every_form(*module, 8);
    expect_defined_scalar_forms(*module);
    if (!HasFailure()) std::filesystem::remove_all(folder);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomFunctorsTest, ::testing::Range(0, 6));

}  // namespace
}  // namespace weft::test
