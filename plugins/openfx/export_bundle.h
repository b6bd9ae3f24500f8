// Writing a bundle of effects with their kernels, for hosts on machines without a compiler.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "engine/ahead.h"
#include "openfx/description.h"

namespace weft::openfx {

struct ExportRequest {
    std::vector<PluginDescription> plugins;  ///< identifiers, labels and graphs count
    std::string path;                        ///< NAME.ofx.bundle, where nothing is yet
    std::vector<ProcessorLevel> levels;      ///< that the kernels are compiled for
    std::string player;                      ///< the folder lib/weft/ahead of Weft
    CompilerOptions compiler;                ///< its cache counts for nothing
    const std::atomic<bool>* cancel = nullptr;
};

struct Exported {
    int kernels = 0;
    std::size_t bytes = 0;  ///< of all files
    /// Of each plug-in with some: its parameters that stay as they are, as "weft.lens: depths".
    std::vector<std::string> fixed;
};

/// The bundle appears whole or not at all. Errors: a name that hosts would not find, a path that is
/// there already or cannot be written, graphs with keyframes, the compiler's.
Result<Exported> export_bundle(const ExportRequest& request, const Library& library);

}  // namespace weft::openfx
