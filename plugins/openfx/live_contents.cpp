// Of Weft.ofx.bundle: Weft's own effects, and the documents that users put beside them.
#include <cstdlib>

#include "openfx/catalogue.h"
#include "openfx/contents.h"

namespace weft::openfx {
namespace {

/// Apart from Weft's own, whatever those will once be called.
constexpr const char* kDocumentPrefix = "weft.document.";

}  // namespace

Documents contents(const Library& library, const std::string& resources) {
    const char* path = std::getenv("WEFT_EFFECT_PATH");
    std::vector<std::string> folders{resources};
    for (std::string& folder : folders_of(path != nullptr ? path : ""))
        folders.push_back(std::move(folder));
    Documents found = find_documents(folders, kDocumentPrefix, library);
    std::vector<PluginDescription> own = catalogue(library);
    found.plugins.insert(found.plugins.begin(), std::move_iterator(own.begin()),
                         std::move_iterator(own.end()));
    return found;
}

}  // namespace weft::openfx
