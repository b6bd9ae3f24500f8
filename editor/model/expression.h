// Numbers as people type them where they would reach for a calculator: 2*3+1, sqrt(2), x/2.
#pragma once

#include <string>
#include <vector>

#include "graph/parameter_value.h"
#include "support/result.h"

namespace weft::editor {

/// What an expression comes to. It has + - * / % ^ and brackets; pi, e, and x, which is `x`; sqrt,
/// abs, exp, log, sin, cos, tan (of radians), floor, ceil, round, min, max and pow. The error says
/// at which character, counted from 1, what was seen and what was expected; or that the result is
/// no finite number.
Result<double> evaluate_expression(const std::string& text, double x);

/// The entries of a list: between commas outside brackets.
std::vector<std::string> list_entries(const std::string& text);

/// `text` for a parameter with its expressions evaluated, so that parse_value() reads it: of a
/// number one, of a list one for each entry, with x as that number is `now`. Whole numbers are
/// rounded. Plain values, keyframes, and texts for other parameters stay as they are.
Result<std::string> without_expressions(const ParameterRef& parameter, const std::string& text,
                                        const ParameterValue& now);

}  // namespace weft::editor
