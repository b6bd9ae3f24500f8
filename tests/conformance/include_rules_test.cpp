// Every #include of the product obeys the table of layers, and the table itself can say no.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "layers.h"
#include "source_tree.h"

namespace weft::conformance {
namespace {

/// Whether a CMakeLists.txt at or above the file's folder names the header: then the build makes
/// it.
bool is_generated(const std::string& file, const std::string& header) {
    for (std::filesystem::path folder = std::filesystem::path(file).parent_path();;
         folder = folder.parent_path()) {
        for (const SourceFile& cmake : read_sources(folder.generic_string(), {"CMakeLists.txt"})) {
            const auto names = [&](const std::string& line) {
                return line.find(header) != std::string::npos;
            };
            if (std::any_of(cmake.lines.begin(), cmake.lines.end(), names)) return true;
        }
        if (!folder.has_parent_path()) return false;
    }
}

/// Why one library may not link another: the include rules, asked of folders.
std::optional<std::string> forbidden_link(const Library& library, const Library& used) {
    // Of plan, the frontend may include one header; to link it is to have that header's functions.
    if (library.folder == "translator/frontend" && used.folder == "framework/plan") return {};
    const std::string header = used.folder + "/x.h";
    auto why = forbidden_include(layers(), library.folder + "/x.cpp", header);
    // Where CMake computes the list of sources, they may lie in the layers below its folder.
    for (const Layer& layer : layers())
        if (library.sources_computed && layer.folder.rfind(library.folder + "/", 0) == 0 &&
            !forbidden_include(layers(), layer.folder + "/x.cpp", header))
            why.reset();
    return why;
}

TEST(IncludeRules, HoldInEveryFile) {
    int includes = 0;
    for (const SourceFile& file : product_sources()) {
        for (const Include& include : file.includes()) {
            ++includes;
            const std::string place = file.path + ":" + std::to_string(include.line) + ": ";
            if (!include.quoted) {
                if (const auto why = forbidden_external(layers(), file.path, include.target))
                    ADD_FAILURE() << place << *why;
                continue;
            }
            const auto target = resolve(file.path, include.target);
            if (!target) {
                EXPECT_TRUE(is_generated(file.path, include.target))
                    << place << "\"" << include.target
                    << "\" is neither in the project nor made by its CMake files";
                continue;
            }
            if (const auto why = forbidden_include(layers(), file.path, *target))
                ADD_FAILURE() << place << *why;
        }
    }
    EXPECT_GT(includes, 50) << "the include lines were not found: has the source tree moved?";
}

/// What is for one kind of device takes that one's plans alone.
TEST(IncludeRules, NoDeviceKnowsThePlansOfTheOther) {
    struct Side {
        std::vector<std::string> folders, others;  ///< and what its files do not include
    };
    const std::string plan = "framework/plan/";
    const Side sides[] = {
        {{"translator/passes/cpu/", "translator/emit/host/", "translator/engine/cpu/",
          "framework/runtime/cpu/"},
         {plan + "plan.h", plan + "gpu_"}},
        {{"translator/passes/gpu/", "translator/emit/cuda/", "translator/engine/cuda/",
          "translator/engine/simt/", "framework/runtime/gpu/", "framework/runtime/cuda/",
          "framework/runtime/simt/"},
         {plan + "plan.h", plan + "cpu_"}}};
    const auto begins_with_any = [](const std::string& path, const auto& prefixes) {
        return std::any_of(prefixes.begin(), prefixes.end(),
                           [&](const std::string& prefix) { return path.starts_with(prefix); });
    };
    for (const auto& [folders, others] : sides) {
        int own_plans = 0;
        for (const SourceFile& file : product_sources()) {
            if (!begins_with_any(file.path, folders)) continue;
            for (const Include& include : file.includes()) {
                const auto target = resolve(file.path, include.target);
                if (!include.quoted || !target) continue;
                own_plans += target->starts_with(plan);
                EXPECT_FALSE(begins_with_any(*target, others))
                    << file.path << ":" << include.line << " includes " << *target;
            }
        }
        EXPECT_GT(own_plans, 10) << folders.front();
    }
}

TEST(IncludeRules, SayNoToABrokenRule) {
    const auto& table = layers();
    EXPECT_TRUE(forbidden_include(table, "framework/core/a.h", "framework/support/result.h"));
    EXPECT_TRUE(forbidden_include(table, "framework/graph/a.h", "framework/plan/plan.h"));
    EXPECT_TRUE(forbidden_include(table, "functors/point/a.h", "framework/graph/graph.h"));
    EXPECT_TRUE(forbidden_include(table, "functors/point/a.h", "functors/effects/builtin.h"));
    EXPECT_TRUE(forbidden_include(table, "translator/passes/a.cpp", "translator/emit/emit.h"));
    EXPECT_TRUE(forbidden_include(table, "translator/frontend/a.cpp", "framework/plan/plan.h"));
    EXPECT_TRUE(
        forbidden_include(table, "translator/compile/a.cpp", "translator/frontend/translate.h"));
    EXPECT_TRUE(
        forbidden_include(table, "translator/compile/a.cpp", "translator/compile/worker/a.h"));
    EXPECT_TRUE(
        forbidden_include(table, "translator/engine/a.cpp", "translator/frontend/translate.h"));
    EXPECT_TRUE(forbidden_include(table, "framework/runtime/a.cpp", "plugins/cli/main.h"));
    EXPECT_TRUE(forbidden_include(table, "nowhere/a.cpp", "framework/core/types.h"));
    EXPECT_TRUE(forbidden_external(table, "framework/core/a.h", "vector"));
    EXPECT_TRUE(forbidden_external(table, "functors/point/a.h", "cmath"));
    EXPECT_TRUE(forbidden_external(table, "translator/passes/a.cpp", "llvm/ADT/StringRef.h"));
    EXPECT_TRUE(forbidden_external(table, "framework/runtime/a.cpp", "OpenImageIO/imageio.h"));
}

TEST(IncludeRules, AllowWhatTheyShould) {
    const auto& table = layers();
    EXPECT_FALSE(forbidden_include(table, "framework/graph/a.h", "framework/core/types.h"));
    EXPECT_FALSE(forbidden_include(table, "translator/frontend/a.cpp", "framework/plan/facts.h"));
    EXPECT_FALSE(forbidden_include(table, "functors/effects/a.cpp", "functors/point/sum.h"));
    EXPECT_FALSE(forbidden_include(table, "plugins/cli/a.cpp", "translator/engine/engine.h"));
    EXPECT_FALSE(forbidden_include(table, "plugins/cli/a.cpp", "functors/effects/builtin.h"));
    EXPECT_FALSE(forbidden_external(table, "framework/graph/a.h", "vector"));
    EXPECT_FALSE(forbidden_external(table, "translator/frontend/a.cpp", "clang/AST/Decl.h"));
}

TEST(IncludeRules, LinkedLibrariesMirrorThem) {
    std::vector<Library> libraries;
    for (const char* folder : {"framework", "functors", "translator", "editor", "plugins"})
        for (const SourceFile& cmake : read_sources(folder, {"CMakeLists.txt"}))
            for (const Library& library : find_libraries(cmake)) libraries.push_back(library);
    EXPECT_GE(libraries.size(), 3u) << "weft_add_library() calls were not found";
    for (const Library& library : libraries) {
        const std::string place = library.file + ":" + std::to_string(library.line) + ": ";
        for (const std::string& used : library.uses) {
            const auto other = std::find_if(libraries.begin(), libraries.end(),
                                            [&](const Library& l) { return l.name == used; });
            if (other == libraries.end() || other->folder == library.folder) continue;
            if (const auto why = forbidden_link(library, *other))
                ADD_FAILURE() << place << library.name << " links " << used << ", but " << *why;
        }
    }
}

TEST(SourceTree, FindsIncludesOutsideCommentsAndStrings) {
    const auto found =
        find_includes({"#include <vector>", "// #include \"a.h\"", "/*", "#include \"b.h\"", "*/",
                       "auto s = R\"(", "#include \"c.h\"", ")\";", "  # include \"d.h\"  // why"});
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0].target, "vector");
    EXPECT_FALSE(found[0].quoted);
    EXPECT_EQ(found[1].target, "d.h");
    EXPECT_EQ(found[1].line, 9);
}

TEST(SourceTree, FindsLibraries) {
    const SourceFile cmake{
        "translator/x/CMakeLists.txt",
        {"# weft_add_library(no)", "weft_add_library(weft_x", "  SOURCES deep/a.cpp b.cpp",
         "  USES weft_plan # why", "  PRIVATE_USES fmt::fmt)", "other(weft_y)"}};
    const auto found = find_libraries(cmake);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].name, "weft_x");
    EXPECT_EQ(found[0].folder, "translator/x/deep");
    EXPECT_EQ(found[0].uses, (std::vector<std::string>{"weft_plan", "fmt::fmt"}));
}

}  // namespace
}  // namespace weft::conformance
