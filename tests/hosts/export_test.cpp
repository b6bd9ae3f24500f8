// Bundles compiled ahead of time: rendered with no compiler in sight, to the same bits.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "effects/builtin.h"
#include "graph/image.h"
#include "graph/scaled.h"
#include "hosts/scene.h"
#include "neighbourhood/gaussian.h"
#include "openfx/catalogue.h"
#include "openfx/export_bundle.h"
#include "openfx/export_forms.h"
#include "openfx/export_layout.h"
#include "openfx/parameters.h"
#include "openfx/plugin_of.h"
#include "openfx/reach.h"
#include "point/sum.h"

namespace weft::openfx::test {
namespace {

namespace fs = std::filesystem;

PluginDescription plugin_called(const std::string& identifier) {
    for (PluginDescription& plugin : catalogue(builtin_library()))
        if (plugin.identifier == identifier) return plugin;
    throw std::runtime_error(identifier);
}

/// A picture and the blur of another: a radius and few forms, for kernels take their time.
Graph glare(const std::string& sigma) {
    GraphBuilder build("Glare", "A picture lit by the blur of another");
    const Image picture = build.input("picture"), light = build.input("light");
    Image rows, blurred, lit;
    functors::Gaussian(eHorizontal, 1.0f)(light, rows);
    functors::Gaussian(eVertical, 1.0f)(rows, blurred);
    functors::Sum()(picture, blurred, lit);
    build.output("output", lit);
    build.control("sigma", "Sigma", "Standard deviation in pixels.", {"gaussian*.sigma"});
    Graph graph = build.finish();
    if (auto s = set_parameter(graph, builtin_library(), "sigma", sigma); !s)
        throw std::runtime_error(s.error().message);
    return graph;
}

ProcessorLevel level_here() {
    for (const ProcessorLevel& level : processor_levels())
        if (runs_here(level)) return level;
    return processor_levels().back();
}

ExportRequest request_for(const std::string& path) {
    ExportRequest request;
    request.plugins = {
        *plugin_of(glare("1"), "weft.document.glare", "Glare", {}, builtin_library()),
        plugin_called("weft.gain"), plugin_called("weft.luminance")};
    request.path = path;
    request.levels = {level_here()};
    request.player = WEFT_TEST_PLAYER;
    request.compiler.worker = WEFT_TEST_WORKER;
    return request;
}

class OpenFxExport : public ::testing::Test {
  protected:
    static void SetUpTestSuite() {
        std::string made = (fs::temp_directory_path() / "weft-export-XXXXXX").string();
        if (mkdtemp(made.data()) == nullptr) throw std::runtime_error(made);
        folder = made;
        path = folder + "/Two.ofx.bundle";
        const auto done = export_bundle(request_for(path), builtin_library());
        if (!done) throw std::runtime_error(done.error().message);
        bytes = done->bytes;
    }
    static void TearDownTestSuite() { fs::remove_all(folder); }

    void SetUp() override { ASSERT_TRUE(runs_here(level_here())) << "older than x86-64-v2"; }
    void TearDown() override {
        EXPECT_EQ(host.live_images(), 0);
        EXPECT_EQ(mistakes(), std::vector<std::string>());
        mistakes().clear();
    }
    static std::string code() { return path + "/Contents/Linux-x86-64/Two.ofx"; }

