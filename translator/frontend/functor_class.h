// Finds the functor classes of a header and reads their declarations.
#pragma once

#include "frontend/model.h"
#include "frontend/reporter.h"

namespace weft {

/// The classes of the main file that derive from weft::Functor, in the order of the file.
std::vector<const clang::CXXRecordDecl*> find_functors(clang::ASTContext& context);

/// Indexers, dependence, Kernel and Initialise of `record`; members, helpers and constants follow
/// from the bodies (subset.h). Null where the class itself is refused.
std::optional<FunctorModel> read_class(const clang::CXXRecordDecl* record, Reporter& reporter);

/// The class's /// comment as one paragraph, or "".
std::string doc_comment(const clang::CXXRecordDecl* record);

}  // namespace weft
