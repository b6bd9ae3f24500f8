// An instance of a plug-in: its handles at the host, and what it has prepared.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "openfx/coordinates.h"
#include "openfx/description.h"
#include "openfx/device_plans.h"
#include "openfx/host.h"
#include "openfx/host_cuda.h"
#include "openfx/messages.h"
#include "openfx/names.h"
#include "openfx/prepared_pool.h"
#include "openfx/shared_engine.h"

namespace weft::openfx {

/// What all plug-ins of the bundle share.
struct Shared {
    Library library;
    SharedEngine engine;
    std::unique_ptr<HostCuda> cuda;  ///< Contents::cuda
};

struct Instance {
    const PluginDescription& plugin;
    const Suites& suites;
    Shared& shared;
    EffectHandle effect = nullptr;
    std::string context;
    std::vector<ClipHandle> clips;  ///< as in the description; null where the context has none
    ClipHandle output = nullptr;
    std::vector<ParamHandle> parameters;  ///< as in the description; null where the host has none
    PreparedPool prepared = {};
    DevicePlans device_plans = {};
    std::atomic<bool> shows_progress{false};
    mutable Messages messages{suites, effect};
};

/// Null where the host does not have a clip that was described. A parameter that it says it does
/// not have keeps its default; where it fails otherwise, null too.
std::unique_ptr<Instance> make_instance(const PluginDescription& plugin, const Suites& suites,
                                        Shared& shared, EffectHandle effect);

/// That its graph is of.
const Library& library_of(const Instance& instance);

/// The graph with the instance's values, its lengths at `scale`, and with the optional inputs that
/// `given` marks, one flag per clip. Parameters that the host does not have, or says it does not
/// tell, keep their defaults, of which the user is told once. A generator's sides that are left at
/// their defaults are the project's. In a bundle without a compiler, whose kernels are for those of
/// full size, lengths that no parameter sets stay as they are. kUsage: values that such a bundle
/// has no kernels for.
Result<Graph> graph_at(const Instance& instance, Time time, const PixelScale& scale,
                       const std::vector<bool>& given);

/// What graphs share kernels with `graph`, which is of graph_at(): none where there is a compiler.
Result<std::vector<Graph>> range_of(const Instance& instance, const Graph& graph);

/// Of an action with these arguments: 1 where the host does not say the scale. The frame is the
/// project's; the pixel aspect that of the output, or of the project where the output has none.
Geometry geometry_of(const Instance& instance, const Properties& arguments,
                     Field field = Field::kNone);

/// Which clips there are pictures in: the needed ones, and of the others those connected.
std::vector<bool> connected_clips(const Instance& instance);

/// Tells the user of an error about the instance's graph, until a render succeeds.
void report(const Instance& instance, const std::string& message);

}  // namespace weft::openfx
