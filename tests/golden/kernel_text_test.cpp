// The kernel text and facts of a few functors: texts/NAME.txt is what becomes of texts/NAME.h, or of
// the stranger that is called so.
#include <algorithm>
#include <filesystem>

#include "frontend/translate.h"
#include "golden.h"

namespace weft {
namespace {

std::vector<std::string> headers() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(WEFT_GOLDEN_DIR "/texts"))
        if (entry.path().extension() == ".txt") names.push_back(entry.path().stem().string());
    std::sort(names.begin(), names.end());
    return names;
}

std::string header_of(const std::string& name) {
    const std::string own = WEFT_GOLDEN_DIR "/texts/" + name + ".h";
    return std::filesystem::exists(own) ? own : WEFT_STRANGERS_DIR "/" + name + ".h";
}

class KernelTextTest : public ::testing::TestWithParam<std::string> {};

TEST_P(KernelTextTest, IsWhatItWas) {
    TranslateOptions options;
    options.header = header_of(GetParam());
    options.include_paths = {WEFT_FRAMEWORK_DIR};
    options.display_name = GetParam() + ".h";
    const Result<Translation> translation = translate(options);
    ASSERT_TRUE(translation) << translation.error().message;
    ASSERT_TRUE(translation->diagnostics.empty()) << format_diagnostics(translation->diagnostics);
    std::string text;
    for (const TranslatedSource& f : translation->functors)
        text += facts_to_json(f.facts) + "\n" + f.scalar_text + "\n" + f.simd_text + "\n";
    test::expect_golden(WEFT_GOLDEN_DIR "/texts/" + GetParam() + ".txt", text);
    // The same input gives the same text.
    EXPECT_EQ(*translation, *translate(options));
}

INSTANTIATE_TEST_SUITE_P(Headers, KernelTextTest, ::testing::ValuesIn(headers()),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace weft
