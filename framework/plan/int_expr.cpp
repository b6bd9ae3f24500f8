// Evaluating IntExpr: prefix expressions over the names of a functor's structure.
//
//   expression = integer | name | "(" operator expression... ")"
//   + * min max    two operands or more
//   - /            two operands; division truncates as in C++
//   neg            one operand
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <string_view>

#include "plan/facts.h"

namespace weft {
namespace {

using Value = Result<std::int64_t>;

constexpr int kMaxDepth = 256;

class Evaluator {
  public:
    Evaluator(std::string_view text, const Bindings& bindings) : text_(text), bindings_(bindings) {}

    Value run() {
        Value value = expression(0);
        if (!value) return value;
        if (std::string_view rest = next(); !rest.empty())
            return fail(fmt::format("'{}' follows a complete expression", rest));
        return value;
    }

  private:
    Error fail(const std::string& what) const {
        return {ErrorKind::kFunctor,
                fmt::format("integer expression '{}', column {}: {}", text_, token_ + 1, what)};
    }

    /// The next token: "(", ")", or a run of other characters; empty at the end.
    std::string_view next() {
        constexpr std::string_view kBlank = " \t\r\n";
        token_ = std::min(text_.find_first_not_of(kBlank, position_), text_.size());
        position_ = token_;
        if (token_ == text_.size()) return {};
        if (text_[token_] == '(' || text_[token_] == ')')
            ++position_;
        else
            position_ = std::min(text_.find_first_of(" \t\r\n()", token_), text_.size());
        return text_.substr(token_, position_ - token_);
    }

    Value expression(int depth) {
        if (depth > kMaxDepth)
            return fail(fmt::format("nested deeper than {} levels; simplify it", kMaxDepth));
        const std::string_view token = next();
        if (token.empty()) return fail("expected a number, a name or '(', but the text ends");
        if (token == "(") return application(depth);
        if (token == ")") return fail("expected a number, a name or '(', but found ')'");
        const char first = token.front();
        if ((first >= '0' && first <= '9') || ((first == '-' || first == '+') && token.size() > 1))
            return integer(token);
        return name(token);
    }

    Value integer(std::string_view token) const {
        std::int64_t value = 0;
        const char* begin = token.data() + (token.front() == '+' ? 1 : 0);
        const char* end = token.data() + token.size();
        const auto [stop, error] = std::from_chars(begin, end, value);
        if (error == std::errc::result_out_of_range)
            return fail(fmt::format("'{}' does not fit in 64 bits", token));
        if (error != std::errc{} || stop != end)
            return fail(fmt::format("'{}' is not an integer", token));
        return value;
    }

    Value name(std::string_view token) const {
        if (const auto found = bindings_.find(std::string(token)); found != bindings_.end())
            return found->second;
        std::string known;
        for (const auto& [bound, value] : bindings_) known += (known.empty() ? "" : ", ") + bound;
        return fail(fmt::format("'{}' is not bound; bound names are: {}", token,
                                known.empty() ? "none" : known));
    }

    Value application(int depth) {
        const std::string op(next());
        const bool unary = op == "neg";
        const bool binary = op == "-" || op == "/";
        if (!unary && !binary && op != "+" && op != "*" && op != "min" && op != "max")
            return fail(op.empty() ? std::string("expected an operator after '('")
                                   : fmt::format("'{}' is not an operator; expected one of + - * "
                                                 "/ neg min max",
                                                 op));
        Value result = expression(depth + 1);
        if (!result) return result;
        int operands = 1;
        for (; !at_close(); ++operands) {
            Value operand = expression(depth + 1);
            if (!operand) return operand;
            result = apply(op, *result, *operand);
            if (!result) return result;
        }
        if (std::string_view close = next(); close != ")")
            return fail("expected ')', but the text ends");
        if (unary ? operands != 1 : binary ? operands != 2 : operands < 2)
            return fail(fmt::format("'{}' takes {}, but has {}", op,
                                    unary    ? "one operand"
                                    : binary ? "two operands"
                                             : "two operands or more",
                                    operands));
        return unary ? apply("-", 0, *result) : result;
    }

    /// Whether the next token ends an operand list; at the end of the text too.
    bool at_close() {
        const std::size_t before = position_;
        const std::string_view token = next();
        position_ = before;
        return token.empty() || token == ")";
    }

    Value apply(std::string_view op, std::int64_t a, std::int64_t b) const {
        std::int64_t out = 0;
        bool overflow = false;
        if (op == "+") {
            overflow = __builtin_add_overflow(a, b, &out);
        } else if (op == "-" || op == "neg") {
            overflow = __builtin_sub_overflow(a, b, &out);
        } else if (op == "*") {
            overflow = __builtin_mul_overflow(a, b, &out);
        } else if (op == "min") {
            out = std::min(a, b);
        } else if (op == "max") {
            out = std::max(a, b);
        } else {
            if (b == 0) return fail(fmt::format("division of {} by zero", a));
            overflow = a == std::numeric_limits<std::int64_t>::min() && b == -1;
            if (!overflow) out = a / b;
        }
        if (overflow) return fail(fmt::format("({} {} {}) does not fit in 64 bits", op, a, b));
        return out;
    }

    std::string_view text_;
    const Bindings& bindings_;
    std::size_t position_ = 0;  ///< where the next token is looked for
    std::size_t token_ = 0;     ///< where the last one began
};

}  // namespace

Result<std::int64_t> evaluate(const IntExpr& expr, const Bindings& bindings) {
    return Evaluator(expr.text, bindings).run();
}

}  // namespace weft
