// Look-ups in a functor's model, and the scalars of C++ types.
#include "frontend/model.h"

namespace weft {

std::optional<ScalarType> scalar_of(clang::QualType type) {
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
        case clang::BuiltinType::Float: return ScalarType::kFloat;
        case clang::BuiltinType::Int: return ScalarType::kInt;
        case clang::BuiltinType::UInt: return ScalarType::kUnsigned;
        case clang::BuiltinType::Bool: return ScalarType::kBool;
        default: return std::nullopt;
    }
}

std::optional<ScalarType> element_of(clang::QualType type) {
    if (type.isNull()) return std::nullopt;
    type = type.getNonReferenceType();
    while (const auto* array = llvm::dyn_cast_or_null<clang::ConstantArrayType>(
               type.getCanonicalType()->getAsArrayTypeUnsafe()))
        type = array->getElementType();
    return scalar_of(type);
}

const char* name_of(ScalarType scalar) {
    switch (scalar) {
        case ScalarType::kFloat: return "float";
        case ScalarType::kInt: return "int";
        case ScalarType::kUnsigned: return "unsigned";
        case ScalarType::kBool: return "bool";
    }
    return "";
}

const char* letter_of(ScalarType scalar) {
    switch (scalar) {
        case ScalarType::kFloat: return "F";
        case ScalarType::kInt: return "I";
        case ScalarType::kUnsigned: return "U";
        case ScalarType::kBool: return "M";
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
