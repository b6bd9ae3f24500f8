// Which functions of a header may come to call themselves.
#pragma once

#include "frontend/clang_ast.h"

namespace weft {

class OwnCalls {
  public:
    /// To be told of all functions with bodies before anything is asked.
    void add(const clang::FunctionDecl* function);

    /// Whether it may: by itself, by others that were added, or by what cannot be known, as a
    /// pointer to a function.
    bool may_return_to(const clang::FunctionDecl* function) const;
    /// Whether what is called there cannot be known.
    static bool is_unknown(const clang::Stmt* body);

  private:
    struct Calls {
        std::set<const clang::FunctionDecl*> known;
        bool unknown = false;
    };
    static Calls calls_of(const clang::Stmt* body);

    std::map<const clang::FunctionDecl*, Calls> calls_;
};

}  // namespace weft
