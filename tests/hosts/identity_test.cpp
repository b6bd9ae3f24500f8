// Where hosts are told that an effect does nothing: exactly there, in every bit; and transitions,
// whose ends are such places.
#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "effects/builtin.h"
#include "hosts/project.h"
#include "hosts/scene.h"
#include "openfx/catalogue.h"
#include "random_run.h"

namespace weft::openfx::test {
namespace {

using Values = std::vector<std::pair<std::string, std::variant<double, int, std::string>>>;

class OpenFxIdentity : public ::testing::Test {
  protected:
    void TearDown() override {
        EXPECT_EQ(mistakes(), std::vector<std::string>());
        mistakes().clear();
    }
    /// In a project that the pictures fill.
    Scene scene(const std::string& identifier, const std::string& context) {
        return Scene(bundle, host, identifier, context, kOddDomain);
    }
    /// Noise with the numbers that arithmetic likes to lose.
    static HostPicture odd_noise(unsigned seed) {
        HostPicture picture(kOddDomain, {});
        picture.fill(seed);
        const PictureView view = picture.view(kProjectTop);
        const float odd[] = {std::numeric_limits<float>::quiet_NaN(),
                             std::numeric_limits<float>::infinity(),
                             -std::numeric_limits<float>::infinity(),
                             std::numeric_limits<float>::denorm_min(),
                             std::numeric_limits<float>::max(),
                             -0.0f,
                             1e-40f};
        int place = static_cast<int>(seed);
        for (const float value : odd) {
            place += 7;
            *reinterpret_cast<float*>(view.at(view.domain.x0 + place % view.domain.width(),
                                              view.domain.y0 + place % view.domain.height(),
                                              place % 4)) = value;
        }
        return picture;
    }
    static bool same(const HostPicture& a, const HostPicture& b) {
        const Picture first = a.picture(kProjectTop), second = b.picture(kProjectTop);
        const Rect& d = first.domain();
        for (int p = 0; p < first.planes(); ++p)
            for (int y = d.y0; y < d.y1; ++y)
                for (int x = d.x0; x < d.x1; ++x) {
                    const float v = first.at(x, y, p), w = second.at(x, y, p);
                    const bool equal = v == w && std::signbit(v) == std::signbit(w);
                    if (!equal && !(std::isnan(v) && std::isnan(w))) return false;
                }
        return true;
    }
    /// The clip that the plug-in says it is; empty where none.
    static std::string identity(Scene& scene) {
        PropertySet in = arguments(), out("identity", {{prop::kName, PropertyKind::kString},
                                                       {prop::kTime, PropertyKind::kDouble}});
        in.put(prop::kTime, {3.0});
        const Reply reply = scene.plugin.act(action::kIsIdentity, scene.instance.get(), &in, &out);
        if (reply != kOk) {
            EXPECT_EQ(reply, kReplyDefault);
            return {};
        }
        EXPECT_EQ(std::get<double>(out.values(prop::kTime)[0]), 3.0);
        return out.text(prop::kName);
    }

