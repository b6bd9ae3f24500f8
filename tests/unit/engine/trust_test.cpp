// Whose code runs: texts, not names; folders that nobody else can write.
#include "engine/trust.h"

#include <filesystem>
#include <fstream>

#include <sys/stat.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "scratch_folder.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

const FunctorTexts kTexts{{"a.h", "int a;\n"}, {"b.h", "int b;\n"}};

std::vector<std::string> files(const FunctorTexts& texts) {
    std::vector<std::string> names;
    for (const auto& [file, text] : texts) names.push_back(file);
    return names;
}

class TrustTest : public testing::Test {
  protected:
    void SetUp() override { unsetenv("WEFT_TRUST_PATH"); }

    ScratchFolder scratch;
    const std::string folder = scratch.path("config/weft/trusted");
    const Trust trust{{.folder = folder}};
};

TEST_F(TrustTest, BelongsToTheTextWhateverItIsCalled) {
    const Result<TrustedFunctors> before = trust.check(kTexts);
    ASSERT_FALSE(before);
    EXPECT_EQ(before.error().kind, ErrorKind::kTrust);
    EXPECT_THAT(before.error().message, HasSubstr("(a.h, b.h)"));

    ASSERT_TRUE(trust.add({{"a.h", "int a;\n"}}));
    EXPECT_EQ(files(trust.untrusted(kTexts)), std::vector<std::string>{"b.h"});
    ASSERT_TRUE(trust.add(kTexts));
    const Result<TrustedFunctors> after = trust.check(kTexts);
    ASSERT_TRUE(after);
    EXPECT_EQ(after->texts(), kTexts);
    EXPECT_TRUE(trust.check({{"other.h", "int b;\n"}}));
    for (const char* changed : {"int b; \n", "int b;", "int B;\n", "int b;\nint c;\n", ""})
        EXPECT_FALSE(trust.check({{"b.h", changed}})) << changed;
    EXPECT_TRUE(trust.check({}));

    ASSERT_TRUE(trust.revoke({{"x.h", "int a;\n"}}));
    EXPECT_EQ(files(trust.untrusted(kTexts)), std::vector<std::string>{"a.h"});
    EXPECT_TRUE(trust.revoke({{"never.h", "was trusted"}}));
}

TEST_F(TrustTest, ANameIsNoProof) {
    ASSERT_TRUE(trust.add(kTexts));
    // As though its hash were that of a text that is trusted.
    std::filesystem::copy(folder + '/' + trusted_file_name("int a;\n"),
                          folder + '/' + trusted_file_name("evil\n"));
    EXPECT_FALSE(trust.check({{"a.h", "evil\n"}}));
    std::filesystem::create_directory(folder + '/' + trusted_file_name("a folder"));
    EXPECT_FALSE(trust.check({{"a.h", "a folder"}}));
}

TEST_F(TrustTest, IsThisAccountsAlone) {
    ASSERT_TRUE(trust.add(kTexts));
    struct stat info{};
    ASSERT_EQ(stat(folder.c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777, 0700u);
    const std::string file = folder + '/' + trusted_file_name("int a;\n");
    ASSERT_EQ(stat(file.c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777, 0600u);

    for (const mode_t others : {0620u, 0602u}) {
        ASSERT_EQ(chmod(file.c_str(), others), 0);
        EXPECT_EQ(files(trust.untrusted(kTexts)), std::vector<std::string>{"a.h"});
        ASSERT_TRUE(trust.add(kTexts)) << "what does not count is written again";
        EXPECT_TRUE(trust.check(kTexts));
    }
    for (const mode_t others : {0770u, 0707u}) {
        ASSERT_EQ(chmod(folder.c_str(), others), 0);
        EXPECT_EQ(trust.untrusted(kTexts).size(), 2u);
        const Status added = trust.add(kTexts);
        ASSERT_FALSE(added);
        EXPECT_EQ(added.error().kind, ErrorKind::kOutput);
        EXPECT_THAT(added.error().message, HasSubstr("chmod 700"));
    }
}

TEST_F(TrustTest, FoldersOfAnotherAccountDoNotCountAsOwn) {
    if (geteuid() != 0) GTEST_SKIP() << "only root can give files away";
    ASSERT_TRUE(trust.add(kTexts));
    constexpr uid_t kNobody = 65534;
    ASSERT_EQ(chown((folder + '/' + trusted_file_name("int a;\n")).c_str(), kNobody, kNobody), 0);
    EXPECT_EQ(files(trust.untrusted(kTexts)), std::vector<std::string>{"a.h"});
    ASSERT_EQ(chown(folder.c_str(), kNobody, kNobody), 0);
    EXPECT_EQ(trust.untrusted(kTexts).size(), 2u);
    // Named by this account, they do.
    EXPECT_TRUE(Trust({.folder = scratch.path("own"), .also = {folder}}).check(kTexts));
}

TEST_F(TrustTest, NamedFoldersCountUnlessEverybodyCanWriteThem) {
    ASSERT_TRUE(trust.add(kTexts));
    const std::string own = scratch.path("own");
    const Trust named({.folder = own, .also = {scratch.path("none"), folder}});
    EXPECT_TRUE(named.check(kTexts));
    setenv("WEFT_TRUST_PATH", (":" + scratch.path("none") + ":" + folder).c_str(), 1);
    EXPECT_TRUE(Trust({.folder = own}).check(kTexts));
    unsetenv("WEFT_TRUST_PATH");
    EXPECT_FALSE(Trust({.folder = own}).check(kTexts));
    EXPECT_FALSE(std::filesystem::exists(own)) << "asking makes no folders";

    ASSERT_EQ(chmod(folder.c_str(), 0770), 0);
    EXPECT_TRUE(named.check(kTexts));
    ASSERT_EQ(chmod(folder.c_str(), 0777), 0);
    EXPECT_FALSE(named.check(kTexts));
}

TEST_F(TrustTest, OneRunMayTrustEverything) {
    EXPECT_TRUE(Trust({.folder = folder, .everything = true}).check(kTexts));
    EXPECT_FALSE(trust.check(kTexts)) << "which is not kept";
}

TEST_F(TrustTest, SaysWhyItCannotBeKept) {
    std::ofstream(scratch.path("file")) << "no folder";
    for (const std::string& where : {scratch.path("file"), scratch.path("file") + "/below"}) {
        const Status added = Trust({.folder = where}).add(kTexts);
        ASSERT_FALSE(added);
        EXPECT_EQ(added.error().kind, ErrorKind::kOutput);
        EXPECT_THAT(added.error().message, HasSubstr(where));
    }
}

}  // namespace
}  // namespace weft::test
