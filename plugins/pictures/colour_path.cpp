// Fields between colons.
#include "pictures/colour_path.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "support/nearest.h"
#include "support/one_line.h"

namespace weft {
namespace {

constexpr std::string_view kPrefix = "ocio:";

const std::vector<std::string>& keys() {
    static const std::vector<std::string> names = {"from",   "to",     "display", "view",
                                                   "config", "file",   "builtin", "unbuiltin",
                                                   "edge",   "domain", "shaper",  "direction"};
    return names;
}

struct Field {
    std::string key, value;  ///< no key: by its place
};

/// "a:b::c" is "a" and "b:c".
std::vector<std::string> split(std::string_view text) {
    std::vector<std::string> parts(1);
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool doubled = text[i] == ':' && i + 1 < text.size() && text[i + 1] == ':';
        if (text[i] == ':' && !doubled)
            parts.emplace_back();
        else
            parts.back() += text[i];
        if (doubled) ++i;
    }
    return parts;
}

Field field_of(const std::string& text) {
    const std::size_t equals = text.find('=');
    const bool keyed = equals != std::string::npos && equals > 0 &&
                       text.find_first_not_of("abcdefghijklmnopqrstuvwxyz") == equals;
    return keyed ? Field{text.substr(0, equals), text.substr(equals + 1)} : Field{"", text};
}

std::optional<double> number(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    return whole && value > -1e6 && value < 1e6 ? std::optional(value) : std::nullopt;
}

/// Takes fields in, one after another.
class Reader {
  public:
    explicit Reader(const std::string& path) : path_(path) {}

    Status take(const Field& field) {
        if (field.value.empty()) return bad("a field is empty; leave it out, or say what it is");
        if (field.key.empty()) return take_place(field.value);
        if (field.key == "builtin" || field.key == "unbuiltin") {
            found_.builtins.push_back({field.value, field.key == "unbuiltin"});
            return {};
        }
        if (field.key == "from") return name(found_.from, field);
        if (field.key == "to") return name(found_.to, field);
        if (field.key == "display") return name(found_.display, field);
        if (field.key == "view") return name(found_.view, field);
        if (field.key == "config") return name(found_.config, field);
        if (field.key == "file") return name(found_.file, field);
        if (field.key == "edge") return take_edge(field.value);
        if (field.key == "domain") return take_domain(field.value);
        if (field.key == "shaper") return choice(found_.logarithmic, field, {"linear", "log"});
        if (field.key == "direction") {
            std::optional<bool> backwards;
            if (Status s = choice(backwards, field, {"forward", "inverse"}); !s) return s;
            found_.inverse = *backwards;
            return {};
        }
        return bad(fmt::format("there is no field '{}'{}; there are {}", field.key,
                               did_you_mean(field.key, keys()), fmt::join(keys(), ", ")));
    }

    Result<ColourTransform> finish() const {
        const bool shown = !found_.display.empty() || !found_.view.empty();
        const int subjects = (found_.file.empty() ? 0 : 1) + (found_.builtins.empty() ? 0 : 1) +
                             (found_.to.empty() ? 0 : 1) + (shown ? 1 : 0);
        if (subjects != 1)
            return bad(
                "expected one of FROM:TO, FROM:display=NAME:view=NAME, builtin=STYLE or "
                "file=PATH");
        const bool of_config = shown || !found_.to.empty();
        if (of_config && found_.from.empty())
            return bad("the colour space that the picture is in is missing; begin with FROM");
        if (!of_config && (!found_.from.empty() || !found_.config.empty()))
            return bad("a file or a built-in transform has no colour space or configuration");
        return found_;
    }

  private:
    Error bad(const std::string& what) const {
        return {ErrorKind::kUsage,
                one_line(fmt::format("'{}' is no transform of colours: {}", path_, what))};
    }

    Status take_place(const std::string& value) {
        if (found_.from.empty()) return name(found_.from, {"from", value});
        if (found_.to.empty()) return name(found_.to, {"to", value});
        return bad(
            fmt::format("'{}' is one field too many (a colon inside a name is doubled)", value));
    }

    Status name(std::string& place, const Field& field) const {
        if (!place.empty()) return bad(fmt::format("'{}' is given twice; keep one", field.key));
        place = field.value;
        return {};
    }

    Status choice(std::optional<bool>& place, const Field& field,
                  const std::vector<std::string>& words) const {
        const auto word = std::find(words.begin(), words.end(), field.value);
        if (word == words.end())
            return bad(fmt::format("{} is {}, not '{}'", field.key, fmt::join(words, " or "),
                                   field.value));
        place = word == words.begin() + 1;
        return {};
    }

    Status take_edge(const std::string& text) {
        const std::optional<double> value = number(text);
        if (!value || *value < kShortestEdge || *value > kLongestEdge ||
            *value != static_cast<int>(*value))
            return bad(fmt::format("edge is a whole number from {} to {}, not '{}'", kShortestEdge,
                                   kLongestEdge, text));
        found_.edge = static_cast<int>(*value);
        return {};
    }

    Status take_domain(const std::string& text) {
        const std::size_t comma = text.find(',');
        found_.low = number(std::string_view(text).substr(0, comma));
        found_.high = comma == std::string::npos ? std::nullopt
                                                 : number(std::string_view(text).substr(comma + 1));
        if (!found_.low || !found_.high || !(*found_.low < *found_.high))
            return bad(fmt::format("domain is LOW,HIGH, such as -0.1,100, not '{}'", text));
        return {};
    }

    const std::string& path_;
    ColourTransform found_;
};

}  // namespace

bool is_colour_path(std::string_view path) { return path.starts_with(kPrefix); }

Result<ColourTransform> parse_colour_path(const std::string& path) {
    Reader reader(path);
    for (const std::string& part : split(std::string_view(path).substr(kPrefix.size())))
        if (Status s = reader.take(field_of(part)); !s) return s.error();
    return reader.finish();
}

std::string colour_path(const ColourTransform& transform) {
    std::string path(kPrefix);
    const auto add = [&](std::string_view key, const std::string& value) {
        if (value.empty()) return;
        if (path.size() > kPrefix.size()) path += ':';
        path += fmt::format("{}=", key);
        for (const char c : value) path += c == ':' ? "::" : std::string(1, c);
    };
    for (const ColourTransform::Builtin& builtin : transform.builtins)
        add(builtin.inverse ? "unbuiltin" : "builtin", builtin.style);
    add("from", transform.from);
    add("to", transform.to);
    add("display", transform.display);
    add("view", transform.view);
    add("file", transform.file);
    add("config", transform.config);
    if (transform.inverse) add("direction", "inverse");
    if (transform.edge) add("edge", fmt::format("{}", *transform.edge));
    if (transform.low) add("domain", fmt::format("{},{}", *transform.low, *transform.high));
    if (transform.logarithmic) add("shaper", *transform.logarithmic ? "log" : "linear");
    return path;
}

std::string file_behind(const ColourTransform& transform) {
    if (!transform.file.empty()) return transform.file;
    if (!transform.builtins.empty()) return {};
    if (!transform.config.empty()) return transform.config;
    const char* set = std::getenv("OCIO");
    return set != nullptr ? set : "";
}

}  // namespace weft