    MiniHost host;
    LoadedBundle bundle{bundle_path()};
};

TEST_F(OpenFxIdentity, IsToldWhereTheSourcePassesInEveryBit) {
    const std::vector<std::pair<std::string, Values>> subjects{
        {"weft.grade", {{"mix", 0.0}}},
        {"weft.unsharp", {{"mix", 0.0}}},
        {"weft.gaussian-blur", {{"sigma_x", 0.0}, {"sigma_y", 0.0}}},
        {"weft.erode-dilate", {{"radius", 0}}},
        {"weft.erode-dilate", {{"radius", 0}, {"operation", 1}, {"mask", 1}}},
        {"weft.gain", {{"gain", 1.0}}},
        {"weft.exposure", {{"stops", "0,0,0"}}},
        {"weft.box-blur", {{"radius", 0}}},
        {"weft.crop", {}},
        {"weft.transform", {}},
        {"weft.transform", {{"angle", 720.0}, {"pivot_x", 2.0}, {"filter", 1}}},
        {"weft.corner-pin", {}},
        {"weft.lens-distortion", {{"k1", 0.0}}},
        {"weft.tile", {{"columns", 1}, {"rows", 1}}},
        {"weft.resample", {}},
        {"weft.grade", {}},
        {"weft.grade", {{"lift", ""}, {"gamma", "1,1,1"}}},
        {"weft.curves", {}},
        {"weft.curves", {{"all", ""}, {"red", "0.5,0.5"}, {"blue", "0,0,0.25,0.25,1,1"}}},
        {"weft.colour-matrix", {}},
        {"weft.contrast", {}},
        {"weft.hue-rotation", {}},
        {"weft.saturation", {}},
        {"weft.gain-offset-gamma", {}},
        {"weft.vignette", {{"amount", 0.0}}},
    };
    for (const auto& [identifier, values] : subjects) {
        SCOPED_TRACE(identifier);
        const HostPicture source = odd_noise(5);
        HostPicture output(kOddDomain, {});
        Scene plugin = scene(identifier, context::kFilter);
        plugin.connect("Source", source);
        for (const auto& [name, value] : values) plugin.set(name, value);
        EXPECT_EQ(identity(plugin), "Source");
        ASSERT_EQ(plugin.render(output), kOk);
        EXPECT_TRUE(same(output, source));
    }
}

TEST_F(OpenFxIdentity, IsNotToldWhereAnythingShows) {
    const std::vector<std::pair<std::string, Values>> subjects{
        {"weft.grade", {{"gamma", "1,1,1.5"}}},
        {"weft.curves", {{"outside", 1}}},
        {"weft.transform", {{"move_x", 0.25}}},
        {"weft.transform", {{"samples", 2}}},
        {"weft.corner-pin", {{"left_top_x", 0.001}}},
        {"weft.mirror", {}},
        {"weft.gaussian-blur", {{"sigma_x", 0.0}}},
        {"weft.gaussian-blur", {{"sigma", 0.0}, {"mix", 0.5}}},  // two copies: infinities get lost
        {"weft.gain", {{"gain", 1.5}}},
        {"weft.gain", {{"gain", 1.0}, {"mask", 6}}},  // under its own alpha
        {"weft.exposure", {{"stops", "0,0.5,0"}}},
        {"weft.crop", {{"left", 1}}},
    };
    for (const auto& [identifier, values] : subjects) {
        const HostPicture source = odd_noise(6);
        Scene plugin = scene(identifier, context::kFilter);
        plugin.connect("Source", source);
        for (const auto& [name, value] : values) plugin.set(name, value);
        EXPECT_EQ(identity(plugin), "") << identifier;
    }
    // A mix that is no fade from the source: of two pictures.
    Scene merge = scene("weft.merge", context::kGeneral);
    merge.set("mix", 0.0);
    EXPECT_EQ(identity(merge), "");
}

/// Values at which effects may do nothing, and others.
std::variant<double, int, std::string> some_value(const ParameterDescription& p,
                                                  std::mt19937& random) {
    const auto one_of = [&](const auto& values) { return values[random() % values.size()]; };
    if (p.form == ValueForm::kNumber)
        return std::clamp(one_of(std::array{0.0, 0.0, 1.0, 1.0, p.value, p.minimum}), p.minimum,
                          p.maximum);
    if (p.is_text())
        return one_of(std::array<std::string, 6>{"", "0", "1", "1,1,1", "0,0,1,1", p.text});
    const std::array values{0.0, 1.0, p.value, static_cast<double>(random() % 7)};
    return static_cast<int>(std::clamp(one_of(values), p.minimum, p.maximum));
}

/// What a plug-in says it passes on is what it renders, whatever makes it say so.
TEST_F(OpenFxIdentity, HoldsWhereverAnyPluginTellsIt) {
    constexpr int kTrials = 80, kMaxRenders = 3;
    std::mt19937 random(static_cast<unsigned>(weft::test::run_seed()));
    std::set<std::string> tellers;
    for (const PluginDescription& plugin : catalogue(builtin_library())) {
        const std::string context = plugin.contexts.front();
        if (plugin.clips.empty() || plugin.planes.of_rgba != 4) continue;
        Scene subject = scene(plugin.identifier, context);
        std::deque<HostPicture> pictures;
        for (std::size_t i = 0; i < plugin.clips.size(); ++i) {
            if (plugin.clips[i].optional || plugin.clips[i].one_plane) continue;
            pictures.push_back(odd_noise(static_cast<unsigned>(20 + i)));
            subject.connect(plugin.clip_name(i, context), pictures.back());
        }
        int renders = 0;
        for (int trial = 0; trial < kTrials && renders < kMaxRenders; ++trial) {
            std::string values;
            for (std::size_t i = 0; i < plugin.parameters.size(); ++i) {
                const ParameterDescription& p = plugin.parameters[i];
                const std::string name = plugin.parameter_name(i, context);
                // The mix by itself would be told of most of the time.
                const bool usual = trial == 0 || random() % 2 == 0 || name == "mix";
                HostParam& param = *subject.instance->param(name);
                if (usual && param.type == param_type::kDouble)
                    param.value = p.value;
                else if (usual && param.type == param_type::kString)
                    param.value = p.text;
                else if (usual)
                    param.value = static_cast<int>(p.value);
                else
                    param.value = some_value(p, random);
                values += " " + name + "=" + ::testing::PrintToString(param.value);
            }
            const std::string clip = identity(subject);
            if (clip.empty()) continue;
            tellers.insert(plugin.identifier);
            HostPicture output(kOddDomain, {});
            ASSERT_EQ(subject.render(output), kOk) << plugin.identifier << values;
            EXPECT_TRUE(same(output, *subject.instance->clip(clip)->picture))
                << plugin.identifier << values;
            ++renders;
        }
    }
    for (const char* name : {"weft.transform", "weft.corner-pin", "weft.crop", "weft.grade",
                             "weft.curves", "weft.contrast", "weft.gain", "weft.resample"})
        EXPECT_TRUE(tellers.contains(name)) << name;
}

TEST_F(OpenFxIdentity, OfTwoPicturesNeedsTheirSizesToAgree) {
    const HostPicture from = odd_noise(7);
    HostPicture smaller({0, 8, 20, 20}, {});
    Scene mix = scene("weft.mix", context::kGeneral);
    mix.connect("A", from);
    mix.connect("B", smaller);
    mix.set("amount", 1.0);
    EXPECT_EQ(identity(mix), "B") << "both are pictures of one project";
    mix.instance->properties.forget(prop::kProjectSize);
    EXPECT_EQ(identity(mix), "") << "the result is as large as the first";
}

TEST_F(OpenFxIdentity, ATransitionBeginsAndEndsWithItsSources) {
    const HostPicture from = odd_noise(8), to = odd_noise(9);
    Scene plugin = scene("weft.mix", context::kTransition);
    ASSERT_EQ(plugin.instance->clip("A"), nullptr);
    ASSERT_EQ(plugin.instance->param("amount"), nullptr);
    plugin.connect("SourceFrom", from);
    plugin.connect("SourceTo", to);
    const auto rendered = [&](double part) {
        plugin.set("Transition", part);
        HostPicture output(kOddDomain, {});
        EXPECT_EQ(plugin.render(output), kOk) << ::testing::PrintToString(host.messages);
        return output;
    };
    EXPECT_TRUE(same(rendered(0.0), from));
    EXPECT_EQ(identity(plugin), "SourceFrom");
    EXPECT_TRUE(same(rendered(1.0), to));
    EXPECT_EQ(identity(plugin), "SourceTo");
    const HostPicture between = rendered(0.25);
    EXPECT_EQ(identity(plugin), "");
    EXPECT_TRUE(same(between, expected(graph_named("Mix", {{"amount", "0.25"}}), {&from, &to},
                                       between, kProject)));
    // The parameter is what the host expects of a transition.
    const PropertySet& parameter = plugin.instance->param("Transition")->properties;
    EXPECT_EQ(parameter.values(prop::kMin)[0], PropertyValue(0.0));
    EXPECT_EQ(parameter.values(prop::kMax)[0], PropertyValue(1.0));
    EXPECT_EQ(plugin.instance->param("Controls")->properties.text(prop::kPageChild), "Transition");
    // Regions go by the names that the context has.
    PropertySet in = arguments(),
                out("regions", {{"OfxImageClipPropRoI_SourceFrom", PropertyKind::kDouble, 4},
                                {"OfxImageClipPropRoI_SourceTo", PropertyKind::kDouble, 4}});
    in.put(prop::kRegionOfInterest, {10.0, 10.0, 20.0, 20.0});
    EXPECT_EQ(plugin.plugin.act(action::kRegionsOfInterest, plugin.instance.get(), &in, &out), kOk);
    EXPECT_EQ(out.values("OfxImageClipPropRoI_SourceTo")[2], PropertyValue(20.0));
}

}  // namespace
}  // namespace weft::openfx::test
