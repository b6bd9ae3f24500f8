#include "frontend/own_calls.h"

#include "frontend/ast_query.h"

namespace weft {

using namespace clang;

namespace {

/// The one declaration that stands for a function and what a template makes of it.
const FunctionDecl* root_of(const FunctionDecl* function) {
    if (const FunctionDecl* pattern = function->getTemplateInstantiationPattern())
        function = pattern;
    return function->getCanonicalDecl();
}

}  // namespace

OwnCalls::Calls OwnCalls::calls_of(const Stmt* body) {
    Calls calls;
    for_each(body, [&](const Stmt* s) {
        if (const auto* made = llvm::dyn_cast<CXXConstructExpr>(s))
            calls.known.insert(root_of(made->getConstructor()));
        const auto* call = llvm::dyn_cast<CallExpr>(s);
        if (call == nullptr) return;
        const FunctionDecl* callee = call->getDirectCallee();
        const auto* method = llvm::dyn_cast_or_null<CXXMethodDecl>(callee);
        // Operators () hold functions; an indexer's holds none.
        const bool holds =
            method != nullptr && method->getOverloadedOperator() == OO_Call && !access_of(call);
        if (callee == nullptr || holds || (method != nullptr && method->isVirtual()))
            calls.unknown = true;
        else
            calls.known.insert(root_of(callee));
    });
    return calls;
}

bool OwnCalls::is_unknown(const Stmt* body) { return calls_of(body).unknown; }

void OwnCalls::add(const FunctionDecl* function) {
    calls_[root_of(function)] = calls_of(function->getBody());
}

bool OwnCalls::may_return_to(const FunctionDecl* function) const {
    const FunctionDecl* const root = root_of(function);
    const auto own = calls_.find(root);
    if (own == calls_.end() || own->second.unknown) return own != calls_.end();
    std::set<const FunctionDecl*> seen;
    std::vector<const FunctionDecl*> left(own->second.known.begin(), own->second.known.end());
    while (!left.empty()) {
        const FunctionDecl* callee = left.back();
        left.pop_back();
        if (callee == root) return true;
        if (!seen.insert(callee).second) continue;
        if (const auto at = calls_.find(callee); at != calls_.end())
            left.insert(left.end(), at->second.known.begin(), at->second.known.end());
    }
    return false;
}

}  // namespace weft
