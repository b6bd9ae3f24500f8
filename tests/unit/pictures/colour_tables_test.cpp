// Transforms baked to tables, and looked up by the functor, against OpenColorIO's own processors.
#include <dlfcn.h>

#include <random>

#include <OpenColorIO/OpenColorIO.h>
#include <gmock/gmock.h>

#include "harness.h"
#include "pictures/picture_file.h"
#include "pixel/colour_lut.h"
#include "runtime/convert.h"
#include "scratch_folder.h"

namespace weft::test {
namespace {

namespace ocio = OCIO_NAMESPACE;
using testing::HasSubstr;

constexpr const char* kConfig = R"(ocio_profile_version: 2
search_path: .
roles: {scene_linear: light, default: light}
displays:
  Screen:
    - !<View> {name: Film, colorspace: shown}
    - !<View> {name: Raw, colorspace: light}
active_displays: [Screen]
active_views: [Film, Raw]
inactive_colorspaces: [video]
colorspaces:
  - !<ColorSpace>
    name: light
  - !<ColorSpace>
    name: dim light
    to_scene_reference: !<MatrixTransform>
      {matrix: [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1]}
  - !<ColorSpace>
    name: allocated
    allocation: lg2
    allocationvars: [-6, 4]
  - !<ColorSpace>
    name: everything
    allocation: lg2
    allocationvars: [-200, 500]
  - !<ColorSpace>
    name: log
    aliases: [camera log]
    to_scene_reference: !<LogAffineTransform>
      {base: 2, lin_side_slope: 1, lin_side_offset: 0.01,
       log_side_slope: 0.08, log_side_offset: 0.6, direction: inverse}
  - !<ColorSpace>
    name: video
    allocation: uniform
    allocationvars: [-0.125, 1.125]
    to_scene_reference: !<ExponentWithLinearTransform> {gamma: 2.4, offset: 0.055}
  - !<ColorSpace>
    name: shown
    encoding: sdr-video
    from_scene_reference: !<GroupTransform>
      children:
        - !<MatrixTransform>
          {matrix: [1.7, -0.62, -0.08, 0, -0.13, 1.14, -0.01, 0, -0.02, -0.13, 1.15, 0, 0, 0, 0, 1]}
        - !<ExponentWithLinearTransform> {gamma: 2.4, offset: 0.055, direction: inverse}
)";

PictureIO& io() {
    static PictureIO* const loaded = [] {
        void* module = dlopen(WEFT_PICTURES_MODULE, RTLD_LAZY | RTLD_LOCAL);
        if (module == nullptr) throw std::runtime_error(dlerror());
        const auto entry =
            reinterpret_cast<PictureIO* (*)(int)>(dlsym(module, kPictureModuleSymbol));
        return entry(kPictureModuleVersion);
    }();
    return *loaded;
}

Picture table_of(const std::string& path) {
    const Result<LoadedPicture> loaded = io().read(path, {}, nullptr);
    if (!loaded) throw std::runtime_error(loaded.error().message);
    Picture table(loaded->view.domain, loaded->view.planes);
    load_region(loaded->view, loaded->view.domain, table);
    return table;
}

std::map<std::string, std::string> said_of(const std::string& path) {
    const Result<PictureInfo> info = io().info(path);
    if (!info) throw std::runtime_error(info.error().message);
    const auto entries = info->metadata->entries();
    return {entries.begin(), entries.end()};
}

std::string refusal_to_read(const std::string& path) {
    const Result<LoadedPicture> loaded = io().read(path, {}, nullptr);
    EXPECT_FALSE(loaded);
    if (loaded) return {};
    EXPECT_EQ(loaded.error().kind, ErrorKind::kInput);
    EXPECT_EQ(loaded.error().message.find('\n'), std::string::npos);
    return loaded.error().message;
}

/// Every colour that is made of these values.
Picture grid_of(const std::vector<float>& values) {
    const int n = static_cast<int>(values.size());
    Picture grid({0, 0, n * n, n}, 3);
    for (int b = 0; b < n; ++b)
        for (int g = 0; g < n; ++g)
            for (int r = 0; r < n; ++r) {
                grid.at(b * n + r, g, 0) = values[static_cast<std::size_t>(r)];
                grid.at(b * n + r, g, 1) = values[static_cast<std::size_t>(g)];
                grid.at(b * n + r, g, 2) = values[static_cast<std::size_t>(b)];
            }
    return grid;
}

/// The most by which a table strays, of |difference| / max(1, |value|), on colours of which
/// `counts` holds; what is below `least` counts as that.
double worst(
    const std::string& path, const ocio::ConstProcessorRcPtr& processor,
    const std::vector<float>& values,
    const std::function<bool(const float*)>& counts = [](const float*) { return true; },
    float least = -1e30f) {
    const Picture grid = grid_of(values), table = table_of(path);
    const auto outputs = run(functors::ColourLut(), {&grid, &table});
    const auto cpu = processor->getOptimizedCPUProcessor(ocio::OPTIMIZATION_LOSSLESS);
    double most = 0;
    int counted = 0;
    for (int y = 0; y < grid.domain().y1; ++y)
        for (int x = 0; x < grid.domain().x1; ++x) {
            float rgb[3] = {grid.at(x, y, 0), grid.at(x, y, 1), grid.at(x, y, 2)};
            if (!counts(rgb)) continue;
            ++counted;
            cpu->applyRGB(rgb);
            for (int p = 0; p < 3; ++p) {
                const double wanted = std::max(least, rgb[p]);
                const double found = std::max(least, outputs.at(0).at(x, y, p));
                most = std::max(most, std::abs(found - wanted) / std::max(1.0, std::abs(wanted)));
            }
        }
    EXPECT_GT(counted, grid.domain().x1 * grid.domain().y1 / 50);
    return most;
}

class ColourTables : public testing::Test {
  protected:
    ColourTables() {
        write_text(folder.path("config.ocio"), kConfig);
        config = ocio::Config::CreateFromFile(folder.path("config.ocio").c_str());
    }
    std::string with_config(const std::string& path) const {
        return path + ":config=" + folder.path("config.ocio");
    }
    ScratchFolder folder;
    ocio::ConstConfigRcPtr config;
};

const std::vector<float>& light() {
    static const std::vector<float> values = {-0.03f, -0.004f, 0.0f, 0.0007f, 0.011f, 0.05f,
                                              0.18f,  0.45f,   1.0f, 3.1f,    17.0f,  70.0f};
    return values;
}

TEST_F(ColourTables, FromLightToAScreen) {
    const auto processor = config->getProcessor("light", "shown");
    // What the matrix takes out of the domain is clamped.
    const auto inside = [](const float* c) {
        const float behind[3] = {1.7f * c[0] - 0.62f * c[1] - 0.08f * c[2],
                                 -0.13f * c[0] + 1.14f * c[1] - 0.01f * c[2],
                                 -0.02f * c[0] - 0.13f * c[1] + 1.15f * c[2]};
        return std::all_of(behind, behind + 3, [](float v) { return v > -1 / 32.0f && v < 128; });
    };
    EXPECT_LT(worst(with_config("ocio:light:shown"), processor, light(), inside), 0.002);
    EXPECT_LT(worst(with_config("ocio:light:view=Film"), processor, light(), inside), 0.002);
    EXPECT_LT(worst(with_config("ocio:light:display=Screen"), processor, light(), inside), 0.002);
    EXPECT_LT(worst(with_config("ocio:light:shown:edge=129"), processor, light(), inside), 0.0006);
    EXPECT_GT(worst(with_config("ocio:light:shown:edge=9"), processor, light(), inside), 0.01);
}

TEST_F(ColourTables, FromLogAndVideoToLight) {
    const std::vector<float> stored = {0.0f, 0.07f, 0.21f, 0.33f, 0.5f, 0.68f, 0.91f, 1.0f};
    EXPECT_LT(
        worst(with_config("ocio:camera log:light"), config->getProcessor("log", "light"), stored),
        0.003);
    std::vector<float> video = stored;
    video.insert(video.end(), {-0.1f, 1.1f});
    EXPECT_LT(worst(with_config("ocio:video:light"), config->getProcessor("video", "light"), video),
              0.001);
}

TEST_F(ColourTables, Backwards) {
    const std::vector<float> stored = {0.0f, 0.1f, 0.37f, 0.62f, 0.85f, 1.0f};
    const auto back = config->getProcessor("shown", "light");
    EXPECT_LT(worst(with_config("ocio:light:shown:direction=inverse"), back, stored), 0.001);
    EXPECT_LT(worst(with_config("ocio:light:view=Film:direction=inverse"), back, stored), 0.001);
}

/// What a screen shows of colours whose channels differ by no more than a factor.
TEST_F(ColourTables, ThroughTheAcademysOutputTransform) {
    const auto group = ocio::GroupTransform::Create();
    std::string path = "ocio";
    for (const char* style :
         {"ACEScg_to_ACES2065-1", "ACES-OUTPUT - ACES2065-1_to_CIE-XYZ-D65 - SDR-VIDEO_1.0",
          "DISPLAY - CIE-XYZ-D65_to_sRGB"}) {
        const auto step = ocio::BuiltinTransform::Create();
        step->setStyle(style);
        group->appendTransform(step);
        path += std::string(":builtin=") + style;
    }
    const auto processor = ocio::Config::CreateRaw()->getProcessor(group);
    std::vector<float> values;
    for (float v = 0.01f; v < 40; v *= 1.37f) values.push_back(v);
    const auto within = [](float factor) {
        return [factor](const float* c) {
            const auto [least, most] = std::minmax({c[0], c[1], c[2]});
            return most <= factor * least;
        };
    };
    EXPECT_LT(worst(path, processor, values, within(2), 0), 0.04);
    EXPECT_LT(worst(path, processor, values, within(5), 0), 0.08);
    EXPECT_LT(worst(path + ":edge=129", processor, values, within(2), 0), 0.01);
    EXPECT_LT(worst(path + ":edge=129", processor, values, within(5), 0), 0.045);
}

TEST_F(ColourTables, ChooseShaperAndDomainByTheSpace) {
    const auto said = [&](const std::string& path) {
        const auto all = said_of(with_config(path));
        return all.at("edge") + ", " + all.at("shaper") + ", " + all.at("domain");
    };
    EXPECT_EQ(said("ocio:light:shown"), "65, logarithmic, knee 0.0078125, -0.03125 to 128");
    EXPECT_EQ(said("ocio:dim light:shown"), "65, logarithmic, knee 0.0078125, -0.03125 to 128");
    EXPECT_EQ(said("ocio:scene_linear:shown"), "65, logarithmic, knee 0.0078125, -0.03125 to 128");
    EXPECT_EQ(said("ocio:allocated:shown"), "65, logarithmic, knee 0.015625, -0.0625 to 16");
    EXPECT_EQ(said("ocio:everything:shown"),
              "65, logarithmic, knee 0.00390625, -0.015625 to 65536");
    EXPECT_EQ(said("ocio:log:light"), "65, linear, 0 to 1");
    EXPECT_EQ(said("ocio:shown:light"), "65, linear, 0 to 1");
    EXPECT_EQ(said("ocio:video:light"), "65, linear, -0.125 to 1.125");
    EXPECT_EQ(said("ocio:light:shown:edge=17:shaper=linear:domain=-1,2"), "17, linear, -1 to 2");
    EXPECT_EQ(said("ocio:log:light:shaper=log"),
              "65, logarithmic, knee 0.0078125, -0.03125 to 128");
}

/// A cube of random colours, of a domain of its own.
std::string cube_text(int edge, const std::string& domain) {
    std::mt19937 random(3);
    std::string text = domain + "LUT_3D_SIZE " + std::to_string(edge) + "\n";
    for (int i = 0; i < 3 * edge * edge * edge; ++i)
        text +=
            std::to_string(static_cast<double>(random() % 1000) / 1000) + (i % 3 == 2 ? "\n" : " ");
    return text;
}

TEST_F(ColourTables, FilesAsTheyAre) {
    write_text(folder.path("plain.cube"), cube_text(9, ""));
    write_text(folder.path("wide.CUBE"),
               cube_text(6, "DOMAIN_MIN -0.5 -0.25 0\nDOMAIN_MAX 2 4 8\n"));
    write_text(folder.path("curve.cube"),
               "LUT_1D_SIZE 5\n0 0 0\n.1 .3 .2\n.3 .6 .5\n.6 .8 .7\n1 1 1.5\n");
    const std::vector<float> values = {-1.0f, -0.2f, 0.0f, 0.13f, 0.5f, 0.77f, 1.0f, 2.5f, 9.0f};
    for (const char* name : {"plain.cube", "wide.CUBE", "curve.cube"}) {
        SCOPED_TRACE(name);
        const std::string path = folder.path(name);
        const auto file = ocio::FileTransform::Create();
        file->setSrc(path.c_str());
        file->setInterpolation(ocio::INTERP_BEST);
        const auto processor = ocio::Config::CreateRaw()->getProcessor(file);
        EXPECT_LT(worst(path, processor, values), 3e-6);
        EXPECT_LT(worst("ocio:file=" + path, processor, values), 3e-6);
    }
    EXPECT_EQ(said_of(folder.path("plain.cube")).at("edge"), "9");
    EXPECT_EQ(said_of(folder.path("curve.cube")).at("edge"), "65");
}

TEST_F(ColourTables, AreReadInParts) {
    write_text(folder.path("a.cube"), cube_text(4, ""));
    const Picture whole = table_of(folder.path("a.cube"));
    Result<std::unique_ptr<PictureReader>> reader = io().open(folder.path("a.cube"), {}, nullptr);
    ASSERT_TRUE(reader);
    const PictureInfo& info = (*reader)->info();
    EXPECT_EQ(info.data_window, (Rect{0, 0, 16, 6}));
    std::vector<float> pixels(16 * 6 * 3);
    PictureView view;
    view.base = reinterpret_cast<std::byte*>(pixels.data());
    view.format = SampleFormat::kFloat;
    view.planes = 3;
    view.plane_stride = 4;
    view.x_stride = 12;
    view.y_stride = 16 * 12;
    view.domain = info.data_window;
    for (const auto& [first, last] : {std::pair{0, 2}, {2, 3}, {3, 6}})
        ASSERT_TRUE((*reader)->read_rows(first, last, view));
    for (int y = 0; y < 6; ++y)
        for (int x = 0; x < 16; ++x)
            for (int p = 0; p < 3; ++p)
                EXPECT_EQ(pixels[static_cast<std::size_t>((y * 16 + x) * 3 + p)],
                          whole.at(x, y, p));
}

/// What a file held when it was first read counts until its size or time changes.
TEST_F(ColourTables, AreBakedOnce) {
    const std::string path = folder.path("a.cube");
    const std::string text = cube_text(3, "");
    write_text(path, text);
    const auto time = std::filesystem::last_write_time(path);
    const Picture first = table_of(path);
    std::string changed = text;
    changed.replace(changed.size() - 9, 8, "0.123456");
    write_text(path, changed);
    std::filesystem::last_write_time(path, time);
    EXPECT_EQ(count_differences(first, table_of(path)), 0);
    std::filesystem::last_write_time(path, time + std::chrono::seconds(5));
    EXPECT_EQ(count_differences(first, table_of(path)), 1);
}

TEST_F(ColourTables, AMenuOfAConfiguration) {
    const Result<ColourMenu> menu = io().colour_menu(folder.path("config.ocio"));
    ASSERT_TRUE(menu) << menu.error().message;
    const std::vector<ColourMenu::View> views = {{"Screen", "Film"}, {"Screen", "Raw"}};
    EXPECT_EQ(menu->views, views);
    EXPECT_EQ(menu->light, "light");
    EXPECT_THAT(menu->spaces, testing::Contains("camera log").Times(0));
    EXPECT_THAT(menu->spaces, testing::Contains("log"));
    EXPECT_THAT(menu->spaces, testing::Contains("video").Times(0)) << "hidden from menus";
    unsetenv("OCIO");
    const Result<ColourMenu> none = io().colour_menu("");
    ASSERT_FALSE(none);
    EXPECT_THAT(none.error().message, HasSubstr("$OCIO is not set"));
    EXPECT_FALSE(io().colour_menu(folder.path("no.ocio")));
}

TEST_F(ColourTables, RefuseWhatTheyCannotRead) {
    EXPECT_THAT(refusal_to_read(folder.path("no.cube")), HasSubstr("No such file"));
    write_text(folder.path("empty.cube"), "");
    EXPECT_THAT(refusal_to_read(folder.path("empty.cube")), HasSubstr("expected a look-up table"));
    write_text(folder.path("text.cube"), "a text\n");
    EXPECT_THAT(refusal_to_read(folder.path("text.cube")), HasSubstr("At line (1): 'a text'"));
    write_text(folder.path("short.cube"), "LUT_3D_SIZE 3\n0 0 0\n");
    EXPECT_THAT(refusal_to_read(folder.path("short.cube")),
                HasSubstr("expected a table that OpenColorIO"));
    EXPECT_THAT(refusal_to_read(with_config("ocio:lihgt:shown")),
                HasSubstr("did you mean \"light\""));
    EXPECT_THAT(refusal_to_read(with_config("ocio:light:mystery")),
                HasSubstr("it has light, dim light, allocated, everything, log, video, shown"));
    EXPECT_THAT(refusal_to_read(with_config("ocio:LIG:shown")),
                HasSubstr("did you mean \"light\", \"dim light\""));
    EXPECT_THAT(refusal_to_read(with_config("ocio:light:display=Sreen")), HasSubstr("\"Screen\""));
    EXPECT_THAT(refusal_to_read(with_config("ocio:light:view=Flim")),
                HasSubstr("the display 'Screen' has no view 'Flim' (did you mean \"Film\"?)"));
    EXPECT_THAT(refusal_to_read("ocio:builtin=ACEScg"), HasSubstr("ACEScg_to_ACES2065-1"));
    EXPECT_THAT(refusal_to_read("ocio:a:b:config=" + folder.path("no.ocio")),
                HasSubstr("No such file"));
    write_text(folder.path("bad.ocio"), "a text");
    EXPECT_THAT(refusal_to_read("ocio:a:b:config=" + folder.path("bad.ocio")),
                HasSubstr("cannot be read"));
    unsetenv("OCIO");
    EXPECT_THAT(refusal_to_read("ocio:light:shown"), HasSubstr("$OCIO is not set"));
    setenv("OCIO", folder.path("config.ocio").c_str(), 1);
    EXPECT_EQ(said_of("ocio:light:shown").at("edge"), "65");
    unsetenv("OCIO");
}

}  // namespace
}  // namespace weft::test
