// What a translated functor offers the planner, and how a module of them is loaded.
//
// weft-translate prints, for each functor header, one C++ file that defines a FunctorModule. For
// built-in functors it is compiled into the program; for a third party's header it is compiled into
// a shared object by weft-cc and loaded at run time. Plain pointers only: a module may come from
// another compiler.
#pragma once

#include "core/functor.h"

namespace weft {

/// One functor after translation. All strings are static.
struct TranslatedFunctor {
    const FunctorType* type;
    const char* header;       ///< the file it was read from, as given to the translator
    const char* facts;        ///< FunctorFacts as JSON (plan/facts.h documents the fields)
    const char* scalar_text;  ///< kernel text with the functor's own control flow
    const char* simd_text;    ///< kernel text over SIMD value types; "" where facts give the reason
    /// Copies the functor's kernel members into `out`, laid out as the text's Members struct:
    /// declaration order, C++ alignment rules, baked members included.
    void (*read_members)(const FunctorBase& functor, void* out);
    /// Bytes that read_members writes.
    int members_size;
};

/// Raised when FunctorType, FunctorBase, TranslatedFunctor or the text's contract changes.
inline constexpr int kModuleVersion = 7;

struct FunctorModule {
    int version;  ///< kModuleVersion of the headers it was compiled against
    int count;
    const TranslatedFunctor* functors;
};

/// The C symbol by which a shared object gives its module: `const FunctorModule* ()`.
inline constexpr const char* kModuleSymbol = "weft_functor_module";

}  // namespace weft
