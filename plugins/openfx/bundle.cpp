// The entry points of the bundle: which plug-ins there are, each with functions of its own.
//
// An action comes without the name of its plug-in, so each has a function; they are all made from
// one, by number.
#include <array>
#include <cstdio>
#include <deque>
#include <utility>
#include <vector>

#include <dlfcn.h>

#include "effects/builtin.h"
#include "openfx/actions.h"
#include "openfx/contents.h"
#include "openfx/names.h"

namespace weft::openfx {
namespace {

/// How many plug-ins a bundle can hold.
constexpr std::size_t kMaxPlugins = 512;
constexpr unsigned kMajor = 1, kMinor = 0;

struct Bundle {
    Shared shared;
    std::vector<PluginDescription> descriptions;
    std::deque<Plugin> plugins;
    std::vector<PluginRecord> records;

    explicit Bundle(Library library, Contents held);
};

/// BUNDLE/Contents/Resources, of the file BUNDLE/Contents/Linux-x86-64/NAME.ofx that holds this.
std::string resources_folder() {
    Dl_info info{};
    if (dladdr(reinterpret_cast<const void*>(&resources_folder), &info) == 0 ||
        info.dli_fname == nullptr)
        return {};
    const std::string file = info.dli_fname;
    const std::size_t slash = file.rfind('/');
    return (slash != std::string::npos ? file.substr(0, slash) : ".") + "/../Resources";
}

/// Null where it cannot be made.
Bundle* bundle() noexcept {
    try {
        static Bundle made = [] {
            Library library = builtin_library();
            Contents held = contents(library, resources_folder());
            return Bundle(std::move(library), std::move(held));
        }();
        return &made;
    } catch (...) {
        return nullptr;
    }
}

template <std::size_t Number>
Reply act(const char* action, const void* handle, PropertySetHandle in, PropertySetHandle out) {
    return bundle()->plugins[Number].act(action, handle, in, out);
}

template <std::size_t Number>
void set_host(Host* host) {
    bundle()->plugins[Number].set_host(host);
}

struct Functions {
    MainEntry* act;
    void (*set_host)(Host*);
};

template <std::size_t... Numbers>
constexpr std::array<Functions, sizeof...(Numbers)> functions(std::index_sequence<Numbers...>) {
    return {Functions{&act<Numbers>, &set_host<Numbers>}...};
}

constexpr auto kFunctions = functions(std::make_index_sequence<kMaxPlugins>());

Bundle::Bundle(Library library, Contents held)
    : shared{std::move(library), SharedEngine(std::move(held.make_preparer)), std::move(held.cuda)},
      descriptions(std::move(held.plugins)) {
    for (; descriptions.size() > kMaxPlugins; descriptions.pop_back())
        held.refused.push_back(descriptions.back().label + ": a bundle holds " +
                               std::to_string(kMaxPlugins) + " plug-ins at most");
    // While plug-ins are scanned there is no instance to send messages about.
    for (const std::string& why : held.refused)
        std::fprintf(stderr, "Weft: no plug-in: %s\n", why.c_str());
    for (std::size_t i = 0; i < descriptions.size(); ++i) {
        plugins.emplace_back(descriptions[i], shared);
        records.push_back({kImageEffectApi, 1, descriptions[i].identifier.c_str(), kMajor, kMinor,
                           kFunctions[i].set_host, kFunctions[i].act});
    }
}

}  // namespace
}  // namespace weft::openfx

extern "C" {

int OfxGetNumberOfPlugins(void) {
    const auto* bundle = weft::openfx::bundle();
    return bundle != nullptr ? static_cast<int>(bundle->records.size()) : 0;
}

weft::openfx::PluginRecord* OfxGetPlugin(int nth) {
    auto* bundle = weft::openfx::bundle();
    if (bundle == nullptr || nth < 0 || nth >= static_cast<int>(bundle->records.size()))
        return nullptr;
    return &bundle->records[static_cast<std::size_t>(nth)];
}

weft::openfx::Reply OfxSetHost(const weft::openfx::Host* host) {
    auto* bundle = weft::openfx::bundle();
    if (bundle == nullptr) return weft::openfx::kFailed;
    for (auto& plugin : bundle->plugins) plugin.set_host(host);
    return weft::openfx::kOk;
}

}  // extern "C"
