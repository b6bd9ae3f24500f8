// The types that a parameter may have, as one table: commands, documents, messages, hosts, the
// editor and tests read a type's row.
//
// A new type is an enumerator and its Parameter() in core/parameter.h, and a row here. What differs
// from type to type stands in the row; everything else asks for the form.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph/parameter_value.h"

namespace weft {

struct JsonValue;

/// The form of a type's values: which control sets them, how hosts and documents hold them, and
/// whether they can be interpolated.
enum class ValueForm {
    kNumber,      ///< a float
    kWhole,       ///< an int that counts or measures
    kFlag,        ///< a bool
    kNamed,       ///< one of names_of(): an int, or an enum with a table of choices, from 0
    kNumberList,  ///< a std::vector<float>
    kText,        ///< anything else: people and hosts have it as text
};

/// What a type is. Each function takes a parameter of that type.
struct ParameterTypeRow {
    ParameterType type;
    const char* name;  ///< "float list": what tables call it
    ValueForm form;

    /// describe_range().
    std::string (*takes)(const ParameterRef&);
    /// get_value() and set_value().
    ParameterValue (*get)(const ParameterRef&);
    void (*set)(const ParameterRef&, const ParameterValue&);
    /// Whether a value is of the type and within the parameter's limits.
    bool (*fits)(const ParameterRef&, const ParameterValue&);
    /// The value that a text spells, without blanks around it; nothing where it spells none of the
    /// type. Its limits are not checked.
    std::optional<ParameterValue> (*read)(const ParameterRef&, std::string_view);
    /// The text that read() reads back to the same value.
    std::string (*write)(const ParameterRef&, const ParameterValue&);
    /// The same for documents: a value of JSON.
    std::optional<ParameterValue> (*from_json)(const ParameterRef&, const JsonValue&);
    std::string (*to_json)(const ParameterRef&, const ParameterValue&);
    /// from_number(); null of kText.
    ParameterValue (*from_number)(const ParameterRef&, double) = nullptr;
    /// names_of(); null of all but kNamed.
    std::vector<std::string> (*names)(const ParameterRef&) = nullptr;
};

/// Every type, in the order of ParameterType.
std::span<const ParameterTypeRow> parameter_types();

/// The row of a type. Requires an enumerator of ParameterType.
const ParameterTypeRow& row_of(ParameterType type);

/// "float", "offset list".
inline const char* name_of(ParameterType type) { return row_of(type).name; }

inline ValueForm form_of(ParameterType type) { return row_of(type).form; }

/// Whether values can be interpolated, and calculated in expressions: numbers and lists of numbers.
/// Others hold until the next keyframe.
bool blends(ParameterType type);

/// The names of a kNamed parameter's values, from 0; empty for other forms.
std::vector<std::string> names_of(const ParameterRef& parameter);

}  // namespace weft
