// What an edit has made, where it is a document that still renders.
#pragma once

#include <utility>

#include "graph/draft.h"
#include "model/editor_document.h"

namespace weft::editor {

/// `document`, or what is wrong with its draft.
inline Result<Document> checked(Document document, const Library& library) {
    if (Status s = validate(document.draft, library); !s) return s.error();
    return document;
}

}  // namespace weft::editor
