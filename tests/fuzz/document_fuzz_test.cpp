// Damaged effect documents: each either loads as a valid graph or gives an error, never a crash.
#include <gtest/gtest.h>

#include <set>

#include "graph/document.h"
#include "graph/document_outline.h"
#include "random_graph.h"

namespace weft::test {
namespace {

int draw(std::mt19937& random, std::size_t count) {
    return std::uniform_int_distribution<int>(0,
                                              count == 0 ? 0 : static_cast<int>(count) - 1)(random);
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
        lines.push_back(text.substr(at, end - at));
        at = end;
    }
    return lines;
}

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line;
    return text;
}

/// One change to a document: of bytes, of tokens, or of whole lines.
std::string damaged(const std::string& text, const std::string& other, std::mt19937& random) {
    static const char* const kTokens[] = {
        "-1",         "0",           "1",           "2147483648", "1e39",
        "1e-60",      "-0.0",        "0.5",         "\"\"",       "null",
        "true",       "[]",          "{}",          "\"inf\"",    "\"nan\"",
        "[[1, 2]]",   "\"Box\"",     "\"Smooth\"",  "\"Wide\"",   "\"Reverse\"",
        "\"Output\"", "\"Low\"",     "\"input0\"",  "\"mirror\"", "\"axis\"",
        "\"radius\"", "\"\\u0000\"", "\"\\ud800\"", "\"a.b\"",    "99999999999999999999"};
    std::string result = text;
    const std::size_t at = static_cast<std::size_t>(draw(random, text.size()));
    std::vector<std::string> lines = lines_of(text);
    const auto line = static_cast<std::size_t>(draw(random, lines.size()));
    switch (draw(random, 9)) {
        case 0: result[at] = static_cast<char>(draw(random, 256)); return result;
        case 1: return result.erase(at, static_cast<std::size_t>(draw(random, 20)));
        case 2: return result.insert(at, 1, "{}[]\",:0-.e\\\0\n"[draw(random, 14)]);
        case 3: return result.substr(0, at);
        case 4:
            lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(line));
            return joined(lines);
        case 5:
            std::swap(lines[line], lines[static_cast<std::size_t>(draw(random, lines.size()))]);
            return joined(lines);
        case 6:
            lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(line),
                         lines[static_cast<std::size_t>(draw(random, lines.size()))]);
            return joined(lines);
        case 7: {
            // A line of another document: a valid fact at the wrong place.
            const std::vector<std::string> more = lines_of(other);
            lines[line] = more[static_cast<std::size_t>(draw(random, more.size()))];
            return joined(lines);
        }
        default: break;
    }
    // Another value for a member.
    const std::size_t colon = text.find(": ", at);
    if (colon == std::string::npos) return result;
    const std::size_t end = text.find_first_of(",}\n", colon);
    return result.replace(colon + 2, end - colon - 2, kTokens[draw(random, std::size(kTokens))]);
}

TEST(DocumentFuzz, DamagedDocumentsLoadOrGiveAnError) {
    const Library library = sample_library();
    const std::uint32_t seed = test_seed();
    std::mt19937 random(seed);
    int loaded = 0;
    std::set<std::string> kinds;
    std::string other = to_document(random_graph(random), library);
    for (int i = 0; i < 20000; ++i) {
        const std::string sound = to_document(random_graph(random, 4), library);
        std::string text = sound;
        for (int n = draw(random, 2); n >= 0 && !text.empty(); --n)
            text = damaged(text, other, random);
        other = sound;
        SCOPED_TRACE("seed " + std::to_string(seed) + ", round " + std::to_string(i) + ":\n" +
                     text);
        const Result<Graph> graph = from_document(text, library);
        // Whatever loads says what it is before it does; whatever does not is refused in words.
        const Result<DocumentOutline> outline = outline_of_document(text);
        if (graph) {
            ASSERT_TRUE(outline);
            ASSERT_EQ(outline->nodes.size(), graph->nodes.size());
        }
        ASSERT_TRUE(outline || outline.error().kind == ErrorKind::kDocument);
        if (!graph) {
            const std::string& message = graph.error().message;
            ASSERT_EQ(graph.error().kind, ErrorKind::kDocument);
            ASSERT_FALSE(message.empty());
            ASSERT_EQ(message.find('\n'), std::string::npos) << message;
            ASSERT_LT(message.size(), 1000u);
            // Messages by their words: names and numbers stand between quotes or are digits.
            std::string kind;
            bool quoted = false;
            for (const char c : message) {
                quoted ^= c == '"';
                if (!quoted && (c < '0' || c > '9')) kind += c;
            }
            kinds.insert(kind);
            continue;
        }
        ++loaded;
        ASSERT_TRUE(validate(*graph, library));
        const Result<Graph> again = from_document(to_document(*graph, library), library);
        ASSERT_TRUE(again) << again.error().message;
        ASSERT_EQ(*again, *graph);
    }
    // The damage must get past the parser, and some of it must be harmless.
    EXPECT_GT(loaded, 400) << "seed " << seed;
    EXPECT_GT(kinds.size(), 40u) << "seed " << seed;
    RecordProperty("loaded", loaded);
    RecordProperty("kinds", static_cast<int>(kinds.size()));
}

}  // namespace
}  // namespace weft::test
