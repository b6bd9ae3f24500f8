// What a bundle holds: each kind of bundle links another source (live_contents.cpp,
// ahead_contents.cpp).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "openfx/description.h"
#include "openfx/host_cuda.h"
#include "openfx/preparer.h"

namespace weft::openfx {

struct Contents {
    std::vector<PluginDescription> plugins;
    std::vector<std::string> refused;  ///< Documents::refused
    MakePreparer make_preparer;
    std::unique_ptr<HostCuda> cuda;  ///< null: there are no kernels for GPUs
};

/// Of the bundle whose folder Contents/Resources is `resources`. Neither a compiler nor a GPU is
/// touched.
Contents contents(const Library& library, const std::string& resources);

}  // namespace weft::openfx
