// What the tests of the compiler share: a folder of their own and compilers that use it.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compile/host_compiler.h"
#include "scratch_folder.h"

namespace weft::test {

class CompileTest : public ::testing::Test {
  protected:
    /// The real worker, and a cache of this test's own.
    CompilerOptions options() const {
        CompilerOptions o;
        o.worker = WEFT_CC_PATH;
        o.cache_dir = cache();
        o.timeout = std::chrono::seconds(60);
        return o;
    }

    std::string cache() const { return folder_.path("cache"); }

    std::vector<std::filesystem::path> entries(const std::string& extension = ".so") const {
        std::vector<std::filesystem::path> found;
        if (std::filesystem::is_directory(cache()))
            for (const auto& item : std::filesystem::directory_iterator(cache()))
                if (item.path().extension() == extension) found.push_back(item.path());
        return found;
    }

    std::string write(const std::string& name, const std::string& text) const {
        const std::string path = folder_.path(name);
        test::write_text(path, text);
        return path;
    }

    /// A compiler that lets everyone wait for so many seconds before it starts.
    std::string slow_worker(const char* seconds) const {
        const std::string script = write("slow-weft-cc", std::string("#!/bin/sh\nsleep ") +
                                                             seconds + "\nexec " WEFT_CC_PATH "\n");
        std::filesystem::permissions(script, std::filesystem::perms::owner_all);
        return script;
    }

    /// One that does so until there is a file `go`.
    std::string held_worker() const {
        const std::string script =
            write("held-weft-cc", "#!/bin/sh\nuntil [ -e " + folder_.path("go") +
                                      " ]; do sleep 0.01; done\nexec " WEFT_CC_PATH "\n");
        std::filesystem::permissions(script, std::filesystem::perms::owner_all);
        return script;
    }
    void let_workers_go() const { write("go", ""); }

    test::ScratchFolder folder_;
};

/// A kernel with the C symbol `answer` that returns `value`.
inline HostSource answer_source(int value) {
    return {"answer",
            "extern \"C\" int answer() { return " + std::to_string(value) + "; }",
            "native",
            false,
            {}};
}

/// Calls `int answer()` of a loaded object.
inline int call_answer(const LoadedObject& object) {
    auto* answer = reinterpret_cast<int (*)()>(object.symbol("answer"));
    return answer ? answer() : -1;
}

}  // namespace weft::test
