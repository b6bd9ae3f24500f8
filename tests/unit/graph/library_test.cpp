// The library: look-up, refusal of modules that do not fit, life of what it holds.
#include "graph/library.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "random_graph.h"
#include "sample_functors.h"

namespace weft::test {
namespace {

TranslatedFunctor translated(const FunctorType& type) {
    return {&type, "sample_functors.h", "{}", "", "", nullptr, 0};
}

TEST(Library, FindsByNameAndListsSorted) {
    const Library library = sample_library();
    EXPECT_EQ(library.find("Box"), &functor_type<Box>());
    EXPECT_EQ(library.find("box"), nullptr);
    EXPECT_EQ(library.find_translated("Box"), nullptr);
    const std::vector<std::string> names = library.names();
    EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
    EXPECT_EQ(names.size(), 10u);
    EXPECT_EQ(library.nearest("Brightset"), "Brightest");
    EXPECT_EQ(library.nearest("Nothing like it"), "");
}

TEST(Library, RefusesAnotherVersion) {
    Library library;
    const FunctorModule module{kModuleVersion + 1, 0, nullptr};
    const Status s = library.add(module);
    ASSERT_FALSE(s);
    EXPECT_NE(s.error().message.find(fmt::format("version {}", kModuleVersion)), std::string::npos)
        << s.error().message;
}

TEST(Library, RefusesTakenNamesAndKeepsNothingOfTheModule) {
    Library library;
    const TranslatedFunctor first[] = {translated(functor_type<Box>())};
    const FunctorModule module{kModuleVersion, 1, first};
    ASSERT_TRUE(library.add(module));
    EXPECT_EQ(library.find_translated("Box"), &first[0]);
    const TranslatedFunctor more[] = {translated(functor_type<Grade>()),
                                      translated(functor_type<Box>())};
    const Status s = library.add(FunctorModule{kModuleVersion, 2, more});
    ASSERT_FALSE(s);
    EXPECT_NE(s.error().message.find("\"Box\""), std::string::npos) << s.error().message;
    EXPECT_EQ(library.find("Grade"), nullptr);
    const TranslatedFunctor twice[] = {translated(functor_type<Grade>()),
                                       translated(functor_type<Grade>())};
    EXPECT_FALSE(library.add(FunctorModule{kModuleVersion, 2, twice}));
}

TEST(Library, ATranslationJoinsTheFunctorKnownAsCxx) {
    Library library = sample_library();
    const TranslatedFunctor more[] = {translated(functor_type<Grade>())};
    ASSERT_TRUE(library.add(FunctorModule{kModuleVersion, 1, more}));
    EXPECT_EQ(library.find_translated("Grade"), &more[0]);
    EXPECT_EQ(library.names().size(), 10u);
}

TEST(Library, CopiesKeepTheModuleAlive) {
    auto handle = std::make_shared<int>(1);
    const std::weak_ptr<int> watch = handle;
    {
        Library copy;
        {
            Library library;
            ASSERT_TRUE(library.add(FunctorModule{kModuleVersion, 0, nullptr}, std::move(handle)));
            copy = library;
        }
        EXPECT_FALSE(watch.expired());
    }
    EXPECT_TRUE(watch.expired());
}

}  // namespace
}  // namespace weft::test
