// Names of cache entries: a 128-bit hash over everything that decides what they hold.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace weft {

/// Collects parts in order. Each goes in with its length, so that "ab","c" differs from "a","bc".
class KeyBuilder {
  public:
    KeyBuilder& add(std::string_view part) {
        text_ += std::to_string(part.size());
        text_ += ':';
        text_ += part;
        return *this;
    }
    KeyBuilder& add(long long number) { return add(std::to_string(number)); }

    /// 32 hexadecimal digits.
    std::string key() const;

  private:
    std::string text_;
};

/// XXH3-128 of the bytes as 32 hexadecimal digits.
std::string hash_digits(std::string_view bytes);

/// The same of the bytes of a file, which are not all in memory at once; nothing where it cannot be
/// read.
std::optional<std::string> hash_of_file(const std::string& path);

}  // namespace weft
