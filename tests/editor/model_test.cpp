// Documents of the editor: their text, their layout, and the graphs that render.
#include "model/editor_document.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "documents.h"
#include "graph/document.h"
#include "model/costs.h"
#include "model/tidy.h"

namespace weft::editor {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

TEST(EditorDocument, SavedTwiceIsTheSameBytes) {
    int documents = 0;
    for (const fs::directory_entry& entry : fs::directory_iterator(WEFT_DOCUMENTS)) {
        if (entry.path().extension() != ".weft") continue;
        ++documents;
        const Result<Document> read = document_from_text(text_of(entry.path()), library());
        ASSERT_TRUE(read) << entry.path() << ": " << read.error().message;
        const std::string saved = to_text(*read, library());
        const Result<Document> again = document_from_text(saved, library());
        ASSERT_TRUE(again) << again.error().message;
        EXPECT_EQ(*again, *read);
        EXPECT_EQ(to_text(*again, library()), saved);
        // What renders is what it was.
        EXPECT_EQ(*from_document(saved, library()),
                  *from_document(text_of(entry.path()), library()));
    }
    EXPECT_GE(documents, 3);
}

TEST(EditorDocument, KeepsWhatIsUnfinishedDisabledAndShown) {
    Document document = chain();
    document = add_node(document, library(), "Merge", {400, 0})->document;
    document = set_picture(document, "input", "plate.exr");
    document = *toggle_disabled(document, library(), {named(document, "invert1")});
    const Result<Document> read = document_from_text(to_text(document, library()), library());
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, document);
    EXPECT_EQ(from_document(to_text(document, library()), library())->nodes.size(), 1u);
}

TEST(EditorDocument, OneParameterIsOneLine) {
    const Document before = chain();
    const Document after = *set(before, library(), "exposure1.stops", "1.5");
    const std::string a = to_text(before, library()), b = to_text(after, library());
    const auto lines = [](const std::string& text) {
        std::vector<std::string> all;
        std::istringstream stream(text);
        for (std::string line; std::getline(stream, line);) all.push_back(line);
        return all;
    };
    ASSERT_EQ(lines(a).size(), lines(b).size());
    int differing = 0;
    for (std::size_t i = 0; i < lines(a).size(); ++i) differing += lines(a)[i] != lines(b)[i];
    EXPECT_EQ(differing, 1);
}

TEST(EditorDocument, RefusesMistakesInWhatIsItsOwn) {
    const std::string text = to_text(chain(), library());
    const auto with = [&](const std::string& from, const std::string& to) {
        std::string changed = text;
        changed.replace(changed.find(from), from.size(), to);
        const Result<Document> read = document_from_text(changed, library());
        return read ? std::string("read") : read.error().message;
    };
    EXPECT_EQ(with("{\"node\": 1, \"at\"", "{\"node\": 9, \"at\""),
              "an node in \"editor\": there is no node 9");
    EXPECT_EQ(with("\"at\": [0, 0]", "\"at\": [0]"),
              "an input in \"editor\": \"at\" must be two whole numbers");
    EXPECT_EQ(with("\"editor\": {", "\"editor\": {\n    \"zoom\": 2,").rfind("\"editor\"", 0), 0u);
}

TEST(EditorDocument, ViewsAnyPicture) {
    const Document document = chain();
    const Result<Graph> graph =
        viewed(document, library(), shown_by(document, named(document, "exposure1")));
    ASSERT_TRUE(graph) << graph.error().message;
    ASSERT_EQ(graph->outputs.size(), 1u);
    EXPECT_EQ(graph->outputs[0].image, (ImageId{NodeId{0}, 0}));
    EXPECT_FALSE(viewed(document, library(), kUnconnected));
}

TEST(Costs, AddUp) {
    const NodeId blur{1}, grade{2};
    const Costs costs{{{{}, "reading input", 1.0},
                       {blur, "", 2.0},
                       {grade, "", 1.0},
                       {blur, "", 3.0},  // in a second kernel
                       {{}, "reading input", 1.0}},
                      5.0};
    EXPECT_DOUBLE_EQ(total(costs), 8.0);
    const std::vector<CostLine> lines = bill(costs);
    ASSERT_EQ(lines.size(), 3u);
    EXPECT_EQ(lines[0].node, blur);
    EXPECT_DOUBLE_EQ(lines[0].seconds, 5.0);
    EXPECT_EQ(lines[1].what, "reading input");
    EXPECT_EQ(shares(costs), (std::map<NodeId, double>{{blur, 0.625}, {grade, 0.125}}));
    EXPECT_TRUE(bill({}).empty());
    EXPECT_EQ(shares({{{blur, "", 0.0}}, 0.0}).at(blur), 0.0) << "too fast for the clock";
}

TEST(Tidy, LeavesRoomAndRunsDownwards) {
    for (const char* name : {"degrain", "harris", "local-laplacian-halide", "camera-pipe"}) {
        const Effect* effect = find_effect(name);
        if (!effect) continue;
        const Document document = document_of(effect->build());
        for (const Wire& wire : wires(document))
            EXPECT_LT(document.places.at(source(wire.from)).y, document.places.at(wire.to).y);
        for (const auto& [a, at] : document.places)
            for (const auto& [b, other] : document.places)
                EXPECT_TRUE(a == b || at.y != other.y ||
                            std::abs(at.x - other.x) >= kColumnPitch - kGrid)
                    << name << ": " << name_of(document, a) << " and " << name_of(document, b);
    }
}

}  // namespace
}  // namespace weft::editor
