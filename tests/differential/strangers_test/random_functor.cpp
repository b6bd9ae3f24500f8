// Prints functors with random control flow: what a translator's masks must survive.
#include "strangers_test/random_functor.h"

#include <fmt/format.h>

#include <random>
#include <vector>

namespace weft::test {

namespace {

class Writer {
  public:
    explicit Writer(std::uint32_t seed) : random_(seed) {}

    std::string functor(const std::string& name) {
        std::string text = fmt::format(
            "inline float {0}_help(float x, int n) {{\n{1}    return x;\n}}\n\n"
            "class {0} : public Functor<{0}, eParallel> {{\n"
            "    Indexer<eInput, eComponent, e1D> Input{{eHorizontal, 3}};\n"
            "    Indexer<eInput, eComponent> Other;\n    Indexer<eOutput, eComponent> Output;\n"
            "    Indexer<eOutput, eComponent> Second;\n    float Gain = 0.75f;\n    int Count = "
            "2;\n"
            "    mFunctorIndexers(Input, Other, Output, Second)\n\n  public:\n    void Kernel() "
            "{{\n",
            name, helper_body());
        helper_ = name + "_help";
        reads_ = true;
        returns_ = "return;";
        floats_ = {"a", "b", "c"};
        ints_ = {"i", "j"};
        loops_ = 0;
        counter_ = 0;
        variables_.clear();
        text +=
            "        float a = Input(), b = Other(), c = 1.0f;\n        int i = 1, j = to_int(a);\n"
            "        float v[4] = {};\n";
        text += statements(2, 6, 0);
        text += "        Output() = a + v[1];\n" + statements(2, 3, 0);
        text +=
            "        Second() = b + c * 0.5f + to_float(i) + to_float(j) + v[2];\n    }\n};\n\n";
        return text;
    }

