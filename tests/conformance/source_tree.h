// The project's own source files, as lines of text with their includes found.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace weft::conformance {

struct Include {
    int line = 0;  ///< from 1
    std::string target;
    bool quoted = false;  ///< "target" rather than <target>
};

struct SourceFile {
    std::string path;  ///< from the repository's root
    std::vector<std::string> lines;

    bool is_header() const;
    std::vector<Include> includes() const;
};

/// The #include lines of a text, those in comments and raw strings left out.
std::vector<Include> find_includes(const std::vector<std::string>& lines);

/// All files below the repository's `folder` whose names end in one of `endings`, sorted by path.
std::vector<SourceFile> read_sources(const std::string& folder,
                                     const std::vector<std::string>& endings);

/// The C++ files of framework/, functors/, translator/, plugins/ and the editor.
const std::vector<SourceFile>& product_sources();

/// The repository path that `file` reaches by a quoted include: beside itself, then in the include
/// roots. Nothing when there is no such file.
std::optional<std::string> resolve(const std::string& file, const std::string& target);

/// A library declared by weft_add_library(): its name, where, and what it links.
struct Library {
    std::string name;
    std::string folder;  ///< of its first source
    std::string file;    ///< the CMakeLists.txt
    int line = 0;
    bool sources_computed = false;  ///< the first source is a CMake variable
    std::vector<std::string> uses;  ///< USES and PRIVATE_USES together
};

/// The weft_add_library() calls in a CMakeLists.txt.
std::vector<Library> find_libraries(const SourceFile& cmake);

}  // namespace weft::conformance
