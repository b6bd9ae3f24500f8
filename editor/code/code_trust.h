// The one interface behind which it is kept whose code may run.
#pragma once

#include "graph/document_functors.h"
#include "support/result.h"

namespace weft::editor {

class CodeTrust {
  public:
    virtual ~CodeTrust() = default;
    /// Those of the texts that this user has not trusted.
    virtual FunctorTexts untrusted(const FunctorTexts& texts) const = 0;
    /// Trusts the texts from now on. kOutput: that cannot be kept.
    virtual Status add(const FunctorTexts& texts) = 0;
};

}  // namespace weft::editor
