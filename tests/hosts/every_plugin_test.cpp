// Every plug-in gives the reference's pixels: under some context, of pictures of some kind; and in
// a long run (`ctest -R openfx_soak`) under every context, of pictures of every kind.
#include <cstdio>
#include <cstdlib>
#include <random>

#include <gtest/gtest.h>

#include "affordable.h"
#include "effects/builtin.h"
#include "hosts/plugin_case.h"
#include "openfx/catalogue.h"

namespace weft::openfx::test {
namespace {

unsigned seed() {
    const char* const given = std::getenv("WEFT_TEST_SEED");
    const unsigned seed = given != nullptr ? static_cast<unsigned>(std::strtoul(given, nullptr, 10))
                                           : std::random_device{}();
    std::printf("seed %u (WEFT_TEST_SEED repeats it)\n", seed);
    return seed;
}

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

TEST(OpenFxEveryPlugin, EqualsWeft) {
    std::mt19937 random(seed());
    mistakes().clear();
    MiniHost host;
    const LoadedBundle bundle(bundle_path());
    const std::vector<PluginDescription> all = catalogue(builtin_library());
    ASSERT_EQ(bundle.count(), static_cast<int>(all.size()));
    std::vector<std::size_t> places(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) places[i] = i;
    for (const std::size_t i : weft::test::affordable(places, "every plug-in")) {
        const PluginDescription& plugin = all[i];
        expect_no_fault({plugin,
                         one_of(plugin.contexts, random),
                         {one_of(kFormats, random), planes_of(plugin, i), one_of(kRows, random)},
                         i / 3 % 2 == 0},
                        bundle, host);
    }
    EXPECT_EQ(host.live_images(), 0) << "images were not given back";
    EXPECT_EQ(mistakes(), std::vector<std::string>());
}

TEST(OpenFxEveryPlugin, DISABLED_EqualsWeftInEveryWay) {
    mistakes().clear();
    MiniHost host;
    const LoadedBundle bundle(bundle_path());
    int cases = 0;
    for (const PluginDescription& plugin : catalogue(builtin_library())) {
        for (const std::string& context : plugin.contexts)
            for (const int planes : {4, 3, 1})
                for (const SampleFormat format : kFormats)
                    for (const Rows rows : kRows)
                        for (const bool all_clips : {false, true}) {
                            if (planes_made(plugin, planes) == 0) continue;
                            if (all_clips && context != context::kGeneral) continue;
                            expect_no_fault({plugin, context, {format, planes, rows}, all_clips},
                                            bundle, host);
                            ++cases;
                        }
        std::printf("%s: %d cases so far\n", plugin.identifier.c_str(), cases);
        std::fflush(stdout);
    }
    EXPECT_EQ(host.live_images(), 0) << "images were not given back";
    EXPECT_EQ(mistakes(), std::vector<std::string>());
}

}  // namespace
}  // namespace weft::openfx::test
