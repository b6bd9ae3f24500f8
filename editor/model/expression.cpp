#include "model/expression.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "graph/keyframes.h"
#include "graph/parameter_types.h"

namespace weft::editor {
namespace {

struct Function {
    const char* name;
    double (*call)(double);
};
constexpr Function kFunctions[] = {
    {"sqrt", [](double v) { return std::sqrt(v); }},
    {"abs", [](double v) { return std::abs(v); }},
    {"exp", [](double v) { return std::exp(v); }},
    {"log", [](double v) { return std::log(v); }},
    {"sin", [](double v) { return std::sin(v); }},
    {"cos", [](double v) { return std::cos(v); }},
    {"tan", [](double v) { return std::tan(v); }},
    {"floor", [](double v) { return std::floor(v); }},
    {"ceil", [](double v) { return std::ceil(v); }},
    {"round", [](double v) { return std::round(v); }},
};
struct PairFunction {
    const char* name;
    double (*call)(double, double);
};
constexpr PairFunction kPairFunctions[] = {
    {"min", [](double a, double b) { return std::min(a, b); }},
    {"max", [](double a, double b) { return std::max(a, b); }},
    {"pow", [](double a, double b) { return std::pow(a, b); }},
};

constexpr int kDeepest = 200;  // brackets and signs within each other

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Reads one expression from left to right; the first error stays. What is read after it counts
/// for nothing.
///
///   sum     = product { ("+" | "-") product }
///   product = signed { ("*" | "/" | "%") signed }
///   signed  = ("+" | "-") signed | power
///   power   = atom [ "^" signed ]
///   atom    = number | name | name "(" sum { "," sum } ")" | "(" sum ")"
class Reader {
  public:
    Reader(const std::string& text, double x) : text_(text), x_(x) {}

    Result<double> read() {
        const double v = sum();
        if (!error_ && seen() != '\0') expect("an operator, as in 2*3");
        if (!error_ && !std::isfinite(v))
            error_ = fmt::format("comes to no finite number: \"{}\"", text_);
        if (error_) return Error{ErrorKind::kUsage, *error_};
        return v;
    }

  private:
    /// The next character that is no blank; 0 at the end.
    char seen() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
        return at_ < text_.size() ? text_[at_] : '\0';
    }
    bool take(char c) {
        if (error_ || seen() != c || c == '\0') return false;
        ++at_;
        return true;
    }
    void expect(const char* what) {
        if (error_) return;
        const std::string found =
            seen() == '\0' ? "the end" : fmt::format("\"{}\"", text_.substr(at_, 20));
        error_ = fmt::format("at character {} expected {}, not {}", at_ + 1, what, found);
    }

    double sum() {
        double v = product();
        while (!error_) {
            if (take('+'))
                v += product();
            else if (take('-'))
                v -= product();
            else
                break;
        }
        return v;
    }
    double product() {
        double v = with_sign();
        while (!error_) {
            if (take('*'))
                v *= with_sign();
            else if (take('/'))
                v /= with_sign();
            else if (take('%'))
                v = std::fmod(v, with_sign());
            else
                break;
        }
        return v;
    }
    double with_sign() {
        if (++depth_ > kDeepest && !error_)
            error_ = fmt::format("at character {} it is nested too deeply", at_ + 1);
        const double v = error_      ? 0.0
                         : take('-') ? -with_sign()
                         : take('+') ? with_sign()
                                     : power();
        --depth_;
        return v;
    }
    double power() {
        const double base = atom();
        return take('^') ? std::pow(base, with_sign()) : base;
    }
    double atom() {
        if (take('(')) return closed(sum());
        if (is_letter(seen())) return named();
        double v = 0.0;
        const char* const begin = text_.data() + at_;
        const auto [end, failure] = std::from_chars(begin, text_.data() + text_.size(), v);
        // from_chars reads a sign too, which was read before.
        if (failure != std::errc() || *begin == '-') {
            expect("a number");
            return 0.0;
        }
        at_ += static_cast<std::size_t>(end - begin);
        return v;
    }
    double closed(double v) {
        if (!take(')')) expect("\")\"");
        return v;
    }
    double named() {
        const std::size_t begin = at_;
        while (at_ < text_.size() && is_letter(text_[at_])) ++at_;
        const std::string name = text_.substr(begin, at_ - begin);
        for (const Function& f : kFunctions)
            if (name == f.name) {
                if (!take('(')) expect("\"(\"");
                return closed(f.call(sum()));
            }
        for (const PairFunction& f : kPairFunctions)
            if (name == f.name) {
                if (!take('(')) expect("\"(\"");
                const double a = sum();
                if (!take(',')) expect("\",\"");
                return closed(f.call(a, sum()));
            }
        if (name == "x") return x_;
        if (name == "pi") return 3.14159265358979323846;
        if (name == "e") return 2.71828182845904523536;
        at_ = begin;
        expect("a number, x, pi, e or a function as sqrt(2)");
        return 0.0;
    }

    const std::string& text_;
    const double x_;
    std::size_t at_ = 0;
    int depth_ = 0;
    std::optional<std::string> error_;
};

/// The text of a number that a parameter takes.
std::string written(const ParameterRef& p, double v) {
    if (form_of(p.type) != ValueForm::kWhole) return format_float(static_cast<float>(v));
    return fmt::format("{:.0f}", std::round(v));
}

}  // namespace

std::vector<std::string> list_entries(const std::string& text) {
    std::vector<std::string> list(1);
    int depth = 0;
    for (const char c : text) {
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        if (c == ',' && depth == 0)
            list.emplace_back();
        else
            list.back() += c;
    }
    return list;
}

Result<double> evaluate_expression(const std::string& text, double x) {
    return Reader(text, x).read();
}

Result<std::string> without_expressions(const ParameterRef& p, const std::string& text,
                                        const ParameterValue& now) {
    if (!blends(p.type)) return text;
    const bool list = form_of(p.type) == ValueForm::kNumberList;
    // Values as they are, even those out of range, are the parameter's to judge.
    const bool plain =
        text.find_first_not_of("0123456789.,+-eE \t") == std::string::npos && parse_value(p, text);
    if (plain || is_curve(p, text) || text.find_first_not_of(" \t") == std::string::npos)
        return text;
    const std::vector<double> numbers = numbers_of(now);
    std::string result;
    std::size_t i = 0;
    for (const std::string& entry : list ? list_entries(text) : std::vector<std::string>{text}) {
        const double x = numbers.empty() ? 0.0 : numbers[std::min(i, numbers.size() - 1)];
        const Result<double> v = evaluate_expression(entry, x);
        if (!v && list)
            return Error{ErrorKind::kUsage,
                         fmt::format("in entry {} {}", i + 1, v.error().message)};
        if (!v) return v.error();
        result += (i++ > 0 ? "," : "") + written(p, *v);
    }
    return result;
}

}  // namespace weft::editor
