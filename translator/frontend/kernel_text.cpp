// Prints the struct around the edited bodies: constants, Members, State, helpers, Kernel.
#include "frontend/kernel_text.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>

#include "frontend/kernel_names.h"
#include "frontend/text_editor.h"

namespace weft {

using namespace clang;

namespace {

std::string float_literal(float value) {
    if (std::isnan(value)) return "__builtin_nanf(\"\")";
    if (std::isinf(value)) return value < 0 ? "-__builtin_inff()" : "__builtin_inff()";
    std::string text = fmt::format("{}", value);  // the shortest that reads back the same
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return text + "f";
}

std::string literal(const APValue& value, QualType type, const ASTContext& context) {
    if (const auto* array = context.getAsArrayType(type)) {
        std::string out;
        for (unsigned i = 0; i < value.getArraySize(); ++i) {
            const APValue& entry = i < value.getArrayInitializedElts()
                                       ? value.getArrayInitializedElt(i)
                                       : value.getArrayFiller();
            out += (i == 0 ? "" : ", ") + literal(entry, array->getElementType(), context);
        }
        return "{" + out + "}";
    }
    if (value.isFloat()) return float_literal(value.getFloat().convertToFloat());
    if (!value.isInt()) return "0";
    if (type->isBooleanType()) return value.getInt().isZero() ? "false" : "true";
    if (value.getInt().isUnsigned()) return fmt::format("{}u", value.getInt().getZExtValue());
    const long long number = value.getInt().getSExtValue();
    return number == -2147483648LL ? "-2147483647 - 1" : fmt::format("{}", number);
}

std::string extents_of(QualType type, const ASTContext& context) {
    std::string out;
    while (const auto* array =
               llvm::dyn_cast_or_null<ConstantArrayType>(context.getAsArrayType(type))) {
        out += fmt::format("[{}]", array->getSize().getZExtValue());
        type = array->getElementType();
    }
    return out;
}

std::string extents_of(const MemberModel& member) {
    std::string out;
    for (const int n : member.extents) out += fmt::format("[{}]", n);
    return out;
}

class StructPrinter {
  public:
    StructPrinter(const FunctorModel& model, const Divergence* divergence, Names& names,
                  const SourceNames& files)
        : model_(model),
          divergence_(divergence),
          names_(names),
          files_(files),
          context_(model.record->getASTContext()) {}

    std::string print() {
        std::string out =
            fmt::format("struct {}_{} {{\n", model_.name, divergence_ ? "simd" : "scalar");
        for (const VarDecl* c : model_.constants)
            out += fmt::format("    static constexpr {} {}{} = {};\n",
                               name_of(element_of(c->getType()).value_or(ScalarType::kInt)),
                               names_.of(c), extents_of(c->getType(), context_),
                               literal(*c->evaluateValue(), c->getType(), context_));
        const std::string fields = print_member_fields(model_, "        ");
        out += fields.empty() ? "    struct Members {};\n"
                              : "    struct Members {\n" + fields + "    };\n";
        out += state();
        for (const HelperModel& helper : model_.helpers) out += helper_function(helper);
        out += entry(model_.kernel, "Kernel");
        if (model_.initialise != nullptr) out += entry(model_.initialise, "Initialise");
        if (divergence_ == nullptr && model_.combine != nullptr)
            out += combine() + entry(model_.result, "Result");
        if (model_.accumulation) out += accumulation();
        return out + "};\n";
    }

    const std::string& failure() const { return failure_; }

  private:
    std::string state() const {
        std::string fields;
        for (const MemberModel& m : model_.members)
            if (m.state)
                fields += fmt::format("        typename S::{} {}{};\n", letter_of(m.type),
                                      field_name(m.name), extents_of(m));
        return fields.empty() ? "    template <class S> struct State {};\n"
                              : "    template <class S> struct State {\n" + fields + "    };\n";
    }

