// JSON as a tree that keeps what documents need for precise errors: the order of members, members
// written twice, and numbers as they were written (so that a float is read once, exactly).
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "support/result.h"

namespace weft {

struct JsonValue {
    /// A number by its own digits.
    struct Number {
        std::string digits;
    };
    using Array = std::vector<JsonValue>;
    struct Member;
    using Object = std::vector<Member>;

    std::variant<std::monostate, bool, Number, std::string, Array, Object> value;

    template <class T>
    const T* get() const;
    /// What it is, for messages: "null", "true or false", "a number", "a text", "a list", "an
    /// object".
    const char* kind() const;
};

/// Not std::pair, which needs complete types, as JsonValue is not yet.
struct JsonValue::Member {
    std::string first;
    JsonValue second;
};

template <class T>
const T* JsonValue::get() const {
    return std::get_if<T>(&value);
}

/// Reads one JSON value. Errors: not JSON (with line and column), nested deeper than 32 levels.
Result<JsonValue> parse_json(const std::string& text);

/// `text` as a JSON string, quotes included; bytes that are not UTF-8 become U+FFFD.
std::string json_string(const std::string& text);

/// The number as an int or a float; false when it is no such value or does not fit.
bool read_number(const JsonValue::Number& number, int& value);
bool read_number(const JsonValue::Number& number, float& value);

/// A float as documents have it: a number, or "inf" or "-inf"; false when it is none.
bool read_float(const JsonValue& json, float& value);
/// The text that read_float() reads back.
std::string json_float(float value);

}  // namespace weft
