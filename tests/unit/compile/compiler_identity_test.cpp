// Cached code is that of the compiler at hand: of its bytes and its libraries, wherever they lie.
#include "compile/compiler_identity.h"

#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "compile/file_bytes.h"
#include "compile/host_compiler.h"
#include "compile/kernel_store.h"
#include "compile/shared_libraries.h"
#include "compile_fixture.h"

namespace weft {
namespace {

using test::answer_source;
using test::call_answer;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

constexpr const char* kCopy = R"(#include "core/functor.h"

/// Copies every sample.
class Copy : public weft::Functor<Copy, weft::eParallel> {
    weft::Indexer<weft::eInput, weft::eComponent> Input;
    weft::Indexer<weft::eOutput, weft::eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    void Kernel() { Output() = Input(); }
};
)";

class CompilerIdentityTest : public test::CompileTest {
  protected:
    /// A copy of the worker in the folder `name`, with `more` at its end.
    std::string copy_of_worker(const std::string& name, const std::string& more = "") const {
        const fs::path folder = folder_.path(name);
        fs::create_directories(folder / "bin");
        fs::create_directories(folder / "include");
        fs::create_directory_symlink(WEFT_FRAMEWORK_DIR, folder / "include/weft");
        const std::string path = folder / "bin/weft-cc";
        fs::copy_file(WEFT_CC_PATH, path);
        std::ofstream(path, std::ios::app | std::ios::binary) << more;
        return path;
    }

    std::unique_ptr<HostCompiler> compiler_of(const std::string& worker) const {
        CompilerOptions o = options();
        o.worker = worker;
        return make_host_compiler(o);
    }

    /// A worker that says when it starts, and is otherwise the real one; of another identity for
    /// each `version`.
    std::string script(const std::string& name, const std::string& version) const {
        const std::string path =
            write(name, "#!/bin/sh\n# " + version + "\necho " + version + " >> " +
                            folder_.path("starts") + "\nexec " WEFT_CC_PATH "\n");
        fs::permissions(path, fs::perms::owner_all);
        return path;
    }

