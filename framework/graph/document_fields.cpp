#include "graph/document_fields.h"

#include <fmt/format.h>

#include <algorithm>

#include "graph/border_modes.h"
#include "graph/parameter_types.h"
#include "support/nearest.h"
#include "support/refusal.h"

namespace weft::document {

namespace {

const char* expected(const std::string*) { return "a text"; }
const char* expected(const Array*) { return "a list"; }
const char* expected(const Object*) { return "an object"; }

}  // namespace

const JsonValue* member(const Object& object, const std::string& key) {
    for (const auto& [name, value] : object)
        if (name == key) return &value;
    return nullptr;
}

std::vector<const Object*> objects_in(const Object& object, const std::string& key) {
    std::vector<const Object*> objects;
    const JsonValue* const list = member(object, key);
    const Array* const entries = list ? list->get<Array>() : nullptr;
    if (!entries) return objects;
    for (const JsonValue& entry : *entries)
        if (const Object* o = entry.get<Object>()) objects.push_back(o);
    return objects;
}

template <class T>
Result<const T*> get(const Object& object, const Where& where, const std::string& key) {
    const JsonValue* value = member(object, key);
    if (!value) return static_cast<const T*>(nullptr);
    if (const T* v = value->get<T>()) return v;
    return document_error(fmt::format("{}: \"{}\" must be {}, but is {}", where, key,
                                      expected(static_cast<const T*>(nullptr)), value->kind()));
}

template Result<const std::string*> get(const Object&, const Where&, const std::string&);
template Result<const Array*> get(const Object&, const Where&, const std::string&);
template Result<const Object*> get(const Object&, const Where&, const std::string&);

Status check_members(const Object& object, const Where& where,
                     const std::vector<std::string>& known, std::size_t required) {
    for (std::size_t i = 0; i < object.size(); ++i) {
        const std::string& key = object[i].first;
        if (std::find(known.begin(), known.end(), key) == known.end())
            return document_error(fmt::format("{} has the unknown member \"{:.80}\"{}", where, key,
                                              did_you_mean(key, known)));
        for (std::size_t j = 0; j < i; ++j)
            if (object[j].first == key)
                return document_error(fmt::format("{} has \"{}\" twice: keep one", where, key));
    }
    for (std::size_t i = 0; i < required; ++i)
        if (!member(object, known[i]))
            return document_error(fmt::format("{} has no \"{}\": add it", where, known[i]));
    return {};
}

Result<std::optional<int>> get_int(const Object& object, const Where& where,
                                   const std::string& key) {
    const JsonValue* value = member(object, key);
    if (!value) return std::optional<int>();
    int v = 0;
    const auto* number = value->get<JsonValue::Number>();
    if (number && read_number(*number, v)) return std::optional<int>(v);
    return document_error(fmt::format("{}: \"{}\" must be a whole number, but is {}", where, key,
                                      number ? number->digits : value->kind()));
}

Status read_text(const Object& object, const Where& where, const std::string& key,
                 std::string& out) {
    Result<const std::string*> text = get<std::string>(object, where, key);
    if (!text) return text.error();
    if (*text) out = **text;
    return {};
}

Result<std::vector<const Object*>> get_objects(const Object& object, const Where& where,
                                               const std::string& key) {
    Result<const Array*> list = get<Array>(object, where, key);
    if (!list) return list.error();
    std::vector<const Object*> objects;
    if (!*list) return objects;
    for (const JsonValue& item : **list) {
        const Object* o = item.get<Object>();
        if (!o)
            return document_error(fmt::format("{}: \"{}\" must hold objects, but has {} at {}",
                                              where, key, item.kind(), objects.size()));
        objects.push_back(o);
    }
    return objects;
}

std::optional<ParameterValue> read_value(const ParameterRef& p, const JsonValue& json) {
    return row_of(p.type).from_json(p, json);
}

std::string value_text(const ParameterRef& p, const ParameterValue& value) {
    return row_of(p.type).to_json(p, value);
}

std::string show(const JsonValue& json) {
    if (const auto* number = json.get<JsonValue::Number>())
        return fmt::format("{:.80}", number->digits);
    if (const auto* text = json.get<std::string>()) return fmt::format("\"{:.80}\"", *text);
    if (const bool* v = json.get<bool>()) return *v ? "true" : "false";
    return json.kind();
}

Result<Border> read_border(const Object& o, const Where& where) {
    Border border;
    std::string mode = name_of(eClamp);
    if (Status s = read_text(o, where, "border", mode); !s) return s.error();
    const std::optional<BorderMode> named = find_choice<BorderMode>(mode);
    if (!named)
        return document_error(fmt::format("{}: \"border\" must be {}, but is \"{:.80}\"", where,
                                          choice_list<BorderMode>(), mode));
    border.mode = *named;
    const JsonValue* value = member(o, "value");
    if (value && !read_float(*value, border.value))
        return document_error(
            fmt::format("{}: \"value\" must be a number, but is {}", where, show(*value)));
    return border;
}

}  // namespace weft::document