    inline static std::string folder, path;
    inline static std::size_t bytes = 0;
    MiniHost host;
};

TEST_F(OpenFxExport, HoldsWhatItNeedsAndIsSmall) {
    EXPECT_FALSE(fs::exists(path + "/Contents/Linux-x86-64/weft-cc"));
    EXPECT_FALSE(fs::exists(path + ".draft"));
#ifdef NDEBUG
    if (WEFT_TEST_EVERY == 1) {
        EXPECT_LT(bytes, 5'000'000u);
    }
#endif
    LoadedBundle bundle(code());
    EXPECT_EQ(bundle.count(), 3);
    HostedPlugin plugin(*bundle.plugin("weft.document.glare"), host);
    ASSERT_EQ(plugin.load(), kOk);
    const auto descriptor = HostedPlugin::descriptor();
    ASSERT_EQ(plugin.describe(*descriptor), kOk);
    EXPECT_EQ(descriptor->properties.text(prop::kLabel), "Glare");
    EXPECT_EQ(descriptor->properties.text(prop::kCudaRenderSupported), "false");
    EXPECT_EQ(plugin.unload(), kOk);
}

TEST_F(OpenFxExport, DescribesItselfAsWeftDoes) {
    LoadedBundle bundle(code());
    for (const char* identifier : {"weft.gain", "weft.luminance"}) {
        HostedPlugin plugin(*bundle.plugin(identifier), host);
        ASSERT_EQ(plugin.load(), kOk);
        const auto descriptor = HostedPlugin::descriptor();
        ASSERT_EQ(plugin.describe(*descriptor), kOk);
        EXPECT_EQ(descriptor->properties.text(prop::kPluginDescription),
                  plugin_called(identifier).summary);
        EXPECT_EQ(descriptor->properties.text(prop::kNoSpatialAwareness), "true");
        plugin.unload();
    }
}

TEST_F(OpenFxExport, HasKernelsForMattesInRgba) {
    LoadedBundle bundle(code());
    for (const int planes : {4, 3}) {
        HostPicture source({0, 0, 61, 37}, {SampleFormat::kFloat, planes}),
            matte({0, 0, 61, 37}, {SampleFormat::kFloat, 1}), output({0, 0, 61, 37}, {});
        source.fill(3);
        Scene luminance(bundle, host, "weft.luminance", context::kGeneral, 61, 37);
        luminance.connect("Source", source);
        ASSERT_EQ(luminance.render(matte), kOk);
        ASSERT_EQ(luminance.render(output), kOk) << ::testing::PrintToString(host.messages);
        const Picture made = output.picture(37), alpha = matte.picture(37),
                      colours = source.picture(37);
        for (int x = 0; x < 61; ++x) {
            EXPECT_EQ(made.at(x, 20, 3), alpha.at(x, 20, 0));
            EXPECT_EQ(made.at(x, 20, 1), colours.at(x, 20, 1));
        }
    }
}

/// Of a host that does not heed what was described.
TEST_F(OpenFxExport, RefusesPicturesOnAGpu) {
    LoadedBundle bundle(code());
    Scene gain(bundle, host, "weft.gain", context::kGeneral, 8, 8);
    const HostPicture picture({0, 0, 8, 8}, {}), output({0, 0, 8, 8}, {});
    gain.connect("Source", picture);
    gain.instance->on_cuda = true;
    EXPECT_EQ(gain.render(output), kGpuFailed);
    gain.instance->on_cuda = false;
    EXPECT_EQ(gain.render(output), kOk);
}

TEST_F(OpenFxExport, AnyRadiusSizeDepthAndScaleWithoutACompiler) {
    LoadedBundle bundle(code());
    const std::vector<PixelRect> domains{{-5, 3, 56, 40}, {0, 0, 1, 1}, {0, 0, 500, 3}};
    const std::vector<PictureKind> kinds{{}, {SampleFormat::kU8, 3}, {SampleFormat::kHalf, 1}};
    for (std::size_t i = 0; i < domains.size(); ++i) {
        Scene scene(bundle, host, "weft.document.glare", context::kGeneral, 500, 48);
        HostPicture picture(domains[i], kinds[i]), light(domains[i], kinds[i]),
            output(domains[i], kinds[i]);
        picture.fill(1);
        light.fill(2);
        scene.connect("Picture", picture);
        scene.connect("Light", light);
        for (const double sigma : {0.0, 3.0, 17.0, 64.0}) {
            scene.set("sigma", sigma);
            const Graph graph = glare(fmt::format("{}", sigma));
            ASSERT_EQ(scene.render(output), kOk) << ::testing::PrintToString(host.messages);
            EXPECT_TRUE(output.pixels() ==
                        expected(graph, {&picture, &light}, output, {0, 0, 500, 48}).pixels())
                << sigma << ", " << kinds[i].planes;
        }
    }
    Scene proxy(bundle, host, "weft.document.glare", context::kGeneral, 64, 48);
    proxy.instance->scale = 0.5;
    proxy.set("sigma", 7.0);
    HostPicture source({0, 0, 32, 24}, {}), output({0, 0, 32, 24}, {});
    source.fill(2);
    proxy.connect("Picture", source);
    proxy.connect("Light", source);
    ASSERT_EQ(proxy.render(output), kOk) << ::testing::PrintToString(host.messages);
    EXPECT_TRUE(output.pixels() ==
                expected(glare("3.5"), {&source, &source}, output, {0, 0, 32, 24}).pixels());
}

TEST_F(OpenFxExport, EveryChoiceAndMasksOfAnyPlanes) {
    constexpr PixelRect kDomain{0, 0, 61, 37};
    LoadedBundle bundle(code());
    HostPicture source(kDomain, {}), output(kDomain, {});
    source.fill(3);
    Scene gain(bundle, host, "weft.gain", context::kGeneral, 61, 37);
    gain.connect("Source", source);
    for (int channel = 0; channel < 7; ++channel) {
        gain.set("mask", channel);
        EXPECT_EQ(gain.render(output), kOk) << channel;
    }
    gain.set("mask", 0);
    for (const int planes : {1, 3, 4}) {
        HostPicture mask(kDomain, {SampleFormat::kFloat, planes});
        mask.fill(5);
        gain.connect("Mask", mask);
        EXPECT_EQ(gain.render(output), kOk) << planes;
        if (planes == 4) continue;
        // Choices besides the default are for pictures and masks of four planes.
        gain.set("mask", 3);
        EXPECT_EQ(gain.render(output), kFailed) << planes;
        gain.set("mask", 0);
    }
    ASSERT_EQ(host.messages.size(), 2u);
    EXPECT_EQ(host.messages[0],
              "Gain: this bundle was compiled ahead of time, and not for these settings, "
              "components or processor; go back to a choice that works, or install "
              "Weft.ofx.bundle, which compiles");
}

TEST_F(OpenFxExport, SaysWhatItHasNoKernelsFor) {
    const std::string resources = path + "/Contents/Resources/";
    fs::rename(resources + kLevelsFile, resources + "kept");
    std::ofstream(resources + kLevelsFile) << "x86-64-v9\n";
    {
        LoadedBundle bundle(code());
        Scene gain(bundle, host, "weft.gain", context::kFilter, 8, 8);
        HostPicture picture({0, 0, 8, 8}, {});
        gain.connect("Source", picture);
        EXPECT_EQ(gain.render(picture), kFailed);
        ASSERT_EQ(host.messages.size(), 1u);
        EXPECT_EQ(host.messages[0],
                  "Gain: this bundle was compiled for processors newer than this one; "
                  "export it again with --cpu x86-64-v2, or install Weft.ofx.bundle, which "
                  "compiles");
    }
    fs::rename(resources + "kept", resources + kLevelsFile);
    PluginDescription unsharp = plugin_called("weft.unsharp");
    unsharp.reaches = reaches_of(unsharp, builtin_library());
    const Library library = builtin_library();
    Graph graph = unsharp.graph;
    ASSERT_TRUE(set_parameter(graph, library, "radius", "200"));
    const auto reach = reach_for(unsharp, library, graph);
    ASSERT_FALSE(reach);
    EXPECT_EQ(reach.error().message,
              "Radius is 200.0, and this bundle was compiled for 0.0 to 100.0; stay within, or "
              "install Weft.ofx.bundle, which compiles");
    EXPECT_TRUE(reach_for(unsharp, library, *scaled(graph, library, {0.5, 0.5})))
        << "a proxy's radius is smaller";
    EXPECT_FALSE(reach_for(unsharp, library, *scaled(graph, library, {0.25, 1})))
        << "across wide pixels, not along them";
}

TEST_F(OpenFxExport, RefusesWhatHostsCouldNotUse) {
    ExportRequest request = request_for(path);
    EXPECT_EQ(export_bundle(request, builtin_library()).error().message,
              "'" + path + "' is there already; remove it, or name another");
    request.path = folder + "/Two.ofx";
    EXPECT_EQ(export_bundle(request, builtin_library()).error().message,
              "hosts would not find '" + request.path + "': end its name with .ofx.bundle");
    request.path = folder + "/No.ofx.bundle";
    request.compiler.worker = "/missing/weft-cc";
    EXPECT_FALSE(export_bundle(request, builtin_library()));
    EXPECT_FALSE(fs::exists(request.path));
    EXPECT_FALSE(fs::exists(request.path + ".draft"));
    Graph& graph = request.plugins.front().graph;
    ASSERT_TRUE(set_parameter(graph, builtin_library(), "sigma", "1:2,5:9"));
    EXPECT_EQ(export_bundle(request, builtin_library()).error().message,
              "Glare has keyframes, whose radii the bundle could not know; set plain "
              "values, and keyframes in the host");
}

/// Plans alone: whatever sliders and pictures say, the kernels asked for are those compiled.
TEST(OpenFxExportForms, HoldWhatAnyValueAndSizeAsksFor) {
    const Library library = builtin_library();
    const ProcessorLevel level = level_here();
    std::mt19937 random(7);
    const auto uniform = [&](double from, double to) {
        return std::uniform_real_distribution<double>(from, to)(random);
    };
    for (const char* identifier : {"weft.directional-blur", "weft.box-blur"}) {
        SCOPED_TRACE(identifier);
        PluginDescription plugin = plugin_called(identifier);
        plugin.reaches = reaches_of(plugin, library);
        std::set<std::string> texts;
        const auto sources = sources_of(plugin, library, level);
        ASSERT_TRUE(sources) << sources.error().message;
        for (const HostSource& source : *sources) texts.insert(source.text);
        for (int i = 0; i < 24; i += WEFT_TEST_EVERY) {
            Graph graph = plugin.graph;
            const double most = std::pow(uniform(0, 1), 3);
            for (const ParameterDescription& p : plugin.parameters) {
                if (!p.is_number()) continue;
                const double value = most * uniform(p.display_minimum, p.display_maximum);
                ASSERT_TRUE(set_parameter(graph, library, p.control, text_of(p, value)));
            }
            const auto reach = reach_for(plugin, library, graph);
            ASSERT_TRUE(reach) << reach.error().message;
            graph = restarted(std::move(graph), **reach);
            const auto range = graphs_across(**reach, plugin, library, graph);
            ASSERT_TRUE(range);
            const int width = static_cast<int>(uniform(1, 3000)),
                      height = static_cast<int>(uniform(1, 2000));
            const Rect domain{-7, 5, width - 7, height + 5};
            const auto asked = sources_ahead({.graph = graph,
                                              .library = library,
                                              .inputs = {{domain, 4}},
                                              .regions = {},
                                              .range = *range},
                                             level);
            ASSERT_TRUE(asked) << asked.error().message;
            for (const HostSource& source : *asked)
                EXPECT_TRUE(texts.contains(source.text))
                    << to_string(graph) << width << " " << height;
        }
    }
}

}  // namespace
}  // namespace weft::openfx::test
