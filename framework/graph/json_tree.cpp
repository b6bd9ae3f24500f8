// Builds the tree from the parser's events.
#include "graph/json_tree.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "graph/parameter_value.h"

namespace weft {

namespace {

constexpr std::size_t kMaxDepth = 32;

/// Receives events; containers under construction are on a stack, moved into their parent when
/// they end.
class TreeBuilder : public nlohmann::json_sax<nlohmann::json> {
  public:
    explicit TreeBuilder(const std::string& text) : text_(text) {}

    bool null() override { return add({}); }
    bool boolean(bool v) override { return add({v}); }
    bool number_integer(number_integer_t v) override {
        return add({JsonValue::Number{fmt::format("{}", v)}});
    }
    bool number_unsigned(number_unsigned_t v) override {
        return add({JsonValue::Number{fmt::format("{}", v)}});
    }
    bool number_float(number_float_t, const string_t& digits) override {
        return add({JsonValue::Number{digits}});
    }
    bool string(string_t& v) override { return add({std::move(v)}); }
    bool binary(binary_t&) override { return false; }
    bool start_object(std::size_t) override { return open({JsonValue::Object()}); }
    bool start_array(std::size_t) override { return open({JsonValue::Array()}); }
    bool key(string_t& v) override {
        open_.back().key = std::move(v);
        return true;
    }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool parse_error(std::size_t position, const std::string& token,
                     const nlohmann::detail::exception& e) override {
        std::size_t line = 1, column = 0;
        for (std::size_t i = 0; i < position && i < text_.size(); ++i) {
            const bool newline = i > 0 && text_[i - 1] == '\n';
            line += newline ? 1 : 0;
            column = newline ? 1 : column + 1;
        }
        if (e.id == 406) {
            error_ = fmt::format("the number {} is too large", token);
            return false;
        }
        const bool ended = position > text_.size() || token.empty();
        error_ = fmt::format("line {}, column {}: {}", line, column,
                             ended ? "the text ends too early" : "this is not JSON");
        return false;
    }

    JsonValue root;
    const std::string& error() const { return error_; }

  private:
    struct Level {
        JsonValue container;
        std::string key;
    };

    bool add(JsonValue v) {
        if (open_.empty()) {
            root = std::move(v);
            return true;
        }
        Level& level = open_.back();
        if (auto* array = std::get_if<JsonValue::Array>(&level.container.value)) {
            array->push_back(std::move(v));
        } else {
            std::get<JsonValue::Object>(level.container.value)
                .emplace_back(std::move(level.key), std::move(v));
        }
        return true;
    }
    bool open(JsonValue container) {
        if (open_.size() == kMaxDepth) {
            error_ = fmt::format("it is nested deeper than {} levels", kMaxDepth);
            return false;
        }
        open_.push_back({std::move(container), {}});
        return true;
    }
    bool close() {
        JsonValue done = std::move(open_.back().container);
        open_.pop_back();
        return add(std::move(done));
    }

    const std::string& text_;
    std::vector<Level> open_;
    std::string error_;
};

}  // namespace

const char* JsonValue::kind() const {
    static constexpr const char* kNames[] = {"null",   "true or false", "a number",
                                             "a text", "a list",        "an object"};
    return kNames[value.index()];
}

Result<JsonValue> parse_json(const std::string& text) {
    // The parser takes a NUL for the end and would never see what follows.
    if (text.find('\0') != std::string::npos)
        return Error{ErrorKind::kDocument, "it holds a NUL character, which no text does"};
    TreeBuilder builder(text);
    if (!nlohmann::json::sax_parse(text, &builder))
        return Error{ErrorKind::kDocument,
                     builder.error().empty() ? "it is not JSON" : builder.error()};
    return std::move(builder.root);
}

std::string json_string(const std::string& text) {
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

bool read_number(const JsonValue::Number& number, int& value) {
    const std::string& s = number.digits;
    const auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), value);
    return error == std::errc() && end == s.data() + s.size();
}

bool read_number(const JsonValue::Number& number, float& value) {
    const std::string& s = number.digits;
    const auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), value);
    if (error == std::errc()) return end == s.data() + s.size();
    // Too large for a float is refused; smaller than every float is zero.
    double wide = 0;
    const auto [wide_end, wide_error] = std::from_chars(s.data(), s.data() + s.size(), wide);
    if (wide_error != std::errc() || !(std::fabs(wide) < 1.0)) return false;
    value = static_cast<float>(wide);
    return wide_end == s.data() + s.size();
}

bool read_float(const JsonValue& json, float& value) {
    if (const auto* number = json.get<JsonValue::Number>()) return read_number(*number, value);
    const auto* text = json.get<std::string>();
    if (!text || (*text != "inf" && *text != "-inf")) return false;
    value = *text == "inf" ? std::numeric_limits<float>::infinity()
                           : -std::numeric_limits<float>::infinity();
    return true;
}

std::string json_float(float value) {
    return std::isfinite(value) ? format_float(value) : '"' + format_float(value) + '"';
}

}  // namespace weft