    std::string function(const FunctionDecl* f, TextEditor& editor, const std::string& signature) {
        const SourceManager& sources = context_.getSourceManager();
        const SourceLocation begin = sources.getExpansionLoc(f->getBody()->getBeginLoc());
        std::string body = editor.body();
        if (failure_.empty()) failure_ = editor.failure();
        return fmt::format("{} {{\n{}#line {} \"{}\"\n{}\n    }}\n", signature, types(),
                           sources.getExpansionLineNumber(begin), files_.of(sources, begin), body);
    }

    /// The names that bodies of vectors have for their types.
    const char* types() const {
        return divergence_ == nullptr ? ""
                                      : "        using F [[maybe_unused]] = typename S::F;\n"
                                        "        using I [[maybe_unused]] = typename S::I;\n"
                                        "        using U [[maybe_unused]] = typename S::U;\n"
                                        "        using M [[maybe_unused]] = typename S::M;\n";
    }

    std::string helper_function(const HelperModel& helper) {
        TextEditor editor(model_, divergence_, names_, helper.function);
        const bool wide =
            divergence_ != nullptr && divergence_->varying_functions.count(helper.function) != 0;
        std::string types = "class S, class B";
        std::vector<std::string> parameters;
        if (helper.uses_members) parameters.push_back("const Members& members");
        if (helper.uses_state) parameters.push_back("const State<S>& state");
        if (helper.uses_place) parameters.push_back("weft::Place<S> place");
        if (helper.watched) parameters.push_back("weft::Watch watch");
        if (wide) parameters.push_back("typename S::M mask");
        for (const int i : helper.indexers) {
            const std::string name = names_.of(model_.indexers[i].field);
            types += fmt::format(", class A_{}", name);
            parameters.push_back(fmt::format("A_{0} {0}", name));
        }
        for (const std::string& p : editor.parameters()) parameters.push_back(p);
        return function(
            helper.function, editor,
            fmt::format("    template <{}>\n    WEFT_INLINE static {} {}({})", types,
                        editor.result_type(), names_.of(helper), fmt::join(parameters, ", ")));
    }

    std::string entry(const FunctionDecl* f, const char* name) {
        TextEditor editor(model_, divergence_, names_, f);
        return function(f, editor, signature(f, name, "State<S>& state, typename S::M mask"));
    }

    /// The head of an entry point. `own`: its parameters after the members.
    std::string signature(const FunctionDecl* f, const char* name, const std::string& own) {
        std::string types = "class S, class B";
        std::string parameters = "const Members& members, " + own;
        if (model_.uses_place && has_element(f)) parameters += ", weft::Place<S> place";
        if (watched()) parameters += ", weft::Watch watch";
        for (const IndexerModel& i : model_.indexers) {
            if (!has_indexer(f, i)) continue;
            types += fmt::format(", class A_{}", names_.of(i.field));
            parameters += fmt::format(", A_{0} {0}", names_.of(i.field));
        }
        return fmt::format("    template <{}>\n    WEFT_INLINE static void {}({})", types, name,
                           parameters);
    }

    /// Kernel() once more, in parts, for whoever has several elements' terms added together.
    std::string accumulation() {
        const AccumulationModel& parts = *model_.accumulation;
        std::string fields, load, store;
        for (const VarDecl* v : parts.kept) {
            const std::string extents = extents_of(v->getType(), context_);
            const ScalarType scalar = element_of(v->getType()).value_or(ScalarType::kFloat);
            const std::string type = divergence_ != nullptr && divergence_->varying.count(v) != 0
                                         ? fmt::format("typename S::{}", letter_of(scalar))
                                         : name_of(scalar);
            const std::string& name = names_.of(v);
            fields += fmt::format("        {} {}{};\n", type, name, extents);
            load += extents.empty()
                        ? fmt::format("        [[maybe_unused]] {0}& {1} = kept.{1};\n", type, name)
                        : fmt::format("        [[maybe_unused]] {0} (&{1}){2} = kept.{1};\n", type,
                                      name, extents);
            std::string entry;
            QualType at = v->getType();
            for (int depth = 0; const auto* array = llvm::dyn_cast_or_null<ConstantArrayType>(
                                    context_.getAsArrayType(at));
                 ++depth, at = array->getElementType()) {
                store += fmt::format("{0}for (int kept{1} = 0; kept{1} < {2}; ++kept{1}) ",
                                     depth == 0 ? "        " : "", depth,
                                     array->getSize().getZExtValue());
                entry += fmt::format("[kept{}]", depth);
            }
            store += fmt::format("{0}kept.{1}{2} = {1}{2};\n", entry.empty() ? "        " : "",
                                 name, entry);
        }
        const bool wide = divergence_ != nullptr;
        std::string own = fmt::format("Kept{}& kept, typename S::M mask", wide ? "<S>" : "");
        std::string loops = own;
        const bool planes = parts.planes != nullptr;
        for (const VarDecl* v : parts.variables) loops += fmt::format(", int {}", names_.of(v));
        if (planes) own += fmt::format(", int {}", names_.of(parts.variables.front()));
        return std::string(wide ? "    template <class S> struct Kept {\n"
                                : "    struct Kept {\n") +
               fields + "    };\n" + part("Begin", own, "", parts.begin, store) +
               part("Term", loops, load, {parts.term}, "") + part("End", own, load, parts.end, "");
    }

