// Ids of one list's things, and tables of values for each of them.
#include "support/id.h"

#include <ranges>
#include <type_traits>
#include <unordered_set>

#include <gtest/gtest.h>

namespace weft {
namespace {

struct Ship {
    int masts = 0;
};
struct Harbour {};

static_assert(!std::is_convertible_v<int, Id<Ship>>, "a number is no id");
static_assert(!std::is_convertible_v<Id<Ship>, Id<Harbour>>, "nor is another list's");
static_assert(sizeof(Id<Ship>) == sizeof(int));

TEST(Id, OfNoListBeforeItIsSet) {
    EXPECT_FALSE(Table<Ship>(3).has(Id<Ship>()));
    EXPECT_TRUE(Table<Ship>(3).has(Id<Ship>(2)));
    EXPECT_FALSE(Table<Ship>(3).has(Id<Ship>(3)));
    EXPECT_EQ(Id<Ship>(std::size_t{2}), Id<Ship>(2));
    EXPECT_LT(Id<Ship>(1), Id<Ship>(2));
    EXPECT_EQ(Id<Ship>(7).number(), 7);
}

TEST(Id, GoesIntoSets) {
    const std::unordered_set<Id<Ship>> set = {Id<Ship>(1), Id<Ship>(2), Id<Ship>(1)};
    EXPECT_EQ(set.size(), 2U);
}

TEST(Table, AddsAndFinds) {
    Table<Ship> ships;
    EXPECT_TRUE(ships.empty());
    const Id<Ship> sloop = ships.add({1}), barque = ships.add({3});
    EXPECT_EQ(ships[sloop].masts, 1);
    ships[barque].masts = 4;
    EXPECT_EQ(ships.back().masts, 4);
    EXPECT_EQ(ships.size(), 2U);
}

TEST(Table, HasAValueForEachOfAListsThings) {
    const Table<Ship> ships = {{1}, {2}, {3}};
    Table<bool, Ship> afloat(ships.size(), true);
    afloat[Id<Ship>(1)] = false;
    int masts = 0;
    for (const Id<Ship> ship : ships.ids())
        if (afloat[ship]) masts += ships[ship].masts;
    EXPECT_EQ(masts, 4);
}

TEST(Ids, GoBothWays) {
    std::vector<int> there, back;
    for (const Id<Ship> ship : Ids<Ship>(3)) there.push_back(ship.number());
    for (const Id<Ship> ship : Ids<Ship>(3) | std::views::reverse) back.push_back(ship.number());
    EXPECT_EQ(there, (std::vector{0, 1, 2}));
    EXPECT_EQ(back, (std::vector{2, 1, 0}));
    for (const Id<Ship> ship : Ids<Ship>(0)) FAIL() << ship.number();
}

}  // namespace
}  // namespace weft
