// Loading compiled code from files, from memory, and through temporary files.
#include "compile/load_object.h"

#include <fcntl.h>

#include "compile/cpu_identity.h"
#include "compile/file_bytes.h"
#include "compile_fixture.h"

namespace weft {
namespace {

using test::answer_source;
using test::call_answer;
using ::testing::HasSubstr;

class LoadObjectTest : public test::CompileTest {
  protected:
    /// The bytes of a shared object whose answer() is 9.
    std::string object_bytes() {
        const auto object = make_host_compiler(options())->compile(answer_source(9));
        EXPECT_TRUE(object);
        EXPECT_EQ(entries().size(), 1u);
        return *read_file(entries().at(0).string());
    }

    static OpenFile open_to_read(const std::string& path) {
        return OpenFile(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    }

    void set_temporary_folder(const std::string& path) { setenv("TMPDIR", path.c_str(), 1); }
    void TearDown() override { unsetenv("TMPDIR"); }
};

TEST_F(LoadObjectTest, EveryWayLeadsToTheCode) {
    const std::string bytes = object_bytes();
    set_temporary_folder(folder_.folder().string());
    const auto from_file = load_file(open_to_read(entries().at(0).string()));
    const auto from_memory = load_bytes(bytes);
    const auto through_file = load_through_temporary_file(bytes);
    for (const auto* loaded : {&from_file, &from_memory, &through_file}) {
        ASSERT_TRUE(*loaded) << loaded->error().message;
        EXPECT_EQ(call_answer(***loaded), 9);
    }
    int left = 0;
    for (const auto& item : std::filesystem::directory_iterator(folder_.folder()))
        left += item.is_regular_file();
    EXPECT_EQ(left, 0) << "temporary files are removed at once";
}

/// The descriptors of both have the same number, and both objects are in use.
TEST_F(LoadObjectTest, EachDescriptorsObjectIsItsOwn) {
    std::vector<std::shared_ptr<LoadedObject>> loaded;
    for (int answer = 0; answer < 40; ++answer) {
        const auto compiled = make_host_compiler(options())->compile(answer_source(answer));
        ASSERT_TRUE(compiled) << compiled.error().message;
        loaded.push_back(*compiled);
    }
    for (int answer = 0; answer < 40; ++answer)
        EXPECT_EQ(call_answer(*loaded[static_cast<std::size_t>(answer)]), answer);
}

TEST_F(LoadObjectTest, WhatCannotBeLoadedIsAnError) {
    for (const auto& loaded :
         {load_file(OpenFile()), load_bytes("no object at all"), load_bytes("")}) {
        ASSERT_FALSE(loaded);
        EXPECT_EQ(loaded.error().kind, ErrorKind::kCompile);
        EXPECT_THAT(loaded.error().message, HasSubstr("cannot load compiled code"));
    }
    set_temporary_folder("/no/such/folder");
    const auto nowhere = load_through_temporary_file("x");
    ASSERT_FALSE(nowhere);
    EXPECT_THAT(nowhere.error().message, HasSubstr("/no/such/folder"));
}

TEST_F(LoadObjectTest, TruncatedCodeIsRefusedOrHarmless) {
    // Entries are checked before they are loaded; the linker itself must not bring us down either.
    const std::string bytes = object_bytes();
    for (const std::size_t size :
         {std::size_t{1}, std::size_t{63}, std::size_t{64}, std::size_t{200}})
        EXPECT_FALSE(load_bytes(bytes.substr(0, size))) << size;
}

TEST(CpuIdentity, IsTheSameEveryTime) {
    const std::string identity = cpu_identity();
    EXPECT_GT(identity.size(), 10u);
    for (int i = 0; i < 1000; ++i) ASSERT_EQ(cpu_identity(), identity);
}

}  // namespace
}  // namespace weft
