// The translator: from a functor header to facts, kernel text and the source of a module.
//
//   Result<Translation> t = translate({.header = "shrink.h", .include_paths = {framework}});
//   if (t && t->diagnostics.empty()) write(print_module({*t}, "extras"));
//
// No Clang header is needed to use it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "frontend/diagnostic_text.h"
#include "plan/facts.h"
#include "support/result.h"

namespace weft {

struct TranslateOptions {
    std::string header;                           ///< path of the functor header
    std::vector<std::string> include_paths = {};  ///< must lead to core/functor.h (framework/)
    /// The text of the header where it is not to be read from disk (an editor's buffer, a test).
    const std::string* contents = nullptr;
    /// How the header is called in diagnostics, facts, #line and the module's #include; empty: as
    /// in `header`.
    std::string display_name = {};
    /// Translation::source is the checked text (checked_text.h).
    bool checked = false;
    /// Translation::counted has the counted texts (counted_text.h): for headers nobody has tested.
    bool counted = false;
    /// Kernel texts leave loops that do not end (docs/kernel-text.md): likewise.
    bool watched = false;
};

/// One functor class that lies within the subset (docs/functor-contract.md).
struct TranslatedSource {
    FunctorFacts facts;
    std::string qualified_name;  ///< "weft::DWT1D"
    std::string scalar_text;     ///< docs/kernel-text.md
    std::string simd_text;       ///< empty where facts.simd is false

    friend bool operator==(const TranslatedSource&, const TranslatedSource&) = default;
};

/// What a header holds. Functors are complete only when there are no diagnostics.
struct Translation {
    std::string header;  ///< TranslateOptions::display_name
    std::string source;  ///< its text
    /// Of the header and what it includes, by the paths by which it was read.
    std::map<std::string, std::string> counted = {};
    std::vector<TranslatedSource> functors;  ///< in the order of the header
    std::vector<Diagnostic> diagnostics;     ///< in the order of the header; not empty: refused
    std::vector<Diagnostic> warnings;        ///< likewise; refused or not
    std::vector<std::string> dependencies;   ///< the files that were read, the header first

    friend bool operator==(const Translation&, const Translation&) = default;
};

/// Parses `options.header` and translates every class in it that derives from weft::Functor.
/// Refusals are diagnostics of the value; an Error means that there is nothing to speak about
/// (the file cannot be read, core/functor.h is not found).
/// Pure apart from reading files; may be called from several threads at once.
Result<Translation> translate(const TranslateOptions& options);

/// The C++ source of a module that offers the functors of `translations` (core/module.h).
/// It includes each header by its `header` path or, where `embedded`, holds its `source`. With a
/// `module_name` it defines `const weft::FunctorModule* weft::functors::NAME_module()`; with an
/// empty one, the C symbol kModuleSymbol for loading at run time.
/// Errors: a translation with diagnostics, two functors of one name, a name that is no identifier.
Result<std::string> print_module(const std::vector<Translation>& translations,
                                 const std::string& module_name, bool embedded = false);

}  // namespace weft
