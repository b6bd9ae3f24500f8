// Finds the functor classes of a header and reads their declarations.
#include "frontend/functor_class.h"

#include <fmt/format.h>

#include "frontend/ast_query.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include <clang/AST/RawCommentList.h>
#pragma GCC diagnostic pop

namespace weft {

using namespace clang;

namespace {

/// The specialisation weft::Functor<Derived, Dependence> among the bases, or null.
const ClassTemplateSpecializationDecl* functor_base(const CXXRecordDecl* record) {
    for (const CXXBaseSpecifier& base : record->bases()) {
        const auto* specialization = llvm::dyn_cast_or_null<ClassTemplateSpecializationDecl>(
            base.getType()->getAsCXXRecordDecl());
        if (specialization != nullptr && weft_class(base.getType()) == "Functor")
            return specialization;
    }
    return nullptr;
}

/// A dependent base written as Functor<...>: a class template.
bool has_dependent_functor_base(const CXXRecordDecl* record) {
    for (const CXXBaseSpecifier& base : record->bases())
        if (const auto* type = base.getType()->getAs<TemplateSpecializationType>())
            if (const TemplateDecl* decl = type->getTemplateName().getAsTemplateDecl())
                if (decl->getName() == "Functor") return true;
    return false;
}

void collect(const DeclContext* context, const SourceManager& sources,
             std::vector<const CXXRecordDecl*>& found) {
    for (const Decl* d : context->decls()) {
        if (const auto* linkage = llvm::dyn_cast<LinkageSpecDecl>(d)) {
            collect(linkage, sources, found);
            continue;
        }
        if (!sources.isInMainFile(sources.getExpansionLoc(d->getLocation()))) continue;
        if (const auto* space = llvm::dyn_cast<NamespaceDecl>(d)) collect(space, sources, found);
        if (const auto* pattern = llvm::dyn_cast<ClassTemplateDecl>(d)) {
            const CXXRecordDecl* record = pattern->getTemplatedDecl()->getDefinition();
            if (record != nullptr && has_dependent_functor_base(record)) found.push_back(record);
        }
        const auto* record = llvm::dyn_cast<CXXRecordDecl>(d);
        if (record == nullptr || !record->isThisDeclarationADefinition()) continue;
        if (functor_base(record) != nullptr) found.push_back(record);
        collect(record, sources, found);
    }
}

const CXXMethodDecl* method_named(const CXXRecordDecl* record, llvm::StringRef name) {
    for (const CXXMethodDecl* method : record->methods())
        if (method->getDeclName().isIdentifier() && method->getName() == name) return method;
    return nullptr;
}

/// An entry point: present, public, void, defined, with so many arguments.
const CXXMethodDecl* entry_point(const CXXRecordDecl* record, const char* name, const char* remedy,
                                 Reporter& reporter, unsigned arguments = 0) {
    const CXXMethodDecl* method = method_named(record, name);
    if (method == nullptr) {
        for (const Decl* d : record->decls())
            if (const auto* pattern = llvm::dyn_cast<FunctionTemplateDecl>(d))
                if (pattern->getNameAsString() == name) {
                    reporter.refuse(d->getLocation(), fmt::format("{} is a template", name),
                                    fmt::format("write it for float: void {}()", name));
                    return nullptr;
                }
        reporter.refuse(record->getLocation(),
                        fmt::format("functor '{}' has no {}()", record->getNameAsString(), name),
                        remedy);
        return nullptr;
    }
    if (!method->getReturnType()->isVoidType()) {
        reporter.refuse(
            method->getLocation(), fmt::format("{} returns a value", name),
            fmt::format("declare it void {}() and write through an output indexer", name));
        return nullptr;
    }
    if (method->getNumParams() != arguments) {
        if (arguments > 0) {
            reporter.refuse(method->getLocation(),
                            fmt::format("{} takes {} arguments", name, method->getNumParams()),
                            remedy);
            return nullptr;
        }
        reporter.refuse(method->getLocation(), fmt::format("{} takes arguments", name),
                        "read pictures through indexers and values through members");
        return nullptr;
    }
    if (method->isStatic()) {
        reporter.refuse(method->getLocation(), fmt::format("{} is static", name),
                        fmt::format("declare it void {}()", name));
        return nullptr;
    }
    if (method->getAccess() != AS_public) {
        reporter.refuse(method->getLocation(), fmt::format("{} is not public", name),
                        "move it below public:");
        return nullptr;
    }
    const FunctionDecl* definition = nullptr;
    if (!method->hasBody(definition)) {
        reporter.refuse(method->getLocation(),
                        fmt::format("the body of {} is not in this header", name),
                        "define it inside the class, or inline below it");
        return nullptr;
    }
    return llvm::cast<CXXMethodDecl>(definition);
}

IndexerModel indexer_model(const FieldDecl* field) {
    const auto* type = llvm::cast<ClassTemplateSpecializationDecl>(
        field->getType().getNonReferenceType()->getAsCXXRecordDecl());
    const auto argument = [&](unsigned i) {
        return static_cast<int>(type->getTemplateArgs()[i].getAsIntegral().getExtValue());
    };
    return {field, field->getNameAsString(), static_cast<Direction>(argument(0)),
            static_cast<Granularity>(argument(1)), static_cast<Freedom>(argument(2))};
}

/// The indexers in the order of mFunctorIndexers, from the macro's own function.
bool read_indexers(const CXXRecordDecl* record, FunctorModel& model, Reporter& reporter) {
    const CXXMethodDecl* visit = method_named(record, "visit_indexers");
    if (visit == nullptr || visit->getBody() == nullptr) {
        reporter.refuse(record->getLocation(),
                        fmt::format("functor '{}' does not name its indexers", model.name),
                        "add mFunctorIndexers(...) after the indexers, in the order in which "
                        "images are passed");
        return false;
    }
    std::set<const FieldDecl*> named;
    for_each(visit->getBody(), [&](const Stmt* s) {
        const auto* e = llvm::dyn_cast<MemberExpr>(s);
        const FieldDecl* field = e != nullptr ? own_field(e) : nullptr;
        if (field == nullptr || weft_class(field->getType()) != "Indexer") return;
        if (!named.insert(field).second) {
            reporter.refuse(visit->getLocation(),
                            fmt::format("indexer '{}' is named twice in mFunctorIndexers",
                                        field->getNameAsString()),
                            "name each indexer once");
            return;
        }
        model.indexers.push_back(indexer_model(field));
    });
    bool good = true;
    for (const FieldDecl* field : record->fields()) {
        QualType type = field->getType();
        const bool array = type->isArrayType();
        while (type->isArrayType()) type = QualType(type->getArrayElementTypeNoTypeQual(), 0);
        if (weft_class(type) != "Indexer") continue;
        if (array || field->getType()->isReferenceType()) {
            reporter.refuse(
                field->getLocation(),
                fmt::format("'{}' is an array of indexers", field->getNameAsString()),
                "declare one indexer per picture, or use ePixel to read several planes");
            good = false;
        } else if (named.count(field) == 0) {
            reporter.refuse(
                field->getLocation(),
                fmt::format("indexer '{}' is not named in mFunctorIndexers",
                            field->getNameAsString()),
                fmt::format("add {} to mFunctorIndexers(...)", field->getNameAsString()));
            good = false;
        }
    }
    bool reads = false, writes = false;
    for (const IndexerModel& i : model.indexers) (i.direction == eOutput ? writes : reads) = true;
    if (good && !reads && method_named(record, "Shape") == nullptr) {
        reporter.refuse(visit->getLocation(),
                        fmt::format("functor '{}' has no input and no Shape()", model.name),
                        "add ImageShape Shape(const ImageShape*) const, which tells how large the "
                        "outputs are, or an Indexer<eInput, eComponent> whose picture tells it");
        good = false;
    }
    if (good && !writes) {
        reporter.refuse(visit->getLocation(), fmt::format("functor '{}' has no output", model.name),
                        "add an Indexer<eOutput, eComponent> and name it in mFunctorIndexers");
        good = false;
    }
    return good;
}

/// True where generated code can name the class.
bool reachable(const CXXRecordDecl* record) {
    for (const DeclContext* c = record; !c->isTranslationUnit(); c = c->getParent()) {
        if (const auto* space = llvm::dyn_cast<NamespaceDecl>(c);
            space && space->isAnonymousNamespace())
            return false;
        if (const auto* r = llvm::dyn_cast<CXXRecordDecl>(c);
            r != nullptr && (r->getAccess() == AS_private || r->getAccess() == AS_protected))
            return false;
    }
    return true;
}

/// Combine(const Derived&) and Result().
bool read_reduction(FunctorModel& model, Reporter& reporter) {
    const std::string signature = fmt::format("void Combine(const {}& other)", model.name);
    model.combine = entry_point(
        model.record, "Combine",
        fmt::format("add public: {}, which takes in what other elements came to", signature)
            .c_str(),
        reporter, 1);
    model.result =
        entry_point(model.record, "Result",
                    "add public: void Result(), which writes one element of the outputs", reporter);
    if (model.combine == nullptr || model.result == nullptr) return false;
    const QualType type = model.combine->getParamDecl(0)->getType();
    const CXXRecordDecl* other = type.getNonReferenceType()->getAsCXXRecordDecl();
    if (type->isLValueReferenceType() && type.getNonReferenceType().isConstQualified() &&
        other != nullptr && other->getCanonicalDecl() == model.record->getCanonicalDecl())
        return true;
    reporter.refuse(model.combine->getLocation(), "Combine takes something else than its own class",
                    fmt::format("declare it {}", signature));
    return false;
}

}  // namespace

std::vector<const CXXRecordDecl*> find_functors(ASTContext& context) {
    std::vector<const CXXRecordDecl*> found;
    collect(context.getTranslationUnitDecl(), context.getSourceManager(), found);
    return found;
}

std::optional<FunctorModel> read_class(const CXXRecordDecl* record, Reporter& reporter) {
    FunctorModel model;
    model.record = record;
    model.name = record->getNameAsString();
    const ClassTemplateSpecializationDecl* base = functor_base(record);
    if (record->isTemplated() || base == nullptr) {
        reporter.refuse(record->getLocation(),
                        fmt::format("functor '{}' is a class template", model.name),
                        "write one class per case, or make the template argument a Baked member");
        return std::nullopt;
    }
    if (!reachable(record)) {
        reporter.refuse(record->getLocation(),
                        fmt::format("functor '{}' cannot be named from outside", model.name),
                        "move it out of the unnamed namespace or the private part of its class");
        return std::nullopt;
    }
    const TemplateArgument& derived = base->getTemplateArgs()[0];
    if (derived.getAsType()->getAsCXXRecordDecl()->getCanonicalDecl() !=
        record->getCanonicalDecl()) {
        reporter.refuse(record->getLocation(),
                        fmt::format("'{}' derives from Functor<{}>", model.name,
                                    derived.getAsType().getAsString()),
                        fmt::format("derive from Functor<{}, ...>: its own class", model.name));
        return std::nullopt;
    }
    model.dependence =
        static_cast<Dependence>(base->getTemplateArgs()[1].getAsIntegral().getExtValue());
    if (!record->hasDefaultConstructor()) {
        reporter.refuse(
            record->getLocation(),
            fmt::format("functor '{}' has no default constructor", model.name),
            "give every constructor argument a default: they are the parameters' defaults");
        return std::nullopt;
    }
    const bool indexers = read_indexers(record, model, reporter);
    model.kernel = entry_point(record, "Kernel",
                               "add public: void Kernel(), which computes one element", reporter);
    const bool has_state = !is_elementwise(model.dependence);
    if (has_state)
        model.initialise = entry_point(
            record, "Initialise",
            model.dependence == eRecurrence
                ? "add public: void Initialise(), which builds the state at a line's first element"
                : "add public: void Initialise(), which builds the state at any element",
            reporter);
    if (!indexers || model.kernel == nullptr || (has_state && model.initialise == nullptr))
        return std::nullopt;
    if (model.dependence == eReduction && !read_reduction(model, reporter)) return std::nullopt;
    return model;
}

std::string doc_comment(const CXXRecordDecl* record) {
    const ASTContext& context = record->getASTContext();
    const RawComment* comment = context.getRawCommentForDeclNoCache(record);
    if (comment == nullptr) return {};
    std::string text;
    for (const char c :
         comment->getFormattedText(context.getSourceManager(), context.getDiagnostics()))
        if (c != '\n' && c != ' ')
            text += c;
        else if (!text.empty() && text.back() != ' ')
            text += ' ';
    while (!text.empty() && text.back() == ' ') text.pop_back();
    return text;
}

}  // namespace weft
