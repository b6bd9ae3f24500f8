// What declarations are called in a kernel text: the functor's names, unless they would clash.
#include "frontend/kernel_names.h"

#include <fmt/format.h>

#include "frontend/ast_query.h"

namespace weft {

using namespace clang;

namespace {
/// Words that the text itself uses (docs/kernel-text.md).
constexpr const char* kReserved[] = {
    "mask",       "members", "state",  "place", "watch", "result",  "S",     "B",
    "F",          "I",       "U",      "M",     "weft",  "Members", "State", "Kernel",
    "Initialise", "Combine", "Result", "Kept",  "kept",  "Begin",   "Term",  "End"};
}  // namespace

Names::Names(const FunctorModel& model) {
    for (const char* word : kReserved) used_.insert(word);
    std::set<std::string> global = used_;
    for (const IndexerModel& i : model.indexers) global.insert("A_" + i.name);  // its type
    for (const IndexerModel& i : model.indexers) global.insert("A_" + choose(i.field, global));
    for (const HelperModel& h : model.helpers) choose(h.function, global);
    for (const VarDecl* c : model.constants) choose(c, global);
    // Locals may share names with each other, as they do in the source.
    for (const FunctionDecl* f : model.functions()) {
        std::set<const VarDecl*> locals;
        for (const ParmVarDecl* p : f->parameters()) locals.insert(p);
        std::set<std::string> plain = global;
        for_each(f->getBody(), [&](const Stmt* s) {
            if (const auto* declared = llvm::dyn_cast<DeclStmt>(s))
                for (const Decl* d : declared->decls())
                    if (const auto* variable = llvm::dyn_cast<VarDecl>(d)) locals.insert(variable);
        });
        for (const VarDecl* v : locals) plain.insert(v->getNameAsString());
        for (const VarDecl* v : locals) {
            std::string name = v->getNameAsString();
            if (global.count(name) != 0)
                while (plain.count(name) != 0) name += '_';
            used_.insert(name);
            names_[v] = name;
        }
    }
    used_.insert(global.begin(), global.end());
}

const std::string& Names::choose(const NamedDecl* declaration, std::set<std::string>& taken) {
    const std::string base = declaration->getNameAsString();
    std::string name = base;
    for (int n = 2; !taken.insert(name).second; ++n) name = fmt::format("{}_{}", base, n);
    return names_[declaration] = name;
}

const std::string& Names::of(const ValueDecl* declaration) const {
    static const std::string kUnknown = "weft_unknown";  // cannot happen: all bodies were walked
    auto found = names_.find(declaration);
    if (const auto* variable = llvm::dyn_cast<VarDecl>(declaration);
        found == names_.end() && variable != nullptr && variable->getDefinition() != nullptr)
        found = names_.find(variable->getDefinition());
    return found == names_.end() ? kUnknown : found->second;
}

const std::string& Names::of(const HelperModel& helper) const { return of(helper.function); }

std::string field_name(const std::string& member) {
    const std::string word = member.substr(0, member.find_last_not_of('_') + 1);
    const bool taken = word == "S" || word == "State" || word == "Members";
    return taken ? member + "_" : member;  // members that end in _ stay apart from these
}

std::string domain_name(const std::string& indexer) { return "Domain_of_" + indexer; }

std::string Names::fresh(const char* prefix) {
    for (;;) {
        std::string name = fmt::format("{}{}", prefix, ++counters_[prefix]);
        if (used_.count(name) == 0) return name;
    }
}

}  // namespace weft
