// Every plug-in gives the reference's pixels: under some context, of pictures of some kind; and in
// a full run (`ctest -R openfx_full`) under every context, of pictures of every kind.
#include <numeric>
#include <random>

#include <gtest/gtest.h>

#include "affordable.h"
#include "effects/builtin.h"
#include "hosts/plugin_case.h"
#include "openfx/catalogue.h"
#include "random_run.h"

namespace weft::openfx::test {
namespace {

template <class Value>
const Value& one_of(const std::vector<Value>& values, std::mt19937& random) {
    return values[random() % values.size()];
}

/// By turns and not by chance, as masks are: they decide what is compiled, which is then found
/// again.
int planes_of(const PluginDescription& plugin, std::size_t turn) {
    const std::vector<int> all{4, 3, 1};
    for (std::size_t i = 0; i < all.size(); ++i)
        if (const int planes = all[(turn + i) % all.size()]; planes_made(plugin, planes) > 0)
            return planes;
    return 0;
}

const std::vector<SampleFormat> kFormats{SampleFormat::kFloat, SampleFormat::kHalf,
                                         SampleFormat::kU16, SampleFormat::kU8};
const std::vector<Rows> kRows{Rows::kTight, Rows::kPadded, Rows::kOdd, Rows::kDownward};

void expect_no_fault(const PluginCase& one, const LoadedBundle& bundle, MiniHost& host) {
    EXPECT_EQ(fault_of(one, bundle, host, "reference"), "")
        << one.plugin.identifier << ", " << one.context << ", " << depth_name(one.kind.format)
        << ", " << one.kind.planes << " planes, rows " << static_cast<int>(one.kind.rows)
        << (one.all_clips ? ", all clips" : "");
}

/// One way, by chance. `turn` is the plug-in's place in the catalogue.
std::vector<PluginCase> some_way(const PluginDescription& plugin, std::size_t turn,
                                 std::mt19937& random) {
    return {{plugin,
             one_of(plugin.contexts, random),
             {one_of(kFormats, random), planes_of(plugin, turn), one_of(kRows, random)},
             turn / 3 % 2 == 0}};
}

std::vector<PluginCase> every_way(const PluginDescription& plugin) {
    std::vector<PluginCase> cases;
    for (const std::string& context : plugin.contexts)
        for (const int planes : {4, 3, 1})
            for (const SampleFormat format : kFormats)
                for (const Rows rows : kRows)
                    for (const bool all_clips : {false, true}) {
                        if (planes_made(plugin, planes) == 0) continue;
                        if (all_clips && context != context::kGeneral) continue;
                        cases.push_back({plugin, context, {format, planes, rows}, all_clips});
                    }
    return cases;
}

TEST(OpenFxEveryPlugin, EqualsWeft) {
    std::mt19937 random(static_cast<unsigned>(weft::test::run_seed()));
    mistakes().clear();
    MiniHost host;
    const LoadedBundle bundle(bundle_path());
    const std::vector<PluginDescription> all = catalogue(builtin_library());
    ASSERT_EQ(bundle.count(), static_cast<int>(all.size()));
    std::vector<std::size_t> places(all.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    for (const std::size_t i : weft::test::affordable(places, "every plug-in"))
        for (const PluginCase& one :
             weft::test::full_run() ? every_way(all[i]) : some_way(all[i], i, random))
            expect_no_fault(one, bundle, host);
    EXPECT_EQ(host.live_images(), 0) << "images were not given back";
    EXPECT_EQ(mistakes(), std::vector<std::string>());
}

}  // namespace
}  // namespace weft::openfx::test
