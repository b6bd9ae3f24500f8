#include "frontend/counted_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "frontend/ast_query.h"
#include "frontend/clang_visitor.h"
#include "frontend/few_iterations.h"
#include "frontend/own_calls.h"

namespace weft {

using namespace clang;

namespace {

/// Texts that come to stand at places of one file.
class Insertions {
  public:
    /// Before what stands there; of several the first that is put stands first.
    void before(unsigned offset, const std::string& text) {
        if (put_.insert({offset, text}).second) at_[offset].begins += text;
    }
    /// Behind what ends there; of several the last that is put stands first.
    void behind(unsigned offset, const std::string& text) { at_[offset].ends.insert(0, text); }
    /// Nothing is left of what stands there.
    void blank(unsigned offset, unsigned size) { blanks_[offset] = size; }

    std::string in(std::string text) const {
        for (const auto& [offset, size] : blanks_) std::fill_n(text.begin() + offset, size, ' ');
        for (auto at = at_.rbegin(); at != at_.rend(); ++at)  // so that places before it stay
            text.insert(at->first, at->second.ends + at->second.begins);
        return text;
    }

  private:
    struct Texts {
        std::string ends, begins;
    };
    std::map<unsigned, Texts> at_;
    std::map<unsigned, unsigned> blanks_;
    std::set<std::pair<unsigned, std::string>> put_;  ///< macros are seen wherever they are used
};

/// The files whose text is edited, and the places in them.
class Files {
  public:
    Files(const SourceManager& sources, const std::vector<std::string>& trusted,
          const std::string& display_name)
        : sources_(sources), trusted_(trusted), display_name_(display_name) {}

    /// The place in a file where something is spelt, if it is edited.
    bool has(SourceLocation place) {
        if (place.isInvalid()) return false;
        const FileID file = sources_.getFileID(sources_.getSpellingLoc(place));
        const auto known = edited_.find(file);
        return known != edited_.end() ? known->second
                                      : edited_.emplace(file, is_edited(file)).first->second;
    }
    Insertions& at(SourceLocation place) {
        return insertions_[sources_.getFileID(sources_.getSpellingLoc(place))];
    }
    unsigned offset(SourceLocation place) const {
        return sources_.getFileOffset(sources_.getSpellingLoc(place));
    }
    /// As calls take it: "blur.h", 14, 9
    std::string arguments(SourceLocation place) const {
        const SourceLocation spelt = sources_.getSpellingLoc(place);
        std::string name = path_of(sources_.getFileID(spelt));
        if (sources_.isInMainFile(spelt)) name = display_name_;
        if (name.starts_with("./")) name.erase(0, 2);
        std::string quoted;
        for (const char c : name) {
            if (c == '"' || c == '\\') quoted += '\\';
            quoted += c;
        }
        return fmt::format("\"{}\", {}, {}", quoted, sources_.getSpellingLineNumber(spelt),
                           sources_.getSpellingColumnNumber(spelt));
    }

    std::map<std::string, std::string> texts() const {
        std::map<std::string, std::string> all;
        for (const auto& [file, insertions] : insertions_)
            all[path_of(file)] = insertions.in(sources_.getBufferData(file).str());
        const FileID main = sources_.getMainFileID();
        all.try_emplace(path_of(main), sources_.getBufferData(main).str());
        return all;
    }

  private:
    std::string path_of(FileID file) const {
        const OptionalFileEntryRef entry = sources_.getFileEntryRefForID(file);
        return entry ? entry->getName().str() : std::string();
    }
    bool is_edited(FileID file) const {
        if (file == sources_.getMainFileID()) return true;
        const std::string path = path_of(file);
        if (path.empty() || sources_.isInSystemHeader(sources_.getLocForStartOfFile(file)))
            return false;
        return std::none_of(trusted_.begin(), trusted_.end(), [&](const std::string& folder) {
            return path.starts_with(folder + "/");
        });
    }

