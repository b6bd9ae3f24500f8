// render_elsewhere NAME.ofx IDENTIFIER...: renders plug-ins of the catalogue from a bundle
// anywhere, and compares with the reference, which needs no compiler. For machines that lack things
// (hidden.sh).
#include <cstdio>

#include "effects/builtin.h"
#include "hosts/plugin_case.h"
#include "openfx/catalogue.h"

namespace weft::openfx::test {
namespace {

/// How many of the plug-ins are not as they should be.
int render(const std::string& path, const std::vector<std::string>& identifiers) {
    MiniHost host;
    const LoadedBundle bundle(path);
    int wrong = 0;
    for (const std::string& identifier : identifiers)
        for (const PluginDescription& plugin : catalogue(builtin_library())) {
            if (plugin.identifier != identifier) continue;
            for (const double scale : {1.0, 0.5}) {
                const std::string fault = fault_of({plugin, context::kGeneral, {}, false, scale},
                                                   bundle, host, "reference");
                std::printf("%s at %g: %s\n", identifier.c_str(), scale,
                            fault.empty() ? "as it should be" : fault.c_str());
                if (!fault.empty()) ++wrong;
            }
        }
    return wrong;
}

}  // namespace
}  // namespace weft::openfx::test

int main(int argc, char** argv) {
    if (argc < 3) return 2;
    return weft::openfx::test::render(argv[1], {argv + 2, argv + argc});
}