  private:
    int pick(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
    template <class T>
    const T& of(const std::vector<T>& all) {
        return all[pick(static_cast<int>(all.size()))];
    }

    std::string helper_body() {
        helper_.clear();
        reads_ = false;
        returns_ = "return x * 0.5f;";
        floats_ = {"x"};
        ints_ = {"n"};
        loops_ = 0;
        variables_.clear();
        return statements(1, 3, 1);
    }

    std::string number(int depth) {
        switch (pick(depth > 2 ? 4 : 10)) {
            case 0: return fmt::format("{:.2f}f", (pick(17) - 8) * 0.25);
            case 1:
            case 2: return of(floats_);
            case 3: return fmt::format("to_float({})", of(ints_));
            case 4:
                return fmt::format("({} {} {})", number(depth + 1), of(kOperators),
                                   number(depth + 1));
            case 5:
                return fmt::format("({} ? {} : {})", condition(depth + 1), number(depth + 1),
                                   number(depth + 1));
            case 6: return reads_ ? fmt::format("Input({})", whole(depth + 1)) : "0.5f";
            case 7: return reads_ ? fmt::format("at(v, {})", whole(depth + 1)) : "1.5f";
            case 8:
                return helper_.empty() ? fmt::format("min({}, 2.0f)", number(depth + 1))
                                       : fmt::format("{}({}, {})", helper_, number(depth + 1),
                                                     whole(depth + 1));
            default: return reads_ ? (pick(2) ? "Gain" : "Other()") : "0.25f";
        }
    }

    std::string whole(int depth) {
        switch (pick(depth > 2 ? 3 : 6)) {
            case 0: return fmt::format("{}", pick(7) - 3);
            case 1: return variables_.empty() ? of(ints_) : of(variables_);
            case 2: return of(ints_);
            case 3:
                return fmt::format("({} {} {})", whole(depth + 1), of(kWholeOperators),
                                   whole(depth + 1));
            case 4:
                return fmt::format("({} ? {} : {})", condition(depth + 1), whole(depth + 1),
                                   whole(depth + 1));
            default: return fmt::format("clamp(to_int({}), -4, 4)", number(depth + 1));
        }
    }

    std::string condition(int depth) {
        switch (pick(depth > 2 ? 2 : 5)) {
            case 0:
                return fmt::format("{} {} {}", number(depth + 1), of(kComparisons),
                                   number(depth + 1));
            case 1:
                return fmt::format("{} {} {}", whole(depth + 1), of(kComparisons),
                                   whole(depth + 1));
            case 2: return fmt::format("({} && {})", condition(depth + 1), condition(depth + 1));
            case 3: return fmt::format("({} || {})", condition(depth + 1), condition(depth + 1));
            default: return fmt::format("!({})", condition(depth + 1));
        }
    }

    std::string pad(int level) const { return std::string(8 + 4 * level, ' '); }

    std::string block(int depth, int level) {
        return "{\n" + statements(depth, 3, level + 1) + pad(level) + "}";
    }

    std::string statements(int depth, int count, int level) {
        std::string text;
        for (int n = 1 + pick(count); n > 0; --n) text += statement(depth, level);
        return text;
    }

    std::string statement(int depth, int level) {
        const std::string in = pad(level);
        const int kind = pick(depth > 0 ? 16 : 8);
        if (kind < 3)
            return fmt::format("{}{} {} {};\n", in, of(floats_), pick(3) ? "=" : "+=", number(1));
        if (kind < 5) return fmt::format("{}{} = {};\n", in, of(ints_), whole(1));
        if (kind == 5 && reads_) return fmt::format("{}at(v, {}) = {};\n", in, whole(1), number(1));
        if (kind == 6) return fmt::format("{}++{};\n", in, of(ints_));
        if (kind == 7) {
            if (loops_ > 0 && pick(3) > 0)
                return fmt::format("{}if ({}) {};\n", in, condition(1),
                                   pick(2) ? "break" : "continue");
            if (pick(4) == 0) return fmt::format("{}if ({}) {}\n", in, condition(1), returns_);
            return fmt::format("{}{} = -{};\n", in, of(floats_), of(floats_));
        }
        if (kind < 12) {
            std::string text =
                fmt::format("{}if ({}) {}", in, condition(0), block(depth - 1, level));
            if (pick(2)) text += " else " + block(depth - 1, level);
            return text + "\n";
        }
        const std::string counter = fmt::format("k{}", counter_++);
        std::string text;
        if (kind < 14) {
            const std::string bound =
                pick(2) ? fmt::format("{}", 1 + pick(5)) : fmt::format("clamp({}, 0, 5)", whole(1));
            // The bound may change while the loop runs; the counter ends it all the same.
            text = fmt::format("{0}for (int {1} = 0; {1} < {2}; ++{1}) ", in, counter, bound);
            variables_.push_back(counter);
            ++loops_;
            text += block(depth - 1, level);
            --loops_;
            variables_.pop_back();
            return text + "\n";
        }
        if (kind == 14) {
            ++loops_;
            text = fmt::format("{0}int {1} = 0;\n{0}{2}", in, counter,
                               fmt::format("while ({} && {} < 6) {{\n{}    ++{};\n", condition(1),
                                           counter, in, counter));
            text += statements(depth - 1, 3, level + 1) + in + "}\n";
            --loops_;
            return text;
        }
        ++loops_;
        text = fmt::format("{0}int {1} = 0;\n{0}do {{\n{0}    ++{1};\n", in, counter);
        text += statements(depth - 1, 2, level + 1);
        --loops_;
        return text + fmt::format("{}}} while ({} && {} < 4);\n", in, condition(1), counter);
    }

    const std::vector<std::string> kOperators{"+", "-", "*", "/"};
    const std::vector<std::string> kWholeOperators{"+", "-", "*", "&", "^"};
    const std::vector<std::string> kComparisons{"<", "<=", ">", ">=", "==", "!="};

    std::mt19937 random_;
    std::string helper_, returns_;
    std::vector<std::string> floats_, ints_, variables_;
    bool reads_ = false;
    int loops_ = 0, counter_ = 0;
};

}  // namespace

std::string random_functors(std::uint32_t seed, int count) {
    Writer writer(seed);
    std::string text =
        "#pragma once\n#include \"core/functor.h\"\n\nnamespace strangers {\n\nusing namespace "
        "weft;\n\n";
    for (int i = 0; i < count; ++i) text += writer.functor(fmt::format("Random{}_{}", seed, i));
    return text + "}  // namespace strangers\n";
}

}  // namespace weft::test
