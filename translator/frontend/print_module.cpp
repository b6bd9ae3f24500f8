// Prints the C++ source of a module of translated functors (core/module.h).
#include <fmt/format.h>

#include <cctype>
#include <set>

#include "frontend/kernel_names.h"
#include "frontend/translate.h"

namespace weft {

namespace {

bool is_identifier(const std::string& name) {
    if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0]))) return false;
    for (const char c : name)
        if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_') return false;
    return true;
}

/// `text` as a C++ string literal that any text survives; long ones are split into pieces.
std::string raw_literal(const std::string& text) {
    std::string delimiter = "weft";
    while (text.find(")" + delimiter + "\"") != std::string::npos) delimiter += '_';
    constexpr std::size_t kPiece = 8000;
    std::string out;
    for (std::size_t at = 0; at == 0 || at < text.size(); at += kPiece)
        out += fmt::format("{}R\"{}({}){}\"", at == 0 ? "" : "\n", delimiter,
                           text.substr(at, kPiece), delimiter);
    return out;
}

/// A quoted literal for paths.
std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + "\"";
}

/// The members of facts as fields with copies: FloatLists have two entries and one field.
struct Fields {
    std::string declarations, copies;
};

Fields fields_of(const FunctorFacts& facts) {
    Fields out;
    for (const MemberFacts& m : facts.members) {
        const std::size_t dot = m.name.find('.');
        if (dot != std::string::npos && m.name.substr(dot) == ".Domain") {
            const std::string indexer = m.name.substr(0, dot);
            out.declarations += fmt::format("        Rect {};\n", domain_name(indexer));
            out.copies +=
                fmt::format("        m.{} = self.{}.Domain;\n", domain_name(indexer), indexer);
        } else if (dot != std::string::npos) {
            if (m.name.substr(dot) != ".values") continue;
            const std::string list = m.name.substr(0, dot);
            out.declarations +=
                fmt::format("        FloatList<{}> {};\n", m.count, field_name(list));
            out.copies += fmt::format("        m.{} = self.{};\n", field_name(list), list);
        } else if (m.array) {
            out.declarations +=
                fmt::format("        {} {}[{}];\n", m.type, field_name(m.name), m.count);
            out.copies += fmt::format("        __builtin_memcpy(m.{0}, self.{1}, sizeof(m.{0}));\n",
                                      field_name(m.name), m.name);
        } else {
            out.declarations += fmt::format("        {} {};\n", m.type, field_name(m.name));
            out.copies += fmt::format("        m.{} = static_cast<{}>(self.{});\n",
                                      field_name(m.name), m.type, m.name);
        }
    }
    return out;
}

std::string access_text(const TranslatedSource& f) {
    const Fields fields = fields_of(f.facts);
    if (fields.declarations.empty())
        return fmt::format(
            "template <>\nstruct FunctorAccess<::{}> {{\n"
            "    static constexpr int kSize = 0;\n"
            "    static void read_members(const FunctorBase&, void*) {{}}\n}};\n",
            f.qualified_name);
    return fmt::format(
        "template <>\nstruct FunctorAccess<::{0}> {{\n"
        "    struct Members {{\n{1}    }};\n"
        "    static constexpr int kSize = sizeof(Members);\n"
        "    static void read_members(const FunctorBase& functor, void* out) {{\n"
        "        __builtin_memset(out, 0, sizeof(Members));\n"
        "        const auto& self = static_cast<const ::{0}&>(functor);\n"
        "        Members& m = *static_cast<Members*>(out);\n{2}    }}\n}};\n",
        f.qualified_name, fields.declarations, fields.copies);
}

}  // namespace

Result<std::string> print_module(const std::vector<Translation>& translations,
                                 const std::string& module_name, bool embedded) {
    if (!module_name.empty() && !is_identifier(module_name))
        return Error{ErrorKind::kUsage,
                     fmt::format("module name '{}' is no C++ identifier; use letters, digits and _",
                                 module_name)};
    std::set<std::string> names;
    std::string includes, headers, accesses, entries;
    for (const Translation& t : translations) {
        if (!t.diagnostics.empty())
            return Error{ErrorKind::kFunctor, format_diagnostic(t.diagnostics.front())};
        includes += embedded ? fmt::format("#line 1 {}\n{}\n#line 1 \"module\"\n", quoted(t.header),
                                           t.source)
                             : fmt::format("#include {}\n", quoted(t.header));
        headers += (headers.empty() ? "" : ", ") + t.header;
        for (const TranslatedSource& f : t.functors) {
            if (!names.insert(f.facts.name).second)
                return Error{ErrorKind::kFunctor,
                             fmt::format("{}: a second functor is called '{}' in this module; give "
                                         "each a name of its own",
                                         t.header, f.facts.name)};
            accesses += access_text(f) + "\n";
            entries += fmt::format(
                "            {{&functor_type<::{0}>(), {1},\n{2},\n{3},\n{4},\n"
                "             &FunctorAccess<::{0}>::read_members, "
                "FunctorAccess<::{0}>::kSize}},\n",
                f.qualified_name, quoted(t.header), raw_literal(facts_to_json(f.facts)),
                raw_literal(f.scalar_text), raw_literal(f.simd_text));
        }
    }
    const std::string signature =
        module_name.empty() ? "extern \"C\" __attribute__((visibility(\"default\")))\n"
                              "const weft::FunctorModule* weft_functor_module()"
                            : fmt::format("const weft::FunctorModule* {}_module()", module_name);
    const std::string opening =
        module_name.empty() ? "" : fmt::format("namespace weft::functors {{\n\n{};\n\n", signature);
    return fmt::format(
        "// Generated by weft-translate from {}; do not edit.\n"
        "#include \"core/module.h\"\n{}\nnamespace weft {{\n\n{}}}  // namespace weft\n\n"
        "{}{} {{\n    using namespace weft;\n"
        "    static const TranslatedFunctor functors[] = {{\n{}    }};\n"
        "    static const FunctorModule module{{kModuleVersion, {}, functors}};\n"
        "    return &module;\n}}\n{}",
        headers, includes, accesses, opening, signature, entries, names.size(),
        module_name.empty() ? "" : "\n}  // namespace weft::functors\n");
}

}  // namespace weft
