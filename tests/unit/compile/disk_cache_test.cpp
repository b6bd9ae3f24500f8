// The disk cache by itself: what is stored is found, what is damaged is not, old entries go first.
#include "compile/disk_cache.h"

#include <fstream>

#include <gmock/gmock.h>

#include <fcntl.h>
#include <grp.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compile/cache_key.h"
#include "compile/file_bytes.h"
#include "compile_fixture.h"

namespace weft {
namespace {

using ::testing::HasSubstr;

class DiskCacheTest : public test::CompileTest {
  protected:
    static std::string name(int i) { return KeyBuilder().add(i).key() + ".so"; }

    void set_age(const std::string& entry, int seconds) {
        const auto path = std::filesystem::path(cache()) / entry;
        std::filesystem::last_write_time(
            path, std::filesystem::file_time_type::clock::now() - std::chrono::seconds(seconds));
    }
};

TEST_F(DiskCacheTest, FindsWhatWasStored) {
    DiskCache cache(this->cache(), 1 << 20);
    EXPECT_FALSE(cache.find(name(1)));
    for (const std::string& bytes :
         {std::string(), std::string("abc"), std::string(100000, '\1')}) {
        const auto stored = cache.store(name(1), bytes);
        ASSERT_TRUE(stored);
        const auto found = cache.find(name(1));
        ASSERT_TRUE(found);
        for (const auto* entry : {&stored, &found}) {
            EXPECT_EQ((*entry)->path, stored->path);
            EXPECT_EQ((*entry)->bytes, bytes);
            std::string all;
            ASSERT_TRUE(lseek((*entry)->file.descriptor(), 0, SEEK_SET) == 0 &&
                        read_all((*entry)->file.descriptor(), all));
            EXPECT_EQ(all.substr(0, bytes.size()), bytes);
        }
        EXPECT_EQ(read_file(stored->path)->substr(0, bytes.size()), bytes);
    }
    EXPECT_TRUE(cache.notes().empty());
}

TEST_F(DiskCacheTest, DamagedEntriesAreAbsentAndReplaced) {
    DiskCache cache(this->cache(), 1 << 20);
    const std::string bytes = "compiled code";
    const std::string path = cache.store(name(1), bytes)->path;
    const std::string whole = *read_file(path);
    for (std::size_t n = 0; n < whole.size(); ++n) {
        std::ofstream(path, std::ios::binary) << whole.substr(0, n);
        EXPECT_FALSE(cache.find(name(1))) << "truncated to " << n;
        std::string flipped = whole;
        flipped[n] ^= 0x10;
        std::ofstream(path, std::ios::binary) << flipped;
        EXPECT_FALSE(cache.find(name(1))) << "flipped byte " << n;
    }
    std::ofstream(path, std::ios::binary) << whole << "x";
    EXPECT_FALSE(cache.find(name(1)));
    ASSERT_TRUE(cache.store(name(1), bytes));
    EXPECT_EQ(cache.find(name(1))->bytes, bytes);
}

TEST_F(DiskCacheTest, AnEntryUnderAnotherNameIsNotTaken) {
    DiskCache cache(this->cache(), 1 << 20);
    const std::string path = cache.store(name(1), "one")->path;
    std::filesystem::copy_file(path, std::filesystem::path(this->cache()) / name(2));
    EXPECT_FALSE(cache.find(name(2)));
}

TEST_F(DiskCacheTest, LeastRecentlyUsedGoFirst) {
    const std::string kilobyte(1000, 'x');
    DiskCache cache(this->cache(), 4500);
    for (int i = 0; i < 4; ++i) {
        ASSERT_TRUE(cache.store(name(i), kilobyte));
        set_age(name(i), 100 - i);
    }
    ASSERT_TRUE(cache.find(name(0)));  // used again: now the youngest
    ASSERT_TRUE(cache.store(name(4), kilobyte));
    EXPECT_TRUE(cache.find(name(0)));
    EXPECT_FALSE(cache.find(name(1)));
    for (int i = 2; i <= 4; ++i) EXPECT_TRUE(cache.find(name(i))) << i;
}

TEST_F(DiskCacheTest, AnEntryLargerThanTheLimitStaysUntilTheNext) {
    DiskCache cache(this->cache(), 100);
    ASSERT_TRUE(cache.store(name(1), std::string(1000, 'x')));
    EXPECT_TRUE(cache.find(name(1)));
    ASSERT_TRUE(cache.store(name(2), "y"));
    EXPECT_FALSE(cache.find(name(1)));
    EXPECT_TRUE(cache.find(name(2)));
}

TEST_F(DiskCacheTest, PruningLeavesStrangersFilesAndRemovesStaleTemporaries) {
    DiskCache cache(this->cache(), 10);
    ASSERT_TRUE(cache.store(name(1), "x"));
    write("cache/notes.txt", std::string(1000, 'n'));
    write("cache/.weft-stale1", "left by a crash");
    write("cache/.weft-fresh1", "being written");
    set_age("notes.txt", 100000);
    set_age(".weft-stale1", 4000);
    ASSERT_TRUE(cache.store(name(2), "y"));
    EXPECT_TRUE(std::filesystem::exists(this->cache() + "/notes.txt"));
    EXPECT_FALSE(std::filesystem::exists(this->cache() + "/.weft-stale1"));
    EXPECT_TRUE(std::filesystem::exists(this->cache() + "/.weft-fresh1"));
}

TEST_F(DiskCacheTest, AFewEntriesLookThroughTheFolderAndKeepItSmall) {
    constexpr std::size_t kLimit = 500000;
    DiskCache one(this->cache(), kLimit), another(this->cache(), kLimit);
    std::size_t most = 0, held = 0;
    int looks = 0;
    for (int i = 0; i < 1000; ++i) {
        std::filesystem::create_directories(this->cache());
        write("cache/.weft-stale1", "left by a crash");
        set_age(".weft-stale1", 4000);
        ASSERT_TRUE((i % 2 == 0 ? one : another).store(name(i), std::string(1000, 'x')));
        looks += !std::filesystem::exists(this->cache() + "/.weft-stale1");
        held = 0;
        for (const auto& item : std::filesystem::directory_iterator(this->cache()))
            held += item.file_size();
        most = std::max(most, held);
    }
    EXPECT_GT(looks, 64);  // one in 7.6 is 132
    EXPECT_LT(looks, 260);
    EXPECT_LE(most, kLimit + kLimit / 8);
    EXPECT_GT(held, kLimit / 2);
}

TEST_F(DiskCacheTest, NewFoldersAreForTheUserAlone) {
    DiskCache cache(this->cache() + "/deep/er", 1 << 20);
    ASSERT_TRUE(cache.store(name(1), "x"));
    struct stat info;
    ASSERT_EQ(stat((this->cache() + "/deep").c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777, 0700u);
}

TEST_F(DiskCacheTest, WithoutAFolderNothingIsKeptAndItIsSaidOnce) {
    const std::string file = write("file", "not a folder");
    for (const std::string& folder : {std::string(), file + "/cache"}) {
        DiskCache cache(folder, 1 << 20);
        EXPECT_FALSE(cache.store(name(1), "x"));
        EXPECT_FALSE(cache.store(name(2), "x"));
        EXPECT_FALSE(cache.find(name(1)));
        ASSERT_EQ(cache.notes().size(), 1u);
        EXPECT_THAT(cache.notes()[0],
                    ::testing::HasSubstr(folder.empty() ? "no cache folder"
                                                        : "'" + folder +
                                                              "' is not writable: Not a "
                                                              "directory"));
    }
}

TEST_F(DiskCacheTest, FilesHashAsTheirBytesDo) {
    for (const std::size_t size : {0, 1, 65535, 65536, 65537, 300000}) {
        std::string bytes(size, 'x');
        for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>(i * i);
        EXPECT_EQ(hash_of_file(write("file", bytes)), hash_digits(bytes)) << size;
    }
    EXPECT_FALSE(hash_of_file(folder_.path("missing")));
    EXPECT_FALSE(hash_of_file(folder_.folder().string()));
}

/// Puts a variable of the environment back when it goes.
class SavedVariable {
  public:
    explicit SavedVariable(const char* name) : name_(name) {
        if (const char* value = std::getenv(name)) value_ = value;
    }
    ~SavedVariable() { value_ ? setenv(name_, value_->c_str(), 1) : unsetenv(name_); }
    SavedVariable(const SavedVariable&) = delete;
    SavedVariable& operator=(const SavedVariable&) = delete;

  private:
    const char* name_;
    std::optional<std::string> value_;
};

TEST(CacheFolder, FollowsOptionThenEnvironment) {
    const SavedVariable own("WEFT_CACHE_DIR"), xdg("XDG_CACHE_HOME"), home("HOME");
    setenv("WEFT_CACHE_DIR", "/w", 1);
    setenv("XDG_CACHE_HOME", "/x", 1);
    setenv("HOME", "/h", 1);
    EXPECT_EQ(cache_folder("/given"), "/given");
    EXPECT_EQ(cache_folder(""), "/w");
    unsetenv("WEFT_CACHE_DIR");
    EXPECT_EQ(cache_folder(""), "/x/weft");
    unsetenv("XDG_CACHE_HOME");
    EXPECT_EQ(cache_folder(""), "/h/.cache/weft");
    unsetenv("HOME");
    EXPECT_EQ(cache_folder(""), "");
}

TEST(KeyBuilder, PartsDoNotRunIntoEachOther) {
    EXPECT_NE(KeyBuilder().add("ab").add("c").key(), KeyBuilder().add("a").add("bc").key());
    EXPECT_NE(KeyBuilder().add("").key(), KeyBuilder().add("").add("").key());
    EXPECT_EQ(KeyBuilder().add("a").add(1).key(), KeyBuilder().add("a").add(1).key());
    EXPECT_EQ(KeyBuilder().key().size(), 32u);
}

/// The entry that is found is the one that was checked, whatever has taken its name since.
TEST_F(DiskCacheTest, WhatWasCheckedIsWhatIsAtHand) {
    DiskCache cache(this->cache(), 1 << 20);
    const std::string path = cache.store(name(1), "good")->path;
    const auto entry = cache.find(name(1));
    ASSERT_TRUE(entry);
    std::ofstream(path + ".evil", std::ios::binary) << "evil";
    std::filesystem::rename(path + ".evil", path);
    std::string all;
    ASSERT_EQ(lseek(entry->file.descriptor(), 0, SEEK_SET), 0);
    ASSERT_TRUE(read_all(entry->file.descriptor(), all));
    EXPECT_EQ(all.substr(0, 4), "good");
}

TEST_F(DiskCacheTest, WhatOthersCanWriteIsAbsentAndSaidOnce) {
    DiskCache cache(this->cache(), 1 << 20);
    for (const mode_t mode : {0602, 0620, 0666, 0777}) {
        const std::string path = cache.store(name(1), "code")->path;
        ASSERT_EQ(chmod(path.c_str(), mode), 0);
        EXPECT_FALSE(cache.find(name(1))) << mode;
    }
    for (const mode_t mode : {0600, 0400, 0644, 0755}) {
        const std::string path = cache.store(name(1), "code")->path;
        ASSERT_EQ(chmod(path.c_str(), mode), 0);
        EXPECT_TRUE(cache.find(name(1))) << mode;
    }
    ASSERT_EQ(cache.notes().size(), 1u);
    EXPECT_THAT(cache.notes()[0], HasSubstr("--cache-group"));
}

/// Files of other accounts, which root alone can make.
class OthersEntries : public DiskCacheTest {
  protected:
    static constexpr uid_t kStranger = 65534;

    void SetUp() override {
        if (geteuid() != 0) GTEST_SKIP() << "only root can give files away";
    }

    /// Gives the entry away; whether the cache still finds it.
    static bool finds(DiskCache& cache, uid_t owner, gid_t group, mode_t mode) {
        const std::string path = cache.store(name(1), "code")->path;
        EXPECT_EQ(chown(path.c_str(), owner, group), 0);
        EXPECT_EQ(chmod(path.c_str(), mode), 0);
        return cache.find(name(1)).has_value();
    }
};

TEST_F(OthersEntries, AreAbsent) {
    DiskCache cache(this->cache(), 1 << 20);
    EXPECT_FALSE(finds(cache, kStranger, 0, 0600));
    EXPECT_FALSE(finds(cache, kStranger, 0, 0644));
    EXPECT_TRUE(finds(cache, 0, kStranger, 0644));
    EXPECT_FALSE(finds(cache, 0, kStranger, 0664));
    // What was installed with a program counts as the program does.
    DiskCache installed(this->cache(), 1 << 20, {.installed = true});
    EXPECT_TRUE(finds(installed, kStranger, kStranger, 0644));
}

TEST_F(OthersEntries, OfTheSameGroupCount) {
    const group* const other = getgrgid(kStranger);
    if (other == nullptr) GTEST_SKIP() << "this system has no group " << kStranger;
    const CacheOwners shared{.group = other->gr_name};
    DiskCache cache(this->cache(), 1 << 20, shared);
    const std::string path = cache.store(name(1), "code")->path;
    struct stat folder{}, entry{};
    ASSERT_EQ(stat(this->cache().c_str(), &folder), 0);
    ASSERT_EQ(stat(path.c_str(), &entry), 0);
    EXPECT_EQ(folder.st_gid, kStranger);
    EXPECT_EQ(folder.st_mode & 07777, mode_t{S_ISGID | 0770});
    EXPECT_EQ(entry.st_gid, kStranger);
    EXPECT_EQ(entry.st_mode & 07777, mode_t{0660});
    EXPECT_TRUE(cache.notes().empty());

    EXPECT_TRUE(finds(cache, kStranger, kStranger, 0660));
    EXPECT_FALSE(finds(cache, kStranger, 0, 0640)) << "of another group";
    EXPECT_FALSE(finds(cache, kStranger, kStranger, 0662)) << "anybody may write it";
    // Anybody can put a file of the group's where anybody can write.
    ASSERT_EQ(chmod(this->cache().c_str(), 0777), 0);
    EXPECT_FALSE(finds(cache, kStranger, kStranger, 0660));
    // The account that shares nothing trusts nobody.
    ASSERT_EQ(chmod(this->cache().c_str(), 0770), 0);
    DiskCache alone(this->cache(), 1 << 20);
    EXPECT_FALSE(finds(alone, kStranger, kStranger, 0640));
}

TEST_F(DiskCacheTest, AGroupThatIsNotThereIsSaid) {
    DiskCache cache(this->cache(), 1 << 20, {.group = "no-such-group"});
    ASSERT_EQ(cache.notes().size(), 1u);
    EXPECT_THAT(cache.notes()[0], HasSubstr("no group 'no-such-group'"));
    ASSERT_TRUE(cache.store(name(1), "x"));
    EXPECT_TRUE(cache.find(name(1)));
}

}  // namespace
}  // namespace weft
