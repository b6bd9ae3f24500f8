// What the translator says about functors outside the subset: exact text, place and remedy of each
// case in diagnostics/NAME/input.h, in expected.txt beside it.
#include <algorithm>
#include <filesystem>

#include "frontend/translate.h"
#include "golden.h"

namespace weft {
namespace {

std::vector<std::string> folders() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(WEFT_GOLDEN_DIR "/diagnostics"))
        names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

class DiagnosticsTest : public ::testing::TestWithParam<std::string> {};

TEST_P(DiagnosticsTest, NamesThePlaceAndTheRemedy) {
    const std::string folder = WEFT_GOLDEN_DIR "/diagnostics/" + GetParam();
    TranslateOptions options;
    options.header = folder + "/input.h";
    options.include_paths = {WEFT_FRAMEWORK_DIR};
    options.display_name = "input.h";
    const Result<Translation> translation = translate(options);
    ASSERT_TRUE(translation) << translation.error().message;
    EXPECT_TRUE(translation->functors.empty());
    ASSERT_FALSE(translation->diagnostics.empty());
    for (const Diagnostic& d : translation->diagnostics) {
        EXPECT_EQ(d.file, "input.h");
        EXPECT_GT(d.line, 0);
        EXPECT_GT(d.column, 0);
    }
    test::expect_golden(folder + "/expected.txt", format_diagnostics(translation->diagnostics));
}

INSTANTIATE_TEST_SUITE_P(Cases, DiagnosticsTest, ::testing::ValuesIn(folders()),
                         [](const auto& info) { return info.param; });

TEST(DiagnosticsTest, CoverManyCases) { EXPECT_GE(folders().size(), 25u); }

}  // namespace
}  // namespace weft
