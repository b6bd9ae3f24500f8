// What a bundle holds: each kind of bundle is made of another source (live_contents.cpp).
#pragma once

#include "openfx/documents.h"

namespace weft::openfx {

/// The plug-ins of the bundle whose folder Contents/Resources is `resources`, and the documents
/// there that are none. Neither a compiler nor a GPU is touched.
Documents contents(const Library& library, const std::string& resources);

}  // namespace weft::openfx
