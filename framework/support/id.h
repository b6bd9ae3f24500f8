// Ids: places in a list of one kind of thing, which the compiler does not take for places in
// another.
#pragma once

#include <cassert>
#include <compare>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <utility>
#include <vector>

namespace weft {

/// A place in a list of `Thing`s, from 0. Before it is set no list has it; what may be none is a
/// std::optional of one.
template <class Thing>
class Id {
  public:
    constexpr Id() = default;
    constexpr explicit Id(int number) : number_(number) {}
    constexpr explicit Id(std::size_t number) : number_(static_cast<int>(number)) {}

    /// For texts, files and other programs.
    constexpr int number() const { return number_; }
    constexpr std::size_t index() const { return static_cast<std::size_t>(number_); }

    friend constexpr auto operator<=>(const Id&, const Id&) = default;

  private:
    int number_ = -1;
};

/// All ids below a count, in order: for (Id<Stage> s : Ids<Stage>(n)).
template <class Thing>
class Ids {
  public:
    class Iterator {
      public:
        using iterator_concept = std::bidirectional_iterator_tag;
        using value_type = Id<Thing>;
        using difference_type = std::ptrdiff_t;

        constexpr Iterator() = default;
        constexpr explicit Iterator(int number) : number_(number) {}
        constexpr Id<Thing> operator*() const { return Id<Thing>(number_); }
        constexpr Iterator& operator++() { return ++number_, *this; }
        constexpr Iterator& operator--() { return --number_, *this; }
        constexpr Iterator operator++(int) { return Iterator(number_++); }
        constexpr Iterator operator--(int) { return Iterator(number_--); }
        friend constexpr bool operator==(const Iterator&, const Iterator&) = default;

      private:
        int number_ = 0;
    };

    constexpr explicit Ids(std::size_t count) : count_(static_cast<int>(count)) {}
    constexpr Iterator begin() const { return Iterator(0); }
    constexpr Iterator end() const { return Iterator(count_); }

  private:
    int count_;
};

/// A value for each of a list's things: a std::vector indexed by their ids. Of the things
/// themselves it is Table<Thing>.
template <class Value, class Thing = Value>
class Table {
  public:
    using value_type = Value;
    using reference = typename std::vector<Value>::reference;
    using const_reference = typename std::vector<Value>::const_reference;
    using iterator = typename std::vector<Value>::iterator;
    using const_iterator = typename std::vector<Value>::const_iterator;

    Table() = default;
    Table(std::initializer_list<Value> values) : values_(values) {}
    explicit Table(std::vector<Value> values) : values_(std::move(values)) {}
    explicit Table(std::size_t count, const Value& value = Value()) : values_(count, value) {}

    /// Requires has(id).
    reference operator[](Id<Thing> id) { return assert(has(id)), values_[id.index()]; }
    const_reference operator[](Id<Thing> id) const { return assert(has(id)), values_[id.index()]; }

    bool has(Id<Thing> id) const { return id.number() >= 0 && id.index() < values_.size(); }
    std::size_t size() const { return values_.size(); }
    bool empty() const { return values_.empty(); }
    Ids<Thing> ids() const { return Ids<Thing>(values_.size()); }

    /// Adds a value; its id.
    Id<Thing> add(Value value) {
        values_.push_back(std::move(value));
        return Id<Thing>(values_.size() - 1);
    }
    void reserve(std::size_t count) { values_.reserve(count); }
    void resize(std::size_t count) { values_.resize(count); }
    void assign(std::size_t count, const Value& value) { values_.assign(count, value); }
    void clear() { values_.clear(); }

    iterator begin() { return values_.begin(); }
    iterator end() { return values_.end(); }
    const_iterator begin() const { return values_.begin(); }
    const_iterator end() const { return values_.end(); }
    reference front() { return values_.front(); }
    const_reference front() const { return values_.front(); }
    reference back() { return values_.back(); }
    const_reference back() const { return values_.back(); }

    /// For what has no need of ids: sorting, erasing, other libraries.
    std::vector<Value>& values() { return values_; }
    const std::vector<Value>& values() const { return values_; }

    friend bool operator==(const Table&, const Table&) = default;

  private:
    std::vector<Value> values_;
};

}  // namespace weft

/// Ids in hashed containers.
template <class Thing>
struct std::hash<weft::Id<Thing>> {
    std::size_t operator()(weft::Id<Thing> id) const noexcept {
        return std::hash<int>{}(id.number());
    }
};
