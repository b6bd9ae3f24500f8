// Any plug-in of the catalogue with pictures of any kind, compared with Weft itself.
#pragma once

#include "hosts/scene.h"
#include "openfx/description.h"

namespace weft::openfx::test {

/// A plug-in at its defaults under one of its contexts.
struct PluginCase {
    const PluginDescription& plugin;
    std::string context;
    PictureKind kind;  ///< of the pictures that it needs; of as many planes as the plug-in takes
    bool all_clips;    ///< connect those that it could do without, where the context has them
    double scale = 1;  ///< of plug-ins whose lengths stay as they are
};

/// What is wrong where `bundle` renders noise, one line; empty where the pixels are those of
/// `device`.
std::string fault_of(const PluginCase& one, const LoadedBundle& bundle, MiniHost& host,
                     const std::string& device);

/// Planes of the result for pictures of so many planes; 0 where the plug-in takes none such.
int planes_made(const PluginDescription& plugin, int planes);

}  // namespace weft::openfx::test
