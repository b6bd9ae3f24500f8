// Formats: names, sizes, and the member of documents.
#include "graph/format.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/document.h"
#include "graph/draft.h"
#include "graph/image.h"
#include "sample_functors.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

TEST(Format, IsFoundByNameInAnyCaseAndBySize) {
    EXPECT_EQ(*format_named("uhd 4k"), (Format{"UHD 4K", 3840, 2160}));
    EXPECT_EQ(*format_named("3840x2160"), (Format{"UHD 4K", 3840, 2160}));
    EXPECT_EQ(*format_named("2063 x 1545"), (Format{"", 2063, 1545}));
    EXPECT_EQ(to_text(*format_named("hd 1080")), "HD 1080 (1920 x 1080)");
    EXPECT_EQ(to_text(Format{"", 20, 10}), "20 x 10");
    for (const Format& format : named_formats()) {
        EXPECT_EQ(*format_named(format.name), format);
        EXPECT_EQ(*format_named(to_text(Format{"", format.width, format.height})), format);
    }
}

TEST(Format, ErrorsSayWhatThereIs) {
    const auto message = [](const char* text) { return format_named(text).error().message; };
    EXPECT_THAT(message("UHD 4"), HasSubstr("(did you mean \"UHD 4K\"?): name one of Square 1K"));
    for (const char* text : {"", "1920", "1920x", "x1080", "1920x1080x3", "-5x", "axb"})
        EXPECT_THAT(message(text), HasSubstr("there is no format")) << text;
    EXPECT_THAT(message("1920x0"), HasSubstr("a side of 0: sides are from 1 to 65536"));
    EXPECT_THAT(message("65537x1"), HasSubstr("a side of 65537"));
}

TEST(Format, IsSavedWithADraft) {
    const Library library = sample_library();
    GraphBuilder build("chain");
    const Image input = build.input("input");
    Image output;
    Grade(2.0f)(input, output);
    build.output("output", output);
    Draft draft{build.finish(), {}};
    const std::string plain = to_document(draft, library, "");
    EXPECT_FALSE(format_of_document(plain)->has_value());
    for (const Format& format : {Format{"HD 1080", 1920, 1080}, Format{"", 7, 5}}) {
        draft.format = format;
        const std::string text = to_document(draft, library, "");
        const Result<DraftDocument> read = draft_from_document(text, library);
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(read->draft, draft);
        EXPECT_EQ(**format_of_document(text), format);
        EXPECT_EQ(*from_document(text, library), draft.graph);
    }
}

TEST(Format, OfADocumentIsChecked) {
    for (const auto& [format, words] :
         {std::pair(R"({"width": 5, "height": 0})", "\"height\" must be from 1 to 65536"),
          std::pair(R"({"width": 5, "height": 5, "depth": 5})", "depth"),
          std::pair(R"("HD 1080")", "format")}) {
        const Result<std::optional<Format>> read =
            format_of_document(std::string(R"({"weft": 2, "format": )") + format + "}");
        ASSERT_FALSE(read) << format;
        EXPECT_THAT(read.error().message, HasSubstr(words));
    }
    EXPECT_FALSE(format_of_document("no document")->has_value());
}

}  // namespace
}  // namespace weft::test
