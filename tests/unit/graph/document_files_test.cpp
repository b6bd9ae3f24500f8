// Files that documents name: written, read, and left out of the graph.
#include "graph/document_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/document.h"
#include "graph/draft.h"
#include "graph/image.h"
#include "sample_functors.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

/// A grade of a sequence, written to another.
Draft draft_with_files() {
    GraphBuilder build("graded");
    const Image input = build.input("plate");
    Image graded;
    Grade(2.0f)(input, graded);
    build.output("final", graded);
    Draft draft{build.finish(), {}};
    draft.files.reads["plate"] = {"plate.####.exr", "left", "diffuse", MissingFrames::kNearest};
    draft.files.writes["final"] = "out/final.####.exr";
    return draft;
}

TEST(DocumentFiles, AreMembersOfInputsAndOutputs) {
    const Library library = sample_library();
    const Draft draft = draft_with_files();
    const std::string text = to_document(draft, library, "");
    EXPECT_THAT(text, HasSubstr(R"({"name": "plate", "file": "plate.####.exr", "part": "left", )"
                                R"("layer": "diffuse", "missing": "nearest"})"));
    EXPECT_THAT(text, HasSubstr(R"("output": "Output", "file": "out/final.####.exr"})"));
    const Result<DraftDocument> read = draft_from_document(text, library);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->draft, draft);
    const Result<DocumentFiles> files = files_of_document(text);
    ASSERT_TRUE(files) << files.error().message;
    EXPECT_EQ(*files, draft.files);
}

TEST(DocumentFiles, AreNoPartOfTheGraph) {
    const Library library = sample_library();
    const Draft draft = draft_with_files();
    const Result<Graph> graph = from_document(to_document(draft, library, ""), library);
    ASSERT_TRUE(graph) << graph.error().message;
    EXPECT_EQ(*graph, draft.graph);
}

TEST(DocumentFiles, StayWithAnOutputThatReadsNothing) {
    const Library library = sample_library();
    Draft draft = draft_with_files();
    draft.graph.outputs[0].image = kUnconnected;
    draft.graph.outputs[0].colour = "sRGB";
    const Result<DraftDocument> read =
        draft_from_document(to_document(draft, library, "{}"), library);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->draft, draft);
}

TEST(DocumentFiles, AreBesideTheirDocument) {
    DocumentFiles files;
    files.reads["plate"] = {"plates/a.####.exr"};
    files.reads["table"] = {"ocio:sRGB:ACEScg"};
    files.writes["final"] = "/show/final.exr";
    const DocumentFiles seen = beside_document(files, "50% done/look.weft");
    EXPECT_EQ(seen.reads.at("plate").path, "50%% done/plates/a.####.exr");
    EXPECT_EQ(seen.reads.at("table").path, "ocio:sRGB:ACEScg");
    EXPECT_EQ(seen.writes.at("final"), "/show/final.exr");
    EXPECT_EQ(beside_document(files, "look.weft"), files);
}

TEST(DocumentFiles, SayWhatIsWrong) {
    const auto refused = [](const std::string& input) {
        const Result<DocumentFiles> files =
            files_of_document(R"({"inputs": [{"name": "plate", )" + input + "}]}");
        EXPECT_FALSE(files) << input;
        return files ? std::string() : files.error().message;
    };
    EXPECT_THAT(refused(R"("file": "")"), HasSubstr("input \"plate\": \"file\" is empty"));
    EXPECT_THAT(refused(R"("file": 3)"), HasSubstr("must be a text"));
    EXPECT_THAT(refused(R"("file": "a", "missing": "neerest")"),
                HasSubstr("did you mean \"nearest\""));
    EXPECT_THAT(refused(R"("layer": "diffuse")"), HasSubstr("has \"layer\", but no \"file\""));
    EXPECT_EQ(*files_of_document("no document"), DocumentFiles{});
}

}  // namespace
}  // namespace weft::test
