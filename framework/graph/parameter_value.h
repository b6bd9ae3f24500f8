// Parameter values: reading them off functors, setting them, checking ranges, text form.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/parameter.h"
#include "support/result.h"

namespace weft {

/// A value of a parameter. eChoice is an int, counted from 0.
using ParameterValue =
    std::variant<float, int, bool, Axis, std::vector<float>, std::vector<Offset>>;

/// The value that the member behind `parameter` has now. Requires parameter.value.
ParameterValue get_value(const ParameterRef& parameter);

/// Sets the member behind `parameter`. Requires parameter.value and check_value() to hold.
void set_value(const ParameterRef& parameter, const ParameterValue& value);

/// Whether `value` has the parameter's type and lies in its range. The message has no subject:
/// "must be from 0 to 1, but is 3"; callers put the node and parameter before it.
Status check_value(const ParameterRef& parameter, const ParameterValue& value);

/// Reads a value as people type it, and checks it: 0.5; 3; true/false, on/off, yes/no, 1/0; names
/// or their places; float lists "0.25,0.5,0.25"; offset lists of x:y pairs "-1:0,1:0". Messages are
/// as check_value()'s.
Result<ParameterValue> parse_value(const ParameterRef& parameter, const std::string& text);

/// The text that parse_value() reads back to the same value; floats by their shortest digits.
std::string format_value(const ParameterRef& parameter, const ParameterValue& value);
/// The same without a descriptor: choices as numbers.
std::string format_value(const ParameterValue& value);

/// "a number from 0 to 1", "one of fast, exact": what a parameter takes, for messages and manuals.
std::string describe_range(const ParameterRef& parameter);

/// The value nearest to `number`, within the parameter's range: ints are rounded, bools are true
/// from 0.5 on, choices and axes are counted from 0, float lists hold `number` in every entry.
/// Nothing for NaN, and for types without such values, as offset lists.
std::optional<ParameterValue> from_number(const ParameterRef& parameter, double number);

/// The inverse: the number, 1 for true and 0 for false, the place of a name. Nothing for lists.
std::optional<double> to_number(const ParameterValue& value);

/// Shortest digits that read back to `v`, always with a point or an exponent: "0.1", "2.0", "-0.0".
std::string format_float(float v);

}  // namespace weft
