// A plug-in with its pictures, ready to render; and the same by Weft's own engine.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "graph/graph.h"
#include "hosts/hosted_plugin.h"

namespace weft::openfx::test {

/// Names of controls, and values as --set takes them.
using Settings = std::vector<std::pair<std::string, std::string>>;

/// The effect's or functor's own graph, without the mix that the plug-in may have.
Graph graph_named(const std::string& name, const Settings& settings);

/// What the graph makes of `inputs`, each with pixels in its domain and nothing beyond it, in the
/// frame `project`, in pixels; in the form of `like`, and black where it makes nothing.
HostPicture expected(const Graph& graph, const std::vector<const HostPicture*>& inputs,
                     const HostPicture& like, const PixelRect& project,
                     const std::string& device = "cpu");

/// An instance of a plug-in in a project of `width` by `height`. Everything has to succeed.
class Scene {
  public:
    Scene(const LoadedBundle& bundle, MiniHost& host, const std::string& identifier,
          const std::string& context, double width, double height);
    /// In a project of these pixels.
    Scene(const LoadedBundle& bundle, MiniHost& host, const std::string& identifier,
          const std::string& context, const PixelRect& project);
    ~Scene();

    void connect(const std::string& clip, const HostPicture& picture);
    void set(const std::string& param, std::variant<double, int, std::string> value);
    /// How wide pixels are, of the project and of all clips.
    void set_aspect(double aspect);
    Reply render(const PixelRect& window) { return plugin.render(*instance, window); }
    Reply render(const HostPicture& output);

    HostedPlugin plugin;
    std::unique_ptr<HostEffect> instance;
};

}  // namespace weft::openfx::test