    const SourceManager& sources_;
    const std::vector<std::string>& trusted_;
    const std::string display_name_;
    std::map<FileID, bool> edited_;
    std::map<FileID, Insertions> insertions_;
};

/// Bodies that the reference alone runs.
bool is_of_kernel(const CXXMethodDecl* method) {
    if (!method->getDeclName().isIdentifier()) return false;
    const llvm::StringRef name = method->getName();
    if (name != "Kernel" && name != "Initialise" && name != "Combine" && name != "Result")
        return false;
    const CXXRecordDecl* record = method->getParent();
    if (!record->hasDefinition() || record->isDependentContext()) return false;
    bool is_functor = false;
    record->forallBases([&](const CXXRecordDecl* base) {
        is_functor |= base->getQualifiedNameAsString() == "weft::FunctorBase";
        return true;
    });
    return is_functor;
}

class FindFunctions : public RecursiveASTVisitor<FindFunctions> {
  public:
    FindFunctions(OwnCalls& calls, Files& files) : calls_(calls), files_(files) {}
    bool VisitFunctionDecl(FunctionDecl* f) {
        if (f->doesThisDeclarationHaveABody() && files_.has(f->getLocation())) calls_.add(f);
        return true;
    }

  private:
    OwnCalls& calls_;
    Files& files_;
};

class Counter : public RecursiveASTVisitor<Counter> {
  public:
    Counter(ASTContext& context, const OwnCalls& calls, Files& files)
        : context_(context), calls_(calls), files_(files) {}

    bool TraverseCXXMethodDecl(CXXMethodDecl* m) {
        return is_of_kernel(m) || RecursiveASTVisitor::TraverseCXXMethodDecl(m);
    }

    bool VisitFunctionDecl(FunctionDecl* f) {
        if (!files_.has(f->getLocation())) return true;
        let_throw(f);
        if (f->doesThisDeclarationHaveABody() && calls_.may_return_to(f)) deepen(f->getBody());
        return true;
    }
    bool VisitLambdaExpr(LambdaExpr* e) {
        let_throw(e->getCallOperator());
        if (OwnCalls::is_unknown(e->getBody())) deepen(e->getBody());
        return true;
    }

    bool VisitAttributedStmt(AttributedStmt* s) {
        attributed_.insert(s->getSubStmt());
        return true;
    }
    bool VisitForStmt(ForStmt* s) {
        const std::optional<int> iterations = few_iterations(s, context_);
        if (iterations && !attributed_.contains(s) && s->getBeginLoc().isFileID())
            return count(s, s, fmt::format(", {}", *iterations));
        return count(s->getBody(), s);
    }
    bool VisitWhileStmt(WhileStmt* s) { return count(s->getBody(), s); }
    bool VisitDoStmt(DoStmt* s) { return count(s->getBody(), s); }
    bool VisitCXXForRangeStmt(CXXForRangeStmt* s) { return count(s->getBody(), s); }
    bool VisitGotoStmt(GotoStmt* s) { return count(s, s); }
    bool VisitIndirectGotoStmt(IndirectGotoStmt* s) { return count(s, s); }

    bool VisitUnaryOperator(UnaryOperator* e) {
        if (e->getOpcode() == UO_AddrOf) addressed_.insert(e->getSubExpr()->IgnoreParens());
        return true;
    }
    bool VisitArraySubscriptExpr(ArraySubscriptExpr* e) {
        if (e->isTypeDependent() || e->isValueDependent()) return true;
        const ConstantArrayType* array =
            context_.getAsConstantArrayType(e->getBase()->IgnoreParenImpCasts()->getType());
        if (array == nullptr) return true;
        // One behind the last has an address.
        const long long last = static_cast<long long>(array->getSize().getZExtValue()) -
                               (addressed_.contains(e) ? 0 : 1);
        const std::optional<long long> index = constant_integer(e->getIdx(), context_);
        if (!index || *index < 0 || *index > last)
            wrap(e->getIdx(), "inside", fmt::format(", {}", last));
        return true;
    }
    bool VisitBinaryOperator(BinaryOperator* e) {
        const BinaryOperatorKind op = e->getOpcode();
        if (op != BO_Div && op != BO_Rem && op != BO_DivAssign && op != BO_RemAssign) return true;
        const Expr* by = e->getRHS();
        if (e->isTypeDependent() || by->isTypeDependent() || by->isValueDependent() ||
            !e->getLHS()->getType()->isIntegerType() || !by->getType()->isIntegerType())
            return true;
        if (constant_integer(by, context_).value_or(0) == 0) wrap(by, "divisor", {});
        return true;
    }