    std::string part(const char* name, const std::string& own, const std::string& before,
                     const std::vector<const Stmt*>& statements, const std::string& after) {
        TextEditor editor(model_, divergence_, names_, model_.kernel);
        const SourceManager& sources = context_.getSourceManager();
        std::string text = signature(model_.kernel, name, own) + " {\n" + types() + before;
        for (const Stmt* s : statements) {
            const SourceLocation begin = sources.getExpansionLoc(s->getBeginLoc());
            text += fmt::format("#line {} \"{}\"\n{}\n", sources.getExpansionLineNumber(begin),
                                files_.of(sources, begin), editor.statement(s));
        }
        if (failure_.empty()) failure_ = editor.failure();
        return text + after + "    }\n";
    }

    /// Combine() of a reduction: two states make one. Printed for one lane at a time.
    std::string combine() {
        TextEditor editor(model_, divergence_, names_, model_.combine);
        return function(
            model_.combine, editor,
            fmt::format(
                "    template <class S, class B>\n    WEFT_INLINE static void Combine(const "
                "Members& members, State<S>& state, const State<S>& {}{})",
                names_.of(model_.combine->getParamDecl(0)),
                watched() ? ", weft::Watch watch" : ""));
    }

    bool watched() const { return !model_.watched_loops.empty(); }
    /// A reduction's Initialise() knows of no element.
    bool has_element(const FunctionDecl* entry) const {
        return model_.dependence != eReduction || entry != model_.initialise;
    }
    /// In a reduction Kernel() has the inputs, Result() the outputs.
    bool has_indexer(const FunctionDecl* entry, const IndexerModel& indexer) const {
        if (model_.dependence != eReduction) return true;
        return entry == (indexer.direction == eInput ? model_.kernel : model_.result);
    }

    const FunctorModel& model_;
    const Divergence* divergence_;
    Names& names_;
    const SourceNames& files_;
    const ASTContext& context_;
    std::string failure_;
};

}  // namespace

std::string print_member_fields(const FunctorModel& model, const std::string& indent) {
    std::string out;
    for (const MemberModel& m : model.members) {
        if (m.state) continue;
        out += m.shape == MemberShape::kDomain
                   ? fmt::format("{}struct {{ int x0, y0, x1, y1; }} {};\n", indent,
                                 domain_name(m.name))
               : m.shape == MemberShape::kList
                   ? fmt::format("{}struct {{ int count; float values[{}]; }} {};\n", indent,
                                 m.extents[0], field_name(m.name))
                   : fmt::format("{}{} {}{};\n", indent, name_of(m.type), field_name(m.name),
                                 extents_of(m));
    }
    return out;
}

KernelTexts print_kernel_texts(const FunctorModel& model, const Divergence& divergence,
                               const SourceNames& files) {
    KernelTexts texts;
    Names names(model);
    texts.scalar = StructPrinter(model, nullptr, names, files).print();
    StructPrinter simd(model, &divergence, names, files);
    texts.simd = simd.print();
    texts.scalar_reason = simd.failure();
    if (!texts.scalar_reason.empty()) texts.simd.clear();
    return texts;
}

}  // namespace weft
