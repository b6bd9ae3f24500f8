// Reading at any place of a file's bytes, which may end anywhere.
#pragma once

#include <cstddef>
#include <cstring>
#include <optional>
#include <string_view>
#include <type_traits>

namespace weft {

/// Does not own the bytes.
class BoundedBytes {
  public:
    explicit BoundedBytes(std::string_view bytes) : bytes_(bytes) {}

    /// Nothing where the bytes end before the value does.
    template <class Value>
        requires std::is_trivially_copyable_v<Value>
    std::optional<Value> at(std::size_t offset) const {
        if (offset > bytes_.size() || bytes_.size() - offset < sizeof(Value)) return {};
        Value value;
        std::memcpy(&value, bytes_.data() + offset, sizeof(Value));
        return value;
    }

    /// The characters from `offset` up to a 0 or the end.
    std::string_view text(std::size_t offset) const {
        if (offset >= bytes_.size()) return {};
        const std::string_view rest = bytes_.substr(offset);
        return rest.substr(0, rest.find('\0'));
    }

  private:
    std::string_view bytes_;
};

}  // namespace weft
