// The sample documents can be read, and those written by Weft are what Weft writes.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "effects/builtin.h"
#include "graph/document.h"

namespace weft {
namespace {

namespace fs = std::filesystem;
const fs::path kFolder = WEFT_DOCUMENTS;

std::string text_of(const fs::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

TEST(SampleDocuments, AreValid) {
    const Library library = builtin_library();
    int documents = 0;
    for (const fs::directory_entry& entry : fs::directory_iterator(kFolder)) {
        if (entry.path().extension() != ".weft") continue;
        ++documents;
        const Result<Graph> graph = from_document(text_of(entry.path()), library);
        ASSERT_TRUE(graph) << entry.path() << ": " << graph.error().message;
        EXPECT_EQ(graph->name, entry.path().stem().string());
        const Result<Graph> again = from_document(to_document(*graph, library), library);
        ASSERT_TRUE(again) << again.error().message;
        EXPECT_EQ(*again, *graph) << entry.path();
    }
    EXPECT_GE(documents, 3);
}

/// With WEFT_UPDATE_SAMPLES set, writes the document instead.
TEST(SampleDocuments, DegrainIsTheBuiltInEffect) {
    const Library library = builtin_library();
    const Effect* effect = find_effect("degrain");
    ASSERT_NE(effect, nullptr);
    const std::string expected = to_document(effect->build(), library);
    const fs::path path = kFolder / "degrain.weft";
    if (std::getenv("WEFT_UPDATE_SAMPLES")) std::ofstream(path) << expected;
    EXPECT_TRUE(text_of(path) == expected)
        << path << " is no longer what Weft writes for its own degrain. If that is meant, run this "
        << "program with WEFT_UPDATE_SAMPLES=1 and read the difference.";
}

}  // namespace
}  // namespace weft
