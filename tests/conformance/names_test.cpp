// No two headers of the product have one name, and no two types of one namespace.
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>

#include "source_tree.h"

namespace weft::conformance {
namespace {

struct Type {
    std::string name;  ///< with its namespaces: "weft::editor::Session"
    int line = 0;      ///< from 1
};

/// The classes, structs and enumerations that a source of our layout defines in namespaces with
/// names, whose braces begin and end at the first column. Leaves out specialisations, and
/// definitions of nested classes outside their class.
std::vector<Type> find_types(const std::vector<std::string>& lines) {
    static const std::regex opens(R"(namespace( [\w:]+)? \{)");
    static const std::regex closes(R"(\}  // namespace.*)");
    static const std::regex defines(
        R"((?:template <.*> )?(?:class|struct|enum|enum class) (\w+)(?: final)?(?: : .*)? ?\{.*)");
    std::vector<Type> found;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        std::smatch match;
        if (std::regex_match(lines[i], match, opens))
            names.push_back(match[1].matched ? match[1].str().substr(1) : "");
        else if (std::regex_match(lines[i], closes) && !names.empty())
            names.pop_back();
        else if (std::regex_match(lines[i], match, defines)) {
            std::string qualified;
            bool anonymous = false;
            for (const std::string& name : names) {
                qualified += name + "::";
                anonymous |= name.empty();
            }
            if (!anonymous) found.push_back({qualified + match[1].str(), static_cast<int>(i) + 1});
        }
    }
    return found;
}

/// The preamble is text of generated kernels: that of each target defines the same names.
bool is_preamble(const SourceFile& file) {
    return file.path.rfind("translator/emit/preamble/", 0) == 0;
}

TEST(Names, HeadersAreToldApart) {
    std::map<std::string, std::string> paths;
    for (const SourceFile& file : product_sources()) {
        if (!file.is_header()) continue;
        const std::string name = file.path.substr(file.path.rfind('/') + 1);
        const auto [other, is_new] = paths.emplace(name, file.path);
        EXPECT_TRUE(is_new) << file.path << " and " << other->second << " have one name";
    }
    EXPECT_GT(paths.size(), 100u) << "headers were not found: has the source tree moved?";
}

TEST(Names, TypesOfANamespaceAreToldApart) {
    std::map<std::string, std::string> places;
    for (const SourceFile& file : product_sources()) {
        if (is_preamble(file)) continue;
        for (const Type& type : find_types(file.lines)) {
            const std::string place = file.path + ":" + std::to_string(type.line);
            const auto [other, is_new] = places.emplace(type.name, place);
            EXPECT_TRUE(is_new) << place << ": " << type.name << " is defined in " << other->second
                                << " too";
        }
    }
    EXPECT_GT(places.size(), 500u) << "types were not found: has the layout of sources changed?";
}

TEST(Names, FindsTypesInNamespacesAlone) {
    const std::vector<std::string> lines = {
        "namespace weft::a {",
        "namespace {",
        "struct Local {",
        "}  // namespace",
        "class Named : public Base {",
        "    struct Inner {",
        "enum class Kind { kOne };",
        "template <class T> struct Of {",
        "struct Of<int> {",
        "struct Outer::Nested {",
        "class Declared;",
        "}  // namespace weft::a",
        "struct Global {",
    };
    std::set<std::string> names;
    for (const Type& type : find_types(lines)) names.insert(type.name);
    EXPECT_EQ(names,
              (std::set<std::string>{"weft::a::Named", "weft::a::Kind", "weft::a::Of", "Global"}));
}

}  // namespace
}  // namespace weft::conformance
