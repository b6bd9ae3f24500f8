// The documents: the index names every page, links lead somewhere, and paths in the glossary exist.
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <set>

#include "source_tree.h"

namespace weft::conformance {
namespace {

namespace fs = std::filesystem;

/// The page without its code, where brackets are no links.
std::string text_of(const SourceFile& file) {
    static const std::regex fence(R"( *```.*)");
    std::string text;
    bool code = false;
    for (const std::string& line : file.lines) {
        if (std::regex_match(line, fence))
            code = !code;
        else if (!code)
            text += line + "\n";
    }
    return text;
}

/// The first group of every match.
std::set<std::string> found(const std::string& text, const char* expression) {
    const std::regex regex(expression);
    std::set<std::string> all;
    for (std::sregex_iterator at(text.begin(), text.end(), regex), end; at != end; ++at)
        all.insert((*at)[1]);
    return all;
}

TEST(Documents, TheIndexNamesEveryPage) {
    const std::vector<SourceFile> pages = read_sources("docs", {".md"});
    ASSERT_GT(pages.size(), 10u);
    std::set<std::string> linked;
    for (const SourceFile& page : pages)
        if (page.path == "docs/README.md") linked = found(text_of(page), R"(\]\(([^)#]+)\))");
    for (const SourceFile& page : pages) {
        const std::string name = fs::path(page.path).filename().string();
        const std::string below = fs::path(page.path).lexically_relative("docs").string();
        EXPECT_TRUE(name == "README.md" || linked.count(below) > 0)
            << page.path << " is not in docs/README.md";
    }
}

TEST(Documents, LinksLeadSomewhere) {
    int links = 0;
    for (const SourceFile& page : read_sources("docs", {".md"}))
        for (const std::string& link : found(text_of(page), R"(\]\(([^)#\s]+)[^)]*\))")) {
            if (link.find("://") != std::string::npos) continue;
            ++links;
            const fs::path path = fs::path(WEFT_SOURCE_DIR) / page.path;
            EXPECT_TRUE(fs::exists(path.parent_path() / link)) << page.path << ": " << link;
        }
    EXPECT_GT(links, 50);
}

TEST(Documents, PathsInTheGlossaryExist) {
    int paths = 0;
    for (const SourceFile& page : read_sources("docs", {"glossary.md"}))
        for (const std::string& path : found(text_of(page), "`([a-z_]+/[a-z_0-9/.]+)`")) {
            ++paths;
            bool exists = false;
            for (const char* root : {"framework", "translator", "plugins", "editor"})
                exists |= fs::exists(fs::path(WEFT_SOURCE_DIR) / root / path);
            EXPECT_TRUE(exists) << path;
        }
    EXPECT_GT(paths, 20);
}

}  // namespace
}  // namespace weft::conformance
