// Compiles generated C++ by a compiler of this machine, and loads it.
#include "strangers_test/compile_and_load.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

namespace weft::test {
namespace {

/// What a compiler's command begins with. Contents count alone, whenever a header was written.
std::string by_ccache() {
    const std::string program = WEFT_TEST_CCACHE;
    if (program.empty()) return "";
    return "CCACHE_SLOPPINESS=include_file_ctime,include_file_mtime " + program;
}

}  // namespace

void* compile_and_load(const std::string& folder, const std::string& source,
                       const std::string& compiler, std::string& log) {
    namespace fs = std::filesystem;
    // By links, no path names the folder or the checkout: to ccache they are the same everywhere.
    const std::pair<const char*, const char*> headers[] = {{"framework", WEFT_TEST_FRAMEWORK},
                                                           {"translator", WEFT_TEST_TRANSLATOR},
                                                           {"tests", WEFT_TEST_FOLDER}};
    for (const auto& [name, place] : headers)
        if (!fs::exists(fs::path(folder) / name))
            fs::create_directory_symlink(place, fs::path(folder) / name);
    const std::string command = fmt::format(
        "cd {} && ulimit -t 240 && {{ {} {} -fPIC -w -I. -Iframework -Itranslator -Itests -c {} -o "
        "object.o && {} -shared object.o -o object.so; }} > log 2>&1",
        folder, by_ccache(), compiler, source, compiler);
    const int status = std::system(command.c_str());
    std::ostringstream said;
    said << std::ifstream(folder + "/log").rdbuf();
    log = said.str().substr(0, 6000);
    return status == 0 ? dlopen((folder + "/object.so").c_str(), RTLD_NOW | RTLD_LOCAL) : nullptr;
}

}  // namespace weft::test