    /// How many compiles it takes `worker` to give a kernel and a module of functors.
    int compiles(const std::string& worker) const {
        const auto compiler = compiler_of(worker);
        const auto kernel = compiler->compile(answer_source(3));
        const auto module = compiler->compile_functors({"copy.h", kCopy});
        EXPECT_TRUE(kernel && call_answer(**kernel) == 3);
        EXPECT_TRUE(module) << module.error().message;
        return compiler->statistics().compiled;
    }
};

TEST_F(CompilerIdentityTest, CopiesShareWhatTheyCompiled) {
    EXPECT_EQ(compiles(WEFT_CC_PATH), 2);
    EXPECT_EQ(compiles(copy_of_worker("elsewhere")), 0);
    EXPECT_EQ(entries().size(), 2u);
}

TEST_F(CompilerIdentityTest, WorkersOfOtherBytesShareNothing) {
    EXPECT_EQ(compiles(WEFT_CC_PATH), 2);
    const std::string newer = copy_of_worker("newer", "x");
    EXPECT_EQ(compiles(newer), 2) << "a newer weft-cc loads no code of an older one";
    EXPECT_EQ(compiles(newer), 0);
    EXPECT_EQ(compiles(WEFT_CC_PATH), 0) << "and leaves it its own";
    EXPECT_EQ(entries().size(), 4u);
}

TEST_F(CompilerIdentityTest, AWorkerThatIsReplacedIsNotAskedAgain) {
    const std::string worker = script("weft-cc", "old");
    const auto compiler = compiler_of(worker);
    ASSERT_TRUE(compiler->compile(answer_source(1)));
    fs::rename(script("newer-weft-cc", "new"), worker);
    for (const int answer : {1, 2}) ASSERT_TRUE(compiler->compile(answer_source(answer)));
    EXPECT_EQ(compiler->statistics().compiled, 3);
    EXPECT_EQ(compiler->statistics().from_cache, 0);
    EXPECT_EQ(test::read_text(folder_.path("starts")), "old\nnew\n");

    const auto next = compiler_of(worker);
    for (const int answer : {1, 2}) ASSERT_TRUE(next->compile(answer_source(answer)));
    EXPECT_EQ(next->statistics().compiled, 0) << "what the new one made is kept as its own";
    fs::rename(script("older-weft-cc", "old"), worker);
    for (const int answer : {1, 2}) ASSERT_TRUE(next->compile(answer_source(answer)));
    EXPECT_EQ(next->statistics().compiled, 1) << "as is what the old one made, which is 1";
}

TEST_F(CompilerIdentityTest, AWorkerThatIsGoneIsMissedByWhatIsNew) {
    const std::string worker = script("weft-cc", "only");
    const auto before = compiler_of(worker), idle = compiler_of(worker);
    ASSERT_TRUE(before->compile(answer_source(1)));
    ASSERT_TRUE(idle->compile(answer_source(1)));
    fs::remove(worker);
    EXPECT_TRUE(idle->compile(answer_source(1))) << "what was compiled still serves";
    const auto unknown = idle->compile(answer_source(2));
    ASSERT_FALSE(unknown);
    EXPECT_THAT(unknown.error().message, HasSubstr("'" + worker + "' is missing"));
    EXPECT_TRUE(before->compile(answer_source(2))) << "whose worker has been started";
    const auto later = compiler_of(worker)->compile(answer_source(1));
    ASSERT_FALSE(later) << "who never saw it cannot know whose code is in the cache";
    EXPECT_THAT(later.error().message, HasSubstr("'" + worker + "' is missing"));
}

TEST_F(CompilerIdentityTest, LibrariesOfTheWorkerCount) {
    const std::string worker = copy_of_worker("copy");
    const std::string identity = compiler_identity(worker);
    EXPECT_EQ(identity, compiler_identity(WEFT_CC_PATH));
    const NeededLibraries needed = needed_libraries(worker);
    EXPECT_THAT(needed.folders, ::testing::Contains("$ORIGIN/lib"));
    const auto& names = needed.names;
    const auto llvm = std::find_if(names.begin(), names.end(), [](const std::string& name) {
        return name.starts_with("libLLVM");
    });
    ASSERT_NE(llvm, names.end());
    const auto found = find_library(*llvm, needed.folders, worker);
    ASSERT_TRUE(found);

    // Where bundles have theirs.
    const std::string folder = folder_.path("copy/bin/lib"), library = folder + "/" + *llvm;
    fs::create_directory(folder);
    fs::create_symlink(*found, library);
    EXPECT_EQ(find_library(*llvm, needed.folders, worker), library);
    const std::string moved = copy_of_worker("moved");  // whatever is known of the first
    fs::create_directory_symlink(folder, folder_.path("moved/bin/lib"));
    EXPECT_EQ(compiler_identity(moved), identity) << "the same library, elsewhere";
    fs::remove(library);
    fs::copy_file(WEFT_CC_PATH, library);  // some other ELF file
    EXPECT_NE(compiler_identity(moved), identity);
    write("copy/bin/lib/" + *llvm, "what no process can load is passed over");
    EXPECT_EQ(compiler_identity(moved), identity);
}

TEST_F(CompilerIdentityTest, LibrariesAreWhatTheirLinkerSays) {
    EXPECT_EQ(library_identity(folder_.path("missing")), "");
    const std::string text = write("library.so", "no library");
    const std::string identity = library_identity(text);
    EXPECT_THAT(identity, ::testing::StartsWith("10 "));
    write("library.so", "still none");
    fs::last_write_time(text, fs::last_write_time(text) + std::chrono::seconds(1));
    EXPECT_NE(library_identity(text), identity);
    const auto libc = find_library("libc.so.6", {}, WEFT_CC_PATH);
    ASSERT_TRUE(libc) << "by the linker's own list, or where libraries usually are";
    const std::string id = library_identity(*libc);
    fs::copy_file(*libc, folder_.path("copy.so"));
    fs::last_write_time(folder_.path("copy.so"), fs::file_time_type::clock::now());
    EXPECT_EQ(library_identity(folder_.path("copy.so")), id) << "copies are alike";
}

TEST_F(CompilerIdentityTest, ProgramsThatAreCutShortNeedNothing) {
    const std::string program = *read_file("/proc/self/exe");
    EXPECT_FALSE(needed_libraries("/proc/self/exe").names.empty());
    for (const std::size_t size : {0, 3, 63, 64, 100, 200, 1000}) {
        const std::string path = write("part", program.substr(0, size));
        EXPECT_TRUE(needed_libraries(path).names.empty()) << size;
        EXPECT_NE(compiler_identity(path), "");
    }
    EXPECT_TRUE(needed_libraries(script("weft-cc", "text")).names.empty());
    EXPECT_EQ(compiler_identity(folder_.path("missing")), "");
}

TEST_F(CompilerIdentityTest, WhatIsKeptForAStoreServesWithoutACompiler) {
    CompilerOptions o = options();
    o.for_store = true;
    ASSERT_TRUE(make_host_compiler(o)->compile(answer_source(4)));
    const auto store = make_kernel_store(cache(), "was not compiled ahead of time");
    const auto object = store->compile(answer_source(4));
    ASSERT_TRUE(object) << object.error().message;
    EXPECT_EQ(call_answer(**object), 4);
    const auto other = store->compile(answer_source(5));
    ASSERT_FALSE(other);
    EXPECT_EQ(other.error().message, "was not compiled ahead of time");
    EXPECT_EQ(compiles(WEFT_CC_PATH), 2) << "who knows the compiler takes nothing from there";
}

}  // namespace
}  // namespace weft
