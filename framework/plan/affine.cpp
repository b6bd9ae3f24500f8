// Reads the prefix text of IntExpr (int_expr.cpp has its grammar) as an affine function.
#include "plan/affine.h"

#include <charconv>
#include <string_view>

namespace weft {

namespace {

constexpr std::int64_t kMost = std::int64_t{1} << 40;
constexpr int kMaxNesting = 256;

bool within(std::int64_t value) { return value >= -kMost && value <= kMost; }

/// a + times * b.
std::optional<Affine> sum(Affine a, std::int64_t times, const Affine& b) {
    const auto add = [&](std::int64_t& into, std::int64_t what) {
        std::int64_t product = 0;
        return !__builtin_mul_overflow(times, what, &product) &&
               !__builtin_add_overflow(into, product, &into) && within(into);
    };
    if (!add(a.constant, b.constant)) return std::nullopt;
    for (const auto& [name, factor] : b.factors) {
        std::int64_t& into = a.factors[name];
        if (!add(into, factor)) return std::nullopt;
        if (into == 0) a.factors.erase(name);
    }
    return a;
}

class AffineReader {
  public:
    AffineReader(std::string_view text, const Bindings& known) : text_(text), known_(known) {}

    std::optional<Affine> read() {
        std::optional<Affine> value = expression(0);
        return next().empty() ? value : std::nullopt;
    }

  private:
    std::string_view next() {
        const std::size_t begin = std::min(text_.find_first_not_of(' ', at_), text_.size());
        at_ = begin;
        if (begin == text_.size()) return {};
        at_ = text_[begin] == '(' || text_[begin] == ')'
                  ? begin + 1
                  : std::min(text_.find_first_of(" ()", begin), text_.size());
        return text_.substr(begin, at_ - begin);
    }

    std::optional<Affine> expression(int depth) {
        const std::string_view token = next();
        if (token.empty() || token == ")" || depth > kMaxNesting) return std::nullopt;
        if (token == "(") return application(depth);
        std::int64_t number = 0;
        const auto [end, error] =
            std::from_chars(token.data(), token.data() + token.size(), number);
        if (error == std::errc{} && end == token.data() + token.size())
            return within(number) ? std::optional(Affine{number, {}}) : std::nullopt;
        const std::string name(token);
        if (const auto known = known_.find(name); known != known_.end())
            return Affine{known->second, {}};
        return Affine{0, {{name, 1}}};
    }

    std::optional<Affine> application(int depth) {
        const std::string_view op = next();
        std::optional<Affine> value = expression(depth + 1);
        if (op == "neg" && value) value = sum({}, -1, *value);
        int operands = 1;
        for (;; ++operands) {
            const std::size_t before = at_;
            if (const std::string_view token = next(); token == ")") break;
            at_ = before;
            const std::optional<Affine> operand = expression(depth + 1);
            if (!value || !operand) return std::nullopt;
            value = applied(op, *value, *operand);
        }
        const bool whole = op == "neg" ? operands == 1 : operands >= 2;
        return whole ? value : std::nullopt;
    }

    static std::optional<Affine> applied(std::string_view op, const Affine& a, const Affine& b) {
        if (op == "+") return sum(a, 1, b);
        if (op == "-") return sum(a, -1, b);
        if (op == "*" && a.is_constant()) return sum({}, a.constant, b);
        if (op == "*" && b.is_constant()) return sum({}, b.constant, a);
        if (!a.is_constant() || !b.is_constant()) return std::nullopt;
        if (op == "min") return Affine{std::min(a.constant, b.constant), {}};
        if (op == "max") return Affine{std::max(a.constant, b.constant), {}};
        if (op == "/" && b.constant != 0) return Affine{a.constant / b.constant, {}};
        return std::nullopt;
    }

    std::string_view text_;
    const Bindings& known_;
    std::size_t at_ = 0;
};

}  // namespace

std::optional<Affine> affine(const IntExpr& expr, const Bindings& known) {
    return AffineReader(expr.text, known).read();
}

}  // namespace weft
