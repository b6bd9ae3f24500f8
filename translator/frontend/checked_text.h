// A header that watches itself: the same C++ with calls put in, by which whoever runs its reference
// learns of loops that do not end and of reads beyond what an indexer declares.
#pragma once

#include <string>

namespace clang {
class ASTUnit;
}

namespace weft {

/// What a module of checked text calls, and the symbol by which it offers a place for these.
struct FunctorWatch {
    /// A loop went on for more than kMaxIterations (core/iteration_limit.h); where it begins.
    void (*endless)(int line, int column);
    /// An offset beyond `-most..most`, or where `is_index` an index beyond `0..most`.
    void (*stray)(int line, int column, int seen, int most, bool is_index);
    /// Undefined behaviour that the compiler's own checks saw, by what it is.
    void (*undefined)(const char* file, unsigned line, unsigned column, const char* what);
    /// Where the loop begins that was last in an iteration: line and column.
    volatile int* last_turn;
};
inline constexpr const char* kWatchSymbol = "weft_functor_watch";

/// `text` with the calls put in; lines keep their numbers. `unit` is what Clang made of it.
std::string checked_text(clang::ASTUnit& unit, const std::string& text);

}  // namespace weft
