#include "hosts/plugin_case.h"

#include <deque>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "effects/builtin.h"
#include "graph/choose_inputs.h"
#include "hosts/project.h"

namespace weft::openfx::test {
std::string fault_of(const PluginCase& one, const LoadedBundle& bundle, MiniHost& host,
                     const std::string& device) {
    const PluginDescription& plugin = one.plugin;
    Scene scene(bundle, host, plugin.identifier, one.context, kProjectWidth, kProjectTop);
    scene.instance->scale = one.scale;
    std::deque<HostPicture> pictures;  // clips point to them
    std::vector<const HostPicture*> inputs;
    std::vector<std::string> given;
    for (std::size_t i = 0; i < plugin.clips.size(); ++i) {
        const ClipDescription& clip = plugin.clips[i];
        if (clip.optional && (!one.all_clips || one.context != context::kGeneral)) continue;
        PictureKind kind = one.kind;
        if (clip.one_plane) kind.planes = 1;
        pictures.emplace_back(kOddDomain, kind).fill(static_cast<unsigned>(3 + i));
        inputs.push_back(&pictures.back());
        scene.connect(plugin.clip_name(i, one.context), pictures.back());
        if (clip.optional) given.push_back(clip.input);
    }
    PictureKind kind = one.kind;
    kind.planes = planes_made(plugin, one.kind.planes);
    HostPicture output(kOddDomain, kind);
    if (const Reply reply = scene.render(output); reply != kOk)
        return fmt::format("rendering answers {}; {}", reply, fmt::join(host.messages, "; "));
    if (!output.is_guarded()) return "bytes around the rows were written";
    Result<Graph> graph = with_inputs(plugin.graph, builtin_library(), given);
    const auto set_side = [&](int place, int pixels) {  // a generator's are the project's
        if (place < 0) return;
        const std::string& control = plugin.parameters[static_cast<std::size_t>(place)].control;
        const std::string side = std::to_string(static_cast<int>(pixels * one.scale));
        if (graph && !set_parameter(*graph, builtin_library(), control, side))
            throw std::runtime_error("no side " + control);
    };
    set_side(plugin.width, kProjectWidth);
    set_side(plugin.height, kProjectTop);
    if (!graph) throw std::runtime_error(graph.error().message);
    if (output.pixels() != expected(*graph, inputs, output,
                                    {0, 0, static_cast<int>(kProjectWidth * one.scale),
                                     static_cast<int>(kProjectTop * one.scale)},
                                    device)
                               .pixels())
        return "the pixels are not Weft's";
    return {};
}

int planes_made(const PluginDescription& plugin, int planes) {
    return planes == 4   ? plugin.planes.of_rgba
           : planes == 3 ? plugin.planes.of_rgb
                         : plugin.planes.of_alpha;
}

}  // namespace weft::openfx::test
