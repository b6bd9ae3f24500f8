// Documents of earlier days are read as they were meant, and saved as today.
#include <filesystem>

#include "effects/builtin.h"
#include "golden/golden.h"
#include "model/editor_document.h"

namespace weft::editor {
namespace {

namespace fs = std::filesystem;
using weft::test::expect_golden;
using weft::test::golden_text;

TEST(OldDocuments, AreReadAsTheyWereMeant) {
    const Library library = builtin_library();
    int documents = 0;
    for (const fs::directory_entry& entry : fs::directory_iterator(WEFT_GOLDEN_DIR "/documents")) {
        if (entry.path().extension() != ".weft") continue;
        ++documents;
        const Result<Document> read = document_from_text(golden_text(entry.path()), library);
        ASSERT_TRUE(read) << entry.path() << ": " << read.error().message;
        const std::string saved = to_text(*read, library);
        expect_golden(fs::path(entry.path()).replace_extension(".txt"), saved);
        const Result<Document> again = document_from_text(saved, library);
        ASSERT_TRUE(again) << entry.path() << ": " << again.error().message;
        EXPECT_EQ(*again, *read) << entry.path();
    }
    EXPECT_GE(documents, 2);
}

}  // namespace
}  // namespace weft::editor
