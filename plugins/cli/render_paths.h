// Which paths the pictures of an effect are read from and written to: those that the command names,
// else those that the document does.
#pragma once

#include <string>
#include <vector>

#include "cli/render_options.h"
#include "graph/document_files.h"

namespace weft {

/// Paths in the effect's order.
struct RenderPaths {
    std::vector<ReadFile> inputs;  ///< with part and layer as the document says them
    std::vector<std::string> outputs;
    std::vector<std::string> notes;  ///< what the user should know, one line each
};

/// Of -i and -o, and for pictures that those do not name, the files of the session's document.
/// Optional inputs that were given become inputs of the session's graph. Where no -o was given,
/// outputs without a file are left out of it, unless -X asks for them. kUsage: a picture that
/// nobody names a path for, a name that the effect does not have, too many paths.
Result<RenderPaths> find_paths(const RenderOptions& options, Session& session);

}  // namespace weft
