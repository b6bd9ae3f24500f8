// Every file opens with its purpose, holds one idea, and speaks of the project alone.
#include <gtest/gtest.h>

#include <map>

#include "source_tree.h"

namespace weft::conformance {
namespace {

constexpr std::size_t kMaxLines = 500;
constexpr std::size_t kMaxColumns = 120;  // clang-format aims at 100; strings may not be broken

/// Files that are allowed to be longer, each with the reason.
const std::map<std::string, std::string>& long_files() {
    static const std::map<std::string, std::string> files = {};
    return files;
}

std::vector<SourceFile> all_sources() {
    std::vector<SourceFile> files = product_sources();
    for (const char* folder : {"tests", "samples"})
        for (SourceFile& file : read_sources(folder, {".h", ".cpp"})) files.push_back(file);
    return files;
}

/// Goldens and the strange functors that tests feed to the translator are data, not our style.
bool is_test_data(const SourceFile& file) {
    for (const char* folder : {"/data/", "/cases/", "/functors/", "/golden/"})
        if (file.path.rfind("tests/", 0) == 0 && file.path.find(folder) != std::string::npos)
            return file.path.rfind("tests/unit/functors/", 0) != 0;
    return false;
}

/// Whether a source file opens with its own header, which then speaks for it.
bool opens_with_own_header(const SourceFile& file) {
    const std::vector<Include> includes = file.includes();
    if (file.is_header() || includes.empty() || includes.front().line != 1) return false;
    return resolve(file.path, includes.front().target) ==
           file.path.substr(0, file.path.rfind('.')) + ".h";
}

TEST(FileStyle, FirstLineSaysWhatTheFileIsFor) {
    for (const SourceFile& file : all_sources()) {
        if (is_test_data(file)) continue;
        ASSERT_FALSE(file.lines.empty()) << file.path << ": the file is empty";
        const std::string& first = file.lines.front();
        EXPECT_TRUE((first.rfind("// ", 0) == 0 && first.size() > 12) ||
                    opens_with_own_header(file))
            << file.path << ":1: expected a comment that says what this file is for, or its own "
            << "header, saw: " << first;
    }
}

TEST(FileStyle, HeadersAreIncludedOnce) {
    for (const SourceFile& file : all_sources()) {
        if (!file.is_header() || is_test_data(file)) continue;
        int guards = 0;
        for (const std::string& line : file.lines) guards += line == "#pragma once";
        EXPECT_EQ(guards, 1) << file.path << ": expected exactly one #pragma once";
    }
}

TEST(FileStyle, FilesStaySmall) {
    for (const SourceFile& file : all_sources()) {
        if (long_files().count(file.path)) continue;
        EXPECT_LE(file.lines.size(), kMaxLines)
            << file.path << ": which second idea got in? Split it, or list it here with the reason";
    }
    for (const auto& [path, reason] : long_files()) {
        EXPECT_FALSE(reason.empty()) << path;
        EXPECT_TRUE(resolve("", path).has_value()) << path << " is listed here but is gone";
    }
}

TEST(FileStyle, LinesAreReadable) {
    for (const SourceFile& file : product_sources())
        for (std::size_t i = 0; i < file.lines.size(); ++i) {
            const std::string& line = file.lines[i];
            const std::string place = file.path + ":" + std::to_string(i + 1) + ": ";
            EXPECT_EQ(line.find('\t'), std::string::npos) << place << "a tab";
            EXPECT_TRUE(line.empty() || (line.back() != ' ' && line.back() != '\r'))
                << place << "blanks at the end";
            EXPECT_LE(line.size(), kMaxColumns) << place << "too long for the page";
        }
}

TEST(FileStyle, OwnHeaderComesFirst) {
    for (const SourceFile& file : product_sources()) {
        if (file.is_header()) continue;
        const std::string own = file.path.substr(0, file.path.rfind('.')) + ".h";
        bool exists = false;
        for (const SourceFile& other : product_sources()) exists |= other.path == own;
        if (!exists) continue;
        const auto includes = file.includes();
        ASSERT_FALSE(includes.empty()) << file.path << ": does not include its own header " << own;
        const auto first = resolve(file.path, includes.front().target);
        EXPECT_EQ(first.value_or(includes.front().target), own)
            << file.path << ":" << includes.front().line << ": its own header comes first";
    }
}

}  // namespace
}  // namespace weft::conformance