  private:
    /// Before a statement: an iteration of the loop `of`.
    bool count(const Stmt* statement, const Stmt* of, const std::string& more = {}) {
        const SourceLocation place = statement->getBeginLoc();
        if (files_.has(place))
            files_.at(place).before(files_.offset(place),
                                    fmt::format("if (::weft::host::iteration({}{})) ; else ",
                                                files_.arguments(of->getBeginLoc()), more));
        return true;
    }

    void deepen(const Stmt* body) {
        if (const auto* whole = llvm::dyn_cast<CXXTryStmt>(body)) body = whole->getTryBlock();
        const SourceLocation place = body->getBeginLoc();
        if (!llvm::isa<CompoundStmt>(body) || !files_.has(place)) return;
        files_.at(place).before(files_.offset(place) + 1,
                                fmt::format(" ::weft::host::deeper({});", files_.arguments(place)));
    }

    /// What ends a function is an exception. Of those that the language calls it stays as it is.
    void let_throw(const FunctionDecl* f) {
        const auto* method = llvm::dyn_cast<CXXMethodDecl>(f);
        if (!f->isDefined() || llvm::isa<CXXConstructorDecl, CXXDestructorDecl>(f) ||
            (method != nullptr && (method->isVirtual() || method->isCopyAssignmentOperator() ||
                                   method->isMoveAssignmentOperator())))
            return;
        const auto* type = f->getType()->getAs<FunctionProtoType>();
        const SourceRange said = f->getExceptionSpecSourceRange();
        if (type == nullptr || type->getExceptionSpecType() != EST_BasicNoexcept ||
            !said.isValid() || !said.getBegin().isFileID() || !files_.has(said.getBegin()))
            return;
        constexpr unsigned kWord = sizeof "noexcept" - 1;
        files_.at(said.getBegin()).blank(files_.offset(said.getBegin()), kWord);
    }

    void wrap(const Expr* e, const char* in, const std::string& more) {
        const SourceLocation begin = e->getBeginLoc(), last = e->getEndLoc();
        if (!begin.isFileID() || !last.isFileID() || !files_.has(begin) || !files_.has(last))
            return;
        const SourceManager& sources = context_.getSourceManager();
        const SourceLocation end =
            Lexer::getLocForEndOfToken(last, 0, sources, context_.getLangOpts());
        files_.at(begin).before(files_.offset(begin), fmt::format("::weft::host::{}(", in));
        files_.at(begin).behind(files_.offset(end),
                                fmt::format("{}, {})", more, files_.arguments(begin)));
    }

    ASTContext& context_;
    const OwnCalls& calls_;
    Files& files_;
    std::set<const Stmt*> attributed_, addressed_;
};

}  // namespace

std::map<std::string, std::string> counted_texts(ASTUnit& unit,
                                                 const std::vector<std::string>& trusted,
                                                 const std::string& display_name) {
    ASTContext& context = unit.getASTContext();
    Files files(context.getSourceManager(), trusted, display_name);
    std::vector<Decl*> own;
    for (auto decl = unit.top_level_begin(); decl != unit.top_level_end(); ++decl)
        if (files.has((*decl)->getLocation())) own.push_back(*decl);
    OwnCalls calls;
    FindFunctions find(calls, files);
    for (Decl* decl : own) find.TraverseDecl(decl);
    Counter counter(context, calls, files);
    for (Decl* decl : own) counter.TraverseDecl(decl);
    return files.texts();
}

}  // namespace weft
