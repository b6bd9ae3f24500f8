// Look-ups in a functor's model, and the scalars of C++ types.
#include "frontend/model.h"

namespace weft {

std::optional<Scalar> scalar_of(clang::QualType type) {
    if (type.isNull()) return std::nullopt;
    type = type.getNonReferenceType().getCanonicalType().getUnqualifiedType();
    if (const auto* enumeration = type->getAs<clang::EnumType>()) {
        type = enumeration->getDecl()->getIntegerType();
        if (type.isNull()) return std::nullopt;
        type = type.getCanonicalType();
    }
    const auto* builtin = type->getAs<clang::BuiltinType>();
    if (builtin == nullptr || type.isVolatileQualified()) return std::nullopt;
    switch (builtin->getKind()) {
        case clang::BuiltinType::Float: return Scalar::kFloat;
        case clang::BuiltinType::Int: return Scalar::kInt;
        case clang::BuiltinType::UInt: return Scalar::kUnsigned;
        case clang::BuiltinType::Bool: return Scalar::kBool;
        default: return std::nullopt;
    }
}

std::optional<Scalar> element_of(clang::QualType type) {
    if (type.isNull()) return std::nullopt;
    type = type.getNonReferenceType();
    while (const auto* array = llvm::dyn_cast_or_null<clang::ConstantArrayType>(
               type.getCanonicalType()->getAsArrayTypeUnsafe()))
        type = array->getElementType();
    return scalar_of(type);
}

const char* name_of(Scalar scalar) {
    switch (scalar) {
        case Scalar::kFloat: return "float";
        case Scalar::kInt: return "int";
        case Scalar::kUnsigned: return "unsigned";
        case Scalar::kBool: return "bool";
    }
    return "";
}

const char* letter_of(Scalar scalar) {
    switch (scalar) {
        case Scalar::kFloat: return "F";
        case Scalar::kInt: return "I";
        case Scalar::kUnsigned: return "U";
        case Scalar::kBool: return "M";
    }
    return "";
}

const IndexerModel* FunctorModel::indexer(const clang::ValueDecl* field) const {
    for (const IndexerModel& i : indexers)
        if (i.field == field) return &i;
    return nullptr;
}

const MemberModel* FunctorModel::member(const clang::ValueDecl* field) const {
    for (const MemberModel& m : members)
        if (m.field == field) return &m;
    return nullptr;
}

const HelperModel* FunctorModel::helper(const clang::FunctionDecl* function) const {
    const clang::FunctionDecl* definition = nullptr;
    if (function == nullptr || !function->isDefined(definition)) return nullptr;
    for (const HelperModel& h : helpers)
        if (h.function == definition) return &h;
    return nullptr;
}

std::vector<const clang::FunctionDecl*> FunctorModel::functions() const {
    std::vector<const clang::FunctionDecl*> all;
    if (kernel != nullptr) all.push_back(kernel);
    for (const clang::CXXMethodDecl* entry : {initialise, combine, result})
        if (entry != nullptr) all.push_back(entry);
    for (const HelperModel& h : helpers) all.push_back(h.function);
    return all;
}

}  // namespace weft
